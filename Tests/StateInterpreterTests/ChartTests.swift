import Testing

@testable import StateInterpreter

/// The behaviour of charts given as JSON.
@Suite("Charts") struct ChartTests {
  @Test func `exits, the row and entries act in order, and a state is active in its own exit`()
    throws
  {
    var run = try Fixture(
      #"""
      { "state": "Order", "format": 1,
        "properties": { "log": { "type": "string", "initial": "''" } },
        "events": { "go": {} }, "commands": { "report": { "carries": { "what": "string" } } },
        "initial": "a1",
        "states": [
          { "state": "a", "initial": "a1", "exit": [{ "set": { "log": "log + '-a'" } }],
            "states": [
              { "state": "a1", "exit": [
                { "if": "isIn('a1')", "set": { "log": "log + '-a1'" }, "emit": [{ "report": { "what": "log" } }] }
              ] } ] },
          { "state": "b", "initial": "b1", "enter": [{ "set": { "log": "log + '+b'" } }],
            "states": [
              { "state": "b1", "enter": [
                { "set": { "log": "log + '+b1'" } }, { "if": "isIn('a')", "set": { "log": "'wrong'" } },
                { "emit": [{ "report": { "what": "log" } }] } ] } ] }
        ],
        "reducer": [
          { "in": "a1", "on": "go", "set": { "log": "log + '*'" }, "goTo": "b",
            "emit": [{ "report": { "what": "log" } }] }
        ],
        "outputs": { "log": { "kind": "ui", "type": "string", "value": "log" } } }
      """#
    ).start()
    #expect(run.start == "+Order +a +a1")
    #expect(
      run.send("go")
        == #"-a1 -a +b +b1 !report("-a1") !report("-a1-a*") !report("-a1-a*+b+b1")"#)
    #expect(run.output("log") == #""-a1-a*+b+b1""#)
  }

  @Test func `the default of carried data sees what the other data of the row sees`() throws {
    var run = try Fixture(
      #"""
      { "state": "Waits", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0 } },
        "events": { "failed": {}, "gaveUp": {} },
        "initial": "trying",
        "states": [
          { "state": "trying" },
          { "state": "waiting", "carries": { "since": "int", "wait": { "type": "int", "default": "count * 10" } } },
          { "state": "resting", "carries": { "rest": { "type": "int", "default": "count * 100" } } } ],
        "reducer": [
          { "on": "failed", "set": { "count": "count + 1" }, "goTo": { "waiting": { "since": "count" } } },
          { "on": "gaveUp", "set": { "count": "count + 1" }, "goTo": "resting" } ],
        "outputs": { "wait": { "kind": "ui", "type": "int", "rows": [
          { "in": "waiting", "value": "wait" }, { "in": "resting", "value": "rest" }, { "value": -1 } ] } } }
      """#
    ).start()
    _ = run.send("failed")
    #expect(run.output("wait") == "0")
    _ = run.send("failed")
    #expect(run.output("wait") == "10")
    _ = run.send("gaveUp")
    #expect(run.output("wait") == "200")
  }

  @Test(arguments: [
    ("the state inside", "a1", "true", "unchanged -a1 +a1 !report([false, true, true, true])"),
    (
      "from outside", "a", "\"external\"",
      "unchanged -a1 -a +a +a1 !report([false, false, true, true])"
    ),
    (
      "the state around", "p", "true",
      "unchanged -a1 -a -p +p +a +a1 !report([false, false, false, true])"
    ),
    ("a itself", "a", "true", "unchanged -a1 -a +a +a1 !report([false, false, true, true])"),
  ])
  func `a reentering row evaluates its cells when all states are left and none is entered`(
    name: String, target: String, reenter: String, did: String
  ) throws {
    var run = try Fixture(
      #"""
      { "state": "Again", "format": 1,
        "events": { "go": {} }, "commands": { "report": { "carries": { "isIn": "[bool]" } } },
        "initial": "p",
        "states": [{ "state": "p", "initial": "a", "states": [
          { "state": "a", "initial": "a1", "states": [{ "state": "a1" }] }] }],
        "reducer": [
          { "in": "a", "on": "go", "goTo": "\#(target)", "reenter": \#(reenter),
            "emit": [{ "report": { "isIn": "[isIn('a1'), isIn('a'), isIn('p'), isIn('Again')]" } }] }] }
      """#
    ).start()
    #expect(run.send("go") == did)
  }

  @Test func `the rows of regions run in document order, the later sees what the earlier set`()
    throws
  {
    var run = try Fixture(
      #"""
      { "state": "Regions", "format": 1,
        "properties": { "n": { "type": "int", "initial": 1 } },
        "events": { "tick": {} },
        "initial": "p",
        "states": [ { "state": "p", "parallel": true, "states": [
          { "state": "left", "initial": "l", "states": [{ "state": "l" }] },
          { "state": "right", "initial": "r", "states": [{ "state": "r" }] } ] } ],
        "reducer": [
          { "in": "r", "on": "tick", "if": "n == 1", "set": { "n": "n * 10" } },
          { "in": "l", "on": "tick", "set": { "n": "n + 1" } }
        ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ).start()
    _ = run.send("tick")
    #expect(run.output("n") == "20")
  }

