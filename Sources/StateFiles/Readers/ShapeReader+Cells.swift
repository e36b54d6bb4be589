import CEL
import StateTables

/// What cells, sendings and targets look like as JSON.
extension ShapeReader {
  /// A cell: any JSON value is one.
  func cell(_ part: Part?) -> Cell? { part.map { Cell($0.json) } }

  /// The members of an object of cells.
  mutating func cells(_ part: Part?) -> [Cell.Member] {
    entries(part).map { entry in
      Cell.Member(key: entry.pointer.steps.last ?? "", value: Cell(entry.json))
    }
  }

  /// `set`: an object, or a list of objects.
  mutating func assignments(_ part: Part?) -> Assignments {
    switch part?.json {
    case nil: return .none
    case .object: return .one(cells(part))
    case .array: return .list(elements(part).map { cells($0) })
    default:
      if let part { complainOfType(part, "an object or a list of objects") }
      return .none
    }
  }

  /// `emit` and `raise`: a list.
  mutating func sendings(_ part: Part?) -> [Sending] {
    elements(part).compactMap { sending($0) }
  }

  /// A name, or an object with one key: the name and its data.
  mutating func sending(_ part: Part) -> Sending? {
    switch part.json {
    case .string(let name): return Sending(name: name)
    case .object(let members):
      guard let member = members.first, members.count == 1 else {
        complain(
          "shape/wrong-type",
          "\(part.name) must be a name or an object with one key, found \(members.count) keys",
          at: .init(part.pointer.text))
        return nil
      }
      let data = Part(
        json: member.value, pointer: part.pointer[member.key], name: "`\(member.key)`")
      return Sending(name: member.key, data: cells(data))
    default:
      complainOfType(part, "a name or an object with one key")
      return nil
    }
  }

  /// `goTo`, `initial` and `default`: a sending or a list; `null` where it may rest.
  mutating func targets(_ part: Part?, mayRest: Bool = false) -> Targets? {
    guard let part else { return nil }
    switch part.json {
    case .null where mayRest: return .rest
    case .array: return .list(elements(part).compactMap { sending($0) })
    case .string, .object: return sending(part).map(Targets.one)
    default:
      complainOfType(part, "a state, a state with its data, or a list of them")
      return nil
    }
  }

  /// Fields: a type in text, or an object with `type`.
  mutating func fields(_ part: Part?, mayHaveDefaults: Bool = false) -> [Definition.Field] {
    entries(part).compactMap { field($0, mayHaveDefaults ? Keys.fieldWithDefault : Keys.field) }
  }

  private mutating func field(_ part: Part, _ shape: ObjectShape) -> Definition.Field? {
    let name = part.pointer.steps.last ?? ""
    if case .string(let type) = part.json { return Definition.Field(name: name, type: type) }
    guard case .object = part.json else {
      complainOfType(part, "a type in text or an object with `type`")
      return nil
    }
    guard let members = members(part, shape) else { return nil }
    return Definition.Field(
      name: name, type: text(members["type"]) ?? "", isExpanded: true,
      defaultValue: cell(members["default"]), about: text(members["about"]))
  }
}

extension Cell {
  /// The cell that a JSON value says: strings are expressions.
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let literal): self = .number(literal)
    case .string(let text): self = .expression(text)
    case .array(let elements): self = .list(elements.map(Cell.init))
    case .object(let members):
      self = .object(members.map { Member(key: $0.key, value: Cell($0.value)) })
    }
  }
}
