import Foundation

/// The main file of the generated Swift program. It replays scripts and prints the same lines as
/// `states run`.
enum SwiftDriver {
  /// The text of the file for the named definitions.
  static func text(for names: [String]) -> String {
    let cases = names.map { "case \"\($0)\": play(\($0)State.self, inputs, events)" }
    return template.replacingOccurrences(of: "CASES", with: cases.joined(separator: "\n    "))
  }

  private static let template = #"""
    import Foundation

    // Replays scripts, one JSON object a line, and prints what `states run` prints.

    func line(_ members: [WireMember]) { print(Wire.object(members).json) }

    func json(_ error: EvaluationError) -> Wire {
      var members = [WireMember("id", .text(error.id)), WireMember("at", .text(error.at))]
      if !error.cycle.isEmpty {
        members.append(WireMember("cycle", .array(error.cycle.map(Wire.text))))
      }
      return .object(members)
    }

    /// A clock that only advances on request.
    struct Clock {
      var now: Int64 = 0
      var pending: [(id: String, due: Int64, period: Int64?)] = []

      mutating func follow(_ requests: [TimerRequest]) {
        for request in requests {
          switch request {
          case .cancel(let id): pending.removeAll { $0.id == id }
          case .start(let id, let span, let isRepeating):
            let length = Clock.length(span)
            start(id, length, isRepeating ? length : nil)
          }
        }
      }

      /// The nanoseconds of a duration of at most 64 bits; 0 for a negative one.
      static func length(_ span: Duration) -> Int64 {
        let (seconds, attoseconds) = span.components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isMore) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return max(isOver || isMore ? (seconds < 0 ? 0 : .max) : sum, 0)
      }

      mutating func start(_ id: String, _ rest: Int64, _ period: Int64?) {
        let (due, isOver) = now.addingReportingOverflow(rest)
        pending.append((id, isOver ? .max : due, period))
      }

      /// The timer that is due next until some time.
      mutating func next(until end: Int64) -> String? {
        var first: Int?
        for (index, timer) in pending.enumerated() where timer.due <= end {
          if first == nil || timer.due < pending[first ?? 0].due { first = index }
        }
        guard let first else {
          now = max(now, end)
          return nil
        }
        let timer = pending[first]
        now = max(now, timer.due)
        let (due, isOver) = now.addingReportingOverflow(timer.period ?? 0)
        if timer.period == nil || isOver { pending.remove(at: first) } else { pending[first].due = due }
        return timer.id
      }
    }

    func printStep<State: WireState>(
      _ key: String, _ cause: Wire?, _ step: Next<State>, _ clock: Clock, isStep: Bool = true,
      recorded: Wire? = nil
    ) {
      var members: [WireMember] = []
      var denied: [Wire] = []
      if let cause {
        members.append(WireMember(key, cause))
        let result: String
        switch step.result {
        case .changed: result = "changed"
        case .unchanged: result = "unchanged"
        case .unhandled: result = "unhandled"
        case .denied(let rows):
          result = "denied"
          denied = rows.map(Wire.text)
        }
        if isStep { members.append(WireMember("result", .text(result))) }
      }
      if !denied.isEmpty { members.append(WireMember("denied", .array(denied))) }
      let outputs = step.state.wireOutputs.map { WireMember($0.name, $0.value) }
      members.append(WireMember("outputs", .object(outputs)))
      if isStep {
        members.append(WireMember("commands", .array(step.commands.map(\.wire))))
        members.append(WireMember("timers", .array(step.timers.map(\.wire))))
      }
      members.append(WireMember("running", .array(clock.pending.map { .text($0.id) })))
      members.append(WireMember("in", .array(step.state.wirePlaces.map(Wire.text))))
      if let recorded { members.append(WireMember("recorded", recorded)) }
      line(members)
    }

    func problem(_ error: any Error) -> Wire {
      (error as? EvaluationError).map(json) ?? .text("\(error)")
    }

    func play<State: WireState>(_ type: State.Type, _ inputs: Wire, _ events: [Wire]) {
      var state: State
      var clock = Clock()
      do {
        let step = try State.start(wire: inputs)
        clock.follow(step.timers)
        let recorded = Wire.array([step.state.wireInputs, .bool(step.state.wireHasPrivate)])
        printStep("", nil, step, clock, recorded: recorded) as Void
        state = step.state
      } catch {
        line([WireMember("error", problem(error))])
        return
      }
      for event in events {
        if event.has("restore") {
          let isTaken = (try? State.restore(event.member("restore"))) != nil
          line([WireMember("isTaken", .bool(isTaken))])
          continue
        }
        if event.has("snapshot") {
          let rests = clock.pending.map { (id: $0.id, rest: max(0, $0.due - clock.now)) }
          let snapshot = state.snapshot { id in
            rests.first { $0.id == id }.map { Duration.nanoseconds($0.rest) }
          }
          line([WireMember("snapshot", snapshot)])
          do {
            let restored = try State.restore(Wire(parsing: snapshot.json))
            state = restored.state
            let old = clock.pending
            clock = Clock()
            for timer in state.timers {
              let period = timer.period.map(Clock.length)
              let matches = period == old.first { $0.id == timer.id }?.period
              if !matches { print("another period for \(timer.id)") }
              clock.start(timer.id, Clock.length(timer.remaining), period)
            }
            printStep("event", event, Next(state: state, result: .unhandled), clock, isStep: false) as Void
          } catch {
            line([WireMember("error", .text("\(error)"))])
          }
          continue
        }
        if event.has("wait") {
          let span = (try? Duration(wire: event.member("wait"))).map(Clock.length) ?? 0
          let (end, isOver) = clock.now.addingReportingOverflow(span)
          while let timer = clock.next(until: isOver ? .max : end) {
            do {
              let step = try state.fire(timer: timer)
              state = step.state
              clock.follow(step.timers)
              printStep("timer", .text(timer), step, clock) as Void
            } catch {
              line([WireMember("timer", .text(timer)), WireMember("error", problem(error))])
            }
          }
          printStep("event", event, Next(state: state, result: .unhandled), clock, isStep: false) as Void
          continue
        }
        do {
          let known = try State.event(wire: event)
          let step = try known.map(state.reduce) ?? Next(state: state, result: .unhandled)
          clock.follow(step.timers)
          let recorded = known.flatMap { state.wireRecord(of: $0) }
          printStep("event", event, step, clock, recorded: recorded) as Void
          state = step.state
        } catch {
          line([WireMember("event", event), WireMember("error", problem(error))])
        }
      }
    }

    while let text = readLine() {
      if let script = try? Wire(parsing: text), case .text(let name)? = try? script.member("definition"),
        let inputs = try? script.member("inputs"), case .array(let events)? = try? script.member("events")
      {
        switch name {
        CASES
        default: print("no definition \(name)")
        }
      } else {
        print("no script: \(text)")
      }
      print("")
      fflush(nil)
    }
    """#
}
