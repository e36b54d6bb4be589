package import CEL
import StateModel

extension Fingerprint {
  /// A text that is equal for types whose values are stored alike: it does not name declared types.
  package static func shape(of type: ValueType, in checked: CheckedDefinition) -> String {
    var text = ShapeText(checked: checked)
    return text.json(of: type).text
  }
}

/// The stored values. Declared types count by what they are made of, not by name: each is listed once,
/// numbered in the order of its first use.
struct ShapeText {
  let checked: CheckedDefinition
  private var numbers: [ValueType: Int] = [:]
  private var pending: [ValueType] = []

  init(checked: CheckedDefinition) { self.checked = checked }

  mutating func json() -> JSON {
    let inputs = members(checked.inputs.map { ($0.name, $0.type) })
    let properties = members(checked.properties.filter(\.isStored).map { ($0.name, $0.type) })
    var states: [(String, JSON)] = []
    for state in checked.states.dropFirst().sorted(by: { $0.name < $1.name }) {
      let parent = state.parent.map { checked.states[$0].name } ?? ""
      states.append(
        (
          state.name,
          JSON(
            ("kind", .string(state.kind.word)), ("in", .string(parent)),
            ("carries", members(state.fields.map { ($0.name, $0.type) })))
        ))
    }
    return JSON(
      ("state", .string(checked.definition.name)), ("inputs", inputs),
      ("properties", properties), ("states", .members(states)), ("types", types()))
  }

  mutating func json(of type: ValueType) -> JSON {
    JSON(("type", text(of: type)), ("types", types()))
  }

  /// The declared types that were used so far, and those that they use.
  private mutating func types() -> JSON {
    var types: [JSON] = []
    while types.count < pending.count { types.append(declared(pending[types.count])) }
    return .array(types)
  }

  /// In the order of the names, so that the numbers of types do not depend on that of keys.
  private mutating func members(_ members: [(name: String, type: ValueType)]) -> JSON {
    var texts: [(String, JSON)] = []
    for member in members.sorted(by: { $0.name < $1.name }) {
      texts.append((member.name, text(of: member.type)))
    }
    return .members(texts)
  }

  private mutating func text(of type: ValueType) -> JSON {
    switch type {
    case .nullable(let inner): return JSON(("optional", text(of: inner)))
    case .list(let element): return JSON(("list", text(of: element)))
    case .map(let key, let value):
      return JSON(("keys", text(of: key)), ("values", text(of: value)))
    case .declared:
      if numbers[type] == nil {
        if pending.count >= Limits.elements { return .string("type") }
        numbers[type] = pending.count
        pending.append(type)
      }
      return .number(String(numbers[type] ?? 0))
    default: return .string(type.text(in: checked.declarations))
    }
  }

  private mutating func declared(_ type: ValueType) -> JSON {
    guard case .declared(let id, let arguments) = type else { return .null }
    let declarations = checked.declarations
    switch declarations[id].shape {
    case .record, .state:
      return JSON(("record", fields(declarations.fields(of: type) ?? [])))
    case .enumeration(let names): return JSON(("enum", .array(names.sorted().map(JSON.string))))
    case .union(let cases):
      var texts: [(String, JSON)] = []
      for (index, unionCase) in cases.enumerated().sorted(by: { $0.1.name < $1.1.name }) {
        let data = ValueType.caseData(UnionCase(type: id, index: Int32(index)), arguments)
        texts.append((unionCase.name, fields(declarations.fields(of: data) ?? [])))
      }
      return JSON(("union", .members(texts)))
    case .broken: return .string("broken")
    }
  }

  private mutating func fields(_ fields: [Declarations.Field]) -> JSON {
    members(fields.map { ($0.name, $0.type) })
  }
}
