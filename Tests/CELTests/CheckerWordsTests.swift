import CEL
import Testing

/// The messages and locations of issues about cells.
@Suite struct `Issues about cells` {
  static let names: [(String, ValueType, String)] = [
    ("1️⃣isHead", .bool, "name/unknown: nothing here is named `isHead`; did you mean `isHeads`?"),
    ("1️⃣isheads", .bool, "name/unknown: nothing here is named `isheads`; did you mean `isHeads`?"),
    (
      "event.1️⃣tex", .string,
      "name/unknown: no field of `event` is named `tex`; did you mean `text`?"
    ),
    (
      "1️⃣event", .string,
      "name/unknown: `event` is not a value; it has `event.text`, `event.index` and `event.user`"
    ),
    (
      "1️⃣language", .string,
      "name/scope: `language` is carried by `settingLanguage`; this row is in the root"
    ),
    ("user.1️⃣nam", .string, "name/unknown: no field of `User` is named `nam`; did you mean `name`?"),
    (
      "Severity.1️⃣majr", Sample.type("Severity"),
      "name/unknown: no value of `Severity` is named `majr`; did you mean `major`?"
    ),
    (
      "Effect.1️⃣sendSMS3", Sample.type("Effect"),
      "name/unknown: no case of `Effect` is named `sendSMS3`; did you mean `sendSms`?"
    ),
    (
      "has(effect.1️⃣checkCod)", .bool,
      "name/unknown: no case of `Effect` is named `checkCod`; did you mean `checkCode`?"
    ),
    (
      "1️⃣Langage{code: ''}", .unknown,
      "name/unknown: no type is named `Langage`; did you mean `Language`?"
    ),
    (
      "Language{1️⃣cod: '', name: ''}", .unknown,
      "name/unknown: no field of `Language` is named `cod`; did you mean `code`?"
    ),
    (
      "user.copy({1️⃣'nam': ''})", .unknown,
      "name/unknown: no field of `User` is named `nam`; did you mean `name`?"
    ),
    ("isIn(1️⃣'idel')", .bool, "name/unknown: no state is named `idel`; did you mean `idle`?"),
    (
      "1️⃣minute(elapsed)", .int,
      "name/unknown: no function is named `minute`; did you mean `minutes`?"
    ),
    (
      "code.1️⃣startWith('a')", .bool,
      "name/unknown: no function is named `startWith`; did you mean `startsWith`?"
    ),
    (
      "math.1️⃣flor(1.5)", .double,
      "name/unknown: no function of `math` is named `flor`; did you mean `floor`?"
    ),
    ("1️⃣length(code)", .int, "name/unknown: no function is named `length`; write `size(code)`"),
    (
      "names.1️⃣any(n, true)", .bool,
      "name/unknown: no function is named `any`; write `names.exists(n, true)`"
    ),
    ("1️⃣minutes", .int, "name/unknown: `minutes` is a function, not a value; call it: `minutes(…)`"),
    ("1️⃣Severity", .unknown, "name/unknown: `Severity` is a type, not a value"),
    (
      "1️⃣now()", .timestamp,
      "expr/impure: `now()` reads the clock; a reducer must return the same every time: let an event carry the time"
    ),
    (
      "1️⃣random()", .int,
      "expr/impure: `random()` is random; a reducer must return the same every time: let an event carry it"
    ),
    (
      "names.exists(1️⃣count, true)", .bool,
      "name/duplicate: `count` has another meaning here already"
    ),
    (
      "names.exists(n, names.exists(1️⃣n, true))", .bool,
      "name/duplicate: `n` has another meaning here already"
    ),
    ("cel.bind(1️⃣code, 1, 2)", .int, "name/duplicate: `code` has another meaning here already"),
    ("names.exists(1️⃣event, true)", .bool, "name/duplicate: `event` belongs to the language"),
    (
      "names.map(1️⃣Severity, 1)", .list(.int),
      "name/duplicate: `Severity` has another meaning here already"
    ),
    ("Language{code: '', 1️⃣code: '', name: ''}", .unknown, "name/duplicate: `code` is given twice"),
    ("1️⃣True", .bool, "name/unknown: nothing here is named `True`; did you mean `true`?"),
    (
      "1️⃣index == 1", .bool,
      "name/unknown: nothing here is named `index`; did you mean `event.index`?"
    ),
    (
      "1️⃣major", Sample.type("Severity"),
      "name/unknown: nothing here is named `major`; did you mean `Severity.major`?"
    ),
    (
      "1️⃣.major", Sample.type("Severity"),
      "name/unknown: nothing here is named `major`; did you mean `Severity.major`?"
    ),
    (
      "1️⃣Effect.checkCode{phone: '1', code: event.text}", .unknown,
      "name/unknown: `Effect.checkCode` is a case of a union, not a type"
    ),
    ("1️⃣Language('a', 'b')", .unknown, "name/unknown: `Language` is a type, not a value"),
    ("1️⃣5s", .duration, "expr/syntax: `5s` is not a number; a duration is written `duration('5s')`"),
  ]

