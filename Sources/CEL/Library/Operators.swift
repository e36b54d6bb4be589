extension Library {
  package typealias Answer = Result<Value, EvaluationError>

  @inline(__always)
  static func fail<Success>(_ id: EvaluationError.ID) -> Result<Success, EvaluationError> {
    .failure(EvaluationError(id))
  }

  /// `+`: numbers, strings, bytes, lists, timestamps and durations.
  package static func add(_ left: Value, _ right: Value, budget: inout Budget) -> Answer {
    switch (left, right) {
    case (.int(let left), .int(let right)): integer(left.addingReportingOverflow(right))
    case (.double(let left), .double(let right)): .success(.double(left + right))
    case (.string(let left), .string(let right)):
      concatenate(left, right, budget: &budget).map(Value.string)
    case (.uint(let left), .uint(let right)): unsigned(left.addingReportingOverflow(right))
    case (.list(let left), .list(let right)):
      concatenate(left, right, budget: &budget).map(Value.list)
    case (.bytes(let left), .bytes(let right)):
      concatenate(left, right, budget: &budget).map(Value.bytes)
    case (.timestamp(let time), .duration(let span)), (.duration(let span), .timestamp(let time)):
      time.adding(span.nanoseconds).map { .success(.timestamp($0)) } ?? fail(.range)
    case (.duration(let left), .duration(let right)):
      span(left.nanoseconds.addingReportingOverflow(right.nanoseconds))
    default: fail(.overload)
    }
  }

  /// `-`: numbers, timestamps and durations.
  package static func subtract(_ left: Value, _ right: Value) -> Answer {
    switch (left, right) {
    case (.int(let left), .int(let right)): integer(left.subtractingReportingOverflow(right))
    case (.double(let left), .double(let right)): .success(.double(left - right))
    case (.uint(let left), .uint(let right)): unsigned(left.subtractingReportingOverflow(right))
    case (.timestamp(let left), .timestamp(let right)):
      left.since(right).map { .success(.duration(Value.Duration(nanoseconds: $0))) } ?? fail(.range)
    case (.timestamp(let time), .duration(let span)):
      time.subtracting(span.nanoseconds).map { .success(.timestamp($0)) } ?? fail(.range)
    case (.duration(let left), .duration(let right)):
      span(left.nanoseconds.subtractingReportingOverflow(right.nanoseconds))
    default: fail(.overload)
    }
  }

  /// `*` of numbers of one type.
  package static func multiply(_ left: Value, _ right: Value) -> Answer {
    switch (left, right) {
    case (.int(let left), .int(let right)): integer(left.multipliedReportingOverflow(by: right))
    case (.double(let left), .double(let right)): .success(.double(left * right))
    case (.uint(let left), .uint(let right)): unsigned(left.multipliedReportingOverflow(by: right))
    default: fail(.overload)
    }
  }

  /// `/`: integers truncate towards zero; doubles never fail.
  package static func divide(_ left: Value, _ right: Value) -> Answer {
    switch (left, right) {
    case (.int(let left), .int(let right)):
      right == 0 ? fail(.divideByZero) : integer(left.dividedReportingOverflow(by: right))
    case (.double(let left), .double(let right)): .success(.double(left / right))
    case (.uint(let left), .uint(let right)):
      right == 0 ? fail(.divideByZero) : .success(.uint(left / right))
    default: fail(.overload)
    }
  }

  /// `%` of integers; the result has the sign of the dividend.
  package static func modulo(_ left: Value, _ right: Value) -> Answer {
    switch (left, right) {
    case (.int(let left), .int(let right)):
      right == 0
        ? fail(.divideByZero) : integer(left.remainderReportingOverflow(dividingBy: right))
    case (.uint(let left), .uint(let right)):
      right == 0 ? fail(.divideByZero) : .success(.uint(left % right))
    default: fail(.overload)
    }
  }

  /// Unary `-` of int and double.
  package static func negate(_ value: Value) -> Answer {
    switch value {
    case .int(let number): integer(Int64(0).subtractingReportingOverflow(number))
    case .double(let number): .success(.double(-number))
    default: fail(.overload)
    }
  }

  /// `<`, `<=`, `>` and `>=`.
  package static func compare(
    _ function: Function, _ left: Value, _ right: Value, budget: inout Budget
  ) -> Answer {
    switch (left, right) {
    case (.string(let left), .string(let right)):
      guard budget.charge(text: left, right) else { return fail(.budget) }
    case (.bytes(let left), .bytes(let right)):
      guard budget.charge(textLength: left.count + right.count) else { return fail(.budget) }
    default: break
    }
    guard let order = left.compare(to: right) else { return fail(.overload) }
    switch function {
    case .less: return .success(.bool(order == .before))
    case .lessOrEqual: return .success(.bool(order == .before || order == .same))
    case .greater: return .success(.bool(order == .after))
    case .greaterOrEqual: return .success(.bool(order == .after || order == .same))
    default: return fail(.overload)
    }
  }

  /// `in`: whether a list has an equal element, or a map has the key.
  package static func contained(_ value: Value, in collection: Value, budget: inout Budget)
    -> Answer
  {
    switch collection {
    case .list(let elements):
      guard chargeElements(elements, budget: &budget) else { return fail(.budget) }
      return .success(.bool(elements.contains { value.isEqual(to: $0) }))
    case .map(let map):
      guard budget.charge(finding: value, in: map) else { return fail(.budget) }
      return .success(.bool(map.position(of: value) != nil))
    default: return fail(.overload)
    }
  }

  /// Charges 1 for each element and the cost of comparing it.
  static func chargeElements(_ elements: [Value], budget: inout Budget) -> Bool {
    guard budget.charge(elements.count) else { return false }
    for element in elements where !Equality.chargeComparison(element, &budget, 0) { return false }
    return true
  }

  @inline(__always)
  static func integer(_ result: (partialValue: Int64, overflow: Bool)) -> Answer {
    result.overflow ? fail(.overflow) : .success(.int(result.partialValue))
  }

  @inline(__always)
  private static func unsigned(_ result: (partialValue: UInt64, overflow: Bool)) -> Answer {
    result.overflow ? fail(.overflow) : .success(.uint(result.partialValue))
  }

  @inline(__always)
  private static func span(_ result: (partialValue: Int64, overflow: Bool)) -> Answer {
    result.overflow
      ? fail(.range) : .success(.duration(Value.Duration(nanoseconds: result.partialValue)))
  }
}

