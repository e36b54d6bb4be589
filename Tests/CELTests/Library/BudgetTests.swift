import CEL
import Testing

/// What functions charge, and that sizes end at their limits.
@Suite struct Budgets {
  static func letters(_ count: Int, _ letter: String = "é") -> Value {
    .string(String(repeating: letter, count: count))
  }

  static func numbers(_ count: Int) -> Value { .list((0..<count).map { .int(Int64($0)) }) }

  @Test func `texts cost one step for each full hundred of code points`() {
    #expect(cost(.add, Self.letters(49), Self.letters(0)) == 0)
    #expect(cost(.add, Self.letters(25), Self.letters(25)) == 1)
    #expect(cost(.add, Self.letters(99), Self.letters(0)) == 1)
    #expect(cost(.add, Self.letters(100), Self.letters(100)) == 4)
    #expect(cost(.equal, Self.letters(100), Self.letters(99)) == 1)
    #expect(cost(.less, Self.letters(100), Self.letters(100)) == 2)
    #expect(cost(.size, Self.letters(199)) == 1)
    #expect(cost(.startsWith, Self.letters(99), Self.letters(0)) == 0)
    #expect(cost(.substring, Self.letters(150), 0, 50) == 4)
    #expect(cost(.substring, Self.letters(150), 101) == 3)
    #expect(cost(.charAt, Self.letters(99), 0) == 1)
    #expect(cost(.charAt, Self.letters(99), 99) == 0)
    #expect(cost(.toString, Self.letters(50)) == 1)
    #expect(cost(.toBytes, Self.letters(100)) == 3)
  }

  @Test func `texts that are read byte by byte cost one step for each full ten bytes`() {
    #expect(cost(.contains, Self.letters(4), Self.letters(1)) == 1)
    #expect(cost(.contains, Self.letters(4), "a") == 0)
    #expect(cost(.indexOf, Self.letters(50), Self.letters(50)) == 20)
    #expect(cost(.replace, Self.letters(100), "é", "ab") == 20 + 20 + 50)
    #expect(cost(.lowerAscii, Self.letters(50)) == 10)
    #expect(cost(.reverse, Self.letters(49)) == 9)
    #expect(cost(.trim, .string(String(repeating: " ", count: 100))) == 20)
    #expect(cost(.quote, Self.letters(49)) == 9)
    #expect(cost(.toInt, .string(String(repeating: "0", count: 100))) == 10)
    #expect(cost(.format, "%s", list(Self.letters(98))) == 2 + 19)
    #expect(cost(.format, "%.2f", list(0.5)) == 200 + 2)
    #expect(cost(.base64Encode, .bytes([UInt8](repeating: 0, count: 60))) == 14)
    #expect(cost(.regexExtractAll, "aaa", "a") == 3 * 2 + 2)
  }

  /// A budget is 1,000,000 steps, so it ends within 100 ms if each step takes at most 100 ns. In a
  /// cell, a call is a node of a loop turn, and so is its operand and the turn itself.
  @Test(arguments: Work.all)
  func `no step of a function takes longer than 100 nanoseconds`(work: Work) {
    var budget = Budget(1_000_000_000)
    _ = Library.call(work.function, work.arguments, budget: &budget, types: testTypes)
    let steps = 1_000_000_000 - Int(budget.remaining)
    #expect(work.nanoseconds <= (steps + 3) * 100)
  }

  @Test func `the work of each function is known`() {
    for function in Function.allCases {
      #expect(Work.all.contains { $0.function == function }, "\(function)")
    }
  }

  @Test func `lists cost one step an element`() {
    #expect(cost(.add, Self.numbers(3), Self.numbers(4)) == 7)
    #expect(cost(.slice, Self.numbers(5), 0, 1) == 5)
    #expect(cost(.reverse, Self.numbers(5)) == 5)
    #expect(cost(.flatten, list(Self.numbers(3), 1, list())) == 6)
    #expect(cost(.flatten, list(Self.numbers(3), 1), 0) == 2)
    #expect(cost(.contained, 0, Self.numbers(5)) == 5)
    #expect(cost(.contained, 0, map((0, 0))) == 0)
    #expect(cost(.distinct, Self.numbers(5)) == 5)
    #expect(cost(.distinct, list(Self.letters(50), list(1, 2))) == 2 + 1 + 2)
    #expect(cost(.setsContains, Self.numbers(5), Self.numbers(2)) == 7)
    #expect(cost(.range, 5) == 5)
    #expect(cost(.join, list("a", "b")) == 2)
    #expect(cost(.split, "a,b,c", ",") == 3)
    #expect(cost(.first, Self.numbers(5)) == 0)
    #expect(cost(.size, Self.numbers(5)) == 0)
    #expect(cost(.index, Self.numbers(5), 1) == 0)
    #expect(cost(.greatest, Self.numbers(5)) == 5)
  }

