import Graphs
import StateModel
import Testing

@testable import StateExploration
@testable import StateGraphs

@Suite struct FlowPictureTests {
  @Test func `events, the values they set and the outputs that read them`() throws {
    let definition = try definition(
      #"""
      "inputs": { "phone": { "type": "string", "default": "'112'" } },
      "properties": { "code": { "type": "string", "initial": "''" }, "wait": { "type": "int", "initial": 10 } },
      "computed": { "isOver": { "type": "bool", "value": "isZero && wait == 0" }, "isZero": { "type": "bool", "value": "size(code) == 0" } },
      "events": { "entered": { "carries": { "text": "string" } }, "passed": {} },
      "enter": [{ "emit": ["send"] }],
      "reducer": [
        { "on": "entered", "if": "size(event.text) < 4", "set": { "code": "event.text" } },
        { "on": "entered", "let": { "digits": "event.text" }, "set": { "code": "digits" }, "emit": [{ "check": { "c": "code" } }], "raise": ["passed"] },
        { "on": "passed", "if": "isZero" } ],
      "outputs": {
        "code": { "kind": "ui", "type": "string", "value": "code" },
        "over": { "kind": "data", "type": "bool?", "rows": [{ "if": "isOver", "value": true }] } }
      """#)
    #expect(
      lines(flowPicture(of: definition)) == [
        #"subgraph "cluster_Events and reducer rows" {"#,
        #"graph [label="Events and reducer rows" labeljust=l]"#,
        #""event enter" [label="enter\n!send\l" class=event]"#,
        #""event entered" [label="entered(text)\n[size(event.text) < 4]\lcode = event.text\l[otherwise]\llet digits = event.text\lcode = digits\l!check(code)\lraise passed\l" class=event]"#,
        #""event passed" [label="passed\n[isZero]\lno change\l" class=event]"#, "}",
        #"subgraph "cluster_Inputs and properties" {"#,
        #"graph [label="Inputs and properties" labeljust=l]"#,
        #""value phone" [label="phone\nstring = '112'\l" class=value]"#,
        #""value code" [label="code\nstring = ''\l" class=value]"#,
        #""value wait" [label="wait\nint = 10\l" class=value]"#, "}",
        #"subgraph "cluster_Computed values" {"#,
        #"graph [label="Computed values" labeljust=l]"#,
        #""value isOver" [label="isOver\n= isZero && wait == 0\l" class=value]"#,
        #""value isZero" [label="isZero\n= size(code) == 0\l" class=value]"#, "}",
        #"subgraph "cluster_UI outputs" {"#, #"graph [label="UI outputs" labeljust=l]"#,
        #""output code" [label="code\ncode\l" class=output]"#, "}",
        #"subgraph "cluster_Data outputs" {"#, #"graph [label="Data outputs" labeljust=l]"#,
        #""output over" [label="over\n[isOver]\ltrue\l" class=output]"#, "}",
        #""event entered" -> "value code" [class="f-write"]"#,
        #""value isZero" -> "event passed" [class="f-use"]"#,
        #""value code" -> "output code" [class="f-ui"]"#,
        #""value code" -> "output over" [class="f-data"]"#,
        #""value wait" -> "output over" [class="f-data"]"#,
        #""value isOver" -> "output over" [class="f-data"]"#, "}",
      ])
  }

  @Test func `a definition with states has a value more: the active state`() throws {
    let definition = try definition(
      #"""
      "initial": "a", "states": [{ "state": "a" }, { "state": "b", "carries": { "n": "int" }, "exit": [{ "emit": ["stop"] }] }],
      "events": { "went": {} },
      "reducer": [{ "in": "a", "on": "went", "goTo": { "b": { "n": 1 } } }, { "in": "b", "after": 5, "goTo": "a" }, { "in": "b", "if": "n > 3" }],
      "outputs": {
        "isB": { "kind": "ui", "type": "bool", "value": "isIn('b')" },
        "n": { "kind": "ui", "type": "int?", "rows": [{ "in": "b", "value": "n" }] } }
      """#)
    let lines = lines(flowPicture(of: definition))
    for line in [
      #""event exit b" [label="exit b\n!stop\l" class=event]"#,
      #""event went" [label="went\nin a\lgo to b(1)\l" class=event]"#,
      #""event after 5 s" [label="after 5 s\nin b\lgo to a\l" class=event]"#,
      #""event always" [label="always\nin b\l[n > 3]\lno change\l" class=event]"#,
      #""value active state" [label="active state\n= a\l" class=value]"#,
      #""event went" -> "value active state" [class="f-write"]"#,
      #""value active state" -> "output isB" [class="f-ui"]"#,
      #""value active state" -> "output n" [class="f-ui"]"#,
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
  }

  @Test func `an empty definition has no flow`() throws {
    #expect(flowPicture(of: try definition(#""about": "Nothing.""#)) == nil)
  }
}

@Suite struct DerivedPictureTests {
  private func coin() throws -> Definition {
    try definition(
      #"""
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipped": { "carries": { "isHeads": "bool" } } },
      "reducer": [{ "on": "flipped", "set": { "isHeads": "event.isHeads" } }],
      "outputs": { "side": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" } }
      """#)
  }

  private func states(_ sides: [String?]) -> DerivedStates {
    DerivedStates(
      nodes: zip(["true", "false"], sides).map { value, side in
        DerivedStates.Node(properties: [("isHeads", value)], outputs: [side])
      },
      steps: [
        DerivedStates.Step(source: 0, target: 1, event: "flipped", values: "(false)"),
        DerivedStates.Step(source: 1, target: 0, event: "flipped", values: "(true)"),
        DerivedStates.Step(
          source: 1, target: 1, event: "requested", commands: [DerivedStates.Command("answer")]),
      ])
  }

  @Test func `configurations are named by an output that differs in all of them`() throws {
    #expect(
      lines(derivedPicture(of: try coin(), states(["'Heads'", "'Tails'"]))) == [
        #"subgraph "cluster_Test" {"#,
        #"graph [label="Test (explored from the reducer)\nisHeads : bool = true\l" labeljust=l class=machine]"#,
        #""Test" [shape=point style=invis]"#, #""initial of Test" [shape=point]"#,
        #""Heads" [label="Heads\n▪ side = 'Heads'\l" class=atomic]"#,
        #""Tails" [label="Tails\n▪ side = 'Tails'\lrequested / !answer\l" class=atomic]"#, "}",
        #""initial of Test" -> "Heads""#, #""Heads" -> "Tails" [label="flipped(false)"]"#,
        #""Tails" -> "Heads" [label="flipped(true)"]"#, "}",
      ])
  }

  @Test func `only the transition of the last step is marked`() throws {
    var options = PictureOptions()
    var step = TakenStep()
    (step.event, step.valuesBefore, options.activeValues) = ("flipped", ["true"], ["false"])
    options.takenStep = step
    let lines = lines(
      derivedPicture(of: try coin(), states(["'Heads'", "'Tails'"]), options: options))
    #expect(lines.contains(#""Heads" -> "Tails" [label="flipped(false)" comment=taken]"#))
    #expect(lines.contains(#""Tails" -> "Heads" [label="flipped(true)"]"#))
  }

  @Test func `else they are named by their properties`() throws {
    let lines = lines(derivedPicture(of: try coin(), states(["'Same'", "'Same'"])))
    #expect(lines.contains(#""isHeads = true" -> "isHeads = false" [label="flipped(false)"]"#))
  }

  @Test func `one configuration, or too many, are no picture`() throws {
    let node = DerivedStates.Node(properties: [], outputs: [nil])
    #expect(derivedPicture(of: try coin(), DerivedStates(nodes: [node], steps: [])) == nil)
    let many = DerivedStates(nodes: Array(repeating: node, count: 25), steps: [])
    #expect(derivedPicture(of: try coin(), many) == nil)
  }
}
