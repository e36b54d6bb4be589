import CEL
import StateModel

/// The value of each output in each state, from the output's table.
///
/// For a leaf, this is the first row that its configuration allows, with `isIn` evaluated. `false`
/// and `null` are omitted. A value that all children of a state share moves up to that state. A value
/// that no single region decides is shown once, as written, at the parallel state.
struct OutputTexts {
  enum Text: Hashable {
    /// `false` or `null`.
    case absent
    /// Depends on other regions.
    case unknown
    /// The cell; nil for `void`, which has only a name.
    case shown(String?)
  }

  private let tree: GraphStateTree
  /// For each output, the text that all leaves of a node share; nil if they differ.
  private var agreed: [[Text?]] = []

  init(_ definition: Definition, _ tree: GraphStateTree) {
    self.tree = tree
    agreed = definition.outputs.map { output in
      guard output.hasRowsOfStates || GraphReads.mentioned(in: output).contains("isIn") else {
        return Array(
          repeating: OutputTexts.text(output, tree.activeStates(0)), count: tree.nodes.count)
      }
      var texts: [Text?] = Array(repeating: nil, count: tree.nodes.count)
      for index in tree.nodes.indices.reversed() {
        texts[index] = OutputTexts.agreement(output, tree, index, texts)
        guard tree.isOutermostParallel(index),
          !OutputTexts.isReadable(output, tree, index, texts)
        else { continue }
        let whole = OutputTexts.text(output, tree.activeStates(below: index))
        for inner in tree.subtree(index) { texts[inner] = whole }
      }
      return texts
    }
  }

  /// The cell of an output to show at a node; outer nil for none.
  func cell(_ output: Int, at index: Int) -> String?? {
    guard !tree.isHistory(index), case .shown(let text) = agreed[output][index] else { return nil }
    if let parent = tree.nodes[index].parent, agreed[output][parent] == .shown(text) { return nil }
    return .some(text)
  }

  /// Whether the texts of states show the value of an output in every configuration of a parallel
  /// state: one active state knows it, or it is absent.
  private static func isReadable(
    _ output: Definition.Output, _ tree: GraphStateTree, _ parallel: Int, _ texts: [Text?]
  ) -> Bool {
    let unread = tree.configurations(
      below: parallel, limit: configurationLimit,
      where: { index in
        let isLeaf = tree.nodes[index].children.isEmpty
        return (isLeaf ? texts[index] : text(output, tree.activeStates(index))) == .unknown
      })
    return unread?.allSatisfy { text(output, tree.activeStates(in: $0)) == .absent } ?? false
  }

  /// The number of configurations that are examined for one output.
  private static let configurationLimit = 256

  private static func agreement(
    _ output: Definition.Output, _ tree: GraphStateTree, _ index: Int, _ texts: [Text?]
  ) -> Text? {
    let node = tree.nodes[index]
    let children = node.children.filter { !tree.isHistory($0) }
    guard !children.isEmpty else { return text(output, tree.activeStates(index)) }
    var voices = children.map { texts[$0] }
    if node.state.isParallel {
      // One leaf of every region is active, so a region with a known text decides for all.
      let known = Set(voices.compactMap { $0 }.filter { $0 != .unknown })
      if known.count == 1 { return known.first }
      return voices.allSatisfy { $0 == .unknown } ? .unknown : nil
    }
    if node.state.initial == .rest { voices.append(text(output, tree.activeStates(index))) }
    return Set(voices).count == 1 ? voices[0] : nil
  }

  private static func text(_ output: Definition.Output, _ states: ActiveStates) -> Text {
    switch output.content {
    case .absent: return .absent
    case .value(let cell):
      return text([Definition.OutputRow(value: cell)], states)
    case .rows(let rows): return text(rows, states)
    }
  }

  private static func text(_ rows: [Definition.OutputRow], _ states: ActiveStates) -> Text {
    var branches: [(condition: String, value: String?)] = []
    var last: String?? = .some("null")
    search: for row in rows {
      var needed: String?
      switch matches(row, states) {
      case false: continue
      case nil where states.keepsUnknown:
        needed = row.states.all.map { "isIn('\($0)')" }.joined(separator: " || ")
      case nil: return .unknown
      case true: break
      }
      guard case .some(let value) = value(row, states) else { return .unknown }
      switch row.condition.map({ folded($0, states) }) ?? .bool(true) {
      case .bool(false): continue
      case .bool(true) where needed != nil: branches.append((needed ?? "", value))
      case .bool(true):
        last = .some(value)
        break search
      case .unknown: return .unknown
      case .text(let text, let strength):
        guard let needed else {
          branches.append((strength < 1 ? "(\(text))" : text, value))
          continue
        }
        let states = row.states.all.count > 1 ? "(\(needed))" : needed
        branches.append(("\(states) && \(strength < 2 ? "(\(text))" : text)", value))
      }
    }
    return joined(branches, last ?? nil)
  }

  /// Whether a row's `in` holds; nil if that depends on other regions.
  private static func matches(_ row: Definition.OutputRow, _ states: ActiveStates) -> Bool? {
    let names = row.states.all
    if names.isEmpty || names.contains(where: { states.isIn($0) == true }) { return true }
    return names.contains { states.isIn($0) == nil } ? nil : false
  }

  /// The value of a row; inner nil for `void`, outer nil if it depends on other regions.
  private static func value(_ row: Definition.OutputRow, _ states: ActiveStates) -> String?? {
    guard let cell = row.value else { return .some(nil) }
    let folded = folded(cell, states)
    return folded == .unknown ? nil : .some(folded.text(atLeast: 0))
  }

  private static func folded(_ cell: Cell, _ states: ActiveStates) -> FoldedStates {
    switch cell {
    case .expression(let text): FoldedStates.cell(text, states)
    case .bool(let value): .bool(value)
    case .null, .number, .list, .object: .text(cell.shown, strength: 4)
    }
  }

  private static func joined(
    _ branches: [(condition: String, value: String?)], _ last: String?
  ) -> Text {
    guard !branches.isEmpty else {
      return last == "false" || last == "null" ? .absent : .shown(last)
    }
    // For `void?`, only its presence matters.
    if branches.allSatisfy({ $0.value == nil }) {
      if last == nil { return .shown(nil) }
      return .shown("when " + branches.map(\.condition).joined(separator: " || "))
    }
    let chain = branches.map { "\($0.condition) ? \($0.value ?? "void") : " }.joined()
    return .shown(chain + (last ?? "void"))
  }
}
