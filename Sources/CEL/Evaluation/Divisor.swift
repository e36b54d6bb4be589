/// A constant divisor, prepared so that each division becomes a multiplication.
///
/// Source: Warren, Hacker's Delight, chapter 10 (signed division by a constant of at least 2).
struct Divisor: Hashable, Sendable, BitwiseCopyable {
  let divisor: Int64
  private let multiplier: Int64
  private let shift: Int64
  /// A correction of the product's high half: all ones if the multiplier did not fit.
  private let addend: Int64

  /// Returns `nil` for divisors below 2, where the preparation gains nothing.
  init?(_ divisor: Int64) {
    guard divisor >= 2 else { return nil }
    let half: UInt64 = 1 << 63
    let size = UInt64(divisor)
    let largest = half - 1 - half % size
    var power: Int64 = 63
    var (quotient, rest) = half.quotientAndRemainder(dividingBy: largest)
    var (result, left) = half.quotientAndRemainder(dividingBy: size)
    while true {
      power += 1
      (quotient, rest) = Self.doubled(quotient, rest, largest)
      (result, left) = Self.doubled(result, left, size)
      let wanted = size - left
      if !(quotient < wanted || quotient == wanted && rest == 0) { break }
    }
    self.divisor = divisor
    multiplier = Int64(bitPattern: result &+ 1)
    shift = power - 64
    addend = multiplier < 0 ? -1 : 0
  }

  private static func doubled(
    _ quotient: UInt64, _ rest: UInt64, _ size: UInt64
  ) -> (UInt64, UInt64) {
    rest >= size &- rest
      ? (quotient &* 2 &+ 1, rest &* 2 &- size) : (quotient &* 2, rest &* 2)
  }

  /// `number / divisor`, rounded towards zero.
  @inline(__always)
  func quotient(of number: Int64) -> Int64 {
    let high = multiplier.multipliedFullWidth(by: number).high &+ (number & addend)
    return (high &>> shift) &+ Int64(bitPattern: UInt64(bitPattern: number) &>> 63)
  }

  /// The remainder of `number`, with its sign.
  @inline(__always)
  func remainder(of number: Int64) -> Int64 { number &- quotient(of: number) &* divisor }
}
