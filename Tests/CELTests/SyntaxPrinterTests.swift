import CEL
import Testing

@Suite struct `Canonical text` {
  static let texts: [(String, String)] = [
    ("1+2*3", "1 + 2 * 3"), ("(1+2)*3", "(1 + 2) * 3"), ("1-(2-3)", "1 - (2 - 3)"),
    ("(1-2)-3", "1 - 2 - 3"), ("a&&b||c", "a && b || c"), ("a&&(b||c)", "a && (b || c)"),
    ("a||(b||c)", "a || (b || c)"), ("( ( a ) )", "a"), ("a?b:c", "a ? b : c"),
    ("a?.b:c", "a ? .b : c"),
    ("a?(b?1:2):(c?3:4)", "a ? (b ? 1 : 2) : c ? 3 : 4"), ("(a?b:c)?1:2", "(a ? b : c) ? 1 : 2"),
    ("a ? b||c : d", "a ? b || c : d"), ("a<b==c", "a < b == c"), ("a<(b==c)", "a < (b == c)"),
    ("a in[1,2,]", "a in [1, 2]"), ("!a", "!a"), ("! !a", "!!a"), ("!(!a)", "!!a"),
    ("!(a&&b)", "!(a && b)"),
    ("-a", "-a"), ("-(a+b)", "-(a + b)"), ("- 5", "-5"), ("-(5)", "-(5)"), ("--5", "-(-5)"),
    ("-(-5)", "-(-5)"), ("1--5", "1 - -5"), ("1-(-a)", "1 - -a"), ("(-5).f()", "(-5).f()"),
    ("-(5.f())", "-(5.f())"), ("-(5.0.f().g)", "-(5.0.f().g)"), ("-x.y", "-x.y"),
    ("(-x).y", "(-x).y"),
    ("-9223372036854775808", "-9223372036854775808"), ("0x1F", "31"), ("007", "7"),
    ("0XffU", "255u"),
    ("1.50", "1.5"), (".5", "0.5"), ("1e3", "1000.0"), ("1E+30", "1e+30"), ("-0.0", "-0.0"),
    ("5e-324", "5e-324"),
    ("\"it\"", "'it'"), ("'it\\'s'", "'it\\'s'"), ("\"it's\"", "'it\\'s'"),
    ("'''a\nb'''", "'a\\nb'"),
    (#"r'\d+'"#, #"r'\d+'"#), (#"'\\d+'"#, #"r'\d+'"#), (#"'\\'"#, #"r'\'"#),
    (#"'\\\n'"#, #"'\\\n'"#),
    ("'\\u0000\\x7f'", "'\\x00\\x7f'"), ("'\\u202e'", "'\\u202e'"), ("'é😀'", "'é😀'"),
    ("'e\\u0301'", "'e\u{301}'"),
    ("b'abc'", "b'abc'"), ("b'ÿ'", "b'\\xc3\\xbf'"), ("b'\\377'", "b'\\xff'"),
    ("bR'\\x'", "b'\\\\x'"),
    ("f( a,b )", "f(a, b)"), ("a . b [ 0 ] . c ( )", "a.b[0].c()"), (".a.b", ".a.b"),
    (".f(1)", ".f(1)"),
    ("a.?b[?0]", "a.?b[?0]"), ("[?a,b]", "[?a, b]"), ("{?'a':b, 'c':d}", "{?'a': b, 'c': d}"),
    ("A.B{c:1,?d:e}", "A.B{c: 1, ?d: e}"), (".A{}", ".A{}"),
    ("Language{code:'lt'}", "Language{code: 'lt'}"),
    ("has(a.b.c)", "has(a.b.c)"), ("has((a).b)", "has(a.b)"),
    ("[1].all(x,x>0)", "[1].all(x, x > 0)"),
    ("[1].exists_one(x,x>0)", "[1].exists_one(x, x > 0)"),
    ("[1].existsOne(x,x>0)", "[1].existsOne(x, x > 0)"),
    ("cel.bind(x,1,x+x)", "cel.bind(x, 1, x + x)"), ("(a+b).size()", "(a + b).size()"),
    ("(a?b:c).d", "(a ? b : c).d"),
    ("m.`a-b`", "m.`a-b`"), ("m.`ab`", "m.ab"), ("m.`in`", "m.`in`"), ("m.package", "m.package"),
    ("`package`", "`package`"), ("`abc`", "abc"), ("{'a': {}}", "{'a': {}}"), ("[]", "[]"),
    ("a // comment\n+ b", "a + b"), ("a\t+\r\n\u{c}b", "a + b"),
    ("true?null:false", "true ? null : false"),
    ("x.map(y,y>0,y*2)", "x.map(y, y > 0, y * 2)"), ("x.exists(y.z, true)", "x.exists(y.z, true)"),
  ]

  @Test(arguments: texts) func `has one spelling, and means the same`(
    text: String, canonical: String
  ) throws {
    let syntax = try #require(Parser.parse(text).syntax, "\(text)")
    #expect(Printer.text(of: syntax) == canonical)
    let again = try #require(Parser.parse(canonical).syntax, "\(canonical)")
    #expect(again.isSame(as: syntax))
    #expect(Printer.text(of: again) == canonical)
  }

  @Test func `random expressions print and read alike`() throws {
    var random = Generator(state: 42)
    for _ in 0..<500 {
      let text = random.expression(depth: 5)
      let syntax = try #require(Parser.parse(text).syntax, "\(text)")
      let printed = Printer.text(of: syntax)
      let again = try #require(Parser.parse(printed).syntax, "\(text) became \(printed)")
      #expect(again.isSame(as: syntax), "\(text) became \(printed)")
      #expect(Printer.text(of: again) == printed)
    }
  }

  /// Builds texts from the grammar.
  private struct Generator {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: (state >> 33) % UInt64(count))
    }

    mutating func pick(_ texts: [String]) -> String { texts[next(texts.count)] }

    mutating func expression(depth: Int) -> String {
      if depth == 0 || next(8) == 0 { return leaf() }
      switch next(14) {
      case 0...2:
        let operation = pick(["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "in", "&&", "||"])
        return "\(operand(depth)) \(operation) \(operand(depth))"
      case 3: return pick(["!", "!!", "-", "--"]) + "(" + expression(depth: depth - 1) + ")"
      case 4:
        return
          "(\(expression(depth: depth - 1))) ? \(operand(depth)) : \(expression(depth: depth - 1))"
      case 5: return operand(depth) + "." + pick(["a", "b", "`c-d`", "in_", "package"])
      case 6: return operand(depth) + pick(["[", "[?"]) + expression(depth: depth - 1) + "]"
      case 7: return "[" + pick(["", "?"]) + expression(depth: depth - 1) + ", " + leaf() + "]"
      case 8: return "{" + leaf() + ": " + expression(depth: depth - 1) + "}"
      case 9: return pick(["f", ".g", "size"]) + "(" + expression(depth: depth - 1) + ")"
      case 10: return operand(depth) + ".m(" + expression(depth: depth - 1) + ", " + leaf() + ")"
      case 11: return operand(depth) + ".map(x, " + expression(depth: depth - 1) + ")"
      case 12: return pick(["A", ".A.B"]) + "{f: " + expression(depth: depth - 1) + "}"
      default: return "has(" + operand(depth) + ".f)"
      }
    }

    mutating func operand(_ depth: Int) -> String {
      next(2) == 0 ? leaf() : "(" + expression(depth: depth - 1) + ")"
    }

    mutating func leaf() -> String {
      pick([
        "a", "x", ".y", "1", "-1", "0u", "1.5", "-2.5", "1e300", "'t'", "r'\\d'", "'\\''",
        "b'\\xff'",
        "null", "true", "`if`", "[]", "{}", "a.b.c", "'\\n\\u200b'",
      ])
    }
  }
}
