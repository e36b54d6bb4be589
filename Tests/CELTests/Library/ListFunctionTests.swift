import CEL
import Testing

@Suite struct ListFunctions {
  static let nested = list(1, list(2, list(3, list())), list())
  static let lossy = 9_007_199_254_740_992

  static let lists: [Row] = [
    Row("slice", .slice, list(1, 2, 3, 4), 1, 3, gives: "[2, 3]"),
    Row("slice of nothing", .slice, list(1), 1, 1, gives: "[]"),
    Row("slice backwards", .slice, list(1, 2), 1, 0, gives: "error: index"),
    Row("slice beyond", .slice, list(1, 2), 0, 3, gives: "error: index"),
    Row("slice below zero", .slice, list(1, 2), -1, 1, gives: "error: index"),
    Row("flatten", .flatten, nested, gives: "[1, 2, [3, []]]"),
    Row("flatten two levels", .flatten, nested, 2, gives: "[1, 2, 3, []]"),
    Row("flatten all", .flatten, nested, 100, gives: "[1, 2, 3]"),
    Row("flatten nothing", .flatten, nested, 0, gives: "[1, [2, [3, []]], []]"),
    Row("flatten below zero", .flatten, nested, -1, gives: "error: argument"),
    Row(
      "distinct", .distinct, list(1, "a", 1.0, .uint(1), "a", .null, .null),
      gives: "[1, 'a', null]"),
    Row(
      "NaN is never twice", .distinct, list(.double(.nan), .double(.nan)),
      gives: "[NaNd, NaNd]"),
    Row("distinct lists", .distinct, list(list(1), list(1.0), list(2)), gives: "[[1], [2]]"),
    Row("reverse", .reverse, list(1, 2, 3), gives: "[3, 2, 1]"),
    Row("sort", .sort, list(3, -1, 2), gives: "[-1, 2, 3]"),
    Row(
      "sort text by code point", .sort, list("\u{1F600}", "\u{FF5E}", "b", "Z"),
      gives: "['Z', 'b', '\u{FF5E}', '\u{1F600}']"),
    Row(
      "sort doubles, NaN last", .sort, list(.double(.nan), 1.0, -0.0, 0.0, -1.0),
      gives: "[-1d, -0d, 0d, 1d, NaNd]"),
    Row("sort bools", .sort, list(true, false), gives: "[false, true]"),
    Row("sort durations", .sort, list(span("2s"), span("1500ms")), gives: "[1.5s, 2s]"),
    Row("sort of two types", .sort, list(1, 1.0), gives: "error: overload"),
    Row("sort of lists", .sort, list(list(1)), gives: "error: overload"),
    Row("sort of nothing", .sort, list(), gives: "[]"),
    Row("first", .first, list(1, 2), gives: "some(1)"),
    Row("first of nothing", .first, list(), gives: "none"),
    Row("last", .last, list(1, 2), gives: "some(2)"),
    Row("range", .range, 3, gives: "[0, 1, 2]"),
    Row("range of nothing", .range, -3, gives: "[]"),
    Row("range of a double", .range, 3.0, gives: "error: overload"),
    Row("in", .contained, .uint(3), list(1, 3.0), gives: "true"),
    Row("not in", .contained, .double(.nan), list(.double(.nan)), gives: "false"),
    Row("in the keys", .contained, 1.0, map((.uint(1), "a")), gives: "true"),
    Row("not in the values", .contained, "a", map((.uint(1), "a")), gives: "false"),
    Row("in a text", .contained, "a", "abc", gives: "error: overload"),
    Row("of a number", .first, 1, gives: "error: overload"),
  ]

  static let sets: [Row] = [
    Row("contains", .setsContains, list(1, 2, 3), list(3, 1.0), gives: "true"),
    Row("contains nothing", .setsContains, list(), list(), gives: "true"),
    Row("contains not", .setsContains, list(1), list(1, 2), gives: "false"),
    Row("equivalent", .setsEquivalent, list(1, 1, 2), list(.uint(2), 1), gives: "true"),
    Row("not equivalent", .setsEquivalent, list(1), list(1, 2), gives: "false"),
    Row("intersects", .setsIntersects, list(1, 2), list(2.0, 5), gives: "true"),
    Row("intersects not", .setsIntersects, list(1), list(), gives: "false"),
    Row(
      "one double equals many ints", .setsContains,
      list(.int(Int64(lossy)), .double(Double(lossy))), list(.int(Int64(lossy) + 1)),
      gives: "true"),
    Row("of a map", .setsContains, map((1, 1)), list(), gives: "error: overload"),
  ]

