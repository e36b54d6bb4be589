import StateInterpreter
import StateLinking
import StateModel
import StateSpecs

/// The lines that `states run` prints for a script.
enum InterpreterLines {
  static func lines(of script: Script, _ subject: GeneratedSources.Subject) -> [String] {
    let definition = subject.definition
    switch WireMachine.start(definition, inputs: script.inputs) {
    case .failure(let failure):
      return [JSON.object([.init(key: "error", value: json(failure))]).text]
    case .success(let start):
      var machine = start.machine
      machine.hashes = subject.hashes
      let parts = PrivateParts(of: definition.source)
      let inputs = parts.hiding(inputs: machine.snapshot.json.entry(named: "inputs"))
      let recorded = JSON.array([inputs, .bool(!parts.isEmpty)])
      var lines = [
        JSON.object(members(nil, start.step, &machine) + [recorded.asRecorded]).text
      ]
      for event in script.events {
        if let snapshot = event.entry("restore") {
          let saved = Snapshot(snapshot)
          let isTaken =
            (try? Machine.restore(definition, from: saved, fingerprint: subject.hashes)) != nil
          lines.append(JSON.object([.init(key: "isTaken", value: .bool(isTaken))]).text)
          continue
        }
        if event.entry("snapshot") != nil {
          let saved = JSON.Member(key: "snapshot", value: machine.snapshot.json)
          lines.append(JSON.object([saved]).text)
          if let failure = machine.saveAndRestore() {
            lines.append(JSON.object([.init(key: "error", value: json(failure))]).text)
          } else {
            lines.append(JSON.object(members(event, nil, &machine)).text)
          }
          continue
        }
        if let time = event.entry("wait") {
          _ = machine.wait(time) { machine, firing in
            let timer = JSON.string(firing.timer)
            lines.append(line(key: "timer", timer, firing.result, &machine))
          }
          lines.append(JSON.object(members(event, nil, &machine)).text)
          continue
        }
        let call = call(event)
        let result = machine.receive(call)
        let handle = definition.event(named: call.name).flatMap {
          definition.isFromOutside($0) ? $0 : nil
        }
        let known = handle.flatMap { machine.written($0, call) }
        let recorded = known.map { parts.hiding(event: $0) }
        lines.append(line(key: "event", event, result, &machine, recorded: recorded))
      }
      return lines
    }
  }

  private static func call(_ event: JSON) -> Spec.Call {
    if case .object(let members) = event, let member = members.first,
      case .object(let data) = member.value
    {
      return Spec.Call(name: member.key, data: data)
    }
    if case .string(let name) = event { return Spec.Call(name: name) }
    return Spec.Call(name: "")
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

  private static func line(
    key: String, _ cause: JSON, _ result: Result<WireMachine.Step, StepFailure>,
    _ machine: inout WireMachine, recorded: JSON? = nil
  ) -> String {
    switch result {
    case .success(let step):
      JSON.object(
        members(cause, step, key: key, &machine) + (recorded.map { [$0.asRecorded] } ?? [])
      ).text
    case .failure(let failure):
      JSON.object([.init(key: key, value: cause), .init(key: "error", value: json(failure))]).text
    }
  }

  private static func members(
    _ cause: JSON?, _ step: WireMachine.Step?, key: String = "event", _ machine: inout WireMachine
  ) -> [JSON.Member] {
    var members: [JSON.Member] = []
    if let cause {
      members.append(.init(key: key, value: cause))
      if let step { members.append(.init(key: "result", value: .string(step.result.rawValue))) }
    }
    if let step, !step.denied.isEmpty {
      members.append(.init(key: "denied", value: .array(step.denied.map(JSON.string))))
    }
    let outputs = machine.outputs.map { name, _ in
      JSON.Member(key: name, value: machine.output(named: name) ?? .null)
    }
    members.append(.init(key: "outputs", value: .object(outputs)))
    if let step {
      members.append(.init(key: "commands", value: .array(step.commands.map(\.json))))
      members.append(.init(key: "timers", value: .array(step.timers.map(machine.json))))
    }
    members.append(.init(key: "running", value: .array(machine.running.map(JSON.string))))
    members.append(.init(key: "in", value: .array(machine.configuration.map(JSON.string))))
    return members
  }
}

extension JSON {
  /// The value of a member; an empty object if it is missing.
  fileprivate func entry(named name: String) -> JSON {
    guard case .object(let members) = self else { return .object([]) }
    return members.first { $0.key == name }?.value ?? .object([])
  }

  /// A member for what a recording contains.
  fileprivate var asRecorded: Member { Member(key: "recorded", value: self) }

  /// The value of a script entry that is not an event, by its name.
  func entry(_ name: String) -> JSON? {
    guard case .object(let members) = self, members.count == 1, members[0].key == name else {
      return nil
    }
    return members[0].value
  }
}