  @Test(arguments: names) func `a name`(marked: String, type: ValueType, reported: String) {
    check(marked, as: type, reports: reported)
  }

  static let bareTexts: [(String, ValueType, String)] = [
    ("1️⃣en", .string, "en"), ("1️⃣en", .nullable(.string), "en"),
    ("isHeads ? 1️⃣Heads : 'Tails'", .string, "Heads"),
    ("isHeads ? 'Heads' : 1️⃣Tails", .unknown, "Tails"), ("1️⃣Heads + '!'", .string, "Heads"),
    ("'a' + 1️⃣Heads", .string, "Heads"), ("code == 1️⃣Heads", .bool, "Heads"),
    ("1️⃣Heads != code", .bool, "Heads"),
    ("[1️⃣Heads]", .list(.string), "Heads"), ("Language{code: 1️⃣lt, name: ''}", .unknown, "lt"),
    ("code.startsWith(1️⃣abc)", .bool, "abc"), ("pick(names, 1️⃣abc)", .string, "abc"),
    ("user.copy({'name': 1️⃣Anna})", .unknown, "Anna"),
    ("user.?name.orValue(1️⃣nobody)", .string, "nobody"),
    ("1️⃣lt in names", .bool, "lt"),
  ]

  @Test(arguments: bareTexts) func `text without quotes`(
    marked: String, type: ValueType, name: String
  ) {
    check(
      marked, as: type,
      reports: "name/bare-text: `\(name)` is read as an expression, and nothing here is named "
        + "`\(name)`; not a property, input or function")
  }

  static let fixes: [(String, ValueType, String)] = [
    ("'major'", Sample.type("Severity"), "Severity.major"),
    ("Severity.minor == 'major'", .bool, "Severity.major"),
    (".major", Sample.type("Severity"), "Severity.major"),
    ("nil", .nullable(.string), "null"), ("False", .bool, "false"), ("", .string, "''"),
    ("duration(count)", .duration, "string(count) + 's'"), ("duration(5)", .duration, "'5s'"),
    ("now + 3600", .timestamp, "duration('3600s')"), ("now + '1h'", .timestamp, "duration('1h')"),
    ("now - '5 min'", .timestamp, "duration('5m')"),
    ("count + '/' + size(names)", .string, "string(count)"),
  ]

  @Test(arguments: fixes) func `a certain correction is a fix`(
    text: String, type: ValueType, fix: String
  ) {
    let issues = CEL.check(.expression(text), against: type, in: Sample.scope).issues
    #expect(issues.map(\.fix) == [fix])
  }

  @Test(arguments: [
    ("undefined", ValueType.nullable(.string)), ("nil", .string), ("", .nullable(.string)),
    ("code + count > 1 ? 's' : ''", .string),
  ])
  func `an uncertain correction is not a fix`(text: String, type: ValueType) {
    let issues = CEL.check(.expression(text), against: type, in: Sample.scope).issues
    #expect(issues.map(\.fix) == [nil])
  }

  @Test(arguments: [
    ("Effect.checkCode('a')", "Effect{checkCode: {phone: …, code: …}}"),
    ("Language('a')", "Language{code: …, name: …}"), ("Severity", "Severity.notAffected"),
  ])
  func `a type instead of a value comes with a value of it`(text: String, value: String) {
    let issues = CEL.check(.expression(text), against: .unknown, in: Sample.scope).issues
    #expect(issues.map(\.help) == ["a value of it is `\(value)`"])
  }

  @Test(arguments: [
    (
      "Effect.checkCode{phone: '1', code: string(count)}",
      "Effect{checkCode: {'phone': '1', 'code': string(count)}}"
    ),
    ("Effect.sendSms{}", "Effect.sendSms"),
  ])
  func `a case that is built like a record comes with its value`(text: String, value: String) {
    let issues = CEL.check(.expression(text), against: .unknown, in: Sample.scope).issues
    #expect(issues.map(\.help) == ["its value is `\(value)`"])
  }

