/// The content of an int register after blocks that only assign and add integers: a sum of the
/// contents before them.
@usableFromInline
package struct Sum: BitwiseCopyable {
  /// The register that is written.
  @usableFromInline package var register: UInt16
  /// The registers that are added; `Sum.zero` for none.
  @usableFromInline package var left: UInt16
  @usableFromInline package var right: UInt16
  @usableFromInline package var addend: Int64
  /// A buffer for the result, for callers that compute several sums before they write any.
  @usableFromInline package var result: Int64 = 0

  /// The int register that holds 0 in every program.
  package static let zero: UInt16 = 0

  package init(register: UInt16, left: UInt16, right: UInt16 = zero, addend: Int64 = 0) {
    self.register = register
    self.left = left
    self.right = right
    self.addend = addend
  }

  /// Whether this sum overflows whenever the earlier sum, which it replaces, does.
  func overflowsWhenever(_ earlier: Sum) -> Bool {
    if earlier.addend == 0, earlier.right == Sum.zero { return true }
    return left == earlier.left && right == earlier.right
      && (earlier.addend < 0 ? addend <= earlier.addend : addend >= earlier.addend)
  }
}

extension Code {
  /// The combined result of running the blocks one after the other: the sums in the order of the
  /// first assignments, and the result of the last block. It is `nil` if the blocks do anything but
  /// assign and add, or if the sums do not show whether the blocks would fail.|`flags`: the
  /// registers that are written without being journaled.
  package func sums(
    of blocks: [Int32], flags: Set<UInt16>
  ) -> (sums: [Sum], result: Int32)? {
    var sums: [Sum] = []
    var result: Int32 = 0
    for block in blocks {
      var at = Int(block)
      while instructions[at].operation != .finish {
        let isSaved = instructions[at].operation == .saveInt
        let saved = instructions[at].a
        if isSaved { at += 1 }
        let i = instructions[at]
        guard isSaved ? i.a == saved : i.operation == .moveInt && flags.contains(i.a),
          let sum = sum(i, sums)
        else { return nil }
        if let index = sums.firstIndex(where: { $0.register == sum.register }) {
          guard sum.overflowsWhenever(sums[index]) else { return nil }
          sums[index] = sum
        } else {
          sums.append(sum)
        }
        guard sums.count <= Self.sumLimit else { return nil }
        at += 1
      }
      result = instructions[at].number
    }
    return (sums, result)
  }

  private static let sumLimit = 16

  private func sum(_ i: Instruction, _ sums: [Sum]) -> Sum? {
    switch i.operation {
    case .moveInt: return known(i.b, sums, as: i.a)
    case .addInt:
      if isConstant(i.c) { return add(image.ints[Int(i.c)], to: known(i.b, sums, as: i.a)) }
      if isConstant(i.b) { return add(image.ints[Int(i.b)], to: known(i.c, sums, as: i.a)) }
      let isWritten = sums.contains { $0.register == i.b || $0.register == i.c }
      return isWritten ? nil : Sum(register: i.a, left: i.b, right: i.c)
    case .subtractInt:
      guard isConstant(i.c), image.ints[Int(i.c)] != .min else { return nil }
      return add(-image.ints[Int(i.c)], to: known(i.b, sums, as: i.a))
    default: return nil
    }
  }

  /// The current content of the register as a sum.
  private func known(_ register: UInt16, _ sums: [Sum], as target: UInt16) -> Sum {
    guard var sum = sums.first(where: { $0.register == register }) else {
      return Sum(register: target, left: register)
    }
    sum.register = target
    return sum
  }

  /// Adds a constant. All constants must have the same sign: only then does the sum overflow
  /// whenever an intermediate result does.
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
    let index = image.constants.partitioningIndex { $0 >= register }
    return index < image.constants.count && image.constants[index] == register
  }
}

extension RegisterFile {
  /// The value of a sum; `nil` if it overflows.
  @inlinable @inline(__always)
  package static func result(
    of sum: Sum, _ ints: UnsafeMutablePointer<Int64>
  ) -> Int64? {
    let first = ints[Int(sum.left)].addingReportingOverflow(ints[Int(sum.right)])
    let second = first.partialValue.addingReportingOverflow(sum.addend)
    return first.overflow || second.overflow ? nil : second.partialValue
  }

  /// Writes the value of a sum and returns whether it changed the register. If the sum overflows,
  /// it writes nothing and returns `nil`.
  @inlinable @inline(__always)
  package static func write(
    _ sum: Sum, _ ints: UnsafeMutablePointer<Int64>
  ) -> Bool? {
    guard let result = result(of: sum, ints) else { return nil }
    let pointer = ints + Int(sum.register)
    let isDifferent = pointer.pointee != result
    pointer.pointee = result
    return isDifferent
  }
}
