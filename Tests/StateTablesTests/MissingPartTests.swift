import StateTables
import Testing

/// What is missing as a whole is told once, with all places that miss it; two things that are wrong
/// are two findings.
@Suite struct `A missing part` {
  private static func text(_ parts: String) -> String {
    "{ \"state\": \"S\", \"format\": 1,\n" + parts + " }"
  }

  private static let counting = #"""
    "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" },
                 "isNew": { "kind": "ui", "type": "bool", "value": "isNew" } }
    """#

  private static let feedback = #"""
    "inputs": { "isOpen": "bool" },
    "types": { "Feedback": { "record": { "useCase": "int", "rating": "int" } } },
    "properties": { "feedback": { "type": "Feedback?", "initial": null } },
    "events": { "rated": { "carries": { "useCase": "int", "rating": "int" } }, "sent": {}, "left": {} },
    "commands": { "send": { "carries": { "useCase": "int", "rating": "int" } } },
    "outputs": { "isRated": { "kind": "ui", "type": "bool", "value": "isOpen && feedback != null" } },
    """#

  private static func feedback(rated: String, sent: String) -> String {
    text(
      feedback + #"""
        "reducer": [
          { "on": "rated", \#(rated) },
          { "on": "sent", \#(sent) },
          { "on": "left", "set": { "feedback": null } }]
        """#)
  }

  private static let rating =
    #""set": { "feedback": { "useCase": "event.useCase", "rating": "event.rating" } }"#
  private static let sending =
    #""if": "feedback != null", "let": { "useCase": "feedback.useCase", "rating": "feedback.rating" }, "emit": [{ "send": { "useCase": "useCase", "rating": "rating" } }]"#

  @Test func `is not told where nothing is missing`() {
    #expect(findings(Self.feedback(rated: Self.rating, sent: Self.sending)) == [])
  }

  @Test(arguments: [
    (
      "all properties, whose names outputs bear too",
      text(
        #"""
        "inputs": { "step": "int" }, "events": { "added": {}, "cleared": {} },
        "reducer": [{ "on": "added", "set": { "count": "count + step", "isNew": false } },
                    { "on": "cleared", "set": { "isNew": true, "step": "total" } }],
        """# + counting), "name/unknown"
    ),
    (
      "all states, with what they carry",
      text(
        #"""
        "properties": { "count": { "type": "int", "initial": 0 } },
        "inputs": { "isNew": "bool" }, "initial": "idle", "events": { "added": {} },
        "reducer": [{ "on": "added", "set": { "count": "count + step + size" } }],
        """# + counting), "state/initial"
    ),
    (
      "what rests in a state",
      text(
        #"""
        "events": { "went": {}, "turned": {}, "stopped": {} }, "initial": "outer",
        "states": [{ "state": "outer", "initial": null }, { "state": "other" }],
        "reducer": [{ "on": "went", "goTo": "inner" }, { "on": "turned", "goTo": "second" },
                    { "on": "stopped", "goTo": "other" }]
        """#), "name/unknown"
    ),
    (
      "the names of a row",
      feedback(
        rated: rating,
        sent:
          #""if": "feedback != null", "emit": [{ "send": { "useCase": "useCase", "rating": "rating" } }]"#
      ), "name/unknown"
    ),
    (
      "the property whose fields are set",
      feedback(
        rated: #""set": { "useCase": "event.useCase", "rating": "event.rating" }"#, sent: sending),
      "name/unknown"
    ),
    (
      "what emits two commands",
      text(
        #"""
        "commands": { "fetch": {}, "spin": {} }, "events": { "went": {} },
        "reducer": [{ "on": "went" }]
        """#), "command/unsent"
    ),
    (
      "all ways between states",
      text(
        #"""
        "initial": "a", "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }]
        """#), "state/unreachable"
    ),
    (
      "the end of a region, for which its parallel state waits",
      text(
        #"""
        "events": { "began": {}, "ended": {} }, "initial": "idle",
        "states": [{ "state": "idle" }, { "state": "both", "parallel": true, "states": [
          { "state": "x", "initial": "x1", "states": [{ "state": "x1" }] },
          { "state": "y", "initial": "y1", "states": [{ "state": "y1" }, { "state": "y2", "final": true }] }] }],
        "reducer": [{ "on": "began", "goTo": "both" }, { "in": "y1", "on": "ended", "goTo": "y2" },
                    { "in": "both", "on": "done.both", "goTo": "idle" }, { "in": "x", "on": "done.x" }]
        """#), "state/done"
    ),
  ])
  func `is told once`(_ part: String, _ text: String, _ rule: String) throws {
    let found = diagnostics(text).filter { !matters.contains($0.rule) }
    #expect(found.map(\.rule) == [rule], "\(part): \(found.map(\.message))")
    #expect(found.first?.notes.isEmpty == false)
    #expect(found.first?.fix?.isSafe != true)
  }

  @Test(arguments: [
    (
      "a property and a state, both misspelt",
      text(
        #"""
        "properties": { "count": { "type": "int", "initial": 0 } }, "events": { "added": {} },
        "initial": "idle", "states": [{ "state": "idle" }, { "state": "busy" }],
        "reducer": [{ "in": "idle", "on": "added", "set": { "coqnt": 1 }, "goTo": "buqy" }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } }
        """#), ["name/unknown", "name/unknown"]
    ),
    (
      "texts without quotes",
      text(
        #"""
        "properties": { "isHeads": { "type": "bool", "initial": true } }, "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "side": { "kind": "ui", "type": "string", "value": "isHeads ? Heads : Tails" } }
        """#), ["name/bare-text", "name/bare-text"]
    ),
    (
      "names of two rows",
      feedback(
        rated: #""set": { "feedback": "xylo" }"#,
        sent: #""if": "isZebra", "emit": [{ "send": { "useCase": 1, "rating": 2 } }]"#),
      ["name/unknown", "name/unknown"]
    ),
    (
      "names of a row that has others",
      feedback(
        rated: rating,
        sent:
          #""let": { "other": "1" }, "emit": [{ "send": { "useCase": "xylo", "rating": "zebra + other" } }]"#
      ), ["name/unknown", "name/unknown"]
    ),
    (
      "a command and an event that have no row",
      text(
        #"""
        "commands": { "fetch": {} }, "events": { "went": {}, "turned": {} },
        "properties": { "count": { "type": "int", "initial": 0 } },
        "reducer": [{ "on": "went", "set": { "count": "coqnt" } }],
        "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" } }
        """#), ["name/unknown", "event/unhandled"]
    ),
    (
      "regions that have no end, both",
      text(
        #"""
        "initial": "both",
        "states": [{ "state": "both", "parallel": true, "states": [
          { "state": "x", "initial": "x1", "states": [{ "state": "x1" }] },
          { "state": "y", "initial": "y1", "states": [{ "state": "y1" }] }] }],
        "reducer": [{ "in": "y", "on": "done.y" }, { "in": "x", "on": "done.x" }]
        """#), ["state/done", "state/done"]
    ),
    (
      "states that nothing leads to, where rows lead elsewhere",
      text(
        #"""
        "events": { "went": {} }, "initial": "a",
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }, { "state": "d" }],
        "reducer": [{ "in": "a", "on": "went", "goTo": "b" }, { "in": ["b", "c", "d"], "on": "went", "goTo": "a" }]
        """#), ["state/unreachable", "state/unreachable"]
    ),
  ])
  func `is not what two mistakes are`(_ mistakes: String, _ text: String, _ rules: [String]) {
    let found = findings(text)
    #expect(found.map(\.rule).sorted() == rules.sorted(), "\(mistakes): \(found)")
  }
}
