import CEL
import StateModel

/// Finds types whose values would never end: those that hold themselves other than through a list
/// or a map.
struct RecursionSearch {
  private let types: [Declarations.DeclaredType]
  /// For each type, the types that its values hold directly.
  private let parts: [[Int]]

  init(types: [Declarations.DeclaredType]) {
    self.types = types
    let users = RecursionSearch.users(of: types)
    var found = types.map { _ in Parts() }
    var direct = types.map { [Bool](repeating: false, count: $0.parameters.count) }
    // A type holds a parameter if a field has that type, or passes it to a type that holds its own.
    // Then the users of the type may hold more.
    var pending = Array(types.indices)
    while let index = pending.popLast() {
      var parts = Parts()
      for part in types[index].shape.fields.map(\.type) {
        RecursionSearch.collect(part, into: &parts, direct: direct)
      }
      let before = direct[index]
      direct[index] = types[index].parameters.map(parts.parameters.contains)
      if direct[index] != before { pending += users[index] }
      found[index] = parts
    }
    parts = found.map(\.types)
  }

  /// For each type, the types that name it anywhere.
  private static func users(of types: [Declarations.DeclaredType]) -> [[Int]] {
    var users: [[Int]] = Array(repeating: [], count: types.count)
    for (index, type) in types.enumerated() {
      var pending = type.shape.fields.map(\.type)
      while let part = pending.popLast() {
        switch part {
        case .nullable(let inner), .optional(let inner): pending.append(inner)
        case .declared(let id, let arguments):
          if users.indices.contains(Int(id.index)) { users[Int(id.index)].append(index) }
          pending += arguments
        default: break
        }
      }
    }
    return users
  }

  private struct Parts {
    /// By index.
    var types: [Int] = []
    var parameters: Set<String> = []
  }

  private static func collect(
    _ type: ValueType, into parts: inout Parts, direct: [[Bool]]
  ) {
    switch type {
    case .nullable(let inner), .optional(let inner): collect(inner, into: &parts, direct: direct)
    case .parameter(let name): parts.parameters.insert(name)
    case .declared(let id, let arguments):
      guard direct.indices.contains(Int(id.index)) else { return }
      parts.types.append(Int(id.index))
      for (position, argument) in arguments.enumerated()
      where direct[Int(id.index)].indices.contains(position) && direct[Int(id.index)][position] {
        collect(argument, into: &parts, direct: direct)
      }
    default: break
    }
  }

  /// So many circles are shown.
  private static let most = 100

  /// The declarations that contain themselves: for each circle its first type, the names along the
  /// circle with that type at both ends, and the key of its declaration. After many circles, all types
  /// that may be on others follow without names.
  func cycles(among declared: [(TypeID, String)]) -> [(TypeID, [String]?, String)] {
    var found: [(TypeID, [String]?, String)] = []
    let isNear = areNearCircles
    var reported: Set<Int> = []
    for (id, key) in declared where isNear[Int(id.index)] && !reported.contains(Int(id.index)) {
      if found.count >= RecursionSearch.most {
        found.append((id, nil, key))
        continue
      }
      guard let path = circle(from: Int(id.index), among: isNear) else { continue }
      reported.formUnion(path)
      found.append((id, Circle(path.dropLast()).names { types[$0].name }, key))
    }
    return found
  }

  /// Whether each type is on a circle or between two: those that hold no other type are taken away
  /// again and again, and then those that no other type holds.
  private var areNearCircles: [Bool] {
    var holders: [[Int]] = Array(repeating: [], count: types.count)
    for (index, held) in parts.enumerated() {
      for part in held { holders[part].append(index) }
    }
    var isLeft = Array(repeating: true, count: types.count)
    for (forward, back) in [(parts, holders), (holders, parts)] {
      var counts = forward.map { $0.count { isLeft[$0] } }
      var ends = types.indices.filter { isLeft[$0] && counts[$0] == 0 }
      while let end = ends.popLast() {
        isLeft[end] = false
        for other in back[end] where isLeft[other] {
          counts[other] -= 1
          if counts[other] == 0 { ends.append(other) }
        }
      }
    }
    return isLeft
  }

  /// The shortest path from a type along directly contained types back to it, with both ends.
  private func circle(from start: Int, among isNear: [Bool]) -> [Int]? {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let type = queue[next]
      next += 1
      for part in parts[type] where isNear[part] {
        if part == start {
          var path = [start, type]
          while let last = path.last, last != start, let before = cameFrom[last] {
            path.append(before)
          }
          return path.reversed()
        }
        if cameFrom[part] == nil {
          cameFrom[part] = type
          queue.append(part)
        }
      }
    }
    return nil
  }
}
