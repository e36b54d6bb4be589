import StateModel

/// Sorts things that depend on each other: each comes after those that it needs.
struct DependencyOrder {
  /// Indices, each after those that it depends on; within that, in the order given.
  private(set) var order: [Int] = []
  /// Circles, each from its first member around to it again: `[a, b, a]`.
  private(set) var circles: [[Int]] = []
  private var marks: [Mark]

  private enum Mark {
    case new, open, done
  }

  /// Sorts `dependencies.count` things, of which number i depends on `dependencies[i]`.
  init(_ dependencies: [[Int]]) {
    marks = [Mark](repeating: .new, count: dependencies.count)
    for start in dependencies.indices where marks[start] == .new {
      visit(start, dependencies)
    }
  }

  /// Visits depth first, with an explicit stack.
  private mutating func visit(_ start: Int, _ dependencies: [[Int]]) {
    var path: [(index: Int, next: Int)] = [(start, 0)]
    marks[start] = .open
    while let (index, next) = path.last {
      if next == dependencies[index].count {
        marks[index] = .done
        order.append(index)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let needed = dependencies[index][next]
      switch marks[needed] {
      case .done: break
      case .open:
        let from = path.firstIndex { $0.index == needed } ?? 0
        circles.append(path[from...].map(\.index) + [needed])
      case .new:
        marks[needed] = .open
        path.append((needed, 0))
      }
    }
  }
}
