import StateFiles
import StateInterpreter
import StateModel
import StateSpecs
import Testing

@Suite struct `Wire machine` {
  private let light = """
    { "state": "Light", "format": 1,
      "initial": "red", "states": [{ "state": "red" }, { "state": "amber" }, { "state": "green" }],
      "reducer": [
        { "in": "red", "after": 10, "goTo": "amber" }, { "in": "amber", "after": 1, "goTo": "green" } ],
      "outputs": { "mayGo": { "kind": "ui", "type": "bool", "value": "isIn('green')" },
                   "isThere": { "kind": "ui", "type": "bool", "value": "isIn('Light')" } } }
    """

  private func start(_ text: String) throws -> WireMachine {
    let definition = try CompiledDefinition(DefinitionFile.read(text, as: "Light.state.json"))
    return try WireMachine.start(definition, inputs: []).get().machine
  }

  @Test func `every firing shows the machine after it`() throws {
    var machine = try start(light)
    var seen: [String] = []
    let isTime = machine.wait(.number("30")) { machine, firing in
      let mayGo = machine.output(named: "mayGo") ?? .null
      seen.append("\(firing.timer): \(machine.configuration) \(mayGo.text)")
    }
    #expect(isTime)
    #expect(seen == [#"red.1: ["amber"] false"#, #"amber.1: ["green"] true"#])
  }

  /// Outputs that share a text are small in memory, but not where they are written.
  @Test func `outputs of more than 4 MiB are not shown`() throws {
    var machine = try start(
      #"""
      { "state": "Light", "format": 1,
        "properties": { "text": { "type": "string", "initial": "lists.range(10000).map(i, '0123456789').join()" } },
        "outputs": { "one": { "kind": "ui", "type": "[string]", "value": "lists.range(30).map(i, text)" },
                     "other": { "kind": "ui", "type": "[string]", "value": "lists.range(30).map(i, text)" } } }
      """#)
    let failure = #expect(throws: StepFailure.self) { try machine.shownOutputs().get() }
    #expect(failure?.description == "`size` at /outputs/other")
    let texts = JSON.array(
      Array(repeating: .string(String(repeating: "0123456789", count: 10_000)), count: 30))
    #expect(machine.output(named: "other") == texts)
  }

  @Test(arguments: [JSON.number("-1"), .string("-1s"), .string("soon"), .bool(true)])
  func `only a valid duration passes`(time: JSON) throws {
    var machine = try start(light)
    #expect(!machine.wait(time) { _, _ in })
    #expect(machine.configuration == ["red"])
  }

  @Test func `the root is active, with states and without`() throws {
    var machine = try start(light)
    #expect(machine.output(named: "isThere") == .bool(true))
    var flat = try start(
      #"""
      { "state": "Light", "format": 1, "events": { "e": {} }, "reducer": [{ "on": "e" }],
        "outputs": { "isThere": { "kind": "ui", "type": "bool", "value": "isIn('Light')" } } }
      """#)
    #expect(flat.output(named: "isThere") == .bool(true))
  }
}
