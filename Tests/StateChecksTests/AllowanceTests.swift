import DiagnosticTexts
import Testing

@testable import StateChecks
@testable import StateLinking
@testable import StateModel

@Suite struct AllowanceTests {
  private func text(_ allow: String, in part: String) -> String {
    let row = part == "row" ? allow : ""
    let event = part == "event" ? allow : #""about": "x""#
    let file = part == "file" ? allow + "," : ""
    return """
      { "state": "S", "format": 1, \(file)
        "events": { "go": {}, "gone": { \(event) } },
        "reducer": [{ "on": "go"\(row.isEmpty ? "" : ", " + row) }] }
      """
  }

  private static let allow = #""allow": { "event/unhandled": "known" }"#

  @Test func `a warning is silenced at its location, and below`() {
    #expect(findings(text("", in: "")).map(\.rule) == ["event/unhandled"])
    #expect(findings(text(Self.allow, in: "event")) == [])
    #expect(findings(text(Self.allow, in: "file")) == [])
  }

  @Test func `elsewhere and for other rules it is not`() {
    #expect(
      findings(text(Self.allow, in: "row")).map(\.rule) == ["event/unhandled", "allow/unused"])
    let other = Self.allow.replacing("unhandled", with: "name-tense")
    #expect(
      findings(text(other, in: "event")).map(\.rule) == ["event/unhandled", "allow/unused"])
  }

  @Test func `an allowance that permits nothing is reported at its location`() {
    check(
      #"""
      { "state": "S", "format": 1, "allow": { "⟦event/unhandled⟧": "known" },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """#, says: "nothing here raises `event/unhandled`", RuleID.allowUnused)
    check(
      #"""
      { "state": "S", "format": 1, "allow": { "⟦name/unknown⟧": "known" },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """#, says: "`name/unknown` is an error, and errors cannot be permitted", RuleID.allowUnused
    )
  }

  @Test func `a rule that does not exist is reported, with the nearest`() throws {
    let text = #"""
      { "state": "S", "format": 1, "allow": { "⟦event/name-tens⟧": "known" },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """#
    check(text, says: "no rule is named `event/name-tens`", RuleID.allowUnknown)
    let found = try #require(diagnostics(Marked(text).text).first)
    #expect(found.label == "did you mean `event/name-tense`?")
  }

  @Test(arguments: ["breaking/nope", "behavior/nope", "nope"])
  func `a rule that does not exist permits no error`(rule: String) {
    let found = diagnostics(
      #"""
      { "state": "S", "format": 1, "allow": { "\#(rule)": "known" },
        "properties": { "n": { "type": "int", "initial": "unknown" } } }
      """#)
    #expect(found.contains { $0.severity == .error })
    #expect(found.contains { $0.rule == .allowUnknown })
  }

  @Test func `only the first hundred rules that do not exist are compared with all rules`() {
    let allow = (0..<101).map { #""event/name-tens\#($0)": "known""# }.joined(separator: ", ")
    let found = diagnostics(
      #"""
      { "state": "S", "format": 1, "allow": { \#(allow) },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """#)
    #expect(found.count == 101)
    #expect(found.count { $0.label != nil } == 100)
  }

  @Test func `what explores or breaks is not judged here`() {
    checkFine(
      #"""
      { "state": "S", "format": 1, "allow": { "breaking/event-removed": "nobody sent it",
                                              "spec/missing": "a sample" },
        "events": { "went": {} }, "reducer": [{ "on": "went" }] }
      """#)
  }

  @Test func `an error cannot be allowed`() {
    let text = """
      { "state": "S", "format": 1, "allow": { "name/unknown": "no" },
        "events": { "go": {} }, "reducer": [{ "on": "go" }, { "on": "gone" }] }
      """
    #expect(findings(text).map(\.rule) == ["name/unknown"])
  }
}
