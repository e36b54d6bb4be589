import Testing

@testable import StateTables

@Suite struct AllowanceTests {
  private func text(_ allow: String, at place: String) -> String {
    let row = place == "row" ? allow : ""
    let event = place == "event" ? allow : #""about": "x""#
    let file = place == "file" ? allow + "," : ""
    return """
      { "state": "S", "format": 1, \(file)
        "events": { "go": {}, "gone": { \(event) } },
        "reducer": [{ "on": "go"\(row.isEmpty ? "" : ", " + row) }] }
      """
  }

  private static let allow = #""allow": { "event/unhandled": "known" }"#

  @Test func `a warning is silenced where it stands, and below`() {
    #expect(findings(text("", at: "")).map(\.rule) == ["event/unhandled"])
    #expect(findings(text(Self.allow, at: "event")) == [])
    #expect(findings(text(Self.allow, at: "file")) == [])
  }

  @Test func `elsewhere and for other rules it is not`() {
    #expect(findings(text(Self.allow, at: "row")).map(\.rule) == ["event/unhandled"])
    let other = Self.allow.replacing("unhandled", with: "unread")
    #expect(findings(text(other, at: "event")).map(\.rule) == ["event/unhandled"])
  }

  @Test func `an error cannot be allowed`() {
    let text = """
      { "state": "S", "format": 1, "allow": { "name/unknown": "no" },
        "events": { "go": {} }, "reducer": [{ "on": "go" }, { "on": "gone" }] }
      """
    #expect(findings(text).map(\.rule) == ["name/unknown"])
  }
}
