import CEL
import StateFiles
package import StateInterpreter
import StateLinking
package import StateModel
import StateProject
import StateSpecs

/// Runs a machine that receives one event a line, and prints one result a line.
package struct EventSession {
  private var machine: WireMachine
  /// Explains each step; `nil` if that is not wanted.
  private var explainer: StepExplainer?
  /// Records the session; `nil` if that is not wanted.
  private var recording: RunRecording?
  /// Whether a line was not an event, or a step failed.
  private(set) var hasFailed = false

  /// Runs a definition with events from names, or from standard input.
  ///
  /// - Parameters:
  ///   - definition: The definition to run.
  ///   - inputs: The values of inputs.
  ///   - events: The names of events; nil reads standard input.
  ///   - isExplaining: Whether each result is explained. The definition must have been compiled so.
  ///   - path: The file that receives a recording at the end; nil records nothing.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if standard input cannot be read, or the recording not be written.
  package static func run(
    _ definition: CompiledDefinition, inputs: [JSON.Member], events: [String]?,
    isExplaining: Bool = false, recordingTo path: String? = nil
  ) throws -> CommandExit {
    guard var session = start(definition, inputs: inputs, isExplaining: isExplaining) else {
      return .finding
    }
    session.recording = path.map {
      RunRecording(to: $0, inputs: inputs, session.machine)
    }
    if let events {
      for name in events { session.receive(Spec.Call(name: name)) }
    } else {
      try Console.readLines { session.receive($0) }
    }
    try session.recording?.write()
    return session.hasFailed ? .finding : .success
  }

  /// Starts a definition and prints its first line; `nil` if it does not start.
  static func start(
    _ definition: CompiledDefinition, inputs: [JSON.Member], isExplaining: Bool = false
  ) -> EventSession? {
    switch WireMachine.start(definition, inputs: inputs, isTracing: isExplaining) {
    case .failure(let failure):
      print([.init(key: "error", value: json(failure))])
      if failure.id == "payload" { noteInputs(of: definition.source) }
      return nil
    case .success(let start):
      var session = EventSession(machine: start.machine)
      if isExplaining { session.explainer = StepExplainer() }
      session.report(start.step)
      return session
    }
  }

  /// Prints a note about the inputs that the definition needs.
  private static func noteInputs(of definition: CheckedDefinition) {
    let inputs = definition.inputs.map { input in
      "`\(input.name): \(input.type.text(in: definition.declarations))`"
    }
    if inputs.isEmpty { return }
    Console.note("note: --inputs gives a JSON object with \(inputs.joined(separator: ", "))")
  }

  private init(machine: WireMachine) { self.machine = machine }

  /// Receives a line: an event, a wait or a snapshot.
  mutating func receive(_ line: [UInt8]) {
    let document = JSONDocument(line, byteLimit: FileLimits.lineBytes)
    guard let json = document.json else {
      let problem = document.diagnostics.first
      let offset = problem.map { document.map.range(of: $0.location).lowerBound } ?? 0
      let column = document.map.position(of: offset).column
      return fail(
        event: nil, id: "json", at: "",
        message: "column \(column): \(problem.map(DiagnosticRenderer.english.message) ?? "no JSON")"
      )
    }
    switch json {
    case .string(let name): receive(Spec.Call(name: name))
    case .object(let members) where members.count == 1:
      receive(members[0], json)
    case .null, .bool, .number, .array, .object:
      fail(
        event: json, id: "payload", at: "",
        message: "an event is a name, or an object with one key: the name")
    }
  }

  private mutating func receive(_ member: JSON.Member, _ json: JSON) {
    if case .object(let data) = member.value {
      receive(Spec.Call(name: member.key, data: data))
    } else if member.key == "wait" {
      wait(member.value, json)
    } else if member.key == "snapshot", member.value == .bool(true) {
      restore(json)
    } else if machine.event(named: member.key) == nil {
      receive(Spec.Call(name: member.key), as: json)
    } else {
      fail(
        event: json, id: "payload", at: Pointer([member.key]).text,
        message: "the data of an event must be an object")
    }
  }

  /// Receives an event.
  mutating func receive(_ call: Spec.Call, as json: JSON? = nil) {
    let event = machine.event(named: call.name)
    if event == nil {
      let suggestion = Suggestion(for: call.name, among: machine.eventNames)
      let hint = suggestion.text.map { "; \($0)" } ?? ""
      Console.note("note: no event from outside is named `\(call.name)`\(hint)")
    }
    if let event { recording?.note(event, call, machine) }
    report(event: json ?? call.json, machine.receive(event, call))
  }

  /// Advances time; prints a line for each timer that fires.
  private mutating func wait(_ time: JSON, _ json: JSON) {
    var session = self
    let isTime = machine.wait(time) { machine, firing in
      let id = JSON.object([.init(key: "id", value: .string(firing.timer))])
      let event = JSON.object([.init(key: "timerFired", value: id)])
      session.machine = machine
      session.recording?.note(firing: firing.timer, machine)
      session.report(event: event, firing.result)
    }
    (hasFailed, explainer) = (session.hasFailed, session.explainer)
    recording = session.recording
    if !isTime {
      fail(
        event: json, id: "payload", at: "/wait",
        message: "a time is a number of seconds, or a text such as \"0.3s\"; none is negative")
    }
  }

  /// Saves the machine and continues with the restored one.
  private mutating func restore(_ json: JSON) {
    if recording != nil {
      fail(
        event: json, id: "payload", at: "/snapshot",
        message: "a snapshot may hold private data, so a recording does not continue from one")
    } else if let failure = machine.saveAndRestore() {
      hasFailed = true
      print(
        [.init(key: "event", value: json), .init(key: "error", value: Self.json(failure))],
        outputs: [])
    } else {
      report(after: [.init(key: "event", value: json)], .noEffects)
    }
  }

  private mutating func report(event: JSON, _ result: Result<WireMachine.Step, StepFailure>) {
    switch result {
    case .success(let step):
      report(
        after: [
          .init(key: "event", value: event),
          .init(key: "result", value: .string(step.result.rawValue)),
        ], step)
    case .failure(let failure):
      hasFailed = true
      print(
        [.init(key: "event", value: event), .init(key: "error", value: Self.json(failure))],
        outputs: [])
    }
  }

  /// Prints a line: what happened, what the step did, and how things are now.
  private mutating func report(after happened: [JSON.Member] = [], _ step: WireMachine.Step) {
    var members = happened
    if !step.denied.isEmpty {
      members.append(.init(key: "denied", value: .array(step.denied.map(JSON.string))))
    }
    let outputs: [JSON.Member]
    switch machine.shownOutputs() {
    case .success(let shown):
      outputs = shown
      members.append(.init(key: "outputs", value: .object(outputs)))
    case .failure(let failure):
      hasFailed = true
      outputs = []
      members.append(.init(key: "error", value: Self.json(failure)))
    }
    members.append(.init(key: "commands", value: .array(step.commands.map(\.json))))
    members.append(.init(key: "timers", value: .array(step.timers.map(machine.json))))
    members.append(.init(key: "in", value: .array(machine.configuration.map(JSON.string))))
    print(members, outputs: outputs)
  }

  /// Prints a line, with its explanation if that is wanted.
  private mutating func print(_ members: [JSON.Member], outputs: [JSON.Member]) {
    guard let explanation = explainer?.explanation(of: &machine, outputs: outputs) else {
      return Self.print(members)
    }
    if Console.isTerminal {
      Self.print(members)
      let text = explanation.lines.map { "  \($0)\n" }.joined()
      Console.write(DisplayText.safeLines(text))
    } else {
      Self.print(members + [.init(key: "explanation", value: explanation.json)])
    }
  }

  private mutating func fail(event: JSON?, id: String, at path: String, message: String) {
    hasFailed = true
    let error = JSON.object([
      .init(key: "id", value: .string(id)), .init(key: "at", value: .string(path)),
      .init(key: "message", value: .string(message)),
    ])
    let event = event.map { [JSON.Member(key: "event", value: $0)] } ?? []
    Self.print(event + [.init(key: "error", value: error)])
  }

  private static func json(_ failure: StepFailure) -> JSON {
    var members: [JSON.Member] = [
      .init(key: "id", value: .string(failure.id)), .init(key: "at", value: .string(failure.at)),
    ]
    if !failure.cycle.isEmpty {
      members.append(.init(key: "cycle", value: .array(failure.cycle.map(JSON.string))))
    }
    if let message = failure.message {
      members.append(.init(key: "message", value: .string(message)))
    }
    return .object(members)
  }

  private static func print(_ members: [JSON.Member]) {
    Console.write(DisplayText.safeJSON(JSON.object(members).text) + "\n")
  }
}