  @Test func `the help quotes the whole cell`() {
    let issue = CEL.check(
      .expression("isHeads ? Heads : 'Tails'"), against: .string, in: Sample.scope
    ).issues.first
    #expect(issue?.help == "text needs quotes inside the quotes: \"isHeads ? 'Heads' : 'Tails'\"")
    #expect(issue?.fix == "'Heads'")
    #expect(issue?.range == 10..<15)
  }

  static let types: [(String, ValueType, String)] = [
    (
      "1️⃣count + ' items'", .string,
      "type/overload: there is no `+` for int and string; did you mean `string(count)`?"
    ),
    (
      "'is ' + 1️⃣side", .string,
      "type/overload: there is no `+` for string and Severity; did you mean `string(side)`?"
    ),
    (
      "1️⃣count / 2.0", .double,
      "type/overload: there is no `/` for int and double; did you mean `double(count)`?"
    ),
    (
      "price * 1️⃣2", .double,
      "type/overload: there is no `*` for double and int; did you mean `2.0`?"
    ),
    ("total + 1️⃣1", .uint, "type/overload: there is no `+` for uint and int; did you mean `1u`?"),
    (
      "1️⃣count == 1.0", .bool,
      "type/overload: there is no `==` for int and double; did you mean `double(count)`?"
    ),
    (
      "elapsed > 1️⃣10", .bool,
      "type/overload: there is no `>` for duration and int; did you mean `duration('10s')`?"
    ),
    ("1️⃣count > '3'", .bool, "type/overload: there is no `>` for int and string"),
    ("1️⃣int(isHeads)", .int, "type/overload: there is no `int` for bool"),
    (
      "code + 1️⃣count + price", .string,
      "type/overload: there is no `+` for string and int; did you mean `string(count)`?"
    ),
    ("1️⃣code && isHeads", .bool, "type/mismatch: an operand of `&&` must be bool, this is string"),
    ("1️⃣!code", .bool, "type/overload: there is no `!` for string; write `code == ''`"),
    ("1️⃣count ? 1 : 2", .int, "type/mismatch: a condition must be bool, this is int"),
    ("isHeads ? 1 : 1️⃣'a'", .unknown, "type/mismatch: one branch is int, the other string"),
    ("isHeads ? 1 : 1️⃣'a'", .int, "type/mismatch: expected int, found string"),
    ("1️⃣code", .int, "type/mismatch: expected int, found string"),
    ("1️⃣2", .double, "type/mismatch: expected double, found int"),
    ("[1, 1️⃣'a']", .unknown, "type/mismatch: this list holds int, found string"),
    ("{'a': 1, 'b': 1️⃣'x'}", .unknown, "type/mismatch: this map holds int, found string"),
    ("{1️⃣1.5: 1}", .unknown, "type/mismatch: a key is bool, int, uint or string, this is double"),
    ("1️⃣[]", .unknown, "type/mismatch: the type of this is not determined: [_]"),
    (
      "1️⃣Loadable.loading", .unknown,
      "type/mismatch: the type of this is not determined: Loadable<_>"
    ),
    ("code.1️⃣length", .int, "type/overload: string has no field `length`; write `size(code)`"),
    ("items[1️⃣'a']", .unknown, "type/overload: an index is int, this is string"),
    ("scores[1️⃣1]", .int, "type/overload: a key of this map is string, this is int"),
    ("{1: 2}.1️⃣one", .int, "type/overload: a key of this map is int, this is string"),
    ("1️⃣count[0]", .int, "type/overload: int has no elements"),
    ("1️⃣code.contains('a', 'b')", .bool, "type/overload: `contains` takes one argument, found two"),
    (
      "1️⃣code.substring()", .string,
      "type/overload: `substring` takes one or two arguments, found none"
    ),
    (
      "1️⃣contains(code, 'a')", .bool,
      "type/overload: `contains` is called on its first operand: `code.contains('a')`"
    ),
    ("code.1️⃣string()", .string, "type/overload: `string` is called as `string(code)`"),
    (
      "1️⃣pick(names)", .string,
      "type/overload: `pick` takes `from: [string]` and `else: string?`, found one"
    ),
    (
      "pick(1️⃣code, null)", .string,
      "type/mismatch: the first argument of `pick` is [string], this is string"
    ),
    ("1️⃣count.map(x, x)", .unknown, "type/overload: `map` needs a list or map, this is int"),
    ("items.sortBy(i, 1️⃣i)", .unknown, "type/overload: Item has no order to sort by"),
    ("items.1️⃣map(i.title, 1)", .unknown, "type/overload: `map` is called as `.map(x, value)`"),
    ("1️⃣side < Severity.major", .bool, "type/overload: there is no `<` for Severity and Severity"),
    ("1️⃣Language{code: ''}", .unknown, "type/incomplete: `Language` also needs `name: string`"),
    (
      "Effect{checkCode: 1️⃣{'phone': ''}}", .unknown,
      "type/incomplete: `checkCode` also needs `code: string`"
    ),
    (
      "1️⃣Stop{stopId: ''}.copy({'stopId': ''})", .unknown,
      "type/overload: there is no `copy` for Stop; it changes fields of a record"
    ),
    ("1️⃣Effect{}", .unknown, "type/incomplete: a union value has exactly one case, found none"),
    (
      "1️⃣Effect{sendSms: {}, note: {}}", .unknown,
      "type/incomplete: a union value has exactly one case, found two"
    ),
    (
      "1️⃣Effect.checkCode", .unknown,
      "type/incomplete: `checkCode` also needs `phone: string` and `code: string`"
    ),
    (
      "Stop{zone: 1, stopId: 1️⃣2}", .unknown,
      "type/mismatch: `stopId` of `Stop` is string, this is int"
    ),
    (
      "Language{code: '', ?1️⃣name: optional.of('')}", .unknown,
      "type/mismatch: `?` is for fields that may be null; `name` is string"
    ),
    ("1️⃣scores[?'a']", .int, "type/mismatch: expected int, found optional(int)"),
    (
      "1️⃣count.copy({'a': 1})", .unknown,
      "type/overload: there is no `copy` for int; it changes fields of a record"
    ),
    (
      "user.copy({1️⃣code: 1})", .unknown,
      "type/mismatch: a field's name must be a constant text: `{'name': …}`"
    ),
    ("1️⃣payload", .list(.string), "type/mismatch: expected [string], found dyn"),
    (
      "code.matches(1️⃣code)", .bool,
      "expr/regex: a pattern must be a constant text, because it is compiled when it is checked"
    ),
    ("code.matches(1️⃣'(a')", .bool, "expr/regex: `)` is missing: `(a`"),
    (
      "regex.extract(code, 1️⃣'(a)(b)')", .unknown,
      "expr/regex: this pattern has two groups, at most one can be extracted"
    ),
  ]

