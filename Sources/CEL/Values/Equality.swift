extension Value {
  /// CEL's `==`: compares numbers of all types by value, text by code points, and lists, maps and
  /// records by their elements. NaN equals nothing, and values of different types are unequal.
  public func isEqual(to other: Value) -> Bool {
    var budget = Budget(.max)
    return (try? Equality.areEqual(self, other, &budget, 0).get()) ?? false
  }

  /// CEL's `==` within a budget; the error is `budget`, or `size` if a value is nested too deep.
  package func isEqual(to other: Value, budget: inout Budget) -> Result<Bool, EvaluationError> {
    Equality.areEqual(self, other, &budget, 0)
  }

  /// Whether the two cannot be distinguished: the same type, doubles by bits, text by code points,
  /// and keys, values and elements likewise.
  public func isIdentical(to other: Value) -> Bool { Equality.areIdentical(self, other, 0) }
}

/// Comparisons of two values by recursion. The depth is limited, so that no value overflows the
/// stack.
enum Equality {
  typealias Answer = Result<Bool, EvaluationError>

  static func areEqual(_ left: Value, _ right: Value, _ budget: inout Budget, _ depth: Int)
    -> Answer
  {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .success(left == right)
    case (.string(let left), .string(let right)):
      guard budget.charge(text: left, right) else { return .failure(.init(.budget)) }
      return .success(CodePoints.equal(left, right))
    case (.bool(let left), .bool(let right)): return .success(left == right)
    case (.uint(let left), .uint(let right)): return .success(left == right)
    case (.double(let left), .double(let right)): return .success(left == right)
    case (.int(let left), .uint(let right)): return .success(left == right)
    case (.uint(let left), .int(let right)): return .success(left == right)
    case (.int(let left), .double(let right)): return .success(Double(left) == right)
    case (.double(let left), .int(let right)): return .success(left == Double(right))
    case (.uint(let left), .double(let right)): return .success(Double(left) == right)
    case (.double(let left), .uint(let right)): return .success(left == Double(right))
    case (.null, .null), (.unit, .unit): return .success(true)
    case (.bytes(let left), .bytes(let right)):
      guard budget.charge(textLength: left.count + right.count) else {
        return .failure(.init(.budget))
      }
      return .success(left == right)
    case (.timestamp(let left), .timestamp(let right)): return .success(left == right)
    case (.duration(let left), .duration(let right)): return .success(left == right)
    case (.enumeration(let left, let first), .enumeration(let right, let second)):
      return .success(left == right && first == second)
    case (.type(let left), .type(let right)): return .success(left == right)
    default: return areEqualContainers(left, right, &budget, depth)
    }
  }

  /// Compares values that contain other values.
  private static func areEqualContainers(
    _ left: Value, _ right: Value, _ budget: inout Budget, _ depth: Int
  ) -> Answer {
    guard depth < Limits.valueDepth else { return .failure(.init(.size)) }
    switch (left, right) {
    case (.list(let left), .list(let right)):
      return areEqual(left, right, charging: 1, &budget, depth)
    case (.map(let left), .map(let right)):
      return areEqual(left, right, &budget, depth)
    case (.record(let left, let first), .record(let right, let second)):
      guard first == second else { return .success(false) }
      guard chargeFields(left, &budget) else { return .failure(.init(.budget)) }
      return areEqual(left, right, charging: 0, &budget, depth)
    case (.union(let first, let left), .union(let second, let right)):
      guard first == second else { return .success(false) }
      guard chargeFields(left, &budget) else { return .failure(.init(.budget)) }
      return areEqual(left, right, charging: 0, &budget, depth)
    case (.optional(let left), .optional(let right)):
      guard let left = left.value, let right = right.value else {
        return .success(left.value == nil && right.value == nil)
      }
      return areEqual(left, right, &budget, depth + 1)
    default: return .success(false)
    }
  }

  /// Charges for comparing the fields of a record or case.
  private static func chargeFields(_ fields: [Value], _ budget: inout Budget) -> Bool {
    budget.charge(1 + fields.count / 8)
  }

  private static func areEqual(
    _ left: [Value], _ right: [Value], charging step: Int, _ budget: inout Budget, _ depth: Int
  ) -> Answer {
    guard left.count == right.count else { return .success(false) }
    for index in left.indices {
      guard budget.charge(step) else { return .failure(.init(.budget)) }
      switch areEqual(left[index], right[index], &budget, depth + 1) {
      case .success(true): continue
      case let answer: return answer
      }
    }
    return .success(true)
  }

  private static func areEqual(
    _ left: Value.Map, _ right: Value.Map, _ budget: inout Budget, _ depth: Int
  ) -> Answer {
    guard left.count == right.count else { return .success(false) }
    for ((key, value), other) in zip(left.entries, right.entries) {
      guard budget.charge(2) else { return .failure(.init(.budget)) }
      guard Value.Map.compare(key, other.key) == 0 else { return .success(false) }
      if case .string(let text) = key, !budget.charge(text: text, text) {
        return .failure(.init(.budget))
      }
      switch areEqual(value, other.value, &budget, depth + 1) {
      case .success(true): continue
      case let answer: return answer
      }
    }
    return .success(true)
  }

  /// Charges the cost of comparing `value` with itself; `false` if the budget is used up or the
  /// value is nested too deep.
  static func chargeComparison(_ value: Value, _ budget: inout Budget, _ depth: Int) -> Bool {
    switch value {
    case .string(let text): return budget.charge(text: text, text)
    case .bytes(let bytes): return budget.charge(textLength: bytes.count * 2)
    case .list(let elements):
      return budget.charge(elements.count)
        && chargeComparisons(elements, &budget, depth)
    case .map(let map):
      guard budget.charge(map.count), depth < Limits.valueDepth else { return false }
      for (key, value) in map.entries {
        guard chargeComparison(key, &budget, depth + 1), chargeComparison(value, &budget, depth + 1)
        else {
          return false
        }
      }
      return true
    case .record(let fields, _), .union(_, let fields):
      return chargeFields(fields, &budget) && chargeComparisons(fields, &budget, depth)
    case .optional(let optional):
      return optional.value.map { chargeComparisons([$0], &budget, depth) } ?? true
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .enumeration, .unit, .type:
      return true
    }
  }

  private static func chargeComparisons(_ values: [Value], _ budget: inout Budget, _ depth: Int)
    -> Bool
  {
    guard depth < Limits.valueDepth else { return false }
    for value in values where !chargeComparison(value, &budget, depth + 1) { return false }
    return true
  }
}

