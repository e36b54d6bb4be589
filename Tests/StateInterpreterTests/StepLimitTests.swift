import CEL
import StateFiles
import StateModel
import Testing

@testable import StateInterpreter

/// Every step ends, whatever a definition says.
@Suite("Limits of a step") struct StepLimitTests {
  private func definition(_ parts: String) -> String {
    #"{ "state": "Endless", "format": 1, \#(parts) }"#
  }

  private static let counter = #"""
    "properties": { "n": { "type": "int", "initial": 0 } }, "events": { "went": {}, "again": { "from": "self" } },
    """#

  @Test func `microsteps have a ceiling`() throws {
    let text = definition(
      #""limits": { "microsteps": 100001 },"# + Self.counter + #" "reducer": []"#)
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    #expect(DefinitionReader.read(json, fileName: nil).diagnostics.map(\.rule) == [.jsonLimit])
  }

  @Test func `a step of as many microsteps as permitted ends`() throws {
    let parts =
      #""limits": { "microsteps": 100000 },"# + Self.counter + #"""
          "reducer": [{ "on": "went", "raise": ["again"] },
            { "on": "again", "if": "n < \(limit)", "set": { "n": "n + 1" }, "raise": ["again"] }]
        """#
    for (limit, result) in [
      ("9000", ""), ("9007199254740992", "size at /reducer/1/raise/0"),
    ] {
      var run = try Fixture(definition(parts.replacing(#"\(limit)"#, with: limit))).start()
      #expect(run.send("went") == result)
    }
  }

  @Test func `eventless microsteps without an end use up the budget`() throws {
    let parts =
      #""limits": { "microsteps": 100000 },"# + #"""
          "properties": { "n": { "type": "int", "initial": 0 }, "isOn": { "type": "bool", "initial": false } },
          "events": { "went": {} },
          "reducer": [{ "on": "went", "set": { "isOn": true } },
            { "if": "isOn", "set": { "n": "n + 1" } }]
        """#
    var run = try Fixture(definition(parts)).start()
    #expect(run.send("went").hasPrefix("microsteps at /reducer/1"))
    #expect(run.property("n") == "0")
    let wide = (0..<200).map { #"{ "if": "n == \#(-1 - $0)", "set": { "n": "7" } }"# }
    var slow = try Fixture(
      definition(
        parts.replacing(
          #"{ "if": "isOn""#, with: wide.joined(separator: ", ") + #", { "if": "isOn""#))
    ).start()
    #expect(slow.send("went").hasPrefix("budget at /reducer"))
  }

  @Test(arguments: [(200, "microsteps"), (300, "budget")])
  func `regions that move on and on use up the budget`(limit: Int, error: String) throws {
    let regions = (0..<200).map { number in
      #"{ "state": "r\#(number)", "initial": "a\#(number)", "states": [{ "state": "a\#(number)" }, { "state": "b\#(number)" }] }"#
    }
    let rows = (0..<200).flatMap { number in
      [("a", "b"), ("b", "a")].map { from, to in
        #"{ "in": "\#(from)\#(number)", "if": "isOn", "goTo": "\#(to)\#(number)" }"#
      }
    }
    let parts = #"""
      "limits": { "microsteps": \#(limit) },
      "properties": { "isOn": { "type": "bool", "initial": false } }, "events": { "went": {} },
      "initial": "all", "states": [{ "state": "all", "parallel": true, "states": [\#(regions.joined(separator: ", "))] }],
      "reducer": [{ "on": "went", "set": { "isOn": true } }, \#(rows.joined(separator: ", "))]
      """#
    var run = try Fixture(definition(parts)).start()
    #expect(run.send("went").hasPrefix("\(error) at /reducer/"))
  }

  @Test(arguments: [(400, "microsteps"), (800, "budget")])
  func `each target of a row counts`(limit: Int, error: String) throws {
    let regions = (0..<200).map { number in
      #"{ "state": "r\#(number)", "initial": "a\#(number)", "states": [{ "state": "a\#(number)" }, { "state": "b\#(number)" }] }"#
    }
    let targets = (0..<200).map { #""b\#($0)""# }.joined(separator: ", ")
    let parts = #"""
      "limits": { "microsteps": \#(limit) }, "events": { "went": {}, "again": { "from": "self" } },
      "initial": "all", "states": [{ "state": "all", "parallel": true, "states": [\#(regions.joined(separator: ", "))] }],
      "reducer": [{ "in": "all", "on": ["went", "again"], "goTo": [\#(targets)], "reenter": true, "raise": ["again"] }]
      """#
    var run = try Fixture(definition(parts)).start()
    #expect(run.send("went").hasPrefix("\(error) at /reducer"))
  }

  @Test func `events that no row takes use up the budget where many states are active`() throws {
    let regions = (0..<600).map {
      #"{ "state": "r\#($0)", "initial": "a\#($0)", "states": [{ "state": "a\#($0)" }] }"#
    }
    let raised = Array(repeating: #""again""#, count: 9_000).joined(separator: ", ")
    var run = try Fixture(
      definition(
        Self.counter + #"""
            "initial": "all", "states": [{ "state": "all", "parallel": true, "states": [\#(regions.joined(separator: ", "))] }],
            "reducer": [{ "on": "went", "raise": [\#(raised)] }, { "on": "again", "in": "a0", "if": "n > 5", "set": { "n": 0 } }]
          """#)
    ).start()
    #expect(run.send("went") == "budget at /reducer")
  }

  /// Records with many fields: a copy of one is charged for its fields, in a loop and where a part of a
  /// shared value is written.
  @Test(arguments: [
    (
      #"{ "copies": "lists.range(10000).map(i, wide.copy({'f0': i})).size()" }"#,
      "/reducer/0/set/copies"
    ),
    (#"{ "copies": "lists.range(10000).map(i, Some{f0: i}).size()" }"#, "/reducer/0/set/copies"),
    (
      "["
        + Array(repeating: #"{ "kept": "long" }, { "long[0]": 1 }"#, count: 900).joined(
          separator: ", ") + "]",
      "/reducer/0/set/1601/long[0]"
    ),
  ])
  func `values of many parts are charged where they are copied`(set: String, pointer: String) throws
  {
    let fields = (0..<600).map { #""f\#($0)": "int?""# }.joined(separator: ", ")
    var run = try Fixture(
      definition(
        #"""
          "types": { "Some": { "record": { \#(fields) } } }, "events": { "went": {} },
          "properties": { "copies": { "type": "int", "initial": 0 }, "wide": { "type": "Some", "initial": {} },
            "long": { "type": "[int]", "initial": "lists.range(10000)" }, "kept": { "type": "[int]", "initial": [] } },
          "reducer": [{ "on": "went", "set": \#(set) }]
        """#)
    ).start()
    #expect(run.send("went") == "budget at \(pointer)")
  }

  @Test func `a row that raises many of itself ends`() throws {
    let many = Array(repeating: #""again""#, count: 200).joined(separator: ", ")
    var run = try Fixture(
      definition(
        Self.counter + #"""
            "reducer": [{ "on": "went", "raise": ["again"] },
              { "on": "again", "set": { "n": "n + 1" }, "raise": [\#(many)] }]
          """#)
    ).start()
    #expect(run.send("went").hasPrefix("size at /reducer/1/raise/"))
    #expect(run.property("n") == "0")
  }

  @Test func `what the commands of a step carry is bounded together`() throws {
    var run = try Fixture(
      definition(
        #"""
          "properties": { "text": { "type": "string", "initial": "''" }, "n": { "type": "int", "initial": 0 } },
          "events": { "typed": { "carries": { "text": "string" } }, "went": {}, "again": { "from": "self" } },
          "commands": { "send": { "carries": { "text": "string" } } },
          "reducer": [{ "on": "typed", "set": { "text": "event.text" } }, { "on": "went", "raise": ["again"] },
            { "on": "again", "if": "n < 10", "set": { "n": "n + 1" }, "emit": [{ "send": { "text": "text" } }], "raise": ["again"] }]
        """#)
    ).start()
    let text = { String(repeating: "a", count: $0) }
    #expect(run.send(#"typed {"text": "\#(text(1 << 17))"}"#) == "")
    #expect(run.send("went") == "size at /reducer/2/emit/0")
    #expect(run.property("n") == "0")
    #expect(run.send(#"typed {"text": "\#(text(100_000))"}"#) == "")
    #expect(run.send("went").hasPrefix("!send"))
    #expect(run.property("n") == "10")
  }

  @Test(arguments: [(10_000, true), (10_001, false)])
  func `a step has at most 10,000 commands`(count: Int, isPermitted: Bool) throws {
    let commands = Array(repeating: #""beep""#, count: count).joined(separator: ", ")
    let fixture = try Fixture(
      definition(
        #""events": { "went": {} }, "commands": { "beep": {} }, "reducer": [{ "on": "went", "emit": [\#(commands)] }]"#
      ))
    var (machine, _) = try Machine.start(fixture.definition)
    if isPermitted {
      #expect(try machine.receive(named: "went").commands.count == count)
    } else {
      #expect(throws: MachineError(.size, at: "/reducer/0/emit/10000")) {
        try machine.receive(named: "went")
      }
    }
  }

  /// Lists of lists that share their elements take little memory, but no time is enough to compare
  /// them.
  @Test(arguments: ["[[[int]]]", "[Wide]"])
  func `storing lists that hold more values than can be compared uses up the budget`(
    type: String
  ) throws {
    let value =
      type == "[Wide]" ? "lists.range(10000).map(i, Wide{rows: b})" : "lists.range(10000).map(i, b)"
    var run = try Fixture(
      definition(
        #"""
          "types": { "Wide": { "record": { "rows": "[[int]]" } } },
          "properties": { "c": { "type": "\#(type)", "initial": [] }, "rows": { "type": "[[int]]", "initial": [[1]] } },
          "events": { "went": {}, "swiped": {} },
          "reducer": [
            { "on": "went", "let": { "a": "lists.range(1000)", "b": "lists.range(10000).map(i, a)" }, "set": { "c": "\#(value)" } },
            { "on": "swiped", "let": { "a": "lists.range(1000)" }, "set": { "rows[0]": "a" } }]
        """#)
    ).start()
    #expect(run.send("went") == "budget at /reducer/0/let/b")
    #expect(run.send("swiped") == "")
  }

  @Test func `thousands of outputs share one budget`() throws {
    let outputs = (0..<2_000).map {
      #""o\#($0)": { "kind": "ui", "type": "bool", "value": "xs.exists(x, x == \#(-1 - $0))" }"#
    }
    var run = try Fixture(
      definition(
        #"""
          "properties": { "xs": { "type": "[int]", "initial": [] } },
          "events": { "filled": { "carries": { "xs": "[int]" } } },
          "reducer": [{ "on": "filled", "set": { "xs": "event.xs" } }],
          "outputs": { \#(outputs.joined(separator: ", ")) }
        """#)
    ).start()
    let numbers = { (count: Int) in
      "[\(Array(repeating: "1", count: count).joined(separator: ","))]"
    }
    #expect(run.send(#"filled {"xs": \#(numbers(10))}"#) == "")
    #expect(run.send(#"filled {"xs": \#(numbers(10_000))}"#).hasPrefix("budget at /outputs/o"))
    #expect(run.output("o7") == "false")
  }

  @Test(arguments: [1_000, 1_001])
  func `rows for any event take at most a million events together`(count: Int) throws {
    let events = (0..<1_000).map { #""went\#($0)": {}"# }.joined(separator: ", ")
    let rows = Array(repeating: #"{ "on": "*" }"#, count: count).joined(separator: ", ")
    let text = definition(#""events": { \#(events) }, "reducer": [\#(rows)]"#)
    if count == 1_000 {
      var run = try Fixture(text).start()
      #expect(run.send("went999") == "unchanged")
    } else {
      #expect(throws: CompileError.tooLarge) { try Fixture(text) }
    }
  }
}
