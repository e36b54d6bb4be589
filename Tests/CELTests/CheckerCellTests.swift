import CEL
import Testing

/// Cells as JSON values, against required types.
@Suite struct `Cells` {
  private func object(_ members: (String, Cell)...) -> Cell {
    .object(members.map { Cell.Member(key: $0.0, value: $0.1) })
  }

  @Test func `a number is what its type makes of it`() {
    let rows: [(String, ValueType, String)] = [
      ("2", .int, "int"), ("-2", .int, "int"), ("2", .double, "double"), ("2.5", .double, "double"),
      ("2", .uint, "uint"), ("2", .duration, "duration"), ("0.3", .duration, "duration"),
      ("1e3", .duration, "duration"), ("2", .nullable(.int), "int?"), ("2", .dyn, "dyn"),
      ("2.0", .dyn, "dyn"), ("2", .unknown, "int"), ("2.5", .unknown, "double"),
      ("9223372036854775807", .int, "int"), ("18446744073709551615", .uint, "uint"),
      ("1.5", .int, "json/number: `1.5` where an int is expected"),
      ("1e2", .int, "json/number: `1e2` where an int is expected"),
      ("9223372036854775808", .int, "json/number: `9223372036854775808` does not fit in int"),
      ("-1", .uint, "json/number: `-1` does not fit in uint"),
      ("1e999", .double, "json/number: `1e999` does not fit in double"),
      ("0.0000000001", .duration, "json/number: `0.0000000001` does not fit in duration"),
      ("99999999999", .duration, "json/number: `99999999999` does not fit in duration"),
      ("2", .string, "type/mismatch: expected string, found int"),
      ("2", .bool, "type/mismatch: expected bool, found int"),
      ("2", .timestamp, "type/mismatch: expected timestamp, found int"),
    ]
    for (digits, type, expected) in rows {
      #expect(outcome(.number(digits), as: type) == expected, "\(digits) as \(type)")
    }
  }