extension Equality {
  static func areIdentical(_ left: Value, _ right: Value, _ depth: Int) -> Bool {
    guard depth <= Limits.valueDepth else { return false }
    switch (left, right) {
    case (.null, .null), (.unit, .unit): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.uint(let left), .uint(let right)): return left == right
    case (.double(let left), .double(let right)): return left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): return CodePoints.equal(left, right)
    case (.bytes(let left), .bytes(let right)): return left == right
    case (.timestamp(let left), .timestamp(let right)): return left == right
    case (.duration(let left), .duration(let right)): return left == right
    case (.enumeration(let left, let first), .enumeration(let right, let second)):
      return left == right && first == second
    case (.type(let left), .type(let right)): return left == right
    case (.list(let left), .list(let right)): return areIdentical(left, right, depth)
    case (.record(let left, let first), .record(let right, let second)):
      return first == second && areIdentical(left, right, depth)
    case (.union(let first, let left), .union(let second, let right)):
      return first == second && areIdentical(left, right, depth)
    case (.map(let left), .map(let right)): return areIdentical(left, right, depth)
    case (.optional(let left), .optional(let right)):
      guard let left = left.value, let right = right.value else {
        return left.value == nil && right.value == nil
      }
      return areIdentical(left, right, depth + 1)
    default: return false
    }
  }

  private static func areIdentical(_ left: [Value], _ right: [Value], _ depth: Int) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where !areIdentical(left[index], right[index], depth + 1) {
      return false
    }
    return true
  }

  private static func areIdentical(_ left: Value.Map, _ right: Value.Map, _ depth: Int) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left.entries, right.entries).allSatisfy { left, right in
      areIdentical(left.key, right.key, depth) && areIdentical(left.value, right.value, depth + 1)
    }
  }
}
