/// An event that does not tell what just happened.
enum EventTense: WholeCheck {
  static let rule = Rule(
    "event/name-tense", .warning,
    reason: """
      An event tells what just happened; what to do about it is for the rows to say. A name like \
      an order (`flipToHeads`) invites to decide outside.
      """,
    fix: "Name it in the past: `flippedToHeads`, `didSetLanguage`, `smsSent`.",
    says: "events tell what just happened, `flip` does not",
    bad: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "⟦flip⟧": {} },
        "reducer": [{ "on": "flip", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#,
    good: #"""
      { "state": "Coin", "format": 1,
        "properties": { "isHeads": { "type": "bool", "initial": true } },
        "events": { "flipped": {} },
        "reducer": [{ "on": "flipped", "set": { "isHeads": "!isHeads" } }],
        "outputs": { "isHeads": { "kind": "ui", "type": "bool", "value": "isHeads" } } }
      """#)

  static let reliesOn: Set<Findings.Aspect> = [.events]

  static func findings(in whole: Whole) -> [Diagnostic] {
    whole.definition.events.filter { !Tense.tellsThePast($0.name) }.map { notThePast($0.name) }
  }

  private static func notThePast(_ name: String) -> Diagnostic {
    finding(
      "events tell what just happened, `\(name)` does not",
      at: Diagnostic.Place(Pointer.root["events"][name].text, isKey: true),
      label: Tense.past(of: name).map { "for example `\($0)`" },
      help: "where the name is given: \"allow\": { \"event/name-tense\": \"why\" }")
  }
}
