import CEL
import DiagnosticTexts
import StateExchange
import StateFiles
import StateModel
import Testing
import XMLFiles

/// SCXML texts.
@Suite struct `SCXML charts` {
  static func scxml(_ inside: String, _ attributes: String = "") -> String {
    "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" \(attributes)>\(inside)</scxml>"
  }

  @Test func `conditions, data and events in ECMAScript`() throws {
    let chart = importedSCXML(
      Self.scxml(
        """
        <datamodel><data id="count" expr="0"/><data id="name" expr="'none'"/></datamodel>
        <state id="idle">
          <transition event="add" cond="count &lt; 2 &amp;&amp; !In('done')">
            <assign location="count" expr="count + 1"/>
          </transition>
          <transition event="add" target="done"/>
        </state>
        <state id="done"><transition event="error.*" target="idle"/></state>
        """, "name=\"counter\""))
    check(
      chart,
      refuses: ["the event `error.*` never happens: steps are atomic and nothing is invoked"])
    let first = chart.definition?.reducer?.first
    #expect(first?.condition == .expression("count < 2 && !isIn('done')"))
    try play(chart.definition, start: "idle", ["add": "idle", "add": "idle", "add": "done"])
  }

  @Test func `the idiom of a delayed send is a timer`() throws {
    let chart = importedSCXML(
      Self.scxml(
        """
        <state id="red">
          <onentry><send event="time" id="t" delay="1500ms"/></onentry>
          <onexit><cancel sendid="t"/></onexit>
          <transition event="time" target="green"/>
        </state>
        <state id="green"/>
        """))
    check(chart, refuses: [])
    #expect(chart.definition?.reducer?.map(\.trigger) == [.after(.number("1.5"))])
    #expect(chart.definition?.commands == [])
    try play(chart.definition, start: "red", ["red.1": "green"])
  }

  @Test func `names that are not identifiers are renamed, and reported`() throws {
    let chart = importedSCXML(
      Self.scxml(
        """
        <state id="s1.a"><transition event="go.now" target="s-2"/></state>
        <state id="s-2"/>
        """))
    #expect(
      chart.diagnostics.map(\.message) == [
        "the state `s1.a` is called `s1A`", "the state `s-2` is called `s2`",
      ])
    try play(chart.definition, start: "s1A", ["goNow": "s2"])
  }

  @Test func `a prefix matches the names of the document`() throws {
    let chart = importedSCXML(
      Self.scxml(
        """
        <state id="a"><transition event="key" target="b"/></state>
        <state id="b"><transition event="key.up" target="a"/></state>
        """))
    #expect(chart.definition?.reducer?.first?.trigger == .on(.list(["key", "keyUp"])))
    try play(chart.definition, start: "a", ["keyUp": "b", "key": "b", "keyUp": "a"])
  }

  @Test(arguments: [
    (
      "<state id=\"a\"><invoke src=\"b.scxml\"/></state>",
      "`<invoke>` has no counterpart: a definition starts no other"
    ),
    (
      "<state id=\"a\"><onentry><script>x = 1</script></onentry></state>",
      "`<script>` is a program; write what it sets as `<assign>`"
    ),
    (
      "<state id=\"a\"><onentry><foreach array=\"x\" item=\"y\"/></onentry></state>",
      "`<foreach>` has no counterpart"
    ),
    (
      "<state id=\"a\"><onentry><assign location=\"x\" expr=\"1\"/></onentry></state>",
      "`x` in `<assign>`: no `<data>` declares `x`"
    ),
    ("<state id=\"a\"><transition target=\"b\"/></state>", "no state is named `b`"),
    (
      "<state id=\"a\"><transition event=\"e\" cond=\"f(1)\"/></state>",
      "`f(1)` in `<transition>`: `f` is called, and only `In` can be"
    ),
    (
      "<state id=\"a\"><transition event=\"e\" cond=\"1 / 2 == 0.5\"/></state>",
      "`1 / 2 == 0.5` in `<transition>`: `/` has no certain counterpart in CEL"
    ),
    (
      "<state id=\"a\"><transition event=\"e\" cond=\"1\"/></state>",
      "`1` in `<transition>`: it uses `1` as a boolean"
    ),
    (
      "<state id=\"a\"><onentry><send event=\"e\" target=\"#_parent\"/></onentry></state>",
      "this `<send>` has another target; a definition sends only its declared commands"
    ),
    ("<state id=\"a\"/><state id=\"a\"/>", "two states are named `a`"),
    ("<sate id=\"a\"/>", "`<sate>` is not read in `<scxml>`"),
  ])
  func `what has no counterpart is refused`(inside: String, message: String) {
    let chart = importedSCXML(Self.scxml(inside))
    #expect(chart.diagnostics.filter { $0.severity == .error }.map(\.message) == [message])
  }

  @Test func `a refusal names the element's location`() throws {
    let text = Self.scxml("\n<state id=\"a\">\n  <onentry><log expr=\"1\"/></onentry>\n</state>")
    let chart = importedSCXML(text)
    let found = try #require(chart.diagnostics.first)
    #expect(found.rule == "exchange/dropped")
    let map = SourceMap(Array(text.utf8))
    #expect(map.position(of: map.range(of: found.location).lowerBound).line == 3)
  }

  @Test(arguments: [
    ("", "no element found"),
    ("<scxml", "unclosed token"),
    ("<a><b></a>", "mismatched tag"),
    ("<a>&b;</a>", "undefined entity"),
    (
      "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
      "a document type is not read; leave `<!DOCTYPE …>` out"
    ),
    ("<a b='1' b='2'/>", "duplicate attribute"),
    ("<a/><b/>", "junk after document element"),
    ("<x:a/>", "unbound prefix"),
    ("{ \"no\": \"xml\" }", "not well-formed (invalid token)"),
  ])
  func `broken XML is reported`(text: String, message: String) {
    let document = XMLDocument(Array(text.utf8))
    #expect(document.diagnostics.map(\.message) == [message])
    #expect(document.root == nil)
  }

  @Test func `depth, size and encoding are limited`() {
    let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
    #expect(
      XMLDocument(Array(deep.utf8)).diagnostics.map(\.message)
        == ["elements nest deeper than 64, the limit"])
    let allowed = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
    #expect(XMLDocument(Array(allowed.utf8)).diagnostics == [])
    let large = [UInt8](repeating: 0x20, count: (4 << 20) + 1)
    #expect(XMLDocument(large).diagnostics.map(\.rule) == ["xml/limit"])
    #expect(XMLDocument([0x3C, 0x61, 0x3E, 0xFF, 0x3C]).diagnostics.map(\.rule) == ["xml/syntax"])
    let wide = "<a>" + String(repeating: "<b/>", count: 20_001) + "</a>"
    #expect(XMLDocument(Array(wide.utf8)).diagnostics.map(\.rule) == ["xml/limit"])
  }

  @Test func `another root is refused`() {
    check(
      importedSCXML("<machine/>"),
      refuses: ["`<machine>` is no `<scxml>` of the namespace http://www.w3.org/2005/07/scxml"])
  }
}
