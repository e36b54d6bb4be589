import DiagnosticTexts
import StateDocuments
import StateModel
import Testing

@Suite struct `Marked sections` {
  private func text(_ text: String) -> MarkedText { MarkedText(Array(text.utf8)) }

  private func filled(_ text: String, _ contents: String?...) -> String {
    String(decoding: self.text(text).filled(contents), as: UTF8.self)
  }

  @Test func `are filled between their marks`() {
    let before = "a\n<!-- states: x.json diagram rows -->\nold\n<!-- /states -->\nb\n"
    let section = text(before).sections.first
    #expect(section?.path == "x.json")
    #expect(section?.parts == [.diagram, .table(.rows)])
    #expect(
      filled(before, "\nnew\n")
        == "a\n<!-- states: x.json diagram rows -->\n\nnew\n<!-- /states -->\nb\n")
  }

  @Test func `may be empty, and several`() {
    let before =
      "<!-- states: x.json ui -->\n<!-- /states -->\n\n  <!-- states: y.json spec -->\n<!-- /states -->"
    #expect(
      filled(before, "1\n", "2\n")
        == "<!-- states: x.json ui -->\n1\n<!-- /states -->\n\n"
        + "  <!-- states: y.json spec -->\n2\n<!-- /states -->")
  }

  @Test func `keep the line ends of the file`() {
    let before = "<!-- states: x.json ui -->\r\nold\r\n<!-- /states -->\r\n"
    #expect(
      filled(before, "1\n2\n") == "<!-- states: x.json ui -->\r\n1\r\n2\r\n<!-- /states -->\r\n")
  }

  @Test func `keep their bytes where nothing is known of what they show`() {
    let before = "<!-- states: x.json ui -->\r\nold\r\n<!-- /states -->\r\n"
    #expect(filled(before, nil) == before)
  }

  @Test(arguments: ["```", "~~~~", "```md"])
  func `in fenced code are text`(_ fence: String) {
    let end = String(fence.prefix { $0 == "`" || $0 == "~" })
    let before = "\(fence)\n<!-- states: x.json ui -->\n<!-- /states -->\n\(end)\n"
    #expect(text(before).sections.isEmpty)
    #expect(text(before).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("<!-- states: x.json ui -->\n", "this mark is not closed"),
    ("<!-- /states -->\n", "no section begins here"),
    ("<!-- states: x.json\nui -->\n", "this mark does not end on its line"),
    ("<!-- states: x.json -->\n", "a mark names a definition and what to show of it"),
    (
      "<!-- states: x.json pie -->\n<!-- /states -->\n",
      "nothing of a definition is called `pie`"
    ),
    (
      "<!-- states: x.json ui -->\n<!-- states: x.json ui -->\n<!-- /states -->\n",
      "this mark is not closed before the next one"
    ),
  ])
  func `that are broken are reported`(_ before: String, _ message: String) {
    #expect(text(before).diagnostics.first?.message == message)
  }
}
