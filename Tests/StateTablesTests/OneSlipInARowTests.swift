import StateTables
import Testing

/// A slip in a cell or a row is told where it is, and nothing that follows from it.
@Suite struct `One slip in a row` {
  private static func text(
    value: String = "count + 1", condition: String = "count < 9 && isOn", rows: String? = nil,
    shown: String = "isOn && count > 0", half: String = #""n": "int""#,
    item: String = #"{ "id": "event.id", "title": "'New'" }"#
  ) -> String {
    let table =
      rows ?? #"""
        { "in": "idle", "on": "added", "if": "\#(condition)", "set": { "count": "\#(value)", "item": \#(item) } },
        { "in": "idle", "on": "added", "goTo": { "busy": { "left": "half(count)" } } },
        { "in": "busy", "on": ["ended", "failed"], "set": { "left": "left - 1" }, "emit": ["told"] },
        { "in": "busy", "after": 5, "goTo": "idle" }
        """#
    return #"""
      { "state": "S", "format": 1,
        "types": { "Item": { "record": { "id": "int", "title": "string" } },
                   "Other": { "record": { "name": "string", "size": "int" } } },
        "functions": { "half": { "takes": { \#(half) }, "gives": "int", "value": "n / 2" } },
        "inputs": { "isOn": "bool", "name": "string" },
        "properties": { "count": { "type": "int", "initial": 0 },
                        "item": { "type": "Item?", "initial": null } },
        "events": { "added": { "carries": { "id": "int" } }, "ended": {}, "failed": {} },
        "commands": { "told": {} },
        "initial": "idle",
        "states": [{ "state": "idle" }, { "state": "busy", "carries": { "left": "int" } }],
        "reducer": [\#(table)],
        "outputs": {
          "isShown": { "kind": "ui", "type": "bool", "value": "\#(shown)" },
          "title": { "kind": "ui", "type": "string", "value": "item == null ? name : item.title" } } }
      """#
  }

  @Test func `is none where all is right`() { #expect(told(Self.text()) == []) }

  @Test(arguments: [
    (
      "a negation of a number, and what is counted with it", text(value: "!count + 1"),
      "there is no `!` for int"
    ),
    (
      "an operator whose result is another", text(value: "count && 1"),
      "an operand of `&&` must be bool, this is int"
    ),
    (
      "a comparison where a number belongs", text(value: "name == 1"),
      "there is no `==` for string and int"
    ),
    (
      "neither operand", text(condition: "count || name"),
      "an operand of `||` must be bool, this is int"
    ),
    (
      "an operand within another", text(shown: "!(count + name) && isOn"),
      "there is no `+` for int and string; did you mean `string(count)`?"
    ),
    ("a parameter too few", text(half: ""), "nothing here is named `n`"),
    (
      "a record of another type", text(item: #"{ "name": "name", "size": "event.id" }"#),
      "no field of `Item` is named `name`"
    ),
    ("no rows at all", text(rows: ""), "no row takes `added` or `ended` or `failed`"),
    (
      "a row that takes what others are for",
      text(
        rows: #"""
          { "on": "*", "if": "count < 9", "set": { "count": "count + 1" } },
          { "on": "added", "if": "count < 9", "set": { "item": { "id": "event.id", "title": "''" } } },
          { "on": "ended", "if": "count < 9", "emit": ["told"] },
          { "in": "idle", "after": 5, "goTo": { "busy": { "left": "1" } } },
          { "in": "busy", "after": 5, "goTo": "idle" }
          """#), "this row never runs: whenever its guard holds, that of an earlier row does too"
    ),
    (
      "a key of the row in its `set`",
      text().replacing(
        #""set": { "left": "left - 1" }"#, with: #""set": { "left": "left - 1", "goTo": "x" }"#),
      "no property is named `goTo`"
    ),
    (
      "an event where a state belongs",
      text().replacing(
        #""on": ["ended", "failed"]"#, with: #""goTo": ["ended", "failed"]"#),
      "`ended` is an event; `goTo` needs a state"
    ),
  ])
  func `is one finding`(_ slip: String, _ text: String, _ message: String) {
    #expect(told(text) == [message], "\(slip)")
  }

  @Test(arguments: [
    ("two cells of a row", text(value: "cuont + 1", condition: "count < 9 && isOnn"), 2),
    ("a row and an output", text(value: "!count", shown: "isOnn"), 2),
    ("two operands of their own", text(condition: "count", shown: "name"), 2),
  ])
  func `beside another is told beside it`(_ slips: String, _ text: String, _ count: Int) {
    #expect(told(text).count == count, "\(slips): \(told(text))")
  }

  private func told(_ text: String) -> [String] {
    diagnostics(text).filter { !matters.contains($0.rule) }.map(\.message)
  }
}
