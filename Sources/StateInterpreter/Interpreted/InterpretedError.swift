package import CEL
package import StateModel

/// The error of a step or the start of an interpreted state. Nothing has happened.
public enum InterpretedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The definition has no event with the name.
  case unknownEvent(String, nearest: [String])
  /// The data of an event, or the inputs, do not fit.
  case data(DataProblem)
  /// A cell failed.
  case step(MachineError)

  /// The error as text.
  public var description: String {
    switch self {
    case .unknownEvent(let name, let nearest):
      "no event is named `\(name)`"
        + (nearest.first.map { "; did you mean `\($0)`?" } ?? "")
    case .data(let problem): problem.description
    case .step(let error): error.description
    }
  }
}

/// Why data by name are not the fields of an event, or the inputs of a definition.
public struct DataProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON pointer into the data.
  public let at: String
  private let message: String

  /// The problem: lower case, code in backquotes, no full stop.
  public var description: String { message }

  package init(at pointer: Pointer, _ message: String) {
    at = pointer.text
    self.message = message
  }

  /// The problem of an input that is not given, by its pointer.
  package init(missing input: String) {
    at = input
    message = "this input is not given and has no default"
  }
}

/// Reads data by name.
package struct DataReader {
  private let declarations: Declarations

  /// Reads data of a definition with these types.
  package init(_ declarations: Declarations) { self.declarations = declarations }

  /// The values of an event's fields in declared order. Nullable fields may be missing. `pointer` is
  /// the location of the data.
  package func values(
    _ data: [JSON.Member], of fields: [Declarations.Field], in pointer: Pointer
  ) throws(DataProblem) -> [Value] {
    try checkNames(data, among: fields.map(\.name), "there is no", in: pointer)
    let given = ExactNames(data.map(\.key))
    var values: [Value] = []
    for field in fields {
      let json = given.index(of: field.name).map { data[$0].value }
      switch Wire(declarations).value(of: json ?? .null, as: field.type) {
      case .success(let value): values.append(value)
      case .failure(let problem):
        if json != nil { throw DataProblem(problem, in: pointer[field.name]) }
        let type = field.type.text(in: declarations)
        throw DataProblem(at: pointer[field.name], "`\(field.name): \(type)` is not given")
      }
    }
    return values
  }

  /// The given inputs by name. Inputs that are not given are left out.
  package func inputs(
    _ data: [JSON.Member], of inputs: [(name: String, type: ValueType)]
  ) throws(DataProblem) -> [String: Value] {
    try checkNames(data, among: inputs.map(\.name), "there is no input", in: .root)
    let given = ExactNames(data.map(\.key))
    var values: [String: Value] = [:]
    for (name, type) in inputs {
      guard let index = given.index(of: name) else { continue }
      switch Wire(declarations).value(of: data[index].value, as: type) {
      case .success(let value): values[name] = value
      case .failure(let problem): throw DataProblem(problem, in: Pointer([name]))
      }
    }
    return values
  }

  private func checkNames(
    _ data: [JSON.Member], among names: [String], _ message: String, in pointer: Pointer
  ) throws(DataProblem) {
    let known = ExactNames(names)
    for member in data where known.index(of: member.key) == nil {
      let hint = Suggestion(for: member.key, among: names).text.map { "; \($0)" } ?? ""
      throw DataProblem(at: pointer[member.key], "\(message) `\(member.key)`" + hint)
    }
  }
}

extension DataProblem {
  fileprivate init(_ problem: Wire.Problem, in pointer: Pointer) {
    self.init(at: pointer.appending(problem.pointer.text), problem.description)
  }
}
