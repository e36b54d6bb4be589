import StateInterpreter
import StateModel
import StateRuntime
import StateSpecs

/// How a spec starts, reads and saves a kind of state.
struct PlayedForm<State: StateDefinition>: Sendable {
  let start: @Sendable (JSON) throws -> Next<State>
  /// Reads an event; `nil` if no event has the name.
  let event: @Sendable (Spec.Call) throws -> State.Event?
  let command: @Sendable (State.Command) -> JSON
  let output: @Sendable (State, String) -> JSON
  let configuration: @Sendable (State) -> [String]
  /// Saves a state with the remaining times of its timers, and continues from the snapshot.
  let restored: @Sendable (State, _ remaining: (String) -> Duration?) throws -> State
}

/// A state with a virtual clock, as the subject of a spec.
struct PlayedState<State: StateDefinition>: Subject {
  private struct Timer {
    let id: String
    var due: Duration
    let period: Duration?
  }

  private let form: PlayedForm<State>
  private var state: State
  private var now = Duration.zero
  private var timers: [Timer] = []

  static func start(
    _ form: PlayedForm<State>, _ inputs: [JSON.Member]
  ) -> Result<(PlayedState, Outcome), StepFailure> {
    do {
      let next = try form.start(.object(inputs))
      var this = PlayedState(form: form, state: next.state)
      let outcome = this.take(next)
      return .success((this, outcome))
    } catch {
      return .failure(StepFailure(of: error))
    }
  }

  private init(form: PlayedForm<State>, state: State) {
    self.form = form
    self.state = state
  }

  mutating func receive(_ event: Spec.Call) -> Outcome {
    perform { [form, state] in
      guard let event = try form.event(event) else { return Next(state: state, result: .unhandled) }
      return try state.reduce(event)
    }
  }

  mutating func wait(_ time: JSON) -> Outcome {
    guard let span = try? time.value(as: Duration.self), span >= .zero else {
      return Outcome(failure: StepFailure(id: "payload", at: "/wait"))
    }
    let end = now + span
    var outcome = Outcome()
    var firingCount = 0
    while let timer = nextTimer(until: end) {
      firingCount += 1
      if firingCount == VirtualTime.firingLimit {
        outcome.add(Outcome(failure: StepFailure(id: "budget", at: "")))
        break
      }
      outcome.add(perform { [state] in try state.fire(timer: timer) })
    }
    now = end
    return outcome
  }

  /// The timer that is due next. It is removed, or begins its next period.
  private mutating func nextTimer(until end: Duration) -> String? {
    var first: Int?
    for (index, timer) in timers.enumerated() where timer.due <= end {
      if first.map({ timer.due < timers[$0].due }) ?? true { first = index }
    }
    guard let first else { return nil }
    let timer = timers[first]
    now = max(now, timer.due)
    if let period = timer.period {
      timers[first].due = now + period
    } else {
      timers.remove(at: first)
    }
    return timer.id
  }

  mutating func saveAndRestore() -> Outcome {
    do {
      let rests = timers.map { ($0.id, $0.due - now) }
      state = try form.restored(state) { id in rests.first { $0.0 == id }?.1 }
      timers = state.timers.map { Timer(id: $0.id, due: now + $0.remaining, period: $0.period) }
      return Outcome()
    } catch {
      return Outcome(failure: StepFailure(id: "snapshot", at: "", message: "\(error)"))
    }
  }

  mutating func output(_ name: String) -> JSON { form.output(state, name) }

  var configuration: [String] { form.configuration(state) }

  var running: [String] { timers.map(\.id) }

  var coverage: Coverage? { nil }

  private mutating func perform(_ step: () throws -> Next<State>) -> Outcome {
    do { return take(try step()) } catch { return Outcome(failure: StepFailure(of: error)) }
  }

  private mutating func take(_ next: Next<State>) -> Outcome {
    state = next.state
    for request in next.timers {
      switch request {
      case .cancel(let id): timers.removeAll { $0.id == id }
      case .start(let id, let after, let isRepeating):
        let span = max(after, .zero)
        timers.append(Timer(id: id, due: now + span, period: isRepeating ? span : nil))
      }
    }
    let result: Spec.Result =
      switch next.result {
      case .changed: .changed
      case .unchanged: .unchanged
      case .denied: .denied
      case .unhandled: .unhandled
      }
    return Outcome(result: result, commands: next.commands.map { Spec.Call(form.command($0)) })
  }
}

extension Spec.Call {
  /// Reads a name, or an object with the name and the data.
  fileprivate init(_ json: JSON) {
    switch json {
    case .string(let name): self.init(name: name)
    case .object(let members):
      guard let member = members.first, case .object(let data) = member.value else { fallthrough }
      self.init(name: member.key, data: data)
    default: self.init(name: json.text)
    }
  }
}

extension StepFailure {
  fileprivate init(of error: any Error) {
    switch error {
    case let error as EvaluationError:
      self.init(id: error.id, at: error.at, cycle: error.cycle)
    case InterpretedError.step(let error):
      self.init(id: error.id.rawValue, at: error.at, cycle: error.cycle)
    case InterpretedError.data(let problem):
      self.init(id: "payload", at: problem.at, message: problem.description)
    case let error as WireError: self.init(id: "payload", at: "", message: error.message)
    default: self.init(id: "payload", at: "", message: "\(error)")
    }
  }
}
