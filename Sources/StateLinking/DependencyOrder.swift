import StateModel

/// Sorts things that depend on each other, depth first: each comes after those that it needs. In a
/// circle that is impossible; there, one comes before another that it needs.
package struct DependencyOrder {
  /// The indices of the things, each after those that it depends on.
  package private(set) var order: [Int] = []
  /// A circle for each need of a thing that is still open: the thing itself, or one that leads to it.
  private(set) var circles: [Circle] = []
  /// The members of `circles`. A thing that is only on a circle through finished things is not among
  /// them.
  private(set) var circular: Set<Int> = []
  private var marks: [Mark]
  /// Where each open thing is on the path.
  private var positions: [Int: Int] = [:]

  private enum Mark {
    case new, open, done
  }

  /// Sorts `dependencies.count` things, of which number i depends on `dependencies[i]`.
  package init(_ dependencies: [[Int]]) {
    marks = [Mark](repeating: .new, count: dependencies.count)
    for start in dependencies.indices where marks[start] == .new {
      visit(start, dependencies)
    }
  }

  /// Visits depth first, with an explicit stack.
  private mutating func visit(_ start: Int, _ dependencies: [[Int]]) {
    // `low` is the first position of the path to which a circle leads from this thing or from one
    // that it needs; `Int.max` if none does. A thing is on a circle if `low` is not after it.
    var path: [(index: Int, next: Int, low: Int)] = []
    func open(_ index: Int) {
      marks[index] = .open
      positions[index] = path.count
      path.append((index, 0, Int.max))
    }
    open(start)
    while let (index, next, low) = path.last {
      let last = path.count - 1
      if next == dependencies[index].count {
        marks[index] = .done
        order.append(index)
        path.removeLast()
        if low <= last { circular.insert(index) }
        if last > 0 { path[last - 1].low = min(path[last - 1].low, low) }
        continue
      }
      path[last].next += 1
      let needed = dependencies[index][next]
      switch marks[needed] {
      case .done: break
      case .open:
        let from = positions[needed] ?? 0
        circles.append(Circle(path[from...].lazy.map(\.index)))
        path[last].low = min(low, from)
      case .new: open(needed)
      }
    }
  }
}

/// Things that need each other all around. Of a long circle only the first members are known.
struct Circle {
  /// The members from the first one on.
  private let members: [Int]
  private let isWhole: Bool
  /// The first member.
  var first: Int { members[0] }

  /// A message with more names cannot be read.
  private static let most = 8

  /// Takes each member once; there is at least one.
  init(_ members: some Collection<Int>) {
    self.members = Array(members.prefix(Circle.most))
    isWhole = self.members.count == members.count
  }

  /// The names from the first member around to it again, with `…` for those that are not known.
  func names(_ name: (Int) -> String) -> [String] {
    let names = members.map(name)
    return names + (isWhole ? [] : ["…"]) + names.prefix(1)
  }
}
