import CEL
import StateModel

/// The ranges of ints that some comparisons together allow for each expression.
struct IntLimits {
  /// The key of an expression, and the range that a comparison allows for it; `nil` for no value.
  typealias Limit = (key: String, range: ClosedRange<Int64>?)

  private var ranges: [String: ClosedRange<Int64>] = [:]
  private(set) var areEmpty = false

  init(of conditions: [TypedSyntax.Index], in syntax: TypedSyntax, _ keys: CellKeys = CellKeys()) {
    for index in conditions {
      if let limit = IntLimits.limit(index, in: syntax, keys) { add(limit.range, to: limit.key) }
    }
  }

  private mutating func add(_ range: ClosedRange<Int64>?, to key: String) {
    let known = ranges[key] ?? Int64.min...Int64.max
    guard let range, known.overlaps(range) else {
      areEmpty = true
      return
    }
    ranges[key] = known.clamped(to: range)
  }

  /// Sums with numbers below this do not overflow, it is assumed.
  private static let mostShift: UInt64 = 1 << 40

  /// The range that `x > 3`, or `x - 1 > 2`, allows for `x`.
  static func limit(
    _ index: TypedSyntax.Index, in syntax: TypedSyntax, _ keys: CellKeys
  ) -> Limit? {
    guard case .call(let function, let operands) = syntax.kind(index), operands.count == 2,
      case .constant(.int(let bound)) = syntax.kind(operands[1]),
      syntax.type(of: operands[0]) == .int,
      let (key, number) = limited(operands[0], bound, in: syntax, keys)
    else { return nil }
    switch function {
    case .equal: return (key, number...number)
    case .less: return (key, number == Int64.min ? nil : Int64.min...(number - 1))
    case .lessOrEqual: return (key, Int64.min...number)
    case .greater: return (key, number == Int64.max ? nil : (number + 1)...Int64.max)
    case .greaterOrEqual: return (key, number...Int64.max)
    default: return nil
    }
  }

  /// The expression that is compared with a number, and the number, after constants that are added
  /// to the expression are subtracted from both. `nil` where the result does not fit in 64 bits.
  private static func limited(
    _ index: TypedSyntax.Index, _ bound: Int64, in syntax: TypedSyntax, _ keys: CellKeys
  ) -> (key: String, bound: Int64)? {
    var (index, syntax, bound) = (index, syntax, bound)
    for _ in 0..<CellKeys.deepest {
      switch syntax.kind(index) {
      case .variable(.declared(let variable)):
        guard let meant = keys.lets[variable] else {
          return keys.key(index, in: syntax).map { ($0, bound) }
        }
        (index, syntax) = (meant.root, meant)
      case .call(let function, let operands)
      where operands.count == 2 && (function == .add || function == .subtract):
        guard case .constant(.int(let number)) = syntax.kind(operands[1]),
          number.magnitude < mostShift
        else { return keys.key(index, in: syntax).map { ($0, bound) } }
        let (rest, isOver) =
          function == .add
          ? bound.subtractingReportingOverflow(number) : bound.addingReportingOverflow(number)
        if isOver { return nil }
        (index, bound) = (operands[0], rest)
      default: return keys.key(index, in: syntax).map { ($0, bound) }
      }
    }
    return nil
  }
}
