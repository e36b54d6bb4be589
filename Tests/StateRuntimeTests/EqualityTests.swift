import StateRuntime
import Testing

@Suite struct `Equality` {
  @Test func `compares text by code points`() {
    #expect(!celEqual("\u{e9}", "e\u{301}"))
    #expect(celLess("\u{FFFD}", "😀"))
  }

  @Test func `of lists compares the elements`() {
    #expect(celEqual([1, 2] as [Int], [1, 2]))
    #expect(!celEqual([Double.nan], [.nan]))
    #expect([Double.nan].isExactly([.nan]))
    #expect(!(-0.0).isExactly(0.0))
    #expect(celHas(["e\u{301}"], "e\u{301}") && !celHas(["e\u{301}"], "\u{e9}"))
  }

  @Test func `of maps ignores the order`() throws {
    let one = try OrderedMap<String, Int>([("a", 1), ("b", 2)])
    let other = try OrderedMap<String, Int>([("b", 2), ("a", 1)])
    #expect(celEqual(one, other) && one.isExactly(other) && one == other)
    #expect(!celEqual(one, try celInsert(one, "c", 3)))
  }

  @Test func `of maps is exact only with exact keys`() throws {
    let ints = try map((1, "a"))
    let uints = try map((.uint(1), "a"))
    #expect(ints.isEqual(to: uints) && !ints.isExactly(uints))
  }

  /// Every order of these keys gives the same map.
  @Test func `of maps cannot depend on an order, because keys ascend`() throws {
    let keys: [Dyn] = [
      -3, 2, .uint(3), 10, .uint(.max), "", "B", "a", "e\u{301}", "\u{e9}", "\u{FF5E}", "\u{1F600}",
      false, true,
    ]
    for start in keys.indices {
      let turned = keys[start...].reversed() + keys[..<start]
      let map = try OrderedMap(turned.map { ($0, Dyn.null) })
      #expect(zip(map.entries, keys).allSatisfy { $0.key.isExactly($1) })
      #expect(keys.allSatisfy { map.find($0) != nil })
      #expect(map.find(3.0) != nil && map.find(2.5) == nil && map.find(.double(.nan)) == nil)
      #expect(map.find(0x1p64) == nil)
    }
  }

  @Test func `of keys compares code points`() throws {
    let map = try OrderedMap<String, Int>([("e\u{301}", 1), ("\u{e9}", 2)])
    #expect(try celLookup(map, "\u{e9}") == 2)
    #expect(throws: EvaluationError("missingKey")) { try celLookup(map, "e") }
    #expect(throws: EvaluationError("duplicateKey")) {
      try OrderedMap<Int, Int>([(1, 1), (1, 2)])
    }
  }

  @Test(
    arguments: [
      (1, "1"), (.uint(.max), "18446744073709551615"), (-3, "-3"), (true, "true"), (false, "false"),
    ] as [(Dyn, Dyn)])
  func `of keys is also how JSON writes them`(_ key: Dyn, _ text: Dyn) throws {
    #expect(throws: EvaluationError("duplicateKey")) { try map((key, "a"), (text, "b")) }
    for (first, second) in [(key, text), (text, key)] {
      let one = try map((first, "a"))
      guard case .map(let entries) = one else { continue }
      #expect(throws: EvaluationError("duplicateKey")) { try celInsert(entries, second, "b") }
    }
  }

  @Test(arguments: ["01", "+1", "-0", "1.0", " 1", "True", "18446744073709551616"] as [Dyn])
  func `of keys distinguishes texts that JSON writes for no other key`(_ text: Dyn) throws {
    #expect(throws: Never.self) {
      try map((1, "a"), (0, "b"), (true, "c"), (.uint(.max), "d"), (text, "e"))
    }
  }

  static let values: [(Dyn, Dyn, Bool)] = [
    (1, .uint(1), true), (1, 1.0, true), (.uint(.max), 0x1p64, true), (.uint(1), 0x1p64, false),
    (-1, .uint(.max), false),
    (.int(.max), 0x1p63, true), (.double(.nan), .double(.nan), false), ("1", 1, false),
    ([1, 2.0], [1.0, 2], true), (.null, .optional(nil), false), (.null, .null, true),
    (.optional(1), .optional(1.0), true), (.type("int"), .type("int"), true), (true, 1, false),
  ]

  @Test(arguments: values) func `of numbers ignores their types`(
    left: Dyn, right: Dyn, isEqual: Bool
  ) {
    #expect(left.isEqual(to: right) == isEqual)
    #expect(right.isEqual(to: left) == isEqual)
  }

  @Test func `finds keys by numbers of other types`() throws {
    let numbers = try map((1, "int"), (.uint(2), "uint"))
    #expect(try celIndexDyn(numbers, 1.0) == "int")
    #expect(try celIndexDyn(numbers, 2) == "uint")
    #expect(throws: EvaluationError("missingKey")) { try celIndexDyn(numbers, 1.5) }
    #expect(throws: EvaluationError("overload")) { try map((.double(1), "double")) }
  }

  static let orders: [Row] = [
    Row("less", 1, .uint(2), gives: "true"), Row("less", .double(.nan), 1, gives: "false"),
    Row("greaterOrEqual", .double(.nan), 1, gives: "false"),
    Row("less", "a", 1, gives: "error: overload"),
    Row("sort", [2, 1, 3], gives: "[1, 2, 3]"), Row("sort", [2, "a"], gives: "error: overload"),
    Row("sort", [.double(.nan), 1.0], gives: "[1, NaN]"),
    Row("distinct", [1, 1.0, 2], gives: "[1, 2]"), Row("greatest", 1, 2.5, gives: "2.5"),
    Row("flatten", [1, [2, [3]]], gives: "[1, 2, [3]]"),
    Row("flatten", [1, [2, [3]]], 2, gives: "[1, 2, 3]"),
  ]

  @Test(arguments: orders) func `agrees with the order`(row: Row) {
    #expect(row.result == row.expected)
  }

  @Test func `of errors is decided by the other operand`() throws {
    func fail() throws(EvaluationError) -> Bool { throw EvaluationError("index") }
    #expect(try celAnd(fail(), false) == false)
    #expect(try celOr(fail(), true))
    #expect(throws: EvaluationError("index")) { try celOr(fail(), false) }
    #expect(try celExists([0, 1]) { $0 == 0 ? try fail() : true })
  }
}