  @Test func `seconds are exact`() throws {
    for (digits, nanoseconds) in [
      ("10", 10_000_000_000), ("0.3", 300_000_000), ("1.5e-3", 1_500_000),
      ("-2.25", -2_250_000_000),
      ("1E2", 100_000_000_000), ("0.000000001", 1), ("0", 0), ("-0.0", 0), ("0.10", 100_000_000),
    ] {
      let syntax = try #require(
        check(.number(digits), against: .duration, in: Scope()).syntax)
      guard case .constant(.duration(let value)) = syntax.nodes[Int(syntax.root)].kind else {
        Testing.Issue.record("\(digits) is no duration")
        continue
      }
      #expect(value.nanoseconds == Int64(nanoseconds), "\(digits)")
    }
  }

  @Test func `plain values`() {
    #expect(outcome(.bool(true), as: .bool) == "bool")
    #expect(outcome(.null, as: .nullable(.string)) == "string?")
    #expect(outcome(.null, as: .string) == "type/mismatch: expected string, found null")
    #expect(outcome(.bool(true), as: .int) == "type/mismatch: expected int, found bool")
    #expect(outcome(.bool(true), as: .dyn) == "dyn")
    #expect(outcome(object(), as: .void) == "void")
    #expect(outcome(object(), as: .nullable(.void)) == "void?")
    #expect(outcome(.null, as: .nullable(.void)) == "void?")
    #expect(outcome(object(), as: .string) == "type/mismatch: expected string, found an object")
  }

  @Test func `lists hold elements of their type`() {
    let list = Cell.list([.expression("code"), .expression("'a'")])
    #expect(outcome(list, as: .list(.string)) == "[string]")
    #expect(outcome(list, as: .list(.nullable(.string))) == "[string?]")
    #expect(outcome(.list([.number("1"), .null]), as: .list(.nullable(.double))) == "[double?]")
    #expect(outcome(.list([]), as: .list(.int)) == "[int]")
    #expect(outcome(.list([.number("1"), .expression("'a'")]), as: .dyn) == "dyn")
    #expect(
      outcome(.list([.number("1"), .expression("code")]), as: .list(.int))
        == "/1 type/mismatch: an element of this list is int, this is string")
    #expect(outcome(list, as: .int) == "type/mismatch: expected int, found [string]")
  }

  @Test func `objects are records`() {
    let language = Sample.type("Language")
    let whole = object(("code", .expression("code")), ("name", .expression("'x'")))
    #expect(outcome(whole, as: language) == "Language")
    #expect(outcome(whole, as: .nullable(language)) == "Language?")
    #expect(
      outcome(object(("code", .expression("code"))), as: language)
        == "type/incomplete: `Language` also needs `name: string`")
    #expect(
      outcome(object(("cod", .expression("code")), ("name", .expression("code"))), as: language)
        == "/cod (key) name/unknown: no field of `Language` is named `cod` (did you mean `code`?)"
        + " -> code")
    #expect(
      outcome(object(("code", .number("1")), ("name", .expression("code"))), as: language)
        == "/code type/mismatch: `code` of `Language` is string, this is int")
    #expect(outcome(object(("id", .expression("code"))), as: Sample.type("User")) == "User")
    #expect(outcome(object(("stopId", .expression("code"))), as: Sample.type("Stop")) == "Stop")
  }

  @Test func `objects are unions with one case`() {
    let effect = Sample.type("Effect")
    #expect(outcome(object(("sendSms", object())), as: effect) == "Effect")
    #expect(
      outcome(
        object(
          ("checkCode", object(("phone", .expression("code")), ("code", .expression("code"))))),
        as: effect) == "Effect")
    #expect(outcome(object(("note", object())), as: effect) == "Effect")
    #expect(
      outcome(object(("checkCode", object(("phone", .expression("code"))))), as: effect)
        == "/checkCode type/incomplete: `checkCode` also needs `code: string`")
    #expect(
      outcome(object(("sendSms", object()), ("note", object())), as: effect)
        == "type/incomplete: a union value has exactly one case, found two")
    #expect(
      outcome(object(), as: effect)
        == "type/incomplete: a union value has exactly one case, found none "
        + "[the cases are `sendSms`, `checkCode` and `note`]")
    #expect(
      outcome(object(("sendSMS2", object())), as: effect)
        == "/sendSMS2 (key) name/unknown: no case of `Effect` is named `sendSMS2` "
        + "(did you mean `sendSms`?) -> sendSms")
    #expect(
      outcome(
        object(("data", object(("value", .list([.expression("code")]))))),
        as: Sample.type("Loadable", .list(.string))) == "Loadable<[string]>")
    #expect(
      outcome(
        object(("data", object(("value", .list([.number("1")]))))),
        as: Sample.type("Loadable", .list(.string)))
        == "/data/value/0 type/mismatch: an element of this list is string, this is int")
  }

  @Test func `objects are maps with keys of text, sorted`() throws {
    let cell = object(("b", .number("1")), ("a", .expression("count")), ("é/~", .number("2")))
    #expect(outcome(cell, as: .map(.string, .int)) == "[string: int]")
    #expect(outcome(cell, as: .dyn) == "dyn")
    #expect(
      outcome(cell, as: .map(.int, .int))
        == "type/mismatch: expected [int: int], found an object")
    #expect(
      outcome(object(("é/~", .expression("'x'"))), as: .map(.string, .int))
        == "/é~1~0 type/mismatch: a value of this map is int, this is string")
    let syntax = try #require(check(cell, against: .map(.string, .int), in: Sample.scope).syntax)
    let keys = syntax.nodes.compactMap { node -> String? in
      guard case .constant(.string(let key)) = node.kind else { return nil }
      return key
    }
    #expect(keys == ["a", "b", "é/~"])
  }

  @Test func `an issue is located inside of its cell`() {
    let cell = object(("code", .expression("code + 1")), ("name", .list([.expression("x")])))
    #expect(
      outcome(cell, as: Sample.type("Language"))
        == "/code type/overload: there is no `+` for string and int; did you mean `string(1)`?"
        + " -> string(1)\n/name/0 name/unknown: nothing here is named `x` (there are `code`, "
        + "`count`, `isHeads`, `price`, `total`, `selected`, `limit`, `user` and 15 more)")
  }

  @Test func `what comes from a declaration that is broken causes nothing`() {
    let broken = Sample.type("Broken")
    #expect(outcome(object(("a", .number("1"))), as: broken) == "unknown")
    #expect(outcome(.expression("odd.foo[1] + odd('x')"), as: .int).contains("name/unknown"))
    #expect(outcome(.expression("odd.foo[1] + odd.bar(2) > 3"), as: .bool) == "unknown")
    // Neither does anything that depends on it.
    #expect(outcome(.expression("odd.foo > 3"), as: .int) == "unknown")
    #expect(outcome(.expression("odd.foo > 3 && odd.bar"), as: .int) == "unknown")
    #expect(outcome(.expression("odd"), as: .int) == "unknown")
    #expect(outcome(.expression("odd != null && odd.a == null ? odd : 1"), as: .int) == "int")
  }
}