  @Test func `sorting costs n times the bits of n`() {
    #expect(cost(.sort, Self.numbers(0)) == 0)
    #expect(cost(.sort, Self.numbers(1)) == 1)
    #expect(cost(.sort, Self.numbers(7)) == 21)
    #expect(cost(.sort, Self.numbers(8)) == 32)
    #expect(cost(.sort, list(Self.letters(100), "a")) == 6)
  }

  @Test func `comparing ends at the first difference`() {
    #expect(cost(.equal, Self.numbers(5), Self.numbers(5)) == 5)
    #expect(cost(.equal, Self.numbers(5), Self.numbers(6)) == 0)
    #expect(cost(.equal, list(1, 2, 3), list(1, 9, 3)) == 2)
    #expect(cost(.equal, list(list(1, 2)), list(list(1, 2))) == 3)
    #expect(cost(.notEqual, map((1, 1), (2, 2)), map((2, 2), (1, 1))) == 4)
    #expect(cost(.equal, map((1, 1)), map((2, 1))) == 2)
    #expect(cost(.equal, list(Self.letters(50)), list(Self.letters(50))) == 2)
    #expect(cost(.equal, 1, 2) == 0)
    let record = Value.record([1, 2], TypeID(index: 1))
    #expect(cost(.equal, record, record) == 1)
    #expect(cost(.equal, list(record, record), list(record, record)) == 2 + 2)
  }

  @Test func `the last step may be taken, one more may not`() {
    #expect(call(.reverse, [Self.numbers(3)], steps: 3) == "[2, 1, 0]")
    #expect(call(.reverse, [Self.numbers(3)], steps: 2) == "error: budget")
    #expect(call(.equal, [Self.numbers(3), Self.numbers(3)], steps: 2) == "error: budget")
    var budget = Budget(2)
    #expect(!spend(&budget, 3))
    #expect(budget.remaining == 0)
  }

  private func spend(_ budget: inout Budget, _ steps: Int) -> Bool { budget.charge(steps) }

  @Test func `values end at their limits`() {
    let half = Self.letters(Limits.textBytes / 2, "a")
    #expect(call(.size, [.string(String(repeating: "a", count: Limits.textBytes))]) == "1048576")
    #expect(sizeOf(.add, half, half) == "1048576")
    #expect(sizeOf(.add, half, Self.letters(Limits.textBytes / 2 + 1, "a")) == "error: size")
    let bytes = Value.bytes([UInt8](repeating: 0, count: Limits.textBytes))
    #expect(call(.add, [bytes, .bytes([0])]) == "error: size")
    #expect(call(.base64Encode, [bytes]) == "error: size")
    #expect(sizeOf(.join, list(half, half)) == "1048576")
    #expect(call(.join, [list(half, half), "a"]) == "error: size")
    #expect(sizeOf(.replace, half, "a", "bb") == "1048576")
    #expect(call(.replace, [half, "a", "bbb"]) == "error: size")
    #expect(sizeOf(.quote, Self.letters(Limits.textBytes - 2, "a")) == "1048576")
    #expect(call(.quote, [Self.letters(Limits.textBytes - 1, "a")]) == "error: size")
    #expect(sizeOf(.format, "%s%s", list(half, half)) == "1048576")
    #expect(call(.format, ["%s%s.", list(half, half)]) == "error: size")
    #expect(call(.format, ["%x.", list(half)]) == "error: size")
    let many = Self.numbers(Limits.elements)
    #expect(sizeOf(.add, many, list()) == "10000")
    #expect(call(.add, [many, list(1)]) == "error: size")
    #expect(call(.flatten, [list(many, list(1))]) == "error: size")
    #expect(sizeOf(.range, 10_000) == "10000")
    #expect(call(.range, [10_001]) == "error: size")
    #expect(sizeOf(.split, Self.letters(10_000), "") == "10000")
    #expect(call(.split, [Self.letters(10_001), ""]) == "error: size")
    #expect(sizeOf(.split, Self.letters(9_999, ","), ",") == "10000")
    #expect(call(.split, [Self.letters(10_000, ","), ","]) == "error: size")
  }

  /// The size of what a call gives.
  private func sizeOf(_ function: Function, _ arguments: Value...) -> String {
    var budget = Budget(100_000_000)
    switch Library.call(function, arguments, budget: &budget, types: testTypes) {
    case .success(let value): return call(.size, [value])
    case .failure(let error): return "error: \(error.id)"
    }
  }
}
