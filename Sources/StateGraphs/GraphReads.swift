import CEL
import StateModel

/// Finds the names that outputs and rows read: inputs and properties, also through computed values,
/// and the active states.
struct GraphReads {
  /// The names that occur in each computed value.
  private let computed: [String: Set<String>]
  /// The names of the data that states carry.
  private let carried: Set<String>

  init(_ definition: Definition) {
    computed = Dictionary(definition.computed.map { ($0.name, Self.mentioned(in: [$0.value])) }) {
      first, _ in first
    }
    carried = Set(GraphStateTree(definition).nodes.flatMap { $0.state.carries.map(\.name) })
  }

  /// Whether an output reads the active states.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - names: The names that its cells read.
  /// - Returns: Whether its value may differ from state to state.
  func readsState(_ output: Definition.Output, _ names: Set<String>) -> Bool {
    output.hasRowsOfStates || names.contains("isIn") || !names.isDisjoint(with: carried)
  }

  /// The names that cells read: those that occur in them, and those that computed values among these
  /// read.
  func names(from mentioned: Set<String>) -> Set<String> {
    var names = mentioned
    var pending = Array(names)
    while let name = pending.popLast() {
      let read = computed[name, default: []].subtracting(names)
      names.formUnion(read)
      pending += read
    }
    return names
  }

  /// The names that occur in an output's cells.
  static func mentioned(in output: Definition.Output) -> Set<String> {
    switch output.content {
    case .absent: []
    case .value(let cell): mentioned(in: [cell])
    case .rows(let rows):
      mentioned(in: rows.flatMap { [$0.condition, $0.value].compactMap(\.self) })
    }
  }

  /// The names that occur in cells.
  static func mentioned(in cells: [Cell]) -> Set<String> {
    var names: Set<String> = []
    for cell in cells { collect(cell, &names) }
    return names
  }

  private static func collect(_ cell: Cell, _ names: inout Set<String>) {
    switch cell {
    case .expression(let text):
      guard let syntax = Parser.parse(text).syntax else { return }
      for node in syntax.nodes {
        switch node.kind {
        case .name(let name, _): names.insert(name.text)
        case .call(let name, _, _) where name.text == "isIn": names.insert("isIn")
        default: break
        }
      }
    case .null, .bool, .number: break
    case .list(let cells): for cell in cells { collect(cell, &names) }
    case .object(let members): for member in members { collect(member.value, &names) }
    }
  }
}

extension Definition.Output {
  /// Whether one of its rows is for some states only.
  var hasRowsOfStates: Bool {
    guard case .rows(let rows) = content else { return false }
    return rows.contains { !$0.states.all.isEmpty }
  }
}

extension Definition.Row {
  /// Every cell that runs with the row.
  var cells: [Cell] {
    let delay: [Cell] =
      switch trigger {
      case .after(let cell), .every(let cell): [cell]
      case .on, .eventless: []
      }
    return delay + (condition.map { [$0] } ?? []) + lets.map(\.value) + assignments.cells
      + (targets?.all ?? []).flatMap(\.dataCells) + (emits + raises).flatMap(\.dataCells)
  }
}

extension Definition.Action {
  /// Every cell that runs with the action.
  var cells: [Cell] {
    (condition.map { [$0] } ?? []) + assignments.cells + (emits + raises).flatMap(\.dataCells)
  }
}

extension Assignments {
  fileprivate var cells: [Cell] { all.flatMap { $0.map(\.value) } }
}

extension Sending {
  fileprivate var dataCells: [Cell] { (data ?? []).map(\.value) }
}
