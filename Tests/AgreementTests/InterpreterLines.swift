import StateInterpreter
import StateSpecs
import StateTables

/// What `states run` prints for a script.
enum InterpreterLines {
  static func lines(of script: Script, _ definition: CompiledDefinition) -> [String] {
    switch WireMachine.start(definition, inputs: script.inputs) {
    case .failure(let failure):
      return [JSON.object([.init(key: "error", value: json(failure))]).text]
    case .success(let start):
      var machine = start.machine
      var lines = [line(nil, start.step, &machine)]
      for event in script.events {
        switch machine.receive(call(event)) {
        case .success(let step): lines.append(line(event, step, &machine))
        case .failure(let failure):
          lines.append(
            JSON.object([
              .init(key: "event", value: event), .init(key: "error", value: json(failure)),
            ]).text)
        }
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
    _ event: JSON?, _ step: WireMachine.Step, _ machine: inout WireMachine
  ) -> String {
    var members: [JSON.Member] = []
    if let event {
      members.append(.init(key: "event", value: event))
      members.append(.init(key: "result", value: .string(step.result.rawValue)))
    }
    if !step.denied.isEmpty {
      members.append(.init(key: "denied", value: .array(step.denied.map(JSON.string))))
    }
    var errors: [JSON.Member] = []
    var outputs: [JSON.Member] = []
    for name in machine.outputNames {
      switch machine.output(name) {
      case .success(let value): outputs.append(.init(key: name, value: value))
      case .failure(let failure): errors.append(.init(key: name, value: json(failure)))
      }
    }
    members.append(.init(key: "outputs", value: .object(outputs)))
    if !errors.isEmpty { members.append(.init(key: "outputErrors", value: .object(errors))) }
    members.append(.init(key: "commands", value: .array(step.commands.map(\.json))))
    members.append(.init(key: "timers", value: .array(step.timers.map(machine.json))))
    members.append(.init(key: "in", value: .array(machine.configuration.map(JSON.string))))
    return JSON.object(members).text
  }
}
