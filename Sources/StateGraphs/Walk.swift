package import Graphs
package import StateTables

/// Marks for the way from one state to another: exits innermost first up to the lowest common
/// ancestor, then entries, numbered on; none for names that the definition does not have.
package func walkMarks(
  in definition: Definition, from source: String, to target: String
) -> [String: Chart.Mark] {
  let tree = StateTree(definition)
  guard let start = tree.indices[source], let end = tree.indices[target] else { return [:] }
  let (up, down) = (tree.path(start), tree.path(end))
  let left = up.filter { !down.contains($0) }
  let entered = down.filter { !up.contains($0) }.reversed()
  var result: [String: Chart.Mark] = [:]
  for (number, index) in left.enumerated() {
    result[tree.nodes[index].state.name] = .exit(number + 1)
  }
  for (number, index) in entered.enumerated() {
    result[tree.nodes[index].state.name] = .enter(left.count + number + 1)
  }
  return result
}
