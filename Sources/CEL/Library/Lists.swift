extension Library {
  /// The functions on lists, `lists.range` and `reverse` of a string.
  static func callList(_ function: Function, _ arguments: [Value], _ budget: inout Budget)
    -> Answer
  {
    switch (function, arguments.count) {
    case (.range, 1):
      guard case .int(let count) = arguments[0] else { return fail(.overload) }
      return range(count, budget: &budget)
    case (.reverse, 1):
      if case .string(let text) = arguments[0] {
        return reverse(text, budget: &budget).map(Value.string)
      }
    default: break
    }
    guard case .list(let elements)? = arguments.first else { return fail(.overload) }
    switch (function, arguments.count) {
    case (.first, 1): return .success(.optional(.init(elements.first)))
    case (.last, 1): return .success(.optional(.init(elements.last)))
    case (.reverse, 1):
      return budget.charge(elements.count) ? .success(.list(elements.reversed())) : fail(.budget)
    case (.sort, 1): return sort(elements, by: elements, budget: &budget).map(Value.list)
    case (.distinct, 1): return distinct(elements, budget: &budget).map(Value.list)
    case (.flatten, 1): return flatten(elements, depth: 1, budget: &budget).map(Value.list)
    case (.flatten, 2):
      guard case .int(let depth) = arguments[1] else { return fail(.overload) }
      return flatten(elements, depth: depth, budget: &budget).map(Value.list)
    case (.slice, 3):
      guard case .int(let start) = arguments[1], case .int(let end) = arguments[2] else {
        return fail(.overload)
      }
      return slice(elements, start, end, budget: &budget).map(Value.list)
    case (.setsContains, 2), (.setsEquivalent, 2), (.setsIntersects, 2):
      guard case .list(let others) = arguments[1] else { return fail(.overload) }
      return relate(function, elements, others, budget: &budget)
    default: return fail(.overload)
    }
  }

  /// The ints from 0 up to but not including `count`; empty if `count` is below 1.
  private static func range(_ count: Int64, budget: inout Budget) -> Answer {
    guard count <= Limits.elements else { return fail(.size) }
    let count = max(count, 0)
    guard budget.charge(Int(count)) else { return fail(.budget) }
    return .success(.list((0..<count).map(Value.int)))
  }

  /// The elements from `start` up to but not including `end`; the error is `index` unless 0 <=
  /// start <= end <= size.
  package static func slice(
    _ elements: [Value], _ start: Int64, _ end: Int64, budget: inout Budget
  ) -> Result<[Value], EvaluationError> {
    guard start >= 0, start <= end, end <= elements.count else { return fail(.index) }
    guard budget.charge(elements.count) else { return fail(.budget) }
    return .success(Array(elements[Int(start)..<Int(end)]))
  }

  /// Replaces lists inside the list by their elements, `depth` levels deep; the error is `argument`
  /// if `depth` is negative.
  package static func flatten(_ elements: [Value], depth: Int64, budget: inout Budget)
    -> Result<[Value], EvaluationError>
  {
    guard depth >= 0 else { return fail(.argument) }
    guard budget.charge(elements.count) else { return fail(.budget) }
    var flat: [Value] = []
    // The lists that are being read, outermost first, and the index of the next element in each.
    var open: [(elements: [Value], next: Int)] = [(elements, 0)]
    while let (list, next) = open.last {
      guard next < list.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if case .list(let inside) = list[next], open.count <= depth {
        guard budget.charge(inside.count) else { return fail(.budget) }
        open.append((inside, 0))
      } else {
        guard flat.count < Limits.elements else { return fail(.size) }
        flat.append(list[next])
      }
    }
    return .success(flat)
  }

  /// Sorts the elements by `keys`, where each key has the index of its element. The sort is stable;
  /// NaN is last.
  ///
  /// The error is `overload` unless all keys have one type, which is ordered.
  package static func sort(_ elements: [Value], by keys: [Value], budget: inout Budget)
    -> Result<[Value], EvaluationError>
  {
    guard elements.count == keys.count, haveOneOrder(keys) else { return fail(.overload) }
    let bits = Int.bitWidth - keys.count.leadingZeroBitCount
    var units = keys.count
    for key in keys {
      switch key {
      case .string(let text) where text.utf8.count >= Budget.textUnit:
        units += CodePoints.count(text) / Budget.textUnit
      case .bytes(let bytes): units += bytes.count / Budget.textUnit
      default: break
      }
    }
    guard budget.charge(units * bits) else { return fail(.budget) }
    let indices = Self.order(of: keys)
    return .success(indices.map { elements[$0] })
  }

  /// The indices of `keys` in sorted order; equal keys keep their order.
  private static func order(of keys: [Value]) -> [Int] {
    switch keys.first {
    case .int?:
      let numbers = keys.map { if case .int(let number) = $0 { number } else { Int64(0) } }
      return numbers.indices.sorted {
        numbers[$0] != numbers[$1] ? numbers[$0] < numbers[$1] : $0 < $1
      }
    case .string?:
      let texts = keys.map { if case .string(let text) = $0 { text } else { "" } }
      // The first eight bytes usually decide.
      let heads = texts.map(CodePoints.head)
      return texts.indices.sorted {
        guard heads[$0] == heads[$1] else { return heads[$0] < heads[$1] }
        let order = CodePoints.compare(texts[$0], texts[$1])
        return order != 0 ? order < 0 : $0 < $1
      }
    default:
      return keys.indices.sorted { left, right in
        switch keys[left].compare(to: keys[right]) {
        case .before?: true
        case .after?: false
        case .same?, nil: left < right
        case .unordered?:
          isNaN(keys[left]) == isNaN(keys[right]) ? left < right : isNaN(keys[right])
        }
      }
    }
  }

  private static func isNaN(_ value: Value) -> Bool {
    if case .double(let number) = value { number.isNaN } else { false }
  }

  private static func haveOneOrder(_ keys: [Value]) -> Bool {
    guard let type = keys.first?.typeValue else { return true }
    switch type {
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration:
      return keys.allSatisfy { $0.typeValue == type }
    case .null, .list, .map, .optional, .type, .unit, .declared, .named: return false
    }
  }

  /// The elements without those that equal an earlier one.
  package static func distinct(_ elements: [Value], budget: inout Budget)
    -> Result<[Value], EvaluationError>
  {
    guard chargeElements(elements, budget: &budget) else { return fail(.budget) }
    var kept = EqualityIndex()
    for element in elements { kept.insert(element) }
    return .success(kept.values)
  }

  /// `sets.contains`, `sets.equivalent` and `sets.intersects`.
  private static func relate(
    _ function: Function, _ left: [Value], _ right: [Value], budget: inout Budget
  ) -> Answer {
    let passes = function == .setsEquivalent ? 2 : 1
    for _ in 0..<passes {
      guard chargeElements(left, budget: &budget), chargeElements(right, budget: &budget) else {
        return fail(.budget)
      }
    }
    let first = EqualityIndex(left)
    switch function {
    case .setsContains: return .success(.bool(right.allSatisfy(first.contains)))
    case .setsIntersects: return .success(.bool(right.contains(where: first.contains)))
    default:
      let second = EqualityIndex(right)
      let isEquivalent = right.allSatisfy(first.contains) && left.allSatisfy(second.contains)
      return .success(.bool(isEquivalent))
    }
  }
}

extension EqualityIndex {
  /// Contains all the values, with identical ones only once.
  init(_ values: [Value]) {
    for value in values { insertUnlessIdentical(value) }
  }
}
