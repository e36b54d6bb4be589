import Graphs
import StateModel
import Testing

@testable import StateGraphs

@Suite struct PictureOptionsTests {
  private let nested = #"""
    "initial": "off", "properties": { "n": { "type": "int", "initial": 0 } },
    "outputs": { "isOn": { "kind": "ui", "type": "bool", "value": "isIn('on')" } },
    "states": [{ "state": "off" }, { "state": "on", "initial": "low", "enter": [{ "set": { "n": 1 } }],
      "states": [{ "state": "low" }, { "state": "high" }] }],
    "reducer": [
      { "in": "off", "on": "pressed", "if": "n == 0", "set": { "n": 2 }, "goTo": "high" },
      { "in": "low", "on": "turned", "goTo": "high" }, { "in": "on", "on": "pressed", "goTo": "off" } ]
    """#

  private func options(_ change: (inout PictureOptions) -> Void) -> PictureOptions {
    var options = PictureOptions()
    change(&options)
    return options
  }

  @Test func `names shows triggers, guards shows guards, full shows all`() throws {
    try check(
      nested, options { $0.detail = .names },
      shows: [#""off" -> "high" [label="pressed"]"#], not: ["n : int", "enter", "isOn"])
    try check(
      nested, options { $0.detail = .guards },
      shows: [#""off" -> "high" [label="pressed [n == 0]"]"#], not: ["n : int", "enter", "isOn"])
    try check(
      nested, options { $0.detail = .full },
      shows: [#""off" -> "high" [label="pressed [n == 0] / n = 2"]"#])
    try check(nested, options { $0.showsOutputs = false }, shows: [], not: ["isOn"])
  }

  @Test func `deeper states are hidden in their ancestor, and what happens inside it too`() throws {
    try check(
      nested, options { $0.depth = 1 },
      shows: [
        #""on" [label="on\nenter / n = 1\l▪ isOn = true\l2 states inside\l" class=atomic]"#,
        #""off" -> "on" [label="pressed [n == 0] / n = 2"]"#, #""on" -> "off" [label="pressed"]"#,
      ], not: ["turned", "low", "high\""])
  }

  @Test func `a loop of a deeper state is hidden, one of its ancestor is not`() throws {
    let loops = #"""
      "initial": "on", "states": [{ "state": "on", "initial": "low", "states": [{ "state": "low" }] }],
      "reducer": [
        { "in": "low", "on": "again", "goTo": "low", "reenter": true },
        { "in": "on", "on": "over", "goTo": "on", "reenter": true },
        { "in": "on", "on": "reset", "goTo": "on" }, { "in": "on", "on": "down", "goTo": "low" },
        { "in": "on", "on": "out", "goTo": "low", "reenter": "external" } ]
      """#
    try check(
      loops, options { $0.depth = 1 },
      shows: [
        #""on" -> "on" [label="over" class=reenter]"#,
        #""on" -> "on" [label="out" class=external]"#,
      ], not: ["again", "reset", "down"])
  }

  @Test func `one state is drawn with what it contains`() throws {
    try check(
      nested, options { $0.only = "on" },
      shows: [#""low" -> "high" [label="turned"]"#, #""initial of on" -> "low""#],
      not: ["off", "pressed"])
    #expect(
      statePicture(of: try definition(nested), options: options { $0.only = "nowhere" }) == nil)
  }

  @Test func `marks are given by name, and shown by what hides a state`() throws {
    try check(
      nested, options { $0.marks = ["low": .active] },
      shows: [#""low" [label="low" class=atomic comment="active"]"#])
    try check(
      nested, options { ($0.marks, $0.depth) = (["low": .active], 1) },
      shows: [
        #""on" [label="on\nenter / n = 1\l▪ isOn = true\l2 states inside\l" class=atomic comment="active"]"#
      ])
  }

  @Test func `the transition of a step is marked, for nested states at the inner one`() throws {
    let definition = try StateGraphsTests.definition(nested)
    var step = TakenStep()
    step.add([0], active: ["Test", "off"], of: definition)
    #expect(step.rows == [0: ["off"]])
    try check(
      nested, options { $0.takenStep = step },
      shows: [
        #""off" -> "high" [label="pressed [n == 0] / n = 2" comment=taken]"#,
        #""on" -> "off" [label="pressed" ltail="cluster_on"]"#,
      ])
    let both = #"""
      "initial": "a", "states": [{ "state": "a", "initial": "b", "states": [{ "state": "b" }] }],
      "reducer": [{ "in": ["a", "b"], "on": "x", "goTo": "b" }, { "on": "y", "goTo": "a" }]
      """#
    var inner = TakenStep()
    inner.add([0, 1], active: ["Test", "a", "b"], of: try StateGraphsTests.definition(both))
    #expect(inner.rows == [0: ["b"], 1: ["Test"]])
  }

  @Test func `a walk is numbered through, and what was not touched is active`() {
    let moves: [GraphMove] = [.exit("high"), .exit("on"), .enter("off")]
    #expect(
      walkMarks(moves, active: ["off", "other"]) == [
        "high": .exit(1), "on": .exit(2), "off": .enter(3), "other": .active,
      ])
    #expect(
      walkMarks([.exit("low"), .enter("low"), .enter("high")], active: ["high"]) == [
        "low": .both(exit: 1, enter: 2), "high": .enter(3),
      ])
  }
}