extension Library {
  /// Concatenates two texts; the error is `size` or `budget`.
  package static func concatenate(_ left: String, _ right: String, budget: inout Budget)
    -> Result<String, EvaluationError>
  {
    let bytes = left.utf8.count + right.utf8.count
    guard bytes <= Limits.textBytes else { return fail(.size) }
    if bytes * 2 >= Budget.textUnit {
      let length = CodePoints.count(left) + CodePoints.count(right)
      guard budget.charge(textLength: length * 2) else { return fail(.budget) }
    }
    return .success(left + right)
  }

  /// Concatenates two bytes values; the error is `size` or `budget`.
  package static func concatenate(_ left: [UInt8], _ right: [UInt8], budget: inout Budget)
    -> Result<[UInt8], EvaluationError>
  {
    let count = left.count + right.count
    guard count <= Limits.textBytes else { return fail(.size) }
    guard budget.charge(textLength: count * 2) else { return fail(.budget) }
    return .success(left + right)
  }

  /// Concatenates two lists; the error is `size` or `budget`.
  package static func concatenate(_ left: [Value], _ right: [Value], budget: inout Budget)
    -> Result<[Value], EvaluationError>
  {
    let count = left.count + right.count
    guard count <= Limits.elements else { return fail(.size) }
    guard budget.charge(count) else { return fail(.budget) }
    return .success(left + right)
  }
}
