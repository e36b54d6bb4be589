import CEL
import DiagnosticTexts
import Foundation
import StateExchange
import StateFiles
import StateModel
import Testing
import XMLFiles

/// Definitions in other formats.
@Suite struct `Exports` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions")

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".state.json") }.sorted()
  }()

  static func definition(_ text: [UInt8]) throws -> Definition {
    let json = try #require(JSONDocument(text).json)
    return try #require(DefinitionReader.read(json, fileName: nil).content)
  }

  @Test(arguments: names) func `every definition is written as SCXML`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let definition = try Self.definition(bytes)
    let scxml = SCXMLExport.write(definition)
    #expect(XMLDocument(Array(scxml.text.utf8)).diagnostics == [])
  }

  @Test func `SCXML of a small chart`() throws {
    let definition = try Self.definition(
      Array(
        #"""
        { "state": "Door", "format": 1, "events": { "pushed": { "carries": { "force": "int" } } },
          "properties": { "a": { "type": "int", "initial": 1 }, "b": { "type": "int", "initial": 2 } },
          "commands": { "ring": {} }, "initial": "closed",
          "states": [{ "state": "closed" }, { "state": "open", "enter": [{ "emit": ["ring"] }] }],
          "reducer": [
            { "in": "closed", "on": "pushed", "if": "event.force > 3 && !isIn('open')", "set": { "a": "b", "b": "a" }, "goTo": "open" },
            { "in": "open", "after": 5, "goTo": "closed" } ] }
        """#.utf8))
    let exported = SCXMLExport.write(definition)
    #expect(exported.remarks.diagnostics == [])
    #expect(
      exported.text
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:t="urn:state-tables:1" version="1.0" datamodel="cel" name="Door" initial="closed">
          <t:event name="pushed">
            <t:field name="force" type="int"/>
          </t:event>
          <t:command name="ring"/>
          <datamodel>
            <data id="a" expr="1" t:type="int"/>
            <data id="b" expr="2" t:type="int"/>
            <data id="kept1" expr="null" t:type="dyn"/>
            <data id="kept2" expr="null" t:type="dyn"/>
          </datamodel>
          <state id="closed">
            <transition event="pushed" cond="_event.data.force &gt; 3 &amp;&amp; !In('open')" target="open">
              <assign location="kept1" expr="b"/>
              <assign location="kept2" expr="a"/>
              <assign location="a" expr="kept1"/>
              <assign location="b" expr="kept2"/>
            </transition>
          </state>
          <state id="open">
            <onentry>
              <send type="command" event="ring"/>
              <send event="time.open.1" id="open.1" delay="5s"/>
            </onentry>
            <onexit>
              <cancel sendid="open.1"/>
            </onexit>
            <transition event="time.open.1" target="closed"/>
          </state>
        </scxml>

        """.replacingOccurrences(of: "&gt;", with: ">"))
    let back = importedSCXML(exported.text)
    check(back, refuses: [])
    var expected = definition
    expected.properties = back.definition?.properties ?? []
    expected.reducer?[0].assignments = back.definition?.reducer?[0].assignments ?? .none
    #expect(back.definition == expected)
  }

  private static func counter(_ guardText: String, value: String = "n + 1") -> String {
    #"""
    { "state": "Counter", "format": 1, "events": { "tapped": {} },
      "properties": { "n": { "type": "int", "initial": 2 } },
      "computed": {
        "total": { "type": "int", "value": "n * 2" },
        "more": { "type": "int", "value": "total + n" },
        "span": { "type": "[int]", "value": ["n", "more"] } },
      "functions": { "twice": { "takes": { "x": "int" }, "gives": "int", "value": "x * 2" } },
      "reducer": [{ "on": "tapped", "if": "\#(guardText)", "let": { "next": "more + 1" }, "set": { "n": "\#(value)" } }] }
    """#
  }

  @Test(arguments: [
    ("a computed value", "total > 3", "(n * 2) > 3"),
    ("one that reads another", "more > 3", "((n * 2) + n) > 3"),
    ("a list", "1 in span", "1 in ([n, ((n * 2) + n)])"),
    ("a `let` name that reads one", "next > 3", "(((n * 2) + n) + 1) > 3"),
  ])
  func `a name that SCXML lacks is written out`(
    _ name: String, _ condition: String, _ written: String
  ) throws {
    let exported = SCXMLExport.write(try Self.definition(Array(Self.counter(condition).utf8)))
    let condition = importedSCXML(exported.text).definition?.reducer?.first?.condition
    #expect(condition == .expression(written), "\(name)")
    #expect(exported.remarks.diagnostics.map(\.rule) == ["exchange/dropped", "exchange/changed"])
  }

  @Test func `data that keep a value have a name that no other data have`() throws {
    let definition = try Self.definition(
      Array(
        #"""
        { "state": "Pair", "format": 1, "events": { "swapped": {} },
          "inputs": { "kept1": "int" }, "computed": { "kept2": { "type": "int", "value": "a" } },
          "properties": { "a": { "type": "int", "initial": 1 }, "b": { "type": "int", "initial": 2 } },
          "reducer": [{ "on": "swapped", "set": { "a": "b + kept1", "b": "a" } }] }
        """#.utf8))
    let text = SCXMLExport.write(definition).text
    #expect(text.contains(#"<assign location="kept3" expr="b + kept1"/>"#))
    #expect(text.contains(#"<assign location="b" expr="kept4"/>"#))
  }

  @Test(arguments: [
    (
      "a function", counter("true", value: "twice(n)"),
      "SCXML has no user-defined functions such as `twice`"
    ),
    (
      "what would be too long",
      counter((0..<300).map { _ in "more" }.joined(separator: " < 0 || ") + " < 0"),
      "5,696 code points, the limit is 4,096"
    ),
  ])
  func `a cell without a counterpart is refused`(
    _ name: String, _ text: String, _ reason: String
  ) throws {
    let exported = SCXMLExport.write(try Self.definition(Array(text.utf8)))
    let refused = exported.remarks.diagnostics.filter { $0.severity == .error }
    #expect(refused.map(\.message) == ["this cell has no counterpart: \(reason)"], "\(name)")
  }
}
