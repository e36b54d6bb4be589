import CEL
import StateModel

/// Finds types whose values would never end: those that hold themselves other than through a list
/// or a map.
struct RecursionSearch {
  let types: [Declarations.DeclaredType]
  /// For each type, which of its parameters its values hold directly.
  private let direct: [[Bool]]

  init(types: [Declarations.DeclaredType]) {
    self.types = types
    var direct = types.map { [Bool](repeating: false, count: $0.parameters.count) }
    var isDone = false
    // A type holds a parameter if a field has that type, or passes it to a type that holds its own:
    // repeat until nothing new is found.
    while !isDone {
      isDone = true
      for (index, type) in types.enumerated() {
        var parts = Parts()
        for part in RecursionSearch.held(by: type.shape) {
          RecursionSearch.collect(part, into: &parts, direct: direct)
        }
        for (position, name) in type.parameters.enumerated()
        where parts.parameters.contains(name) && !direct[index][position] {
          direct[index][position] = true
          isDone = false
        }
      }
    }
    self.direct = direct
  }

  private struct Parts {
    var types: [TypeID] = []
    var parameters: Set<String> = []
  }

  private static func held(by shape: Declarations.Shape) -> [ValueType] {
    switch shape {
    case .record(let fields), .state(let fields): fields.map(\.type)
    case .union(let cases): cases.flatMap { $0.fields.map(\.type) }
    case .enumeration, .broken: []
    }
  }

  private static func collect(
    _ type: ValueType, into parts: inout Parts, direct: [[Bool]]
  ) {
    switch type {
    case .nullable(let inner), .optional(let inner): collect(inner, into: &parts, direct: direct)
    case .parameter(let name): parts.parameters.insert(name)
    case .declared(let id, let arguments):
      parts.types.append(id)
      guard direct.indices.contains(Int(id.index)) else { return }
      for (position, argument) in arguments.enumerated()
      where direct[Int(id.index)].indices.contains(position) && direct[Int(id.index)][position] {
        collect(argument, into: &parts, direct: direct)
      }
    default: break
    }
  }

  /// The declarations that contain themselves: for each circle its first type, the names along the
  /// circle with that type at both ends, and the key of its declaration.
  func cycles(among declared: [(TypeID, String)]) -> [(TypeID, [String], String)] {
    var found: [(TypeID, [String], String)] = []
    var reported: Set<TypeID> = []
    for (id, key) in declared where !reported.contains(id) {
      guard let path = path(from: id, to: id) else { continue }
      reported.formUnion(path)
      found.append((id, path.map { name(of: $0) }, key))
    }
    return found
  }

  private func name(of id: TypeID) -> String {
    types.indices.contains(Int(id.index)) ? types[Int(id.index)].name : ""
  }

  private func parts(of id: TypeID) -> [TypeID] {
    guard types.indices.contains(Int(id.index)) else { return [] }
    var parts = Parts()
    for part in RecursionSearch.held(by: types[Int(id.index)].shape) {
      RecursionSearch.collect(part, into: &parts, direct: direct)
    }
    return parts.types
  }

  /// The shortest path along directly contained types, with both ends.
  private func path(from start: TypeID, to end: TypeID) -> [TypeID]? {
    var cameFrom: [TypeID: TypeID] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let id = queue[next]
      next += 1
      for part in parts(of: id) {
        if part == end {
          var path = [end, id]
          var step = id
          while step != start, let before = cameFrom[step] {
            path.append(before)
            step = before
          }
          return id == start ? [start, end] : path.reversed()
        }
        if cameFrom[part] == nil, part != start {
          cameFrom[part] = id
          queue.append(part)
        }
      }
    }
    return nil
  }
}
