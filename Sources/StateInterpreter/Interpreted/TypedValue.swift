public import CEL
public import StateModel

/// A value of a definition with its type, so that fields and cases can be read by their names.
public struct TypedValue: Sendable {
  /// The value.
  public let value: Value
  /// The type that the definition declares for it.
  public let type: ValueType
  let declarations: Declarations

  init(_ value: Value, _ type: ValueType, _ declarations: Declarations) {
    self.value = value
    self.type = type
    self.declarations = declarations
  }

  private func part(_ value: Value, _ type: ValueType) -> TypedValue? {
    if case .null = value { return nil }
    return TypedValue(value, type, declarations)
  }

  /// A field of a record or of a union's case, or the value for a key of a map; `nil` if it is null
  /// or there is none.
  public subscript(name: String) -> TypedValue? {
    switch value {
    case .record(let values, _): field(name, values, type.withoutNull)
    case .union(let unionCase, let values):
      field(name, values, .caseData(unionCase, arguments))
    case .map(let map):
      map.entries.first { entry in
        if case .string(let key) = entry.key { CodePoints.equal(key, name) } else { false }
      }.flatMap { part($0.value, mapValueType) }
    default: nil
    }
  }

  private func field(_ name: String, _ values: [Value], _ owner: ValueType) -> TypedValue? {
    let fields = declarations.fields(of: owner) ?? []
    guard let index = fields.firstIndex(where: { CodePoints.equal($0.name, name) }),
      values.indices.contains(index)
    else { return nil }
    return part(values[index], fields[index].type)
  }

  private var arguments: [ValueType] {
    switch type.withoutNull {
    case .declared(_, let arguments), .caseData(_, let arguments): arguments
    default: []
    }
  }

  private var mapValueType: ValueType {
    if case .map(_, let value) = type.withoutNull { value } else { .dyn }
  }

  /// The name of the case of an enum or a union; `nil` for other values.
  public var caseName: String? {
    switch value {
    case .union(let unionCase, _): return declarations[unionCase]?.name
    case .enumeration(let id, let index):
      guard case .enumeration(let names) = declarations[id].shape,
        names.indices.contains(Int(index))
      else { return nil }
      return names[Int(index)]
    default: return nil
    }
  }

  /// The elements of a list without its null elements; `nil` for other values.
  public var elements: [TypedValue]? {
    guard case .list(let values) = value else { return nil }
    var element = ValueType.dyn
    if case .list(let type) = type.withoutNull { element = type }
    return values.compactMap { part($0, element) }
  }

  /// The flag; `nil` for a value of another type.
  public var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }
  /// The whole number; `nil` for a value of another type.
  public var int: Int? { if case .int(let number) = value { Int(number) } else { nil } }
  /// The number; `nil` for a value of another type.
  public var double: Double? { if case .double(let number) = value { number } else { nil } }
  /// The text; `nil` for a value of another type.
  public var string: String? { if case .string(let text) = value { text } else { nil } }
  /// The duration; `nil` for a value of another type.
  public var duration: Duration? {
    if case .duration(let span) = value { .nanoseconds(span.nanoseconds) } else { nil }
  }

  /// The value as JSON, as specs and snapshots write it.
  public var json: JSON { Wire(declarations).json(of: value, as: type) }
}

extension TypedValue: Hashable {
  /// Whether two values are identical: texts by code points, doubles by bits.
  public static func == (left: Self, right: Self) -> Bool {
    left.value.isIdentical(to: right.value)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    var writer = IdentityWriter()
    writer.write(value)
    hasher.combine(writer.bytes)
  }
}

extension TypedValue: CustomStringConvertible {
  /// The JSON text.
  public var description: String { json.text }
}
