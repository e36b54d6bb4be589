import Graphs
import StateModel
import Testing

@testable import StateGraphs

@Suite struct StatePictureTests {
  private let pair = #""initial": "a", "states": [{ "state": "a" }, { "state": "b" }]"#

  @Test func `a definition is the outermost frame with its values, actions and outputs`() throws {
    try check(
      #"""
      "inputs": { "phone": "string", "wait": { "type": "int", "default": 10 } },
      "properties": { "code": { "type": "string", "initial": "''" } },
      "enter": [{ "if": "phone != ''", "emit": [{ "send": { "phone": "phone" } }] }],
      "exit": [{ "set": { "code": "''" } }],
      "commands": { "send": { "carries": { "phone": "string" } } },
      "outputs": { "code": { "kind": "ui", "type": "string", "value": "code" } }, \#(pair)
      """#,
      shows: [
        #"graph [label="Test (state machine)\nphone : string\lwait : int = 10\lcode : string = ''\l"#
          + #"enter [phone != ''] / !send(phone)\lexit / code = ''\l▪ code = code\l" "#
          + "labeljust=l class=machine]", #""initial of Test" -> "a""#,
      ])
  }

  @Test(arguments: [
    (#""on": "went", "goTo": "b""#, "went"),
    (#""on": ["went", "left"], "goTo": "b""#, "went, left"),
    (#""on": "*", "goTo": "b""#, "any event"),
    (#""on": "done.a", "goTo": "b""#, "done.a"),
    (#""goTo": "b""#, "always"),
    (#""if": "x > 1", "goTo": "b""#, "[x > 1]"),
    (#""after": 1800, "goTo": "b""#, "after 30 min"),
    (#""every": 1, "goTo": "b""#, "every 1 s"),
    (#""after": "timeout", "goTo": "b""#, "after timeout"),
    (
      #""on": "went", "if": "x > 1", "set": { "x": 1, "y": "[x]" }, "emit": ["stop", { "speak": { "a": 1, "b": { "c": "d" } } }], "raise": [{ "heard": { "e": true } }], "goTo": "b""#,
      "went [x > 1] / x = 1, y = [x], !stop, !speak(1, {c: d}), raise heard(true)"
    ),
  ])
  func `a row that goes somewhere is a transition`(_ row: String, _ label: String) throws {
    try check(
      #""reducer": [{ "in": "a", \#(row) }], \#(pair)"#,
      shows: [#""a" -> "b" [label="\#(label)"]"#])
  }

  @Test func `a row without a target is in the compartment`() throws {
    try check(
      #""reducer": [{ "in": "a", "on": "typed", "set": { "x": 1 } }, { "on": "reset" }], \#(pair)"#,
      shows: [#""a" [label="a\ntyped / x = 1\l" class=atomic]"#],
      not: ["->  \"a\"", "\"a\" -> \"a\""])
  }

  @Test func `a leaf that goes to itself is a row, and with reenter a loop`() throws {
    let states = #""initial": "a", "states": [{ "state": "a", "carries": { "n": "int" } }]"#
    try check(
      #""reducer": [{ "in": "a", "on": "counted", "goTo": { "a": { "n": "n + 1" } } }], \#(states)"#,
      shows: [#""a" [label="a\nn : int\lcounted / n = n + 1\l" class=atomic]"#],
      not: [#""a" -> "a""#])
    try check(
      #""reducer": [{ "in": "a", "on": "again", "goTo": "a", "reenter": true }], \#(states)"#,
      shows: [#""a" -> "a" [label="again" class=reenter]"#])
  }

  @Test func `a row for several states is a transition for each, with one link`() throws {
    var options = PictureOptions()
    options.link = { "T.state.json#" + $0 }
    let definition = try definition(
      #""reducer": [{ "in": ["a", "b"], "on": "went", "goTo": "c" }], "initial": "a", "#
        + #""states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }]"#)
    guard case .chart(let chart) = statePicture(of: definition, options: options)?.content else {
      return #expect(Bool(false), "no chart")
    }
    #expect(chart.transitions.map(\.source) == [1, 2])
    #expect(
      chart.transitions.flatMap(\.labels).map(\.link) == [
        "T.state.json#/reducer/0", "T.state.json#/reducer/0",
      ])
    #expect(
      chart.nodes.map(\.link) == [
        "T.state.json#", "T.state.json#/states/0", "T.state.json#/states/1",
        "T.state.json#/states/2",
      ])
  }

  @Test func `a row without a guard after guarded ones of its state and trigger is otherwise`()
    throws
  {
    try check(
      #"""
      "reducer": [
        { "in": "a", "on": "went", "if": "x", "goTo": "b" }, { "in": "a", "on": "went", "goTo": "a", "reenter": true },
        { "in": "b", "on": "went", "goTo": "a" },
        { "in": "b", "on": ["x", "y"], "if": "x", "goTo": "a" }, { "in": "b", "on": "y", "goTo": "a" } ], \#(pair)
      """#,
      shows: [
        #""a" -> "a" [label="went [otherwise]" class=reenter]"#, #""b" -> "a" [label="went"]"#,
        #""b" -> "a" [label="y [otherwise]"]"#,
      ])
  }

  @Test func `rows of the root start at the root, and its name is a target`() throws {
    try check(
      #""reducer": [{ "on": "went", "goTo": "b" }, { "in": "a", "on": "reset", "goTo": "Test" }], \#(pair)"#,
      shows: [
        #""Test" -> "b" [label="went" ltail="cluster_Test"]"#,
        #""a" -> "Test" [label="reset" lhead="cluster_Test"]"#,
      ])
  }

  @Test func `parallel states, histories, finals and several targets`() throws {
    try check(
      #"""
      "initial": "on",
      "states": [
        { "state": "off" },
        { "state": "on", "parallel": true, "states": [
          { "state": "left", "initial": "l1", "states": [
            { "state": "l1" }, { "state": "l2", "final": true }, { "state": "h", "history": "deep", "default": "l2" } ] },
          { "state": "right", "initial": null, "states": [{ "state": "r1" }] } ] } ],
      "reducer": [{ "in": "off", "on": "went", "goTo": ["l2", "r1"] }, { "in": "off", "on": "back", "goTo": "h" }]
      """#,
      shows: [
        #"graph [label="on" labeljust=l class=parallel]"#,
        #""initial of Test" -> "on" [lhead="cluster_on"]"#,
        #""l2" [label="l2" class=final shape=doublecircle]"#,
        #""h" [label="H*" class=deepHistory shape=circle]"#,
        #""h" -> "l2""#, #""off" -> "l2" [label="went"]"#, #""off" -> "r1" [label="went"]"#,
        #""off" -> "h" [label="back"]"#,
      ], not: ["initial of right", "initial of on"])
  }

  @Test func `a definition without states has no state graph`() throws {
    #expect(statePicture(of: try definition(#""properties": {}"#)) == nil)
  }

  @Test func `a draft that names states it does not have is drawn without these rows`() throws {
    try check(
      #""reducer": [{ "in": "c", "on": "went", "goTo": "a" }, { "in": "a", "on": "went", "goTo": "c" }], \#(pair)"#,
      shows: [#""a" [label="a" class=atomic]"#], not: ["went"])
  }
}
