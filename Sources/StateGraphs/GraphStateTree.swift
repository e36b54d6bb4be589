import StateModel

/// The states of a definition as an array in document order, the root first.
struct GraphStateTree {
  struct Node {
    var state: Definition.State
    var parent: Int?
    var children: [Int] = []
    /// The JSON pointer of the node.
    var pointer: Pointer
    /// The names from below the root, joined by dots; for the root, its own name.
    var path: String
  }

  private(set) var nodes: [Node] = []
  private(set) var indices: [String: Int] = [:]

  init(_ definition: Definition) {
    var root = definition.root
    root.name = definition.name
    add(root, parent: nil, .root)
  }

  private mutating func add(_ state: Definition.State, parent: Int?, _ pointer: Pointer) {
    let index = nodes.count
    let path = parent.flatMap { $0 == 0 ? nil : nodes[$0].path + "." + state.name } ?? state.name
    nodes.append(Node(state: state, parent: parent, pointer: pointer, path: path))
    // Names are unique in a checked definition; in a draft, the first state with a name counts.
    if indices[state.name] == nil { indices[state.name] = index }
    if let parent { nodes[parent].children.append(index) }
    for (offset, child) in (state.children ?? []).enumerated() {
      add(child, parent: index, pointer["states"][offset])
    }
  }

  /// A node and its ancestors, innermost first.
  func path(_ index: Int) -> [Int] {
    var result = [index]
    while let parent = nodes[result[result.count - 1]].parent { result.append(parent) }
    return result
  }

  func isHistory(_ index: Int) -> Bool { nodes[index].state.history != nil }

  /// The known and possible active states while this state is active and none below it.
  func activeStates(_ index: Int) -> ActiveStates {
    let path = path(index)
    return ActiveStates(
      tree: self, active: Set(path),
      open: Set(path.dropFirst().filter { nodes[$0].state.isParallel }))
  }

  /// The known active states while this state is active; the states below it stay as written.
  func activeStates(below index: Int) -> ActiveStates {
    var states = activeStates(index)
    states.open.insert(index)
    states.keepsUnknown = true
    return states
  }

  /// The active states of a configuration, which its innermost states define.
  func activeStates(in innermost: [Int]) -> ActiveStates {
    ActiveStates(tree: self, active: Set(innermost.flatMap(path)), open: [])
  }

  /// Whether a state is parallel and in no other parallel state.
  func isOutermostParallel(_ index: Int) -> Bool {
    nodes[index].state.isParallel
      && !path(index).dropFirst().contains { nodes[$0].state.isParallel }
  }

  /// A node and all nodes below it.
  func subtree(_ index: Int) -> [Int] { [index] + nodes[index].children.flatMap(subtree) }

  /// The configurations of a state whose innermost states all satisfy a condition.
  ///
  /// - Parameters:
  ///   - index: The state.
  ///   - limit: The largest number of configurations to return.
  ///   - isWanted: The condition.
  /// - Returns: The innermost states of each configuration; nil for more than the limit.
  func configurations(
    below index: Int, limit: Int, where isWanted: (Int) -> Bool
  ) -> [[Int]]? {
    let children = nodes[index].children.filter { !isHistory($0) }
    guard !children.isEmpty else { return isWanted(index) ? [[index]] : [] }
    var result: [[Int]] = nodes[index].state.isParallel ? [[]] : []
    if nodes[index].state.initial == .rest, isWanted(index) { result.append([index]) }
    for child in children {
      guard let inner = configurations(below: child, limit: limit, where: isWanted) else {
        return nil
      }
      if nodes[index].state.isParallel {
        guard result.count * inner.count <= limit else { return nil }
        result = result.flatMap { outer in inner.map { outer + $0 } }
      } else {
        result += inner
      }
    }
    return result.count <= limit ? result : nil
  }
}
