import CEL
import Testing

@Suite struct Equality {
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let left: Value
    let right: Value
    let areEqual: Bool
    let order: Order?

    init(_ name: String, _ left: Value, _ right: Value, equal: Bool, order: Order? = nil) {
      testDescription = name
      self.left = left
      self.right = right
      areEqual = equal
      self.order = order
    }
  }

  static let large = 9_007_199_254_740_992
  static let record: Value = .record(["a", .null], TypeID(index: 1))

  static let pairs: [Pair] = [
    Pair("int and uint", 1, .uint(1), equal: true, order: .same),
    Pair("a negative int and a large uint", -1, .uint(.max), equal: false, order: .before),
    Pair("int and double", 1, 1.5, equal: false, order: .before),
    Pair("uint and double", .uint(2), 2.0, equal: true, order: .same),
    Pair(
      "the int becomes a double", 9_007_199_254_740_993, 9_007_199_254_740_992.0, equal: true,
      order: .same),
    Pair(
      "ints stay exact", 9_007_199_254_740_993, 9_007_199_254_740_992, equal: false,
      order: .after),
    Pair("the largest int and 2^63", .int(.max), 0x1p63, equal: true, order: .same),
    Pair("NaN", .double(.nan), .double(.nan), equal: false, order: .unordered),
    Pair("int and NaN", 1, .double(.nan), equal: false, order: .unordered),
    Pair("both zeros", 0.0, -0.0, equal: true, order: .same),
    Pair("an accent in two spellings", "\u{e9}", "e\u{301}", equal: false, order: .after),
    Pair("beyond the basic plane", "\u{FF5E}", "\u{1F600}", equal: false, order: .before),
    Pair("a prefix precedes", "abcdefgh", "abcdefghi", equal: false, order: .before),
    Pair("difference after eight bytes", "abcdefgh1", "abcdefgh2", equal: false, order: .before),
    Pair("difference in the first bytes", "b", "abcdefgh2", equal: false, order: .after),
    Pair("bytes by byte", .bytes([0x80]), .bytes([0x7F, 1]), equal: false, order: .after),
    Pair("false and true", false, true, equal: false, order: .before),
    Pair("text and number", "1", 1, equal: false),
    Pair("null and null", .null, .null, equal: true),
    Pair("lists across number types", list(1, .uint(2)), list(1.0, 2), equal: true),
    Pair("lists of different sizes", list(1), list(1, 2), equal: false),
    Pair("a list with NaN", list(.double(.nan)), list(.double(.nan)), equal: false),
    Pair(
      "maps in another order", map((1, "a"), ("b", 2)), map(("b", 2), (.uint(1), "a")),
      equal: true),
    Pair("maps with other keys", map((1, 1)), map((2, 1)), equal: false),
    Pair("records", record, record, equal: true),
    Pair("records of two types", record, .record(["a", .null], TypeID(index: 9)), equal: false),
    Pair(
      "cases", .union(.init(type: TypeID(index: 2), index: 0), []),
      .union(.init(type: TypeID(index: 2), index: 1), []), equal: false),
    Pair("none and none", .optional(.init(nil)), .optional(.init(nil)), equal: true),
    Pair("none and some", .optional(.init(nil)), .optional(.init(1)), equal: false),
    Pair("some across number types", .optional(.init(1)), .optional(.init(1.0)), equal: true),
    Pair(
      "instants", time("2024-01-01T00:00:00.5Z"), time("2024-01-01T00:00:01Z"), equal: false,
      order: .before),
    Pair(
      "instants within a second", time("2024-01-01T00:00:00.5Z"),
      time("2024-01-01T00:00:00.25Z"), equal: false, order: .after),
    Pair("durations", span("90s"), span("1m30s"), equal: true, order: .same),
    Pair("types", .type(.int), .type(.uint), equal: false),
  ]

  @Test(arguments: pairs) func `values are equal and ordered by CEL's rules`(pair: Pair) {
    #expect(pair.left.isEqual(to: pair.right) == pair.areEqual)
    #expect(pair.right.isEqual(to: pair.left) == pair.areEqual)
    #expect(pair.left.compare(to: pair.right) == pair.order)
  }

  @Test func `identical values cannot be distinguished`() {
    #expect(Value.double(.nan).isIdentical(to: .double(.nan)))
    #expect(!Value.double(0).isIdentical(to: .double(-0.0)))
    #expect(!Value.int(1).isIdentical(to: .uint(1)))
    #expect(!list(1).isIdentical(to: list(1.0)))
    #expect(map((1, 1), (2, 2)).isIdentical(to: map((2, 2), (1, 1))))
    #expect(!map((1, 1)).isIdentical(to: map((.uint(1), 1))))
    #expect(Self.record.isIdentical(to: Self.record))
  }

  @Test func `too deep nesting is an error, not a crash`() {
    func nest(_ depth: Int) -> Value {
      (0..<depth).reduce(Value.int(1)) { inside, _ in .list([inside]) }
    }
    var budget = Budget(1_000_000)
    let atLimit = nest(Limits.valueDepth)
    #expect(text(of: atLimit.isEqual(to: atLimit, budget: &budget).map(Value.bool)) == "true")
    let above = nest(Limits.valueDepth + 1)
    #expect(text(of: above.isEqual(to: above, budget: &budget).map(Value.bool)) == "error: size")
    #expect(!above.isIdentical(to: above))
  }
}

