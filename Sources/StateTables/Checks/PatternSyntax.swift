/// A pattern that RE2 does not know; its words are those of the checker of cells.
enum PatternSyntax: Check {
  static let rule = Rule(
    "expr/regex", .error,
    reason: """
      Patterns have RE2's syntax, which is matched in time linear in the text, alike on every \
      platform; a constant pattern is compiled when it is checked.
      """,
    fix: "Write the pattern in RE2's syntax: no back-references, no look-around.",
    says: "back-references are not supported: `(a)\\1`",
    bad: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "text.matches(⟦'(a)\\\\1'⟧)" } } }
      """#,
    good: #"""
      { "state": "Text", "format": 1,
        "inputs": { "text": "string" },
        "outputs": { "isShown": { "kind": "ui", "type": "bool", "value": "text.matches('aa')" } } }
      """#)
}
