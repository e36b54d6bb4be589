import StateModel

@testable import StateInterpreter

/// A tree of states written as text, one state a line, with children indented by two more spaces:
/// `name`, then `-> initial`, `rests`, `parallel`, `final`, `shallow -> default`,
/// `deep -> default`.
struct TestTree {
  let names: [String]
  let tree: ChartTree

  init(_ text: String) {
    let lines = text.split(separator: "\n")
    let depths = lines.map { $0.prefix { $0 == " " }.count / 2 }
    let words = lines.map { $0.split { " ,".contains($0) }.map(String.init) }
    let names = words.map { $0[0] }
    var parents: [Int] = []
    var ends: [Int] = []
    for index in lines.indices {
      parents.append((0..<index).last { depths[$0] == depths[index] - 1 } ?? -1)
      ends.append(
        ((index + 1)..<lines.count).first { depths[$0] <= depths[index] } ?? lines.count)
    }
    var kinds: [ChartTree.Kind] = []
    var initials: [[Int]] = []
    for index in lines.indices {
      let word = words[index].dropFirst().first ?? ""
      let arrow = words[index].firstIndex(of: "->")
      let targets = arrow.map { words[index][($0 + 1)...].compactMap { names.firstIndex(of: $0) } }
      initials.append(targets ?? [])
      switch word {
      case "parallel": kinds.append(.parallel)
      case "final": kinds.append(.final)
      case "shallow": kinds.append(.shallowHistory)
      case "deep": kinds.append(.deepHistory)
      default: kinds.append(ends[index] == index + 1 ? .leaf : .composite)
      }
    }
    let children = lines.indices.map { parent in
      lines.indices.filter { parents[$0] == parent }
    }
    self.names = names
    tree = ChartTree(
      kinds: kinds, parents: parents, ends: ends, children: children, initials: initials)
  }

  func index(_ name: some StringProtocol) -> Int { names.firstIndex(of: String(name)) ?? -1 }

  /// The configuration with these active leaves: `"playing, muted"`.
  func configuration(_ leaves: String) -> StateSet {
    var active = StateSet()
    for leaf in leaves.split(whereSeparator: { " ,".contains($0) }) {
      var state = index(leaf)
      while state >= 0 {
        active.insert(state)
        state = tree.parents[state]
      }
    }
    return active
  }

  func leaves(_ active: StateSet) -> String {
    tree.leaves(of: active).map { names[$0] }.joined(separator: ", ")
  }

  func request(
    _ source: String, _ targets: String, _ reentry: Definition.Row.Reentry = .no
  ) -> Traversal.Request {
    Traversal.Request(
      source: index(source),
      targets: targets.split(whereSeparator: { " ,".contains($0) }).map { index($0) },
      reentry: reentry)
  }

  func moves(
    _ requests: [Traversal.Request], from active: StateSet, recorded: [String: [String]] = [:]
  ) -> [Traversal.Move] {
    let traversal = Traversal(tree: tree, active: active) { history in
      recorded[names[history]].map { $0.map { index($0) } }
    }
    return requests.map { traversal.move($0) }
  }

  /// The exits and entries of a move, in the notation of the worked examples.
  func text(_ moves: [Traversal.Move]) -> String {
    var left = StateSet()
    var entered = StateSet()
    for move in moves {
      left.formUnion(move.left)
      entered.formUnion(move.entered)
    }
    let exits = left.reversed.map { "-\(names[$0])" }
    let entries = entered.map { "+\(names[$0])" }
    return (exits + entries).joined(separator: " ")
  }

  func after(_ moves: [Traversal.Move], from active: StateSet) -> StateSet {
    var result = active
    for move in moves { result.subtract(move.left) }
    for move in moves { result.formUnion(move.entered) }
    return result
  }
}
