import CEL
import StateModel

/// States, rows and actions as JSON.
enum StateWriter {
  /// A node of the tree; recursive, as deep as the tree.
  static func json(_ state: Definition.State) -> JSON {
    var object = ObjectWriter()
    object.add("state", .string(state.name))
    object.add("initial", DefinitionWriter.json(state.initial))
    if state.isParallel { object.add("parallel", .bool(true)) }
    if state.isFinal { object.add("final", .bool(true)) }
    object.add("history", state.history?.rawValue)
    object.add("default", DefinitionWriter.json(state.historyDefault))
    object.add("carries", DefinitionWriter.fields(state.carries))
    object.add("enter", list: state.enter.map(json))
    object.add("exit", list: state.exit.map(json))
    object.add("states", state.children.map { .array($0.map(json)) })
    object.add("about", state.about)
    return object.json
  }

  static func json(_ action: Definition.Action) -> JSON {
    var object = ObjectWriter()
    object.add("if", action.condition.map { DefinitionWriter.json($0) })
    object.add("set", DefinitionWriter.json(action.assignments))
    object.add("emit", list: action.emits.map { DefinitionWriter.json($0) })
    object.add("raise", list: action.raises.map { DefinitionWriter.json($0) })
    object.add("about", action.about)
    return object.json
  }

  static func json(_ row: Definition.Row) -> JSON {
    var object = ObjectWriter()
    object.add("in", DefinitionWriter.json(row.states))
    switch row.trigger {
    case .on(let names): object.add("on", DefinitionWriter.json(names) ?? .array([]))
    case .after(let cell): object.add("after", DefinitionWriter.json(cell))
    case .every(let cell): object.add("every", DefinitionWriter.json(cell))
    case .eventless: break
    }
    object.add("if", row.condition.map { DefinitionWriter.json($0) })
    if !row.lets.isEmpty { object.add("let", DefinitionWriter.json(row.lets)) }
    object.add("set", DefinitionWriter.json(row.assignments))
    object.add("goTo", DefinitionWriter.json(row.targets))
    switch row.reentry {
    case .no: break
    case .yes: object.add("reenter", .bool(true))
    case .external: object.add("reenter", .string("external"))
    }
    object.add("emit", list: row.emits.map { DefinitionWriter.json($0) })
    object.add("raise", list: row.raises.map { DefinitionWriter.json($0) })
    object.add("about", row.about)
    return object.json
  }
}

/// An object whose members are added in the order of the format; empty values are left out.
struct ObjectWriter {
  private var members: [JSON.Member] = []

  var json: JSON { .object(members) }

  mutating func add(_ key: String, _ value: JSON?) {
    if let value { members.append(.init(key: key, value: value)) }
  }

  mutating func add(_ key: String, _ text: String?) {
    add(key, text.map { JSON.string($0) })
  }

  mutating func add(_ key: String, list: [JSON]) {
    if !list.isEmpty { add(key, .array(list)) }
  }

  mutating func add<Element>(
    _ key: String, section: [Element], _ entry: (Element) -> (String, JSON)
  ) {
    guard !section.isEmpty else { return }
    add(
      key,
      .object(
        section.map { element in
          let (key, value) = entry(element)
          return .init(key: key, value: value)
        }))
  }
}

/// Cells, names, sendings and targets as JSON.
extension DefinitionWriter {
  static func json(_ cell: Cell) -> JSON {
    switch cell {
    case .expression(let text): .string(text)
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let digits): .number(digits)
    case .list(let cells): .array(cells.map { json($0) })
    case .object(let members): json(members)
    }
  }

  static func json(_ members: [Cell.Member]) -> JSON {
    .object(members.map { .init(key: $0.key, value: json($0.value)) })
  }

  static func json(_ names: Names) -> JSON? {
    switch names {
    case .none: nil
    case .one(let name): .string(name)
    case .list(let names): .array(names.map { .string($0) })
    }
  }

  static func json(_ sending: Sending) -> JSON {
    guard let data = sending.data else { return .string(sending.name) }
    return .object([.init(key: sending.name, value: json(data))])
  }

  static func json(_ targets: Targets?) -> JSON? {
    switch targets {
    case nil: nil
    case .rest: .null
    case .one(let sending): json(sending)
    case .list(let sendings): .array(sendings.map { json($0) })
    }
  }

  static func json(_ assignments: Assignments) -> JSON? {
    switch assignments {
    case .none: nil
    case .one(let members): json(members)
    case .list(let objects): .array(objects.map { json($0) })
    }
  }
}
