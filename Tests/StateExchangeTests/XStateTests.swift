import CEL
import StateExchange
import StateModel
import Testing

/// Machines in XState's JSON form.
@Suite struct `XState machines` {
  @Test func `the traffic light goes round by time`() throws {
    let light = importedXState(
      #"""
      {
        "id": "light",
        "initial": "green",
        "states": {
          "green": { "after": { "20000": { "target": "yellow" } } },
          "yellow": { "after": { "1500": "red" } },
          "red": {
            "initial": "walk",
            "after": { "30000": { "target": "green" } },
            "states": {
              "walk": { "on": { "PED_COUNTDOWN": { "target": "wait" } } },
              "wait": { "on": { "PED_COUNTDOWN": { "target": "stop" } } },
              "stop": { "type": "final" }
            },
            "onDone": { "actions": "blink" }
          }
        }
      }
      """#)
    check(light, refuses: [])
    #expect(light.definition?.reducer?[1].trigger == .after(.number("1.5")))
    #expect(light.definition?.commands.map(\.name) == ["blink"])
    try play(
      light.definition, start: "green",
      [
        "green.1": "yellow", "yellow.1": "walk", "PED_COUNTDOWN": "wait", "red.1": "green",
      ])
  }

  @Test func `the feedback form closes from everywhere`() throws {
    let form = importedXState(
      #"""
      {
        "id": "feedback",
        "initial": "prompt",
        "context": { "feedback": "", "rating": 5 },
        "on": { "close": ".closed" },
        "states": {
          "prompt": { "on": { "feedback.good": "thanks", "feedback.bad": { "target": "form" } } },
          "form": {
            "on": {
              "back": { "target": "prompt" },
              "submit": { "target": "#feedback.thanks", "actions": [{ "type": "save", "params": { "to": "server" } }] }
            }
          },
          "thanks": {},
          "closed": { "type": "final" }
        }
      }
      """#)
    check(form, refuses: [])
    #expect(form.definition?.properties.map(\.type) == ["string", "int"])
    try play(
      form.definition, start: "prompt",
      [
        "feedbackBad": "form", "back": "prompt", "feedbackBad": "form", "submit": "thanks",
        "close": "closed", "close": "closed",
      ])
    try play(form.definition, start: "prompt", ["feedbackGood": "thanks"])
    try play(form.definition, start: "prompt", ["close": "closed"])
  }

  @Test func `a toggle toggles, in the words of both versions`() throws {
    for text in [
      #"{ "id": "toggle", "initial": "inactive", "states": { "inactive": { "on": { "TOGGLE": "active" } }, "active": { "on": { "TOGGLE": "inactive" } } } }"#,
      #"{ "key": "toggle", "predictableActionArguments": true, "initial": "inactive", "states": { "inactive": { "on": { "TOGGLE": [{ "target": "active" }] } }, "active": { "on": { "TOGGLE": { "target": ["inactive"], "internal": false } } } } }"#,
    ] {
      let toggle = importedXState(text)
      check(toggle, refuses: [])
      try play(
        toggle.definition, start: "inactive", ["TOGGLE": "active", "TOGGLE": "inactive"])
    }
  }

  @Test func `a parallel machine with history`() throws {
    let player = importedXState(
      #"""
      {
        "id": "player", "type": "parallel",
        "states": {
          "playback": {
            "initial": "on",
            "states": {
              "off": { "on": { "POWER": "last" } },
              "last": { "type": "history" },
              "on": { "initial": "a", "states": { "a": { "on": { "NEXT": "b" } }, "b": {} }, "on": { "POWER": "off" } }
            }
          },
          "volume": { "initial": "loud", "states": { "loud": { "on": { "MUTE": "muted" } }, "muted": { "on": { "MUTE": "loud", "*": { "actions": "beep" } } } } }
        }
      }
      """#)
    check(player, refuses: [])
    try play(
      player.definition, start: "a loud",
      ["NEXT": "b loud", "MUTE": "b muted", "POWER": "muted off", "POWER": "a muted"])
  }

  @Test(
    arguments: [
      (
        #"{ "initial": "a", "states": { "a": { "on": { "GO": { "target": "a", "guard": "isFree" } } } } }"#,
        ["JSON does not define what the guard `isFree` tests"]
      ),
      (
        #"{ "initial": "a", "states": { "a": { "invoke": { "src": "load" } } } }"#,
        ["`invoke` has no counterpart: a definition starts no other"]
      ),
      (
        #"{ "initial": "a", "context": { "n": "" }, "states": { "a": { "entry": { "type": "xstate.assign", "assignment": { "n": "() => 1" } } } } }"#,
        ["JSON does not show whether this is text or code"]
      ),
      (
        #"{ "initial": "a", "states": { "a": { "after": { "delay": "a" } } } }"#,
        ["JSON does not define the delay `delay`"]
      ),
      (
        #"{ "initial": "a", "on": { "GO": "a" }, "states": { "a": {} } }"#,
        ["no state is found at `a`; a child of the machine is written `.child`"]
      ),
      (#"{ "initial": "b", "states": { "a": {} } }"#, ["no state is found at `b`"]),
      (#"{ "states": { "a": {} } }"#, ["`(machine)` has no `initial`"]),
      (
        #"{ "initial": "a", "states": { "a": 5 } }"#,
        ["a state is an object", "no state is found at `a`"]
      ),
      (#"{ "initial": "a", "states": [] }"#, ["expected an object"]),
      (#"{ "on": { "X": 5 } }"#, ["a transition is a target or an object"]),
      (#"[1, 2]"#, ["a machine is an object"]),
      (#"{ "sates": {} }"#, ["unknown key `sates`"]),
    ] as [(String, [String])])
  func `what JSON cannot express is refused`(text: String, messages: [String]) {
    check(importedXState(text), refuses: messages)
  }

  @Test func `a transition that keeps its source active reenters the states below`() throws {
    let machine = importedXState(
      #"""
      { "id": "m", "initial": "a", "states": { "a": { "initial": "b",
        "on": { "AGAIN": { "target": ".b" }, "RESET": { "target": "a", "reenter": true } },
        "states": { "b": { "entry": "hello" } }, "entry": "whole" } } }
      """#)
    check(machine, refuses: [])
    let rows = machine.definition?.reducer ?? []
    #expect(rows.map(\.reentry) == [.yes, .external])
    #expect(rows.map { $0.targets?.all.map(\.name) } == [["b"], ["a"]])
  }
}