  static let selecting: [Row] = [
    Row("an element", .index, list(7, 8), 1, gives: "8"),
    Row("by uint", .index, list(7, 8), .uint(1), gives: "8"),
    Row("by a whole double", .index, list(7, 8), 1.0, gives: "8"),
    Row("by a broken double", .index, list(7, 8), 0.1, gives: "error: index"),
    Row("by NaN", .index, list(7), .double(.nan), gives: "error: index"),
    Row("by a huge double", .index, list(7), 1e300, gives: "error: index"),
    Row("beyond the size", .index, list(7), 1, gives: "error: index"),
    Row("below zero", .index, list(7), -1, gives: "error: index"),
    Row("by text", .index, list(7), "0", gives: "error: overload"),
    Row("a key", .index, map((1, "a"), ("k", "b")), .uint(1), gives: "'a'"),
    Row("a key by double", .index, map((1, "a")), 1.0, gives: "'a'"),
    Row("a key that is missing", .index, map((1, "a")), 2, gives: "error: missingKey"),
    Row("a key by a broken double", .index, map((1, "a")), 1.5, gives: "error: missingKey"),
    Row("null as a key", .index, map((1, "a")), .null, gives: "error: overload"),
    Row("inside an optional", .index, .optional(.init(list(7))), 0, gives: "some(7)"),
    Row("inside none", .index, .optional(.init(nil)), 0, gives: "none"),
    Row("of a text", .index, "abc", 0, gives: "error: overload"),
  ]

  @Test(arguments: lists) func `lists are taken apart and put together`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: sets) func `lists are compared as sets`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: selecting) func `elements and entries are selected`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test func `many elements give what few would`() {
    let many = (0..<3_000).map { Value.int(Int64($0 % 1_000)) }
    let halves = (0..<2_000).map { Value.double(Double($0) / 2) }
    #expect(call(.size, [distinct(many + halves)]) == "2000")
    #expect(call(.setsContains, [.list(halves), .list(many)]) == "true")
    #expect(call(.setsContains, [.list(many), .list(halves)]) == "false")
    #expect(call(.setsIntersects, [.list(many), list(999.5, 999.0)]) == "true")
    #expect(call(.setsEquivalent, [.list(many), .list(many.reversed())]) == "true")
  }

  private func distinct(_ elements: [Value]) -> Value {
    var budget = Budget(1_000_000)
    return (try? Library.distinct(elements, budget: &budget).get()).map(Value.list) ?? .null
  }

  @Test func `equal keys keep their order when sorted`() {
    var budget = Budget(1_000)
    let elements: [Value] = ["c", "a", "b", "d"]
    let keys: [Value] = [2, 1, 1, 2]
    let sorted = Library.sort(elements, by: keys, budget: &budget).map(Value.list)
    #expect(text(of: sorted) == "['a', 'b', 'c', 'd']")
    #expect(budget.remaining == 1_000 - 4 * 3)
  }

  @Test func `fields are selected by name`() {
    let song: Value = .record(["Air", .null], TypeID(index: 1))
    let effect: Value = .union(.init(type: TypeID(index: 2), index: 1), ["1234"])
    func select(_ value: Value, _ name: String) -> String {
      [Library.select, Library.optionalSelect, Library.hasKey].map { function in
        text(of: function(value, name, testTypes))
      }.joined(separator: " ")
    }
    #expect(select(song, "title") == "'Air' some('Air') true")
    #expect(select(song, "album") == "null none false")
    #expect(select(song, "year") == "error: missingKey none false")
    #expect(select(effect, "checkCode") == "case1['1234'] some(case1['1234']) true")
    #expect(select(effect, "sendSms") == "error: missingKey none false")
    #expect(select(effect, "code") == "'1234' some('1234') true")
    #expect(select(map(("a", .null)), "a") == "null some(null) true")
    #expect(select(map(("a", 1)), "b") == "error: missingKey none false")
    #expect(select(.optional(.init(map(("a", 1)))), "a") == "some(1) some(1) true")
    #expect(select(.optional(.init(nil)), "a") == "none none false")
    #expect(select(1, "a") == "error: overload error: overload error: overload")
  }
}
