/// Which chain of rows an active leaf tries for an event: bubbling is resolved when loading.
///
/// States without rows of their own share the table of their parent, so the memory is states with
/// rows times events; where even that would be large, chains are looked up one state at a time.
struct Dispatch: Sendable {
  /// The most entries of dense tables.
  private static let denseLimit = 1 << 20

  /// For each state: the table it uses.
  private var tableOf: [Int32]
  private var dense: [Int32]
  private let width: Int
  private var sparse: [UInt64: Int32] = [:]
  private let parents: [Int]
  private let isDense: Bool

  /// `owners`: whether a state has rows with events; `width`: the number of events.
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

  /// Makes a state begin with what its parent does. States come in document order.
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

  /// The entry of the chain for an active leaf; -1 where no row can match.
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
