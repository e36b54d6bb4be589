import CEL
import StateChecks
import StateExchange
import StateFiles
import StateModel
import Synchronization
import Testing
import XMLFiles

/// Damaged and malicious texts.
@Suite struct `Hostile charts` {
  private static let scxml = """
    <scxml xmlns="http://www.w3.org/2005/07/scxml" name="A" initial="a"><datamodel><data id="x" expr="1"/></datamodel>
    <state id="a"><onentry><send event="t" id="i" delay="1s"/><if cond="x == 1"><raise event="e"/><else/><assign location="x" expr="[x]"/></if></onentry>
    <onexit><cancel sendid="i"/></onexit><transition event="t e.f *" cond="In('b') &amp;&amp; _event.data.y" target="h c" type="internal"><send event="g" target="#_internal"><param name="p" expr="x + 1"/></send></transition>
    <transition event="done.state.a" target="a"/><history id="h" type="deep"><transition target="b"/></history><state id="b"/><final id="c"><donedata><param name="q" expr="x"/></donedata></final></state>
    <parallel id="p"><state id="q"/><state id="r"/></parallel></scxml>
    """

  private static let xstate = #"""
    { "id": "m", "initial": "a", "context": { "n": 1 }, "on": { "X.*": ".b", "X.y": { "target": "#m.a.c", "reenter": true }, "*": { "actions": ["log", { "type": "xstate.raise", "event": "Z" }] } },
      "states": { "a": { "initial": "c", "after": { "10": "b" }, "onDone": "b", "states": { "c": { "type": "final" }, "h": { "type": "history", "history": "deep" } } },
        "b": { "type": "parallel", "always": { "target": "a", "in": "#m.a" }, "states": { "p": {}, "q": { "entry": { "type": "xstate.assign", "assignment": { "n": 2 } } } } } } }
    """#

  /// A random generator that gives the same texts in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
  }

  /// A text with some bytes removed, doubled, moved or changed.
  private static func damaged(_ text: String, _ numbers: inout Numbers) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...numbers.next(below: 3) {
      let start = numbers.next(below: bytes.count)
      let end = min(bytes.count, start + 1 + numbers.next(below: 12))
      switch numbers.next(below: 4) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: numbers.next(below: bytes.count))
      case 2: bytes[start] = UInt8(0x20 + numbers.next(below: 0x5F))
      default:
        let words = ["a", "b", "#m", "*", "done.state.p", "", ".", "x[0].y", "null", "-1", "h"]
        bytes.replaceSubrange(start..<end, with: Array(words[numbers.next(below: 11)].utf8))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `damaged SCXML is read or refused, and a definition that was read can be checked`() {
    var numbers = Numbers(state: 1)
    var readCount = 0
    for _ in 0..<1500 {
      let text = Self.damaged(Self.scxml, &numbers)
      let (definition, diagnostics) = importedSCXML(text)
      #expect(definition != nil || !diagnostics.isEmpty)
      if let definition {
        readCount += 1
        _ = definition.checked()
        _ = SCXMLExport.write(definition)
      }
    }
    #expect(readCount > 100)
  }

  @Test func `damaged machines are read or refused, and a definition that was read can be checked`()
  {
    var numbers = Numbers(state: 2)
    var readCount = 0
    for _ in 0..<1500 {
      let text = Self.damaged(Self.xstate, &numbers)
      let (definition, diagnostics) = importedXState(text)
      #expect(definition != nil || !diagnostics.isEmpty)
      if let definition {
        readCount += 1
        _ = definition.checked()
        _ = SCXMLExport.write(definition)
      }
    }
    #expect(readCount > 100)
  }

  @Test func `many states with timers are read`() {
    let states = (0..<1200).map { number in
      """
      <state id="s\(number)"><onentry><send event="t\(number)" id="i\(number)" delay="1s"/></onentry>
      <onexit><cancel sendid="i\(number)"/></onexit><transition event="t\(number)" target="s0"/></state>
      """
    }
    let chart = importedSCXML(
      "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\">\(states.joined())</scxml>")
    check(chart, refuses: [])
    #expect(chart.definition?.reducer?.count == 1200)
  }

  @Test func `the number of states is limited`() {
    let states = (0...5000).map { "\"s\($0)\": {}" }.joined(separator: ", ")
    check(
      importedXState("{ \"initial\": \"s0\", \"states\": { \(states) } }"),
      refuses: ["more than 5000 states, the limit"])
  }
}

/// Large charts take work in proportion to their size. Work is counted, not timed.
@Suite struct `Large charts` {
  private final class Steps: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ steps: Int) { count.wrappingAdd(steps, ordering: .relaxed) }
  }

  private func work(_ text: String) throws -> Int {
    let steps = Steps()
    try WorkCount.$receiver.withValue({ steps.add($0) }) {
      if text.hasPrefix("<") {
        let root = try #require(XMLDocument(Array(text.utf8)).root)
        _ = SCXMLImport.read(root, name: "A")
      } else {
        let json = try #require(JSONDocument(Array(text.utf8)).json)
        _ = XStateImport.read(json, name: "A")
      }
    }
    return steps.value
  }

  private static func scxml(_ content: String) -> String {
    #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">"#
      + #"<state id="a">\#(content)</state></scxml>"#
  }

  static let charts: [@Sendable (Int) -> String] = [
    // Many events of one transition.
    { count in
      scxml("<transition event=\"\((0..<count).map { "e\($0)" }.joined(separator: " "))\"/>")
    },
    // A transition for each event.
    { count in scxml((0..<count).map { "<transition event=\"e\($0).x\"/>" }.joined()) },
    // Events that all would have the same name.
    { count in
      let names = (1...count).map { "e\(String(repeating: "-", count: $0 % 90)).\($0 / 90)" }
      return scxml(names.map { "<transition event=\"\($0)\"/>" }.joined())
    },
    // Timers of one state.
    { count in
      let numbers = 0..<count
      let sends = numbers.map { "<send event=\"t\($0)\" id=\"i\($0)\" delay=\"1s\"/>" }.joined()
      let cancels = numbers.map { "<cancel sendid=\"i\($0)\"/>" }.joined()
      let transitions = numbers.map { "<transition event=\"t\($0)\"/>" }.joined()
      return scxml(
        "<onentry>\(sends)</onentry><onexit>\(cancels)</onexit>\(transitions)")
    },
    // A transition for each state that is done.
    { count in
      let states = (0..<count).map { #"<state id="s\#($0)"><final id="f\#($0)"/></state>"# }
      let transitions = (0..<count).map { #"<transition event="done.state.s\#($0)"/>"# }
      return scxml(states.joined() + transitions.joined())
    },
    // A pattern for each event.
    { count in
      let events = (0..<count).map { "\"e\($0).x\": \"a\", \"e\($0).*\": \"a\"" }
      let on = events.joined(separator: ", ")
      return #"{ "id": "m", "initial": "a", "states": { "a": { "on": { \#(on) } } } }"#
    },
    // A target with many dots.
    { count in
      let path = Array(repeating: "b", count: count).joined(separator: ".")
      return
        #"{ "id": "m", "initial": "a", "states": { "a": { "on": { "e": "\#(path)" } }, "b": {} } }"#
    },
  ]

  @Test(arguments: charts.indices) func `twice the size takes about twice the work`(
    index: Int
  ) throws {
    let (once, twice) = try (work(Self.charts[index](200)), work(Self.charts[index](400)))
    #expect(once > 0)
    #expect(twice <= 3 * once, "\(once) steps, then \(twice)")
  }
}
