import CEL
import Testing

@Suite struct OptionalFunctions {
  static let none: Value = .optional(.init(nil))
  static let one: Value = .optional(.init(1))

  static let rows: [Row] = [
    Row("none", .optionalNone, gives: "none"),
    Row("of a value", .optionalOf, 1, gives: "some(1)"),
    Row("of null", .optionalOf, .null, gives: "some(null)"),
    Row("of null, not zero", .optionalOfNonZeroValue, .null, gives: "none"),
    Row("of zero", .optionalOfNonZeroValue, 0, gives: "none"),
    Row("of minus zero", .optionalOfNonZeroValue, -0.0, gives: "none"),
    Row("of no text", .optionalOfNonZeroValue, "", gives: "none"),
    Row("of no time", .optionalOfNonZeroValue, span("0s"), gives: "none"),
    Row("of an empty map", .optionalOfNonZeroValue, map(), gives: "none"),
    Row("of false", .optionalOfNonZeroValue, false, gives: "none"),
    Row("of a blank", .optionalOfNonZeroValue, " ", gives: "some(' ')"),
    Row("has a value", .hasValue, one, gives: "true"),
    Row("has none", .hasValue, none, gives: "false"),
    Row("the value", .value, one, gives: "1"),
    Row("the value of none", .value, none, gives: "error: noValue"),
    Row("or of a value", .or, one, none, gives: "some(1)"),
    Row("or of none", .or, none, one, gives: "some(1)"),
    Row("or of no optional", .or, none, 1, gives: "error: overload"),
    Row("or a value", .orValue, none, 42, gives: "42"),
    Row("the value, not the other", .orValue, one, 42, gives: "1"),
    Row("of no optional", .hasValue, 1, gives: "error: overload"),
  ]

  @Test(arguments: rows) func `optionals hold a value or none`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test func `an optional index is none where there is nothing`() {
    func optionalIndex(_ value: Value, _ key: Value) -> String {
      var budget = Budget(1_000)
      return text(of: Library.optionalIndex(value, key, budget: &budget))
    }
    #expect(optionalIndex(list(7), 0) == "some(7)")
    #expect(optionalIndex(list(7), 1) == "none")
    #expect(optionalIndex(map((1, "a")), 1.0) == "some('a')")
    #expect(optionalIndex(map((1, "a")), 2) == "none")
    #expect(optionalIndex(Self.none, 2) == "none")
    #expect(optionalIndex(.optional(.init(list(7))), 0) == "some(7)")
    #expect(optionalIndex(list(7), "a") == "error: overload")
  }

  @Test func `an index or a field of an optional is none where there is nothing`() {
    var budget = Budget(1_000)
    #expect(text(of: Library.index(.optional(.init(list(7))), 0, budget: &budget)) == "some(7)")
    #expect(text(of: Library.index(.optional(.init(list(7))), 1, budget: &budget)) == "none")
    #expect(text(of: Library.select(.optional(.init(map())), "a", types: [])) == "none")
    #expect(text(of: Library.select(Self.none, "a", types: [])) == "none")
  }
}
