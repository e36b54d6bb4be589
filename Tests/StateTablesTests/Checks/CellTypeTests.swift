import Testing

@testable import StateTables

@Suite struct CellTypeTests {
  @Test func `its examples are bad and good`() {
    checkExamples(of: CellType.rule)
  }

  @Test(arguments: [
    (
      "`set`",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "⟦'x'⟧" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "`n` is int, this row sets it to string"
    ),
    (
      "an output",
      #"""
      { "state": "S", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {} },
        "reducer": [{ "on": "go", "set": { "n": "n + 1" } }],
        "outputs": { "n": { "kind": "ui", "type": "string", "value": "⟦n⟧" } } }
      """#,
      "`n` is string, this is int"
    ),
  ])
  func `a mistake is told once, where it stands`(name: String, text: String, message: String) {
    check(text, says: message, CellType.rule)
  }
}
