// Numbers of different types have one order and can be equal.

private func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int? {
  left < right ? -1 : left > right ? 1 : left == right ? 0 : nil
}

/// -1, 0 or 1; `nil` if a number is NaN.
internal func numberOrder(_ left: Dyn, _ right: Dyn) -> Int? {
  switch (left, right) {
  case (.int(let left), .int(let right)): order(left, right)
  case (.uint(let left), .uint(let right)): order(left, right)
  case (.int(let left), .uint(let right)): left < right ? -1 : left == right ? 0 : 1
  case (.uint(let left), .int(let right)): left < right ? -1 : left == right ? 0 : 1
  default: order(left.approximate, right.approximate)
  }
}

internal func order(_ left: Dyn, _ right: Dyn) throws(EvaluationError) -> Int? {
  if left.isNumber, right.isNumber { return numberOrder(left, right) }
  switch (left, right) {
  case (.text(let left), .text(let right)):
    return celLess(left, right) ? -1 : celLess(right, left) ? 1 : 0
  case (.bytes(let left), .bytes(let right)):
    return celLess(left, right) ? -1 : celLess(right, left) ? 1 : 0
  case (.bool(let left), .bool(let right)): return order(left ? 1 : 0, right ? 1 : 0)
  case (.timestamp(let left), .timestamp(let right)): return order(left, right)
  case (.duration(let left), .duration(let right)): return order(left, right)
  default: throw overload
  }
}

extension Dyn {
  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  /// A number as a double.
  internal var approximate: Double {
    switch self {
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .double(let number): number
    default: .nan
    }
  }

  /// The number as an index, if it is an integer.
  internal var position: Int? {
    switch self {
    case .int(let number): Int(exactly: number)
    case .uint(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  var isZero: Bool {
    switch self {
    case .null, .unit: true
    case .bool(let flag): !flag
    case .int, .uint, .double: approximate == 0
    case .text(let text): text.utf8.isEmpty
    case .bytes(let bytes): bytes.values.isEmpty
    case .list(let list): list.isEmpty
    case .map(let map): map.entries.isEmpty
    case .duration(let span): span.nanoseconds == 0
    case .timestamp(let time): time.seconds == 0 && time.nanoseconds == 0
    case .optional(let value): value == nil
    case .type: false
    }
  }
}

extension Dyn: CELValue {
  /// Whether the values are equal in CEL.
  public func isEqual(to other: Dyn) -> Bool {
    if isNumber, other.isNumber { return numberOrder(self, other) == 0 }
    return isAlike(other) { $0.isEqual(to: $1) }
  }

  /// Whether the values are equal bit by bit.
  public func isExactly(_ other: Dyn) -> Bool {
    switch (self, other) {
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.double(let left), .double(let right)): left.isExactly(right)
    case (.map(let left), .map(let right)): left.isExactly(right)
    default: isAlike(other) { $0.isExactly($1) }
    }
  }

  /// A double finds an integer key only if it is the same integer.
  public func isKey(equalTo other: Dyn) -> Bool {
    switch (self, other) {
    case (.int(let number), .double(let other)), (.double(let other), .int(let number)):
      CELInt(exactly: other) == number
    case (.uint(let number), .double(let other)), (.double(let other), .uint(let number)):
      CELUInt(exactly: other) == number
    default: isEqual(to: other)
    }
  }

  /// Whether the value precedes another key in a map: numbers by value, then texts, then bools.
  public func isKey(before other: Dyn) -> Bool {
    switch (self, other) {
    case (.int(let number), .double(let other)):
      CELInt(exactly: other).map { number < $0 } ?? (Double(number) < other)
    case (.uint(let number), .double(let other)):
      CELUInt(exactly: other).map { number < $0 } ?? (Double(number) < other)
    case (.text(let text), .text(let other)): celLess(text, other)
    case (.bool(let flag), .bool(let other)): celLess(flag, other)
    default:
      isNumber && other.isNumber
        ? (numberOrder(self, other) ?? 0) < 0 : keyRank < other.keyRank
    }
  }

  /// The position of the value's type among the types of keys.
  private var keyRank: Int {
    switch self {
    case .int, .uint, .double: 0
    case .text: 1
    case .bool: 2
    default: 3
    }
  }

  /// Whether the value can be the key of a map.
  public var isKey: Bool {
    switch self {
    case .bool, .int, .uint, .text: true
    default: false
    }
  }

  /// The key of another type that JSON writes like this one: `'1'` for `1`, and `true` for `'true'`.
  public var keyWrittenAlike: Dyn? {
    switch self {
    case .bool(let flag): .text(flag ? "true" : "false")
    case .int(let number): .text(String(number))
    case .uint(let number): .text(String(number))
    case .text(let text): Dyn.key(writtenAs: text)
    default: nil
    }
  }

  private static func key(writtenAs text: String) -> Dyn? {
    if let number = CELInt(text), String(number).isEqual(to: text) { return .int(number) }
    if let number = CELUInt(text), String(number).isEqual(to: text) { return .uint(number) }
    return Bool(text).map(Dyn.bool)
  }

  private func isAlike(_ other: Dyn, _ test: (Dyn, Dyn) -> Bool) -> Bool {
    switch (self, other) {
    case (.null, .null), (.unit, .unit): true
    case (.bool(let left), .bool(let right)): left == right
    case (.text(let left), .text(let right)): left.isEqual(to: right)
    case (.bytes(let left), .bytes(let right)): left == right
    case (.timestamp(let left), .timestamp(let right)): left == right
    case (.duration(let left), .duration(let right)): left == right
    case (.type(let left), .type(let right)): left == right
    case (.list(let left), .list(let right)): left.elementsEqual(right, by: test)
    case (.map(let left), .map(let right)): left.isEqual(to: right)
    case (.optional(let left), .optional(let right)):
      if let left, let right { test(left, right) } else { left == nil && right == nil }
    default: false
    }
  }
}

/// Checks a value before it is stored. Error `size` if it is nested deeper than 64.
public func celKept<Value: DynValue>(_ value: Value) throws(EvaluationError) -> Value {
  if value.dyn.isNested(deeperThan: 64) { throw EvaluationError("size") }
  return value
}

extension Dyn {
  fileprivate func isNested(deeperThan limit: Int) -> Bool {
    switch self {
    case .list(let elements):
      limit < 1 || elements.contains { $0.isNested(deeperThan: limit - 1) }
    case .map(let map):
      limit < 1 || map.entries.contains { $0.value.isNested(deeperThan: limit - 1) }
    case .optional(let value?): limit < 1 || value.isNested(deeperThan: limit - 1)
    default: false
    }
  }
}