@Suite struct Maps {
  @Test func `keys are found by CEL's equality, in a small map and in a large one`() {
    for count in [1, 8, 9, 33, 1_000] as [Int64] {
      var map = Value.Map()
      func insert(_ key: Value, _ value: Value) -> Bool { map.insert(key, value) }
      for number in 0..<count {
        #expect(insert(.int(number), .int(number)))
        #expect(insert(.string("k\(number)"), .int(number)))
      }
      #expect(map.count == Int(count) * 2)
      #expect(map.lookup(.uint(0))?.isEqual(to: 0) == true)
      #expect(map.lookup(.double(0))?.isEqual(to: 0) == true)
      #expect(map.lookup("k\(count - 1)")?.isEqual(to: .int(count - 1)) == true)
      #expect(map.lookup(.double(0.5)) == nil)
      #expect(map.lookup(.int(count)) == nil)
      #expect(map.lookup(.double(.nan)) == nil)
      #expect(map.lookup(.double(1e300)) == nil)
      #expect(map.lookup(.null) == nil)
      #expect(!insert(.uint(0), 7))
      #expect(!insert("k0", 7))
      #expect(!insert(.null, 7))
      #expect(map.entries.first?.key.isIdentical(to: 0) == true)
    }
  }

  /// Every order of these keys gives the same map.
  @Test func `keys ascend, in whatever order they were inserted`() {
    let keys: [Value] = [
      -3, 2, .uint(3), 10, .uint(.max), "", "B", "a", "e\u{301}", "\u{e9}", "\u{FF5E}", "\u{1F600}",
      false, true,
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var map = Value.Map()
      var builder = Value.Map.Builder()
      for key in keys.shuffled(using: &generator) {
        let isNew = (map.insert(key, 1), builder.insert(key, 1))
        #expect(isNew == (true, true))
      }
      let isKnown = (map.insert(.int(3), 7), builder.insert(.uint(2), 7))
      #expect(isKnown == (false, false))
      let built = builder.finish()
      for map in [map, built] {
        #expect(zip(map.entries, keys).allSatisfy { $0.key.isIdentical(to: $1) })
      }
    }
  }

  @Test func `a map without a key is as if the key had never been inserted`() {
    var map = Value.Map()
    for key in ["c", "a", "b"] as [Value] { _ = map.insert(key, 1) }
    map.remove("b")
    map.remove("d")
    #expect(Value.map(map).isIdentical(to: CELTests.map(("a", 1), ("c", 1))))
  }

  @Test func `spellings of one letter are two keys`() {
    var map = Value.Map()
    func insert(_ key: Value, _ value: Value) -> Bool { map.insert(key, value) }
    #expect(insert("\u{e9}", 1))
    #expect(insert("e\u{301}", 2))
    #expect(map.lookup("e\u{301}" as String)?.isEqual(to: 2) == true)
  }

  @Test func `true and 1 are two keys`() {
    var map = Value.Map()
    func insert(_ key: Value, _ value: Value) -> Bool { map.insert(key, value) }
    #expect(insert(1, 1))
    #expect(insert(true, 2))
    #expect(map.count == 2)
  }
}

@Suite struct Depth {
  @Test func `a value is too large that nests deeper than permitted`() {
    func nested(_ depth: Int, _ wrap: (Value) -> Value) -> Value {
      (0..<depth).reduce(.int(1)) { inside, _ in wrap(inside) }
    }
    let wraps: [(Value) -> Value] = [
      { list($0) }, { map((1, $0)) }, { Value.optional(.init($0)) },
      { .record([$0], TypeID(index: 0)) },
    ]
    for wrap in wraps {
      #expect(!nested(Limits.valueDepth, wrap).isTooLarge)
      #expect(nested(Limits.valueDepth + 1, wrap).isTooLarge)
    }
    #expect(!Value.int(1).isTooLarge)
    #expect(!Value.optional(.init(nil)).isTooLarge)
  }

  @Test func `a value is too large that holds more than permitted, shared parts again`() {
    let part = Value.list(Array(repeating: .int(1), count: Limits.valueParts / 10 - 1))
    let parts = Array(repeating: part, count: 10)
    #expect(!Value.list(parts).isTooLarge)
    #expect(Value.list(parts + [.null]).isTooLarge)
    let pairs = Array(repeating: map((1, part)), count: 9)
    #expect(!Value.list(pairs).isTooLarge)
    #expect(Value.list(pairs + [map((1, part))]).isTooLarge)
    let doubled = (0..<40).reduce(Value.list([])) { inside, _ in .list([inside, inside]) }
    #expect(doubled.isTooLarge)
  }

  @Test func `a type determines whether its values may nest without end`() {
    let tree = ValueType.declared(TypeID(index: 0), [])
    let declarations = Declarations(types: [
      .init(name: "Tree", shape: .record([.init(name: "branches", type: .list(tree))])),
      .init(
        name: "Pair", parameters: ["T"],
        shape: .record([
          .init(name: "left", type: .parameter("T")), .init(name: "right", type: .parameter("T")),
        ])),
    ])
    let pair = { (type: ValueType) in ValueType.declared(TypeID(index: 1), [type]) }
    #expect(declarations.hasUnboundedNesting(.dyn))
    #expect(declarations.hasUnboundedNesting(.map(.string, .list(.dyn))))
    #expect(declarations.hasUnboundedNesting(tree))
    #expect(declarations.hasUnboundedNesting(.nullable(pair(pair(tree)))))
    #expect(!declarations.hasUnboundedNesting(pair(pair(.list(.int)))))
    #expect(!declarations.hasUnboundedNesting(.list(.list(.string))))
  }
}
