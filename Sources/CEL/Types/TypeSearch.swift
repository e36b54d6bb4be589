/// Finds types whose values can hold something, at any depth.
///
/// Each declared type is searched once, when the search is made.
package struct TypeSearch: Sendable {
  private let isSought: @Sendable (ValueType) -> Bool
  /// Whether the fields of each declared type can hold a sought type, by the type's index.
  private var isHeld: [Bool]

  /// Searches the declared types.
  ///
  /// - Parameters:
  ///   - declarations: The types that the searched types name.
  ///   - isSought: Whether a type is searched for. It is called for the parts of a type, too.
  package init(
    _ declarations: Declarations, for isSought: @escaping @Sendable (ValueType) -> Bool
  ) {
    self.isSought = isSought
    isHeld = Array(repeating: false, count: declarations.types.count)
    var users: [[Int]] = Array(repeating: [], count: declarations.types.count)
    var found: [Int] = []
    for (index, type) in declarations.types.enumerated() {
      for field in type.shape.fields {
        forEachPart(of: field.type) { part in
          if isSought(part) {
            isHeld[index] = true
          } else if case .declared(let id, _) = part, users.indices.contains(Int(id.index)) {
            users[Int(id.index)].append(index)
          }
        }
      }
      if isHeld[index] { found.append(index) }
    }
    while let index = found.popLast() {
      for user in users[index] where !isHeld[user] {
        isHeld[user] = true
        found.append(user)
      }
    }
  }

  /// Whether values of a type can hold one of a sought type.
  ///
  /// - Parameter type: The type.
  /// - Returns: Whether it, one of its parts or a field of these is sought.
  package func finds(in type: ValueType) -> Bool {
    var isFound = false
    forEachPart(of: type) { part in
      isFound = isFound || isSought(part)
      if case .declared(let id, _) = part, isHeld.indices.contains(Int(id.index)) {
        isFound = isFound || isHeld[Int(id.index)]
      }
    }
    return isFound
  }

  /// Visits a type and the types that it is written with.
  private func forEachPart(of type: ValueType, _ body: (ValueType) -> Void) {
    body(type)
    switch type {
    case .list(let inner), .nullable(let inner), .optional(let inner):
      forEachPart(of: inner, body)
    case .map(let key, let value):
      forEachPart(of: key, body)
      forEachPart(of: value, body)
    case .declared(_, let arguments):
      for argument in arguments { forEachPart(of: argument, body) }
    case .caseData(let unionCase, let arguments):
      forEachPart(of: .declared(unionCase.type, arguments), body)
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .dyn,
      .type, .parameter, .named, .unknown:
      break
    }
  }
}

extension Declarations.Shape {
  /// The fields of a record, of all cases of a union, or of a state, in declared order.
  package var fields: [Declarations.Field] {
    switch self {
    case .record(let fields), .state(let fields): fields
    case .union(let cases): cases.flatMap(\.fields)
    case .enumeration, .broken: []
    }
  }
}
