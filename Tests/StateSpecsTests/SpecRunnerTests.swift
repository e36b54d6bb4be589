import DiagnosticTexts
import StateChecks
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateSpecs
import Testing

/// A door that rings, closes by itself, and can be locked.
private let door = #"""
  { "state": "Door", "format": 1,
    "inputs": { "code": { "type": "int", "default": 7 } },
    "types": { "Sign": { "record": { "text": "string", "size": "int" } },
               "Seen": { "union": { "nobody": {}, "guest": { "name": "string", "bags": "int" } } } },
    "events": { "pushed": {}, "locked": { "carries": { "by": "string" } }, "counted": {} },
    "commands": { "ring": { "carries": { "times": "int", "loud": "bool" } } },
    "properties": { "seen": { "type": "Seen", "initial": { "nobody": {} } }, "n": { "type": "int", "initial": 9223372036854775806 } },
    "initial": "closed", "states": [{ "state": "closed" }, { "state": "open", "exit": [{ "emit": [{ "ring": { "times": 1, "loud": false } }] }] }],
    "reducer": [
      { "in": "closed", "on": "pushed", "if": "code > 0", "goTo": "open", "emit": [{ "ring": { "times": 2, "loud": true } }] },
      { "in": "open", "after": 5, "goTo": "closed" },
      { "on": "locked", "set": { "seen": { "guest": { "name": "event.by", "bags": 2 } } } },
      { "on": "counted", "set": { "n": "n + 1" } } ],
    "outputs": {
      "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('open')" },
      "sign": { "kind": "ui", "type": "Sign", "value": { "text": "'Door'", "size": 3 } },
      "numbers": { "kind": "ui", "type": "[int]", "value": [1, 2] },
      "seen": { "kind": "ui", "type": "Seen", "value": "seen" },
      "labels": { "kind": "ui", "type": "[string: int]", "value": "{'\u00e9': 1, 'e\u0301': 2}" },
      "wait": { "kind": "ui", "type": "duration", "value": 1.5 } },
    "invariants": { "fewTimes": "n < 9223372036854775807" } }
  """#

/// Runs a spec of the door; returns each failed case as `pointer: message`, and the notes.
private func failures(_ spec: String) throws -> [String] {
  try report(spec).verdicts.flatMap { verdict in
    verdict.differences.map { "\(verdict.title): \($0.location.pointer.text): \($0.message)" }
  }
}

private func report(_ text: String) throws -> SpecRunner<InterpreterSubject>.Report {
  let checked = try checkedDefinition(door)
  let compiled = try CompiledDefinition(checked)
  let content = try readSpec(text)
  return SpecRunner<InterpreterSubject>.run(content, of: checked) {
    InterpreterSubject.start(compiled, $0)
  }
}

@Suite struct `Spec runner` {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let cases: String
    let failures: [String]

    init(_ name: String, _ cases: String, _ failures: String...) {
      testDescription = name
      self.cases = cases
      self.failures = failures
    }
  }

  @Test(arguments: [
    Row(
      "an output", #"{ "name": "a", "when": ["pushed"], "then": { "isOpen": true } }"#),
    Row(
      "another output", #"{ "name": "a", "then": { "isOpen": true } }"#,
      "a: /cases/0/then/isOpen: `isOpen` is false, not true"),
    Row(
      "two spellings of one text are two keys",
      #"{ "name": "a", "then": { "labels": { "e\u0301": 2, "\u00e9": 1 } } }"#),
    Row(
      "one of two keys is not all of them",
      #"{ "name": "a", "then": { "labels": { "\u00e9": 1 } } }"#,
      "a: /cases/0/then/labels: `labels` is {\"e\u{301}\": 2, \"é\": 1}, not {\"é\": 1}"),
    Row(
      "fields that are not named do not matter",
      #"{ "name": "a", "then": { "sign": { "size": 3 } } }"#),
    Row(
      "a field that differs",
      #"{ "name": "a", "then": { "sign": { "text": "Gate", "size": 3 } } }"#,
      #"a: /cases/0/then/sign/text: `sign.text` is "Door", not "Gate""#),
    Row(
      "a case, whatever it carries",
      #"{ "name": "a", "when": [{ "locked": { "by": "Ann" } }], "then": { "seen": { "guest": {} } } }"#
    ),
    Row(
      "a case by its bare name", #"{ "name": "a", "then": { "seen": "nobody" } }"#),
    Row(
      "another case",
      #"{ "name": "a", "then": { "seen": { "guest": { "name": "Ann" } } } }"#,
      #"a: /cases/0/then/seen: `seen` is "nobody", not {"guest": {"name": "Ann"}}"#),
    Row("a list", #"{ "name": "a", "then": { "numbers": [1, 2] } }"#),
    Row(
      "an element of a list", #"{ "name": "a", "then": { "numbers": [1, 3] } }"#,
      "a: /cases/0/then/numbers/1: `numbers[1]` is 2, not 3"),
    Row(
      "a list of another length", #"{ "name": "a", "then": { "numbers": [1] } }"#,
      "a: /cases/0/then/numbers: `numbers` is [1, 2], not [1]"),
    Row("a duration in either form", #"{ "name": "a", "then": { "wait": "1500ms" } }"#),
    Row(
      "exactly",
      #"{ "name": "a", "exactly": true, "then": { "isOpen": false, "sign": {}, "numbers": [1, 2], "seen": "nobody", "labels": { "\u00e9": 1, "e\u0301": 2 } } }"#,
      "a: /cases/0/exactly: `then` does not name `wait`"),
    Row(
      "commands of the last entry",
      #"{ "name": "a", "when": ["pushed", "counted"], "commands": [] }"#,
      "a: /cases/0/when/1: the invariant `fewTimes` is broken"),
    Row(
      "a command's fields",
      #"{ "name": "a", "when": ["pushed"], "commands": [{ "ring": { "times": 3 } }] }"#,
      "a: /cases/0/commands/0/ring/times: `ring.times` is 2, not 3"),
    Row(
      "other commands", #"{ "name": "a", "when": ["pushed"], "commands": [] }"#,
      #"a: /cases/0/commands: the commands are [{"ring": {"times": 2, "loud": true}}]"#),
    Row(
      "states and timers",
      #"{ "name": "a", "when": ["pushed"], "in": "open", "running": ["open.1"] }"#),
    Row(
      "other states and timers", #"{ "name": "a", "in": ["open"], "running": ["open.1"] }"#,
      "a: /cases/0/in: the active states: `closed`",
      "a: /cases/0/running: the running timers: none"),
    Row(
      "time passes",
      #"{ "name": "a", "when": ["pushed", { "wait": "5s" }], "in": ["closed"], "result": "changed" }"#
    ),
    Row(
      "not enough time", #"{ "name": "a", "when": ["pushed", { "wait": 4.999 }], "in": ["open"] }"#),
    Row(
      "an unhandled event",
      #"{ "name": "a", "when": ["pushed", "pushed"], "result": "changed" }"#,
      "a: /cases/0/result: the result is unhandled"),
    Row(
      "an expected error",
      #"{ "name": "a", "given": { "code": 0 }, "when": ["pushed"], "result": "denied", "error": "overflow" }"#,
      "a: /cases/0/error: the step gives no error"),
    Row(
      "times",
      #"{ "name": "a", "when": [{ "times": 2, "event": "pushed" }], "commands": ["ring"], "result": "unhandled" }"#
    ),
    Row(
      "other inputs below",
      #"{ "name": "a", "when": ["pushed"], "cases": [{ "name": "b", "given": { "code": 0 }, "in": ["closed"], "result": "denied" }] }"#
    ),
    Row(
      "inputs of another type", #"{ "name": "a", "given": { "code": "x" } }"#,
      "a: /cases/0: the start failed: `payload` at /code"),
  ])
  func `checks every expectation`(_ row: Row) throws {
    let found = try failures(#"{ "spec": "Door", "cases": [\#(row.cases)] }"#)
    #expect(found == row.failures)
  }

  @Test(arguments: [
    (#"{ "name": "a", "when": ["pushed", "pushed"], "in": ["closed"] }"#, true),
    (#"{ "name": "a", "when": ["pushed", "pushed"], "result": "changed" }"#, false),
    (#"{ "name": "a", "when": ["pushed"], "in": ["closed"] }"#, false),
  ])
  func `marks a case whose last event was unhandled`(text: String, hasHelp: Bool) throws {
    let verdicts = try report(#"{ "spec": "Door", "cases": [\#(text)] }"#).verdicts
    let diagnostics = verdicts.compactMap(\.diagnostic)
    #expect(diagnostics.map { DiagnosticRenderer.english.help($0) != nil } == [hasHelp])
  }

  @Test func `fails if a step fails unexpectedly`() throws {
    let found = try failures(
      #"{ "spec": "Door", "cases": [{ "name": "a", "when": [{ "times": 2, "event": "counted" }] }] }"#
    )
    #expect(found.first == "a: /cases/0/when/0: the step failed: `overflow` at /reducer/3/set/n")
  }

  @Test func `keeps the state of a step that fails as expected`() throws {
    #expect(
      try failures(
        #"{ "spec": "Door", "cases": [{ "name": "a", "when": ["pushed", { "times": 2, "event": "counted" }], "error": "overflow", "in": ["open"], "commands": [] }] }"#
      ).filter { !$0.contains("invariant") } == [])
  }

  @Test func `counts cases that expect something`() throws {
    let report = try report(
      #"{ "spec": "Door", "then": { "isOpen": false }, "cases": [{ "name": "a", "when": ["pushed"], "cases": [{ "name": "b", "in": ["open"] }] }] }"#
    )
    #expect(report.verdicts.map(\.title) == ["the start", "a / b"])
    #expect(report.passedCount == 2)
  }
}

@Suite struct `Coverage table` {
  /// The coverage of a definition by cases that each perform events. `edit` changes the outermost case.
  private func table(
    of text: String, _ cases: [[Spec.Call]], _ edit: (inout Spec.Case) -> Void = { _ in }
  ) throws -> CoverageTable {
    let json = try #require(JSONDocument(Array(text.utf8)).json)
    let written = try #require(DefinitionReader.read(json, fileName: nil).content)
    let checked = try #require(written.checked().checked)
    let compiled = try CompiledDefinition(checked)
    var spec = Spec(definition: checked.definition.name)
    spec.root.cases = cases.map { events in
      var play = Spec.Case(name: nil)
      play.when = events.map { .event($0) }
      return play
    }
    edit(&spec.root)
    let report = SpecRunner<InterpreterSubject>.run(spec, of: checked) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    return CoverageTable(try #require(report.coverage), of: checked)
  }

  private static let failing = #"""
    { "state": "F", "format": 1,
      "properties": { "n": { "type": "int", "initial": 0 }, "list": { "type": "[int]", "initial": [] } },
      "events": { "divided": {}, "halved": {}, "picked": { "carries": { "i": "int" } } },
      "reducer": [
        { "on": "divided", "if": "n > 5", "set": { "n": 1 } },
        { "on": "divided", "if": "n < 5", "set": { "n": "1 / n" } },
        { "on": "divided", "set": { "n": 2 } },
        { "on": "picked", "if": "n > 5", "set": { "n": 1 } },
        { "on": "picked", "if": "list[event.i] > 1", "set": { "n": 1 } },
        { "on": "halved", "let": { "half": "4 / n" }, "if": "list == []", "set": { "n": "half" } }],
      "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
    """#

  @Test func `counts a row that fails, but not one whose guard fails`() throws {
    let table = try table(
      of: Self.failing,
      [
        [.init(name: "divided")], [.init(name: "halved")],
        [.init(name: "picked", data: [.init(key: "i", value: .number("7"))])],
      ])
    func missing(_ name: String) -> [String]? {
      table.lines.first { $0.name == name }?.missing.map(\.location.pointer.text)
    }
    #expect(missing("rows") == ["/reducer/0", "/reducer/2", "/reducer/3", "/reducer/4"])
    #expect(
      missing("guards") == [
        "/reducer/0/if", "/reducer/1/if", "/reducer/3/if", "/reducer/4/if", "/reducer/4/if",
        "/reducer/5/if",
      ])
  }

  @Test func `counts a row of an output once, however many states it is for`() throws {
    let text = #"""
      { "state": "Three", "format": 1, "initial": "a", "events": { "went": {} },
        "states": [{ "state": "a" }, { "state": "b" }, { "state": "c" }],
        "reducer": [{ "in": "a", "on": "went", "goTo": "b" }, { "in": "b", "on": "went", "goTo": "c" }],
        "outputs": { "word": { "kind": "ui", "type": "string", "rows": [
          { "in": ["a", "b"], "value": "'early'" }, { "value": "'late'" }] } } }
      """#
    let table = try table(of: text, [[]]) {
      $0.then = [.init(key: "word", value: .string("early"))]
    }
    let line = try #require(table.lines.first { $0.name == "output rows" })
    #expect((line.reached, line.total) == (1, 2))
    #expect(line.missing.map(\.location.pointer.text) == ["/outputs/word/rows/1"])
  }

  @Test func `lists the parts that no case reaches, and rounds down`() throws {
    let report = try report(
      #"{ "spec": "Door", "cases": [{ "name": "a", "when": ["pushed"], "then": { "isOpen": true } }] }"#
    )
    let definition = try #require(JSONDocument(Array(door.utf8)).json)
    let written = try #require(DefinitionReader.read(definition, fileName: nil).content)
    let table = CoverageTable(
      try #require(report.coverage), of: try #require(written.checked().checked))
    #expect(
      table.text(name: "Door") == """
        Door: 35% - rows 1/4 (25%), guards 1/2 (50%), output rows 1/6 (16%), states 2/2 (100%), \
        exits 0/1 (0%), transitions 1/2 (50%)

        """)
    let words = DiagnosticRenderer.english
    #expect(
      table.findings.map { "\($0.location.pointer.text): \(words.message($0))" } == [
        "/reducer/1: `/reducer/1` never ran", "/reducer/2: `/reducer/2` never ran",
        "/reducer/3: `/reducer/3` never ran",
        "/reducer/0/if: `/reducer/0/if` was never false",
        "/outputs/sign: no case looks at `sign` (`/outputs/sign`)",
        "/outputs/numbers: no case looks at `numbers` (`/outputs/numbers`)",
        "/outputs/seen: no case looks at `seen` (`/outputs/seen`)",
        "/outputs/labels: no case looks at `labels` (`/outputs/labels`)",
        "/outputs/wait: no case looks at `wait` (`/outputs/wait`)",
        "/states/1/state: `open` (`/states/1`) was never left",
        "/reducer/1/goTo: `open` -> `closed` (`/reducer/1`) never ran",
      ])
    #expect(table.percent == 35)
  }
}
