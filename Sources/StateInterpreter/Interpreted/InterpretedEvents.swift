import CEL
import StateLinking
public import StateModel

extension InterpretedState {
  /// An event by its name.
  public struct Event: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// An object with the data by field.
    public let data: JSON

    /// Makes an event. It is checked when a state handles it.
    public init(_ name: String, _ data: JSON = [:]) {
      self.name = name
      self.data = data
    }

    /// Makes an event: `.event("codeEntered", ["text": "1234"])`.
    public static func event(_ name: String, _ data: JSON = [:]) -> Event { Event(name, data) }

    /// The event as specs write it: `tapped`, or `{"codeEntered": {"text": "1234"}}`.
    public var description: String {
      data == .object([]) ? name : JSON.object([JSON.Member(key: name, value: data)]).text
    }
  }

  /// A command by its name.
  public struct Command: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String
    /// The data by field, in declared order. A field without a value is null.
    public let data: [(name: String, value: TypedValue)]

    init(_ call: CommandCall, of source: CheckedDefinition) {
      name = call.name
      let fields = source.commands[call.command.index].fields
      data = zip(fields, call.values).map { field, value in
        (field.name, TypedValue(value, field.type, source.declarations))
      }
    }

    /// The value of a field; `nil` if it has none, or if no field has the name.
    public subscript(field: String) -> TypedValue? {
      guard let value = data.first(where: { CodePoints.equal($0.name, field) })?.value else {
        return nil
      }
      if case .null = value.value { return nil }
      return value
    }

    /// The command as specs write it: `close`, or `{"showError": {"message": "…"}}`.
    public var json: JSON {
      if data.isEmpty { return .string(name) }
      let members = data.map { JSON.Member(key: $0.name, value: $0.value.json) }
      return .object([JSON.Member(key: name, value: .object(members))])
    }

    /// The name, or the JSON text.
    public var description: String { data.isEmpty ? name : json.text }

    /// Whether two commands have the same name and identical data.
    public static func == (left: Self, right: Self) -> Bool {
      CodePoints.equal(left.name, right.name) && left.data.map(\.value) == right.data.map(\.value)
    }

    /// Hashes the data.
    public func hash(into hasher: inout Hasher) { hasher.combine(data.map(\.value)) }
  }
}
