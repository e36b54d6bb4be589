import StateModel
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: ["a", "_", "_1", "smsSent", "Loadable2", "default", "in"])
  func `letters, digits and underscores make a name`(text: String) {
    #expect(Identifier(text)?.text == text)
  }

  @Test(arguments: ["", "1a", "a-b", "a.b", "a b", "é", "a\u{301}", "Tаp", "done.x"])
  func `anything else does not`(text: String) {
    #expect(Identifier(text) == nil)
  }
}
