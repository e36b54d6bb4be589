import CEL
import Testing

@testable import StateInterpreter

/// Timers and the virtual clock.
@Suite("Timers") struct TimerTests {
  static let timed = #"""
    { "state": "Timed", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 }, "span": { "type": "duration", "initial": 3 } },
      "events": { "go": {}, "stay": {}, "again": {} },
      "commands": { "note": {} },
      "initial": "idle",
      "states": [
        { "state": "idle" },
        { "state": "busy", "enter": [{ "set": { "span": 5 }, "emit": ["note"] }], "exit": [{ "emit": ["note"] }] } ],
      "reducer": [
        { "in": "idle", "on": "go", "goTo": "busy" },
        { "in": "busy", "on": "stay", "set": { "n": 100 }, "goTo": "busy" },
        { "in": "busy", "on": "again", "goTo": "busy", "reenter": true },
        { "in": "busy", "every": 2, "if": "n < 100", "set": { "n": "n + 1" } },
        { "in": "busy", "after": "span", "goTo": "idle" }
      ],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
    """#

  @Test func `a timer starts after the enter actions and is cancelled on exit`() throws {
    var run = try Fixture(Self.timed).start()
    #expect(run.send("go") == "-idle +busy !note() start busy.1 every 2s start busy.2 5s")
    #expect(run.machine.timers.count == 2)
    #expect(
      run.send("again")
        == "unchanged -busy +busy !note() !note() cancel busy.1 cancel busy.2 start busy.1 every 2s start busy.2 5s"
    )
  }

  @Test func `due timers fire by due time, a step each`() throws {
    var run = try Fixture(Self.timed).start()
    _ = run.send("go")
    #expect(run.wait(1.5) == [])
    #expect(run.wait(4) == ["busy.1: ", "busy.1: ", "busy.2: -busy +idle !note() cancel busy.1"])
    #expect(run.output("n") == "2")
    #expect(run.wait(100) == [])
    #expect(run.machine.timers == [])
  }

  @Test func `a state that stays keeps its timers`() throws {
    var run = try Fixture(Self.timed).start()
    _ = run.send("go")
    _ = run.wait(1)
    #expect(run.send("stay") == "")
    #expect(
      run.wait(4) == [
        "busy.1: denied by /reducer/3", "busy.1: denied by /reducer/3",
        "busy.2: -busy +idle !note() cancel busy.1",
      ])
  }

  @Test func `a timer that does not run is unhandled`() throws {
    var run = try Fixture(Self.timed).start()
    #expect(try run.machine.fire(timer: "busy.1").result == .unhandled)
    #expect(try run.machine.fire(timer: "nobody.1").result == .unhandled)
  }

  @Test func `equal due times fire in the order of their starts`() throws {
    var run = try Fixture(
      #"""
      { "state": "Ties", "format": 1, "properties": { "log": { "type": "string", "initial": "''" } },
        "initial": "p",
        "states": [ { "state": "p", "parallel": true, "states": [
          { "state": "a", "initial": "a1", "states": [{ "state": "a1" }, { "state": "a2" }] },
          { "state": "b", "initial": "b1", "states": [{ "state": "b1" }, { "state": "b2" }] } ] } ],
        "reducer": [
          { "in": "b1", "after": 1, "set": { "log": "log + 'b'" }, "goTo": "b2" },
          { "in": "a1", "after": 1, "set": { "log": "log + 'a'" }, "goTo": "a2" },
          { "in": "a2", "after": 0, "set": { "log": "log + '0'" } } ],
        "outputs": { "log": { "kind": "ui", "type": "string", "value": "log" } } }
      """#
    ).start()
    #expect(run.start == "+Ties +p +a +a1 +b +b1 start a1.1 1s start b1.1 1s")
    #expect(run.wait(1) == ["a1.1: -a1 +a2 start a2.1 0s", "b1.1: -b1 +b2", "a2.1: "])
    #expect(run.output("log") == #""ab0""#)
  }

  @Test func `an every of zero or less is an error of the step`() throws {
    var run = try Fixture(
      #"""
      { "state": "Zero", "format": 1, "events": { "go": { "carries": { "span": "duration" } } },
        "properties": { "span": { "type": "duration", "initial": 1 } },
        "initial": "a", "states": [ { "state": "a" }, { "state": "b" } ],
        "reducer": [
          { "in": "a", "on": "go", "set": { "span": "event.span" }, "goTo": "b" },
          { "in": "b", "every": "span" } ],
        "outputs": { "inA": { "kind": "ui", "type": "bool", "value": "isIn('a')" } } }
      """#
    ).start()
    #expect(run.send(#"go {"span": "0s"}"#) == "argument at /reducer/1/every")
    #expect(run.leaves == "a")
    #expect(run.send(#"go {"span": "1s"}"#) == "-a +b start b.1 every 1s")
  }

  @Test func `an end cancels every timer`() throws {
    var run = try Fixture(
      #"""
      { "state": "Ending", "format": 1, "events": { "stop": {} },
        "initial": "a", "states": [ { "state": "a" }, { "state": "z", "final": true } ],
        "reducer": [ { "every": 1 }, { "on": "stop", "goTo": "z" } ],
        "outputs": { "inA": { "kind": "ui", "type": "bool", "value": "isIn('a')" } } }
      """#
    ).start()
    #expect(run.start == "+Ending +a start Ending.1 every 1s")
    #expect(run.send("stop") == "-a +z cancel Ending.1")
    #expect(run.wait(3) == [])
  }
}
