import CEL

/// Lists all values of a type that has few: bool, void, enums, and nullable types and records of
/// them.
struct FiniteValues {
  let declarations: Declarations
  /// The maximum number of values.
  let limit: Int

  /// Every combination of values of these types, in order; the first type changes slowest. `nil` if
  /// there are too many.
  func combinations(_ types: [ValueType]) -> [[Value]]? {
    combinations(types, depth: 0)
  }

  private func combinations(_ types: [ValueType], depth: Int) -> [[Value]]? {
    var result: [[Value]] = [[]]
    for type in types {
      guard let values = values(of: type, depth: depth) else { return nil }
      let (count, isOver) = result.count.multipliedReportingOverflow(by: values.count)
      guard !isOver, count <= limit else { return nil }
      result = result.flatMap { start in values.map { start + [$0] } }
    }
    return result
  }

  private func values(of type: ValueType, depth: Int) -> [Value]? {
    guard depth < 64 else { return nil }
    switch type {
    case .bool: return [.bool(false), .bool(true)]
    case .void: return [.unit]
    case .null: return [.null]
    case .nullable(let inner): return values(of: inner, depth: depth + 1).map { [.null] + $0 }
    case .declared(let id, let arguments):
      guard arguments.isEmpty, declarations.types.indices.contains(Int(id.index)) else {
        return nil
      }
      switch declarations.types[Int(id.index)].shape {
      case .enumeration(let names):
        return names.indices.map { .enumeration(id, Int32(truncatingIfNeeded: $0)) }
      case .record(let fields):
        return combinations(fields.map(\.type), depth: depth + 1)?.map { .record($0, id) }
      case .union, .state, .broken: return nil
      }
    case .int, .uint, .double, .string, .bytes, .timestamp, .duration, .dyn, .list, .map, .optional,
      .caseData, .type, .parameter, .named, .unknown:
      return nil
    }
  }
}
