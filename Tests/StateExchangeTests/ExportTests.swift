import Foundation
import StateExchange
import StateFiles
import StateTables
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
}
