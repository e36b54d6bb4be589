/// An event that does not tell what just happened.
enum EventTense: WholeCheck {
  static let rule = Rule("event/name-tense", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.events]

  static func findings(in whole: Whole) -> [Diagnostic] {
    whole.definition.events.filter { !Tense.tellsThePast($0.name) }.map { notThePast($0.name) }
  }

  private static func notThePast(_ name: String) -> Diagnostic {
    finding(
      "events tell what just happened, `\(name)` does not",
      at: Diagnostic.Location(Pointer.root["events"][name].text, isKey: true),
      label: Tense.past(of: name).map { "for example `\($0)`" },
      help: "where the name is given: \"allow\": { \"event/name-tense\": \"why\" }")
  }
}