  static let carrying = #"""
    { "state": "Carrying", "format": 1,
      "properties": { "n": { "type": "int", "initial": 5 } },
      "events": { "open": { "carries": { "id": "int" } }, "bump": {}, "close": {}, "back": {}, "same": {} },
      "initial": "closed",
      "states": [
        { "state": "closed" },
        { "state": "shop", "initial": "list", "states": [
          { "state": "list" },
          { "state": "detail", "carries": { "id": "int", "seen": { "type": "int", "default": 1 } },
            "enter": [{ "set": { "n": "n + id" } }] },
          { "state": "last", "history": "shallow", "default": "list" } ] }
      ],
      "reducer": [
        { "on": "open", "set": { "n": "n * 2" }, "goTo": { "detail": { "id": "event.id + n" } } },
        { "in": "detail", "on": "bump", "set": { "seen": "seen + 1" } },
        { "in": "detail", "on": "same", "goTo": { "detail": { "id": "id" } } },
        { "on": "close", "goTo": "closed" },
        { "in": "closed", "on": "back", "goTo": "last" }
      ],
      "outputs": {
        "shown": { "kind": "data", "type": "int?", "rows": [{ "in": "detail", "value": "id * 100 + seen" }] },
        "n": { "kind": "ui", "type": "int", "value": "n" } } }
    """#

  @Test func `goTo data and set read the values from before both`() throws {
    var run = try Fixture(Self.carrying).start()
    #expect(run.send(#"open {"id": 1}"#) == "-closed +shop +detail")
    #expect(run.output("shown") == "601")
    #expect(run.output("n") == "16")
  }

  @Test func `going again to an active state replaces its data without entering it`() throws {
    var run = try Fixture(Self.carrying).start()
    _ = run.send(#"open {"id": 1}"#)
    _ = run.send("bump")
    #expect(run.output("shown") == "602")
    #expect(run.send("same") == "")
    #expect(run.output("shown") == "601")
    #expect(run.send("same") == "unchanged")
    #expect(run.output("n") == "16")
  }

  @Test func `a history brings data back, and a new visit brings new data`() throws {
    var run = try Fixture(Self.carrying).start()
    _ = run.send(#"open {"id": 1}"#)
    _ = run.send("bump")
    #expect(run.send("close") == "-detail -shop +closed")
    #expect(run.output("shown") == "null")
    #expect(run.send("back") == "-closed +shop +detail")
    #expect(run.output("shown") == "602")
    #expect(run.output("n") == "22")
  }

  @Test func `what a left state carried does not count as a change`() throws {
    var run = try Fixture(
      #"""
      { "state": "Bounce", "format": 1, "events": { "go": {} },
        "initial": "a",
        "states": [ { "state": "a" }, { "state": "b", "carries": { "n": "int" } } ],
        "reducer": [
          { "in": "a", "on": "go", "goTo": { "b": { "n": 3 } } },
          { "in": "b", "if": "n == 3", "goTo": "a" }
        ],
        "outputs": { "inA": { "kind": "ui", "type": "bool", "value": "isIn('a')" } } }
      """#
    ).start()
    #expect(run.send("go") == "unchanged -a +b -b +a")
  }

  @Test func `completion carries what all final children carry`() throws {
    var run = try Fixture(
      #"""
      { "state": "Done", "format": 1,
        "properties": { "got": { "type": "string", "initial": "''" } },
        "events": { "yes": {}, "no": {}, "end": {} },
        "initial": "form",
        "states": [
          { "state": "form", "initial": "editing", "states": [
            { "state": "editing" },
            { "state": "accepted", "final": true, "carries": { "why": "string", "when": "int" } },
            { "state": "refused", "final": true, "carries": { "why": "string" } } ] },
          { "state": "shown" },
          { "state": "over", "final": true } ],
        "reducer": [
          { "in": "editing", "on": "yes", "goTo": { "accepted": { "why": "'fine'", "when": 1 } } },
          { "in": "editing", "on": "no", "goTo": { "refused": { "why": "'busy'" } } },
          { "in": "form", "on": "done.form", "set": { "got": "event.why" }, "goTo": "shown" },
          { "in": "shown", "on": "end", "goTo": "over" }
        ],
        "outputs": { "got": { "kind": "ui", "type": "string", "value": "got" } } }
      """#
    ).start()
    #expect(run.send("no") == "-editing +refused -refused -form +shown")
    #expect(run.output("got") == #""busy""#)
    #expect(run.send("end") == "-shown +over")
    #expect(run.machine.hasEnded)
    #expect(run.send("end") == "unhandled")
    #expect(run.leaves == "over")
  }

  @Test func `raised events come after eventless rows, in the order raised`() throws {
    var run = try Fixture(
      #"""
      { "state": "Queue", "format": 1,
        "properties": { "log": { "type": "string", "initial": "''" }, "open": { "type": "bool", "initial": false } },
        "events": { "go": {}, "a": { "from": "self" }, "b": { "from": "self", "carries": { "n": "int" } } },
        "reducer": [
          { "on": "go", "set": { "open": true }, "raise": ["a", { "b": { "n": "size(log) + 7" } }] },
          { "on": "a", "set": { "log": "log + 'a'" }, "raise": [{ "b": { "n": 1 } }] },
          { "on": "b", "set": { "log": "log + string(event.n)" } },
          { "if": "open", "set": { "log": "log + '.'", "open": false } }
        ],
        "outputs": { "log": { "kind": "ui", "type": "string", "value": "log" } } }
      """#
    ).start()
    _ = run.send("go")
    #expect(run.output("log") == #"".a71""#)
    #expect(run.send("a") == "unhandled")
  }

  @Test func `a step that does not end names the rows that repeat and does not happen`() throws {
    var run = try Fixture(
      #"""
      { "state": "Loop", "format": 1, "limits": { "microsteps": 50 },
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "stop": {}, "a": { "from": "self" }, "b": { "from": "self" } },
        "initial": "x",
        "states": [ { "state": "x" }, { "state": "y" } ],
        "reducer": [
          { "on": "go", "set": { "n": "n + 1" }, "goTo": "y", "raise": ["a"] },
          { "on": "a", "if": "n > 0", "raise": ["b"] },
          { "on": "b", "if": "n > 0", "raise": ["a"] }
        ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ).start()
    let error = run.send("go")
    #expect(error.hasPrefix("microsteps at /reducer/"))
    #expect(error.contains("/reducer/1") && error.contains("/reducer/2"))
    #expect(!error.contains("/reducer/0"))
    #expect(run.leaves == "x")
    #expect(run.output("n") == "0")
  }

  @Test func `denied names the rows from the leaf to the root`() throws {
    var run = try Fixture(
      #"""
      { "state": "Denied", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "go": {}, "other": {} },
        "initial": "a", "states": [ { "state": "a" }, { "state": "b" } ],
        "reducer": [
          { "on": "go", "if": "n > 1", "goTo": "b" },
          { "in": "a", "on": "go", "if": "n > 2", "goTo": "b" },
          { "in": "b", "on": "other", "set": { "n": 1 }, "goTo": "a" }
        ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ).start()
    #expect(run.send("go") == "denied by /reducer/1, /reducer/0")
    #expect(run.send("other") == "unhandled")
  }

  @Test func `a let may rely on the guard, and the guard on a let`() throws {
    var run = try Fixture(
      #"""
      { "state": "Lets", "format": 1, "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "got": { "carries": { "parts": "[int]" } } },
        "reducer": [
          { "on": "got", "let": { "count": "size(event.parts)", "first": "event.parts[0]" },
            "if": "count > 0", "set": { "n": "first" } },
          { "on": "got", "set": { "n": -1 } }
        ],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#
    ).start()
    _ = run.send(#"got {"parts": []}"#)
    #expect(run.output("n") == "-1")
    _ = run.send(#"got {"parts": [4, 5]}"#)
    #expect(run.output("n") == "4")
  }

  @Test func `cells of one set read the values from before it, cells of the next its results`()
    throws
  {
    var run = try Fixture(
      #"""
      { "state": "Sets", "format": 1,
        "properties": { "a": { "type": "int", "initial": 1 }, "b": { "type": "int", "initial": 2 },
          "list": { "type": "[int]", "initial": [10, 20, 30] } },
        "events": { "swap": {}, "both": {}, "fail": { "carries": { "at": "int" } } },
        "commands": { "send": { "carries": { "a": "int", "b": "int" } } },
        "reducer": [
          { "on": "swap", "set": { "a": "b", "b": "a" }, "emit": [{ "send": { "a": "a", "b": "b" } }] },
          { "on": "both", "set": [{ "a": "a + 1", "list[a]": "a" }, { "b": "a + list[1]" }] },
          { "on": "fail", "set": { "a": "99", "list[event.at]": "a" } }
        ],
        "outputs": { "all": { "kind": "ui", "type": "[int]", "value": "[a, b] + list" } } }
      """#
    ).start()
    #expect(run.send("swap") == "!send(2, 1)")
    #expect(run.output("all") == "[2, 1, 10, 20, 30]")
    #expect(run.send("both") == "")
    #expect(run.output("all") == "[3, 23, 10, 20, 2]")
    #expect(run.send(#"fail {"at": 9}"#) == "index at /reducer/2/set/list[event.at]")
    #expect(run.output("all") == "[3, 23, 10, 20, 2]")
    #expect(run.send(#"fail {"at": 0}"#) == "")
    #expect(run.output("all") == "[99, 23, 3, 20, 2]")
  }

  @Test func `a map that is dyn gets an entry for what can be a key alone`() throws {
    var run = try Fixture(
      #"""
      { "state": "Bag", "format": 1, "properties": { "bag": { "type": "dyn", "initial": {} } },
        "events": { "put": { "carries": { "key": "dyn" } } },
        "reducer": [{ "on": "put", "set": { "bag[event.key]": 7 } }],
        "outputs": { "bag": { "kind": "ui", "type": "dyn", "value": "bag" } } }
      """#
    ).start()
    for key in ["0.0", "null", "[]", "{}"] {
      #expect(
        run.send(#"put {"key": \#(key)}"#) == "missingKey at /reducer/0/set/bag[event.key]")
    }
    #expect(run.output("bag") == "{}")
    for key in ["0", #""a""#, "true"] {
      #expect(run.send(#"put {"key": \#(key)}"#) == "")
    }
    #expect(run.send(#"put {"key": 0.0}"#) == "unchanged")
    #expect(run.output("bag") == #"{"0": 7, "a": 7, "true": 7}"#)
  }
}
