/// The order of two values.
package enum Order: Hashable, Sendable {
  case before, same, after
  /// One of them is NaN: every comparison but `!=` is false.
  case unordered
}

extension Value {
  /// CEL's order of bool, numbers (by value, whatever their types), string, bytes, timestamp and
  /// duration; `nil` if the values have no order.
  package func compare(to other: Value) -> Order? {
    switch (self, other) {
    case (.int(let left), .int(let right)): Order(left, right)
    case (.double(let left), .double(let right)): Order(left, right)
    case (.string(let left), .string(let right)): Order(CodePoints.compare(left, right), 0)
    case (.uint(let left), .uint(let right)): Order(left, right)
    case (.bool(let left), .bool(let right)): Order(left ? 1 : 0, right ? 1 : 0)
    case (.int(let left), .uint(let right)):
      left < right ? .before : left == right ? .same : .after
    case (.uint(let left), .int(let right)):
      left < right ? .before : left == right ? .same : .after
    case (.int(let left), .double(let right)): Order(Double(left), right)
    case (.double(let left), .int(let right)): Order(left, Double(right))
    case (.uint(let left), .double(let right)): Order(Double(left), right)
    case (.double(let left), .uint(let right)): Order(left, Double(right))
    case (.bytes(let left), .bytes(let right)): Order(Self.compare(left, right), 0)
    case (.timestamp(let left), .timestamp(let right)):
      left.seconds == right.seconds
        ? Order(left.nanoseconds, right.nanoseconds) : Order(left.seconds, right.seconds)
    case (.duration(let left), .duration(let right)): Order(left.nanoseconds, right.nanoseconds)
    default: nil
    }
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in CodePoints.compare(left, right) }
    }
  }
}

extension Order {
  @inline(__always)
  init<Number: Comparable>(_ left: Number, _ right: Number) {
    self = left < right ? .before : left > right ? .after : left == right ? .same : .unordered
  }
}