  @Test(arguments: types) func `a type`(marked: String, type: ValueType, reported: String) {
    check(marked, as: type, reports: reported)
  }

  @Test func `the purpose of a cell has its words`() {
    check(
      "1️⃣code", as: .bool, role: .set("isHeads"),
      reports: "type/mismatch: `isHeads` is bool, this row sets it to string")
    check(
      "1️⃣count", as: .bool, role: .condition("a guard"),
      reports: "type/guard: a guard must be bool, this is int")
    check(
      "1️⃣count", as: .string, role: .named("title"),
      reports: "type/mismatch: `title` is string, this is int")
    check(
      "1️⃣count", as: .string, role: .result("half"),
      reports: "type/mismatch: `half` returns string, this is int")
    check(
      "1️⃣selected", as: .string, role: .named("title"),
      reports: "type/null: `selected` may be null here; test `selected != null` first")
  }

  @Test func `isIn needs states`() {
    var scope = Sample.scope
    scope.surroundings.states = []
    check(
      "1️⃣isIn('idle')", in: scope,
      reports: "name/scope: `isIn` needs an active state; there is none here")
    check("isIn('idle') && !isIn('playing')", is: "bool")
    check("1️⃣isIn(code)", reports: "type/mismatch: `isIn` needs the name of a state: `isIn('idle')`")
    check(
      "isIn(1️⃣playing)",
      reports: "type/mismatch: `isIn` needs the name of a state: `isIn('playing')`")
    check(
      "isIn(1️⃣playin)", reports: "type/mismatch: `isIn` needs the name of a state: `isIn('playing')`"
    )
  }

  @Test func `where a file is missing nothing is unknown`() {
    var scope = Sample.scope
    scope.isOpen = true
    #expect(
      CEL.check(.expression("Missing{a: 1}.b + other(1)"), against: .int, in: scope).issues == [])
  }
}
