/// What a register holds after blocks that only assign and add ints: a sum of what registers held
/// before them.
@usableFromInline
package struct Sum: BitwiseCopyable {
  /// What is written.
  @usableFromInline package var register: UInt16
  /// What is added; `Sum.zero` where it is nothing.
  @usableFromInline package var left: UInt16
  @usableFromInline package var right: UInt16
  @usableFromInline package var addend: Int64
  /// Where whoever works out several keeps this one until all are known.
  @usableFromInline package var result: Int64 = 0

  /// The int register that holds 0 in every program.
  package static let zero: UInt16 = 0

  package init(register: UInt16, left: UInt16, right: UInt16 = zero, addend: Int64 = 0) {
    self.register = register
    self.left = left
    self.right = right
    self.addend = addend
  }

  /// Whether this sum overflows wherever the earlier one does, which it replaces.
  func failsWhere(_ earlier: Sum) -> Bool {
    if earlier.addend == 0, earlier.right == Sum.zero { return true }
    return left == earlier.left && right == earlier.right
      && (earlier.addend < 0 ? addend <= earlier.addend : addend >= earlier.addend)
  }
}

extension Code {
  /// What the blocks, run one after another, do in the end, in the order of the first assignments, and
  /// the result of the last; `nil` where they do anything but assign and add, or where it cannot be
  /// told from the sums alone whether the blocks would fail.
  ///
  /// `flags`: the registers that are written without being journaled.
  package func sums(
    of blocks: [Int32], flags: Set<UInt16>
  ) -> (sums: [Sum], result: Int32)? {
    var sums: [Sum] = []
    var result: Int32 = 0
    for block in blocks {
      var at = Int(block)
      while instructions[at].operation != .finish {
        let i = instructions[at]
        guard i.operation != .moveInt || flags.contains(i.a), let sum = sum(i, sums) else {
          return nil
        }
        if let place = sums.firstIndex(where: { $0.register == sum.register }) {
          guard sum.failsWhere(sums[place]) else { return nil }
          sums[place] = sum
        } else {
          sums.append(sum)
        }
        guard sums.count <= Self.mostSums else { return nil }
        at += 1
      }
      result = instructions[at].number
    }
    return (sums, result)
  }

  private static let mostSums = 16

  private func sum(_ i: Instruction, _ sums: [Sum]) -> Sum? {
    switch i.operation {
    case .setInt, .moveInt: return known(i.b, sums, as: i.a)
    case .setSum:
      if isConstant(i.c) { return add(image.ints[Int(i.c)], to: known(i.b, sums, as: i.a)) }
      if isConstant(i.b) { return add(image.ints[Int(i.b)], to: known(i.c, sums, as: i.a)) }
      let isWritten = sums.contains { $0.register == i.b || $0.register == i.c }
      return isWritten ? nil : Sum(register: i.a, left: i.b, right: i.c)
    case .setDifference:
      guard isConstant(i.c), image.ints[Int(i.c)] != .min else { return nil }
      return add(-image.ints[Int(i.c)], to: known(i.b, sums, as: i.a))
    default: return nil
    }
  }

  /// What the register holds by now.
  private func known(_ register: UInt16, _ sums: [Sum], as target: UInt16) -> Sum {
    guard var sum = sums.first(where: { $0.register == register }) else {
      return Sum(register: target, left: register)
    }
    sum.register = target
    return sum
  }

  /// Only what goes on in one direction overflows in the end if it does so on the way.
  private func add(_ number: Int64, to sum: Sum) -> Sum? {
    guard sum.addend == 0 || sum.addend > 0 && number >= 0 || sum.addend < 0 && number <= 0 else {
      return nil
    }
    let (addend, isOver) = sum.addend.addingReportingOverflow(number)
    if isOver || sum.right != Sum.zero { return nil }
    var sum = sum
    sum.addend = addend
    return sum
  }

  private func isConstant(_ register: UInt16) -> Bool {
    let constants = image.constants
    var low = 0
    var high = constants.count
    while low < high {
      let middle = (low + high) / 2
      if constants[middle] < register { low = middle + 1 } else { high = middle }
    }
    return low < constants.count && constants[low] == register
  }
}

extension Banks {
  /// What a sum is; `nil` where it overflows.
  @inlinable @inline(__always)
  package static func result(
    of sum: Sum, _ ints: UnsafeMutablePointer<Int64>
  ) -> Int64? {
    let first = ints[Int(sum.left)].addingReportingOverflow(ints[Int(sum.right)])
    let second = first.partialValue.addingReportingOverflow(sum.addend)
    return first.overflow || second.overflow ? nil : second.partialValue
  }

  /// Writes what a sum is and tells whether that differs from before; `nil`, and nothing happens,
  /// where it overflows.
  @inlinable @inline(__always)
  package static func write(
    _ sum: Sum, _ ints: UnsafeMutablePointer<Int64>
  ) -> Bool? {
    guard let result = result(of: sum, ints) else { return nil }
    let place = ints + Int(sum.register)
    let isDifferent = place.pointee != result
    place.pointee = result
    return isDifferent
  }
}
