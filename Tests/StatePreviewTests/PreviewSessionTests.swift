import CEL
import Foundation
import StateFiles
import StateGraphs
import StateInterpreter
import StateModel
import StateProject
import StateSpecs
import Testing

@testable import StatePreview

/// Definitions for tests of the preview.
enum Samples {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A compiled definition of this repository, with its spec.
  static func sample(_ name: String) throws -> (definition: CompiledDefinition, spec: Spec) {
    var validation = Validation()
    let folder = root.appending(path: "Definitions").path
    let checked = validation.check("\(folder)/\(name).state.json")
    let file = try #require(checked)
    let checkedSpec = validation.check("\(folder)/\(name).spec.json")
    let spec = try #require(checkedSpec?.spec)
    return (try CompiledDefinition(explaining: try #require(file.definition)), spec)
  }

  /// A definition from its text.
  static func compiled(_ json: String) throws -> CompiledDefinition {
    var validation = Validation()
    validation.check(Array(json.utf8), as: "Test.state.json")
    let file = try #require(validation.files.first)
    return try CompiledDefinition(explaining: try #require(file.definition))
  }

  static let phone: [JSON.Member] = [.init(key: "phone", value: "+370")]

  static let lamp = #"""
    { "state": "Lamp", "format": 1,
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "pressed": {}, "set": { "carries": { "to": "int" } } },
      "initial": "off", "states": [{ "state": "off" }, { "state": "on" }],
      "reducer": [
        { "in": "off", "on": "pressed", "set": { "count": "count + 1" }, "goTo": "on" },
        { "in": "on", "after": 5, "goTo": "off" },
        { "on": "set", "set": { "count": "event.to" } } ],
      "outputs": { "count": { "kind": "ui", "type": "int", "value": "count" },
        "light": { "kind": "data", "type": "int?", "rows": [{ "in": "on", "value": "count" }] } } }
    """#
}

@Suite struct `A preview session` {
  private func session(_ json: String = Samples.lamp) throws -> PreviewSession {
    PreviewSession(try Samples.compiled(json), inputs: [])
  }

  private func output(_ session: PreviewSession, _ name: String) -> JSON? {
    session.step.moment?.outputs.first { $0.key == name }?.value
  }

  @Test func `moves by events, and back by undo, and keeps what comes after`() throws {
    var session = try session()
    try session.send(.init(name: "pressed"))
    #expect(session.step.moment?.configuration == ["on"])
    #expect(output(session, "count") == 1)
    session.undo()
    #expect(session.step.moment?.configuration == ["off"])
    #expect(session.line == [0, 1])
  }

  @Test func `branches from an earlier step, and reuses a branch that exists`() throws {
    var session = try session()
    try session.send(.init(name: "pressed"))
    try session.jump(to: 0)
    try session.send(.init(name: "set", data: [.init(key: "to", value: 7)]))
    #expect(session.branches(after: 0) == [1, 2])
    #expect(session.line == [0, 2])
    try session.jump(to: 0)
    try session.send(.init(name: "pressed"))
    #expect(session.current == 1)
    #expect(session.steps.count == 3)
  }

  @Test func `refuses wrong data in place, and nothing has happened`() throws {
    var session = try session()
    var pointer: String?
    do {
      try session.send(.init(name: "set", data: [.init(key: "to", value: "x")]))
    } catch PreviewSession.Refusal.data(let at, _) {
      pointer = at
    }
    #expect(pointer == "/set/to")
    #expect(session.steps.count == 1)
  }

  @Test func `lets time pass in steps at which timers fire`() throws {
    var session = try session()
    try session.send(.init(name: "pressed"))
    try session.advance(Value.Duration(nanoseconds: 7_000_000_000))
    #expect(session.path.count == 4)
    #expect(session.steps[2].moment?.firings == ["on.1"])
    #expect(session.step.moment?.firings == [])
    #expect(session.step.moment?.configuration == ["off"])
    #expect(session.steps[2].moment?.explanation != nil)
    #expect(session.step.moment?.explanation == nil)
  }

  @Test func `fires a timer when it is due`() throws {
    var session = try session()
    try session.send(.init(name: "pressed"))
    try session.fire(timer: "on.1")
    #expect(session.steps[2].action == .wait(Value.Duration(nanoseconds: 5_000_000_000)))
    #expect(session.step.moment?.configuration == ["off"])
    #expect(throws: PreviewSession.Refusal.failed("no timer `on.1` runs")) {
      try session.fire(timer: "on.1")
    }
  }

  @Test func `is replayed on a changed definition, and marks the first step that differs`() throws {
    var session = try session()
    try session.send(.init(name: "set", data: [.init(key: "to", value: 3)]))
    try session.send(.init(name: "pressed"))
    try session.send(.init(name: "pressed"))
    session.replay(on: try Samples.compiled(Samples.lamp.replacing("count + 1", with: "count + 2")))
    #expect(session.steps.map(\.differs) == [false, false, true, false])
    #expect(output(session, "count") == 5)
    session.replay(on: session.definition)
    #expect(!session.steps.contains { $0.differs })
  }

  @Test func `survives that an event, or all states, are gone after a change`() throws {
    var session = try session()
    try session.send(.init(name: "set", data: [.init(key: "to", value: 3)]))
    try session.send(.init(name: "pressed"))
    session.replay(
      on: try Samples.compiled(
        #"{ "state": "Lamp", "format": 1, "outputs": { "x": { "kind": "ui", "type": "int", "value": "1" } } }"#
      ))
    #expect(session.steps.map { $0.moment?.result } == [.changed, .unhandled, .unhandled])
  }

  @Test func `plays each case of a spec to its end`() throws {
    for name in ["PhoneVerification", "Checkout", "TrafficLight", "History"] {
      let (definition, spec) = try Samples.sample(name)
      for run in CaseRun.all(of: spec) {
        let session = try PreviewSession.playing(spec, case: run.pointer, of: definition)
        let played = try #require(session)
        #expect(played.current == 0)
        let last = try #require(played.line.last)
        let outcome = node(spec.root, run.pointer).then ?? []
        for member in outcome where !isPartial(member.value) {
          #expect(
            played.steps[last].moment?.outputs.first { $0.key == member.key }?.value
              == member.value, "\(name) \(run.title) \(member.key)")
        }
      }
    }
  }

  /// Records of a spec may name some of their fields.
  private func isPartial(_ json: JSON) -> Bool {
    switch json {
    case .object, .array: true
    case .null, .bool, .number, .string: false
    }
  }

  private func node(_ root: Spec.Case, _ pointer: String) -> Spec.Case {
    pointer.split(separator: "/").compactMap { Int($0) }.reduce(root) { $0.cases[$1] }
  }
}

@Suite struct `A saved case` {
  private func saved(
    _ session: PreviewSession, in old: String?, name: String = "new"
  ) throws -> String {
    let content = SavedCase.Content(
      name: name, outputs: ["count"], hasCommands: true, hasConfiguration: true)
    return try SavedCase(
      content, of: session, in: old.map { Array($0.utf8) }, path: "Lamp.spec.json"
    ).text
  }

  private func lamp() throws -> PreviewSession {
    var session = PreviewSession(try Samples.compiled(Samples.lamp), inputs: [])
    try session.send(.init(name: "pressed"))
    try session.advance(Value.Duration(nanoseconds: 7_000_000_000))
    for _ in 0..<4 { try session.send(.init(name: "set", data: [.init(key: "to", value: 4)])) }
    return session
  }

  @Test func `holds the steps, with equal events counted and waits added up`() throws {
    let text = try saved(try lamp(), in: nil)
    #expect(text.contains(#"{ "wait": 7 }"#) || text.contains(#"{ "wait": "7s" }"#))
    #expect(text.contains(#""times": 3"#))
    #expect(text.contains(#""in": "off""#))
    #expect(text.contains(#""then": { "count": 4 }"#))
  }

  @Test(arguments: [
    #"{ "cases" : [ ] ,"spec":"Lamp"}"#, "{\n\n\"cases\":\n[\n],\t\"spec\":\"Lamp\"\n}\n\n",
    #"{ "spec": "Lamp" }"#, #"{ "spec": "Lamp", "cases": [] }"#,
    #"{ "spec": "Lamp", "cases": [{ "name": "old", "then": { "count": 0 } }] }"#,
  ])
  func `is the last of the spec, whatever was there, and passes`(_ old: String) throws {
    let text = try saved(try lamp(), in: old)
    var validation = Validation()
    validation.check(Array(Samples.lamp.utf8), as: "Lamp.state.json")
    validation.check(Array(text.utf8), as: "Lamp.spec.json")
    let spec = try #require(validation.files.compactMap(\.spec).first)
    let definition = try Samples.compiled(Samples.lamp)
    #expect(spec.root.cases.last?.name == "new")
    let report = SpecRunner<InterpreterSubject>.run(spec, of: definition.source) { inputs in
      InterpreterSubject.start(definition, inputs)
    }
    #expect(report.verdicts.filter { !$0.hasPassed }.map(\.title) == [], "\(text)")
    #expect(report.verdicts.count == spec.root.cases.count)
  }

  @Test func `needs a name that is free, a step, and a spec without errors`() throws {
    let old = #"{ "spec": "Lamp", "cases": [{ "name": "new" }] }"#
    let start = PreviewSession(try Samples.compiled(Samples.lamp), inputs: [])
    func refusal(_ body: () throws -> String) -> String {
      do { return try body() } catch { return (error as? SavedCase.Refusal)?.message ?? "\(error)" }
    }
    #expect(refusal { try saved(try lamp(), in: old) } == "there already is a case named `new`")
    #expect(refusal { try saved(try lamp(), in: nil, name: " ") } == "the case needs a name")
    #expect(
      refusal { try saved(start, in: nil) } == "nothing has happened yet: send an event first")
    #expect(
      refusal { try saved(try lamp(), in: "{") }
        == "`Lamp.spec.json` has errors: correct them first")
    #expect(
      refusal { try saved(try lamp(), in: #"{ "spec": "Lamp", "given": { "x": 1 } }"#) }
        == "`Lamp.spec.json` gives `x` to all cases: restart with a value for it")
    var failing = PreviewSession(
      try Samples.compiled(Samples.lamp.replacing("count + 1", with: "1 / count")), inputs: [])
    try failing.send(.init(name: "pressed"))
    #expect(try saved(failing, in: nil).contains(#""error": "divideByZero""#))
    try failing.send(.init(name: "set", data: [.init(key: "to", value: 1)]))
    #expect(
      refusal { try saved(failing, in: nil) }
        == "step 1 failed, and a case ends with a failure: go back to it")
  }

  @Test func `expects the commands of its last step alone`() throws {
    let json = Samples.lamp.replacing(
      #""set": { "count": "event.to" } }"#,
      with: #""set": { "count": "event.to" }, "emit": ["blink"] }"#
    ).replacing(#""initial": "off""#, with: #""commands": { "blink": {} }, "initial": "off""#)
    let definition = try Samples.compiled(json)
    var session = PreviewSession(definition, inputs: [])
    for _ in 0..<5 { try session.send(.init(name: "set", data: [.init(key: "to", value: 4)])) }
    let text = try saved(session, in: nil)
    #expect(text.contains(#""times": 4"#))
    let report = try report(text, definition)
    #expect(report.verdicts.map(\.differences.count) == [0], "\(text)")
  }

  private func report(
    _ text: String, _ definition: CompiledDefinition
  ) throws -> SpecRunner<InterpreterSubject>.Report {
    var folder = DefinitionFolder()
    guard case .spec(let spec) = folder.add(Array(text.utf8), as: "Lamp.spec.json").content else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return SpecRunner<InterpreterSubject>.run(spec, of: definition.source) { inputs in
      InterpreterSubject.start(definition, inputs)
    }
  }

  @Test func `gives inputs only where they differ from those of the spec`() throws {
    let (definition, _) = try Samples.sample("PhoneVerification")
    var session = PreviewSession(definition, inputs: Samples.phone)
    try session.send(.init(name: "smsSent"))
    let content = SavedCase.Content(
      name: "new", outputs: [], hasCommands: true, hasConfiguration: false)
    func text(_ given: String) throws -> String {
      let old = #"{ "spec": "PhoneVerification", "given": { "phone": "\#(given)" } }"#
      return try SavedCase(
        content, of: session, in: Array(old.utf8), path: "PhoneVerification.spec.json"
      ).text
    }
    #expect(try text("+370").components(separatedBy: "given").count == 2)
    #expect(try text("+1").components(separatedBy: "given").count == 3)
  }
}
