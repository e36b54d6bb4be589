/// Finds the chain of rows that an active leaf tries for an event. Bubbling is resolved when the
/// definition is compiled.
///
/// States without rows share the table of their parent, so the memory is the number of states with
/// rows times the number of events. If even that is too large, chains are looked up one state at a
/// time.
struct Dispatch: Sendable {
  /// The maximum number of entries in dense tables.
  private static let denseLimit = 1 << 20

  /// The table that each state uses.
  private var tableOf: [Int32]
  private var dense: [Int32]
  private let width: Int
  private var sparse: [UInt64: Int32] = [:]
  private let parents: [Int]
  private let isDense: Bool

  /// Makes empty tables.
  ///
  /// - Parameters:
  ///   - tree: The tree of states.
  ///   - owners: Whether each state has rows with events.
  ///   - width: The number of events.
  init(tree: ChartTree, owners: [Bool], width: Int) {
    self.width = width
    parents = tree.parents
    let tables = owners.count { $0 } + 1
    isDense = tables.multipliedReportingOverflow(by: max(width, 1)).partialValue <= Self.denseLimit
    tableOf = Array(repeating: 0, count: tree.count)
    dense = isDense ? Array(repeating: -1, count: tables * width) : []
    var next: Int32 = 1
    for state in 0..<tree.count {
      let parent = state == 0 ? 0 : tableOf[tree.parents[state]]
      tableOf[state] = parent
      guard owners[state], isDense else { continue }
      tableOf[state] = next
      next += 1
    }
  }

  /// Copies the chains of a state's parent to the state. Call it in document order.
  mutating func inherit(_ state: Int) {
    guard isDense, state > 0, tableOf[state] != tableOf[parents[state]] else { return }
    let from = Int(tableOf[parents[state]]) * width
    let to = Int(tableOf[state]) * width
    for event in 0..<width { dense[to + event] = dense[from + event] }
  }

  mutating func set(_ chain: Int32, state: Int, event: Int) {
    if isDense {
      dense[Int(tableOf[state]) * width + event] = chain
    } else {
      sparse[UInt64(state) << 32 | UInt64(event)] = chain
    }
  }

  /// The entry point of the chain for an active leaf; -1 if no row can match.
  func chain(state: Int, event: Int) -> Int32 {
    if isDense { return dense[Int(tableOf[state]) * width + event] }
    var at = state
    while at >= 0 {
      if let chain = sparse[UInt64(at) << 32 | UInt64(event)] { return chain }
      at = parents[at]
    }
    return -1
  }
}
