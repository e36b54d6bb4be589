import Foundation

/// The main file of the generated program: it replays scripts and prints what `states run` prints.
enum SwiftDriver {
  /// The file, for definitions by name.
  static func text(for names: [String]) -> String {
    let cases = names.map { "case \"\($0)\": play(\($0)State.self, inputs, events)" }
    return template.replacingOccurrences(of: "CASES", with: cases.joined(separator: "\n  "))
  }

  private static let template = #"""
    import Foundation

    // Replays scripts, one JSON object a line, and prints what `states run` prints.

    func line(_ members: [WireMember]) { print(Wire.object(members).json) }

    func json(_ error: EvaluationError) -> Wire {
      var members = [WireMember("id", .text(error.id)), WireMember("at", .text(error.at))]
      if !error.cycle.isEmpty {
        let rows = error.cycle.map { Wire.text("/reducer/\($0 - 1)") }
        members.append(WireMember("cycle", .array(rows)))
      }
      return .object(members)
    }

    func tell<State: WireState>(_ event: Wire?, _ step: State.WireStep) {
      var members: [WireMember] = []
      var denied: [Wire] = []
      if let event {
        members.append(WireMember("event", event))
        let result: String
        switch step.result {
        case .changed: result = "changed"
        case .unchanged: result = "unchanged"
        case .unhandled: result = "unhandled"
        case .denied(let rows):
          result = "denied"
          denied = rows.map { .text("/reducer/\($0 - 1)") }
        }
        members.append(WireMember("result", .text(result)))
      }
      if !denied.isEmpty { members.append(WireMember("denied", .array(denied))) }
      var outputs: [WireMember] = []
      var errors: [WireMember] = []
      for (name, value) in step.state.wireOutputs {
        switch value {
        case .success(let wire): outputs.append(WireMember(name, wire))
        case .failure(let error): errors.append(WireMember(name, json(error)))
        }
      }
      members.append(WireMember("outputs", .object(outputs)))
      if !errors.isEmpty { members.append(WireMember("outputErrors", .object(errors))) }
      members.append(WireMember("commands", .array(step.commands)))
      members.append(WireMember("timers", .array([])))
      members.append(WireMember("in", .array(step.state.wirePlaces.map(Wire.text))))
      line(members)
    }

    func play<State: WireState>(_ type: State.Type, _ inputs: Wire, _ events: [Wire]) {
      var state: State
      do {
        let step = try State.wireStart(inputs)
        tell(nil, step) as Void
        state = step.state
      } catch {
        line([WireMember("error", (error as? EvaluationError).map(json) ?? .text("\(error)"))])
        return
      }
      for event in events {
        do {
          let step = try state.wireStep(event)
          tell(event, step) as Void
          state = step.state
        } catch {
          line([
            WireMember("event", event),
            WireMember("error", (error as? EvaluationError).map(json) ?? .text("\(error)")),
          ])
        }
      }
    }

    while let text = readLine() {
      guard let script = try? Wire(parsing: text), case .text(let name)? = try? script.member("definition"),
        let inputs = try? script.member("inputs"), case .array(let events)? = try? script.member("events")
      else {
        print("no script: \(text)")
        print("")
      continue
      }
      switch name {
      CASES
      default: print("no definition \(name)")
      }
      print("")
      fflush(nil)
    }
    """#
}
