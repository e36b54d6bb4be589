import CEL
import Testing

@Suite struct `Syntax errors` {
  /// Text with a marker where the complaint begins, and its words.
  static let refused: [(String, String)] = [
    ("1️⃣", "an expression is missing here"), ("  1️⃣", "an expression is missing here"),
    ("// nothing1️⃣", "an expression is missing here"),
    ("1 +1️⃣", "expected an expression after `+`, found the end"),
    ("a && 1️⃣|| b", "expected an expression after `&&`, found `||`"),
    ("1️⃣* 2", "expected an expression, found `*`"),
    ("!1️⃣", "expected an expression after `!`, found the end"),
    ("a in1️⃣", "expected an expression after `in`, found the end"),
    ("a 1️⃣b", "expected an operator or the end, found `b`"),
    ("1 1️⃣2", "expected an operator or the end, found `2`"),
    ("a1️⃣)", "expected an operator or the end, found `)`"),
    ("1️⃣(a", "`(` is not closed"), ("f1️⃣(a, b", "`(` is not closed"), ("1️⃣[1, 2", "`[` is not closed"),
    ("a1️⃣[1", "`[` is not closed"), ("1️⃣{'a': 1", "`{` is not closed"),
    ("A1️⃣{a: 1", "`{` is not closed"),
    ("(a 1️⃣b)", "expected `)`, found `b`"), ("[a 1️⃣b]", "expected `,` or `]`, found `b`"),
    ("{'a': 1 1️⃣'b'}", "expected `,` or `}`, found `'b'`"),
    ("f(a 1️⃣b)", "expected `,` or `)`, found `b`"),
    ("f(a,1️⃣)", "expected an expression, found `)`"), ("[1️⃣,]", "expected an expression, found `,`"),
    ("{'a'1️⃣}", "expected `:` and the value of this key, found `}`"),
    ("{'a': 1️⃣}", "expected an expression, found `}`"),
    ("a ? b1️⃣", "expected `:` and the value if the condition is false, found the end"),
    ("a ? 1️⃣: c", "expected an expression, found `:`"),
    ("a ? b :1️⃣", "expected an expression, found the end"),
    ("a.1️⃣", "expected a name after `.`, found the end"),
    ("a1️⃣.1", "expected an operator or the end, found `.1`"),
    ("a.?1️⃣", "expected a name after `.?`, found the end"),
    ("a.1️⃣in", "expected a name after `.`, found `in`"),
    (".1️⃣", "expected a name after `.`, found the end"),
    ("1.1️⃣", "expected a name after `.`, found the end"),
    ("a.?1️⃣f(1)", "`.?` selects a field, it cannot call `f`"),
    ("A{1️⃣1: 2}", "expected a field's name or `}`, found `1`"),
    ("A{a 1️⃣2}", "expected `:` and the value of this field, found `2`"),
    ("A{a: 1}1️⃣{b: 2}", "expected an operator or the end, found `{`"),
    ("f()1️⃣{}", "expected an operator or the end, found `{`"),
    ("has(1️⃣a)", "`has` needs a field or a case, as in `has(a.b)`"),
    ("has(1️⃣a[0])", "`has` needs a field or a case, as in `has(a.b)`"),
    ("has(1️⃣a.?b)", "`has` needs a field or a case, as in `has(a.b)`"),
    ("m.all(x, 1️⃣x, true)", "two variables of this macro are named `x`"),
    ("!1️⃣-a", "expected an expression after `!`, found `-`"),
    ("-1️⃣!a", "expected an expression after `-`, found `!`"),
    ("1️⃣package", "`package` is a reserved word; as a name it is written `` `package` ``"),
    ("1️⃣while + 1", "`while` is a reserved word; as a name it is written `` `while` ``"),
    ("1️⃣if(a)", "`if` is not a word of this language; to choose write `a ? b : c`"),
    (
      "1️⃣while(a)",
      "`while` is not a word of this language; lists are read by `items.map(x, …)` and its relatives"
    ),
    ("1️⃣if a then b", "`if` is not a word of this language; to choose write `a ? b : c`"),
    ("a 1️⃣<> b", "`<>` is not an operator; write `!=`"),
    ("a 1️⃣++", "`++` is not an operator; write `a + 1`"),
    ("[1️⃣...a]", "`...` is not an operator; lists are joined by `+`, as in `items + [x]`"),
    (
      "a.map1️⃣(x => x)",
      "a closure is not part of this language; write `(x, x)`"
    ),
    ("a 1️⃣+= 1", "`+=` is not an operator; write `a + 1`"),
    ("a 1️⃣=== b", "`===` is not an operator; write `==`"),
    ("a 1️⃣!== b", "`!==` is not an operator; write `!=`"),
    (
      "1️⃣Item(id: 'a')", "a call with labels is not part of this language; write `Item({'id': 'a'})`"
    ),
    ("1️⃣U.y(v: 1)", "a call with labels is not part of this language; write `U{y: {'v': 1}}`"),
    ("1️⃣f(x: 1)", "a call with labels is not part of this language; write `f({'x': 1})`"),
    ("a 1️⃣= b", "`=` is not an operator; write `a == b`"),
    ("a 1️⃣& b", "`&` is not an operator; write `&&`"),
    ("a 1️⃣| b", "`|` is not an operator; write `||`"),
    ("a 1️⃣and b", "`and` is not an operator; write `&&`"),
    ("a 1️⃣or b", "`or` is not an operator; write `||`"),
    ("1️⃣not b", "`not` is not a word of this language; write `!b`"),
    ("a 1️⃣?? b", "`??` is not an operator; write `a != null ? a : b`"),
    ("a1️⃣?.b", "`?.` is not an operator; write `a.b`"), ("a 1️⃣# b", "`#` has no meaning here"),
    ("1️⃣’a’", "`’` is not a quotation mark of this language; write `'`"),
    (
      "a 1️⃣\u{1} b",
      "U+0001 (a control character) is allowed only inside of a text; delete it or write a space"
    ),
    ("1️⃣'abc", "this text has no closing `'`"), ("1️⃣\"abc'", "this text has no closing `\"`"),
    ("1️⃣'a\nb'", "this text has no closing `'`"), ("1️⃣'a\\'", "this text has no closing `'`"),
    ("1️⃣'''abc''", "this text has no closing `'`"), ("1️⃣r'a\rb'", "this text has no closing `'`"),
    ("'a1️⃣\\q'", "`\\q` is not an escape; for a backslash write `\\\\`"),
    ("'1️⃣\\é'", "`\\é` is not an escape; for a backslash write `\\\\`"),
    ("'1️⃣\\x4'", "this escape needs 2 hex digits"), ("'1️⃣\\u12'", "this escape needs 4 hex digits"),
    ("'1️⃣\\U0001F60'", "this escape needs 8 hex digits"),
    ("'1️⃣\\08'", "this escape needs 3 octal digits"),
    ("'1️⃣\\400'", "`\\4` is not an escape; for a backslash write `\\\\`"),
    ("'1️⃣\\ud800'", "U+D800 is not a character"),
    ("'1️⃣\\U00110000'", "U+110000 is not a character"),
    ("'1️⃣\\UFFFFFFFF'", "U+FFFFFFFF is not a character"),
    ("b'1️⃣\\u0041'", "bytes have no `\\u` escapes; write their UTF-8 as `\\x…`"),
    ("1️⃣9223372036854775808", "`9223372036854775808` does not fit in int"),
    ("1️⃣-9223372036854775809", "`-9223372036854775809` does not fit in int"),
    ("1️⃣18446744073709551616u", "`18446744073709551616u` does not fit in uint"),
    ("1️⃣0x8000000000000000", "`0x8000000000000000` does not fit in int"),
    ("1️⃣1e999", "`1e999` does not fit in double"),
    ("1️⃣12abc", "`12abc` is not a number"), ("1️⃣0x", "`0x` is not a number"),
    ("1️⃣1e", "`1e` is not a number"),
    ("1️⃣1_000", "`1_000` is not a number"),
    ("1️⃣1.5u", "`1.5u` is not a number"), ("a.1️⃣`b", "this name has no closing backquote"),
    ("a.1️⃣`b$`", "a name in backquotes holds letters, digits, `_`, `.`, `-`, `/` and blanks"),
    ("a.1️⃣``", "a name in backquotes holds letters, digits, `_`, `.`, `-`, `/` and blanks"),
  ]

