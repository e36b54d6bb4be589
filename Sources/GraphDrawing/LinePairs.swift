import Graphs

extension GraphTree {
  /// How many pairs of lines lie between the same two rows, if each node is as many rows down as
  /// transitions lead to it from the initial states.
  ///
  /// Graphviz looks for crossings among these pairs, again and again, so that a layout takes seconds
  /// where there are many thousands. Unlike its time, their number is the same on every machine.
  var linePairs: Int {
    let rows = self.rows
    var lines = Array(repeating: 0, count: chart.nodes.count)
    for transition in chart.transitions {
      let from = rows[transition.source]
      for to in transition.targets.map({ rows[$0] }) {
        for row in min(from, to)..<max(from, to, min(from, to) + 1) { lines[row] += 1 }
      }
    }
    return lines.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
  }

  /// The row of each node: how many transitions lead to it from the initial states, at least. What no
  /// transition leads to is in the row of the node around it.
  private var rows: [Int] {
    var leading: [[Int]] = Array(repeating: [], count: chart.nodes.count)
    for transition in chart.transitions { leading[transition.source] += transition.targets }
    var rows: [Int?] = Array(repeating: nil, count: chart.nodes.count)
    for start in chart.nodes.indices where rows[start] == nil {
      rows[start] = chart.nodes[start].parent.flatMap { rows[$0] } ?? 0
      var queue = [start]
      var next = 0
      while next < queue.count {
        let node = queue[next]
        let row = rows[node] ?? 0
        next += 1
        // The initial children of a frame are entered with it.
        for inside in chart.nodes[node].initial where rows[inside] == nil {
          rows[inside] = row
          queue.append(inside)
        }
        for target in leading[node] where rows[target] == nil {
          rows[target] = row + 1
          queue.append(target)
        }
      }
    }
    return rows.map { $0 ?? 0 }
  }
}
