import StateInterpreter
import StateModel
import StateSpecs
import Testing

/// A kettle whose heat must stay below 5, and fails to be shared with a divisor of 0.
private let kettle = #"""
  { "state": "Kettle", "format": 1, "inputs": { "first": "int", "divisor": { "type": "int", "default": 50 } },
    "events": { "toggled": {}, "cooled": {}, "shared": {} },
    "properties": { "heat": { "type": "int", "initial": "first" } },
    "initial": "on", "states": [{ "state": "on" }, { "state": "off" }],
    "reducer": [
      { "on": "toggled", "set": { "heat": "heat == 0 ? 9 : 0" } },
      { "on": "cooled", "set": { "heat": "0" } },
      { "on": "shared", "set": { "heat": "100 / divisor" } },
      { "in": "on", "after": 1, "set": { "heat": "9" } },
      { "in": "on", "after": 2, "set": { "heat": "0" }, "goTo": "off" } ],
    "outputs": { "shown": { "kind": "ui", "type": "int", "value": "heat" } },
    "invariants": { "small": "heat < 5" } }
  """#

/// Runs cases after a start with a heat of 0.
private func report(_ cases: String, first: Int = 0) throws -> SpecRunner<InterpreterSubject>.Report
{
  let checked = try checkedDefinition(kettle)
  let compiled = try CompiledDefinition(checked)
  let text = #"{ "spec": "Kettle", "given": { "first": \#(first) }, "cases": [\#(cases)] }"#
  let spec = try readSpec(text)
  return SpecRunner<InterpreterSubject>.run(spec, of: checked) {
    InterpreterSubject.start(compiled, $0)
  }
}

/// The differences as `case: pointer: message`.
private func failures(_ cases: String, first: Int = 0) throws -> [String] {
  try report(cases, first: first).verdicts.flatMap { verdict in
    verdict.differences.map { "\(verdict.title): \($0.location.pointer.text): \($0.message)" }
  }
}

@Suite struct `Invariants of a spec` {
  @Test func `hold after the start`() throws {
    #expect(
      try failures(#"{ "name": "cool", "when": ["cooled"], "then": { "shown": 0 } }"#, first: 9)
        == ["the start: : the invariant `small` is broken"])
  }

  @Test(arguments: [#"{ "times": 2, "event": "toggled" }"#, #"{ "wait": 2 }"#])
  func `hold after each step of an entry`(_ entry: String) throws {
    #expect(
      try failures(#"{ "name": "twice", "when": [\#(entry)], "then": { "shown": 0 } }"#)
        == ["twice: /cases/0/when/0: the invariant `small` is broken"])
  }

  /// A restore sets properties that are not stored to their initial values again.
  @Test func `hold after a restore`() throws {
    let checked = try checkedDefinition(
      #"""
      { "state": "List", "format": 1,
        "properties": { "count": { "type": "int", "initial": 0, "stored": false }, "selected": { "type": "int", "initial": 0 } },
        "events": { "loaded": {} }, "reducer": [{ "on": "loaded", "set": { "count": "2", "selected": "1" } }],
        "outputs": { "selected": { "kind": "ui", "type": "int", "value": "selected" } },
        "invariants": { "exists": "selected <= count" } }
      """#)
    let compiled = try CompiledDefinition(checked)
    let spec = try readSpec(
      #"""
      { "spec": "List", "cases": [{ "name": "again", "when": ["loaded", { "snapshot": true }], "then": { "selected": 1 } }] }
      """#)
    let report = SpecRunner<InterpreterSubject>.run(spec, of: checked) {
      InterpreterSubject.start(compiled, $0)
    }
    #expect(
      report.verdicts.flatMap(\.differences).map { "\($0.location.pointer.text): \($0.message)" }
        == ["/cases/0/when/1: the invariant `exists` is broken"])
  }

  @Test func `hold where outer cases happen again with other inputs`() throws {
    let cases = #"""
      { "name": "shared", "when": ["shared"], "then": { "shown": 2 },
        "cases": [
          { "name": "by none", "given": { "divisor": 0 }, "when": ["cooled"], "then": { "shown": 0 } },
          { "name": "by one", "given": { "divisor": 1 }, "when": ["cooled"], "then": { "shown": 0 } }] }
      """#
    #expect(
      try failures(cases) == [
        "shared / by none: /cases/0/cases/0/given: the step failed: `divideByZero` at /reducer/2/set/heat",
        "shared / by one: /cases/0/cases/1/given: the invariant `small` is broken",
      ])
  }

  @Test func `may follow a failure that an outer case expects`() throws {
    let cases = #"""
      { "name": "by none", "given": { "divisor": 0 }, "when": ["shared"], "error": "divideByZero",
        "cases": [{ "name": "cool", "given": { "first": 3 }, "when": ["cooled"], "then": { "shown": 0 } }] }
      """#
    #expect(try failures(cases) == [])
  }

  @Test func `may follow a failure that a case without steps expects`() throws {
    let cases = #"""
      { "name": "shared", "when": ["shared"], "then": { "shown": 2 },
        "cases": [{ "name": "by none", "given": { "divisor": 0 }, "error": "divideByZero" }] }
      """#
    #expect(try failures(cases) == [])
  }

  @Test func `a case counts as coverage although its cases start again`() throws {
    let cases = #"""
      { "name": "toggled", "given": { "first": 1 }, "when": ["toggled"], "then": { "shown": 0 },
        "cases": [{ "name": "cool", "given": { "first": 3 }, "then": { "shown": 0 } }] }
      """#
    #expect(try report(cases).coverage?.rows.map(\.hasRun).prefix(2) == [true, false])
  }
}