  @Test(arguments: refused) func `an error has a location and a message`(
    marked: String, message: String
  ) {
    let marker = Array("1️⃣".utf8)
    let bytes = Array(marked.utf8)
    let position = bytes.indices.first { bytes[$0...].starts(with: marker) } ?? 0
    let text = String(
      decoding: bytes[..<position] + bytes[(position + marker.count)...], as: UTF8.self)
    let issues = Parser.parse(text).issues
    #expect(issues.map(\.message) == [message], "\(text)")
    #expect(issues.first?.range?.lowerBound == position, "\(text)")
  }

  @Test func `every bad escape of a text is reported`() {
    let issues = Parser.parse(#"'\q' + '\w' + 'ok'"#).issues
    #expect(issues.map(\.range) == [1..<3, 8..<10])
  }

  @Test func `prose where text is wanted wants quotes`() {
    #expect(
      outcome(.expression("Could not send SMS"), as: .string)
        == "⟨Could not send SMS⟩ name/bare-text: `Could not send SMS` is read as an expression; "
        + "for text write `'Could not send SMS'` "
        + "[text needs quotes inside the quotes: \"'Could not send SMS'\"] -> 'Could not send SMS'")
    #expect(
      outcome(.expression("isHeads isHeads"), as: .bool)
        == "⟨isHeads⟩ expr/syntax: expected an operator or the end, found `isHeads`")
  }
}
