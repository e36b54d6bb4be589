import CEL
import Testing

@Suite struct `The standard's types` {
  static let scope = {
    let variables: [(String, ValueType)] = [
      ("x", .int), ("s", .string), ("d", .dyn), ("list", .list(.int)), ("m", .map(.string, .int)),
      ("n", .null), ("t", .timestamp), ("span", .duration), ("a.b", .map(.string, .string)),
      ("a.b.c", .int), ("com.example.y", .bool), ("com.y", .double), ("y", .string),
      ("o", .optional(.map(.string, .int))), ("thing", .named("pkg.Thing")),
    ]
    return Scope(
      declarations: Declarations(variables: variables.map { .init(name: $0.0, type: $0.1) }),
      names: Dictionary(uniqueKeysWithValues: variables.enumerated().map { ($1.0, Int32($0)) }),
      profile: .standard(container: "com.example"))
  }()

  static let types: [(String, String)] = [
    ("[]", "[dyn]"), ("{}", "[dyn: dyn]"), ("[1, 2]", "[int]"), ("[1, 'a']", "[dyn]"),
    ("[1, dyn(2)]", "[dyn]"), ("{'a': 1, 2: 'b'}", "[dyn: dyn]"),
    ("[[[[[]]]], [], [[[]]]]", "[[[[[dyn]]]]]"), ("[[], [1]]", "[[int]]"),
    ("[[1], []]", "[[int]]"), ("[[1], ['a']]", "[dyn]"), ("([].map(x, x))[0].foo", "dyn"),
    ("[optional.of(1), null][0]", "optional(int)"), ("[null, optional.of(1)][0]", "optional(int)"),
    ("[span, null][0]", "duration"), ("[null, t][0]", "timestamp"),
    ("[thing, null]", "[pkg.Thing]"),
    ("[1, null]", "[dyn]"), ("true ? 1 : dyn('a')", "dyn"), ("true ? dyn(1) : 'a'", "dyn"),
    ("true ? [] : [1]", "[int]"), ("true ? {} : {'a': 1}", "[string: int]"),
    ("[1] + []", "[int]"), ("[] + []", "[dyn]"), ("[1] + [dyn(1)]", "[dyn]"),
    ("d + 1", "int"), ("d + d", "dyn"), ("d == 1", "bool"), ("d.a.b", "dyn"), ("d[0]", "dyn"),
    ("list[0] + 1", "int"), ("m.a", "int"), ("m['a']", "int"), ("m.?a", "optional(int)"),
    ("m[?'a']", "optional(int)"), ("o.a", "optional(int)"), ("o['a']", "optional(int)"),
    ("o.?a.orValue(1)", "int"), ("optional.none().orValue(1)", "int"),
    ("optional.none().or(optional.of('a'))", "optional(string)"),
    ("optional.none()", "optional(dyn)"),
    ("list.map(e, [e])", "[[int]]"), ("list.filter(e, e > 0)", "[int]"),
    ("m.map(k, k)", "[string]"),
    ("m.transformMap(k, v, string(v))", "[string: string]"),
    ("list.transformMap(i, v, string(v))", "[int: string]"),
    ("m.transformMapEntry(k, v, {v: k})", "[int: string]"),
    ("m.transformList(k, v, k + string(v))", "[string]"), ("list.sortBy(e, -e)", "[int]"),
    ("list.exists(e, e == d)", "bool"), ("cel.bind(e, [1], e[0])", "int"),
    ("o.optMap(e, e.a)", "optional(int)"), ("o.optFlatMap(e, e.?a)", "optional(int)"),
    ("type(1)", "type(int)"), ("int", "type(int)"), ("type(1) == int", "bool"),
    ("type(type(1))", "type(type(int))"), ("google.protobuf.Duration", "type(duration)"),
    ("[int, string]", "[type(int)]"), ("a.b.c", "int"), ("a.b.d", "string"), ("a.b.c.d", "?"),
    ("y", "bool"), (".y", "string"), ("example.y", "bool"), (".com.y", "double"),
    ("com.y", "double"),
    ("list.exists(y, y == 0)", "bool"), ("list.exists(y, .y == 'a')", "bool"),
    ("math.greatest(1, 2)", "int"), ("math.greatest(1, 2.0)", "dyn"),
    ("math.least([1.0])", "double"),
    ("math.greatest(d)", "dyn"), ("t - t", "duration"), ("t - span", "timestamp"),
    ("span + t", "timestamp"), ("'%s'.format([1, 'a', null])", "string"),
    ("[[1]].flatten()", "[int]"), ("list.first()", "optional(int)"), ("[?o.a]", "[int]"),
    ("{?'k': o.a}", "[string: int]"), ("has(m.a)", "bool"), ("has(d.a.b)", "bool"),
    ("dyn(1) in list", "bool"), ("'a' in m", "bool"), ("x in d", "bool"), ("null == null", "bool"),
    ("n == null", "bool"), ("d ? 1 : 2", "int"), ("d && d", "bool"), ("!d", "bool"), ("-d", "dyn"),
    ("regex.extract(s, s)", "optional(string)"), ("s.matches(s)", "bool"),
    ("matches(s, 'a')", "bool"),
    ("duration('1s') < span", "bool"), ("string(t)", "string"), ("base64.encode(b'a')", "string"),
    ("lists.range(3)", "[int]"), ("sets.contains([1], [1])", "bool"),
    ("strings.quote(s)", "string"),
    ("thing == null", "bool"), ("t == null", "bool"), ("[1, 2.0][0]", "dyn"),
    ("[d, 1][1] + 'a'", "string"),
  ]

  @Test(arguments: types) func `an expression has the type that the standard deduces`(
    text: String, type: String
  ) {
    if type == "?" { return }
    check(text, in: Self.scope, is: type)
  }

  static let refused: [(String, String)] = [
    ("x + 's'", "there is no `+` for int and string; did you mean `string(x)`?"),
    ("x == 1.0", "there is no `==` for int and double; did you mean `double(x)`?"),
    ("x == null", "there is no `==` for int and null"),
    ("s < 1", "there is no `<` for string and int"),
    ("unknown", "nothing here is named `unknown`"), ("x.f", "int has no field `f`"),
    ("x()", "no function is named `x`"),
    ("x && true", "an operand of `&&` must be bool, this is int"),
    ("[1].map(e, e + 's')", "there is no `+` for int and string; did you mean `string(e)`?"),
    ("{1: 2}['a']", "a key of this map is int, this is string"), ("x[0]", "int has no elements"),
    ("[?1]", "`?` needs an optional, this is int"),
    ("x.exists(e, true)", "`exists` needs a list or map, this is int"),
    ("math.greatest('a')", "there is no `greatest` for string"),
    ("size(1)", "there is no `size` for int"),
    ("1 ? 2 : 3", "a condition must be bool, this is int"),
    ("true ? 1 : 'a'", "one branch is int, the other string"),
    ("x.optMap(e, e)", "`optMap` needs an optional, this is int"),
    ("Missing{a: 1}", "no type is named `Missing`"),
    ("dyn", "`dyn` is a function, not a value; call it: `dyn(…)`"),
    ("isIn('a')", "no function is named `isIn`"),
    ("x.copy({'a': 1})", "no function is named `copy`"),
    ("[1].transformMapEntry(i, v, 3)", "an entry is a map, as in `{k: v}`, this is int"),
  ]

  @Test(arguments: refused) func `an expression that no overload takes is refused`(
    text: String, message: String
  ) {
    let checked = CEL.check(.expression(text), against: .unknown, in: Self.scope)
    #expect(checked.issues.map(\.message) == [message], "\(text)")
  }
}
