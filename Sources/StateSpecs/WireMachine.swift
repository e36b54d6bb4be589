package import CEL
package import StateInterpreter
package import StateLinking
package import StateModel

/// A machine whose events, commands and outputs are plain JSON, with a virtual clock.
package struct WireMachine {
  /// The effects of one event, one timer or the start.
  package struct Step: Sendable {
    /// The result of the step.
    package var result: Spec.Result
    /// For a denied event, the pointers of the rows whose guards were false.
    package var denied: [String]
    /// The commands in order, with all their data.
    package var commands: [Spec.Call]
    /// The requests to start and cancel timers, in order.
    package var timers: [TimerRequest]

    /// The step of a restore: it has no effects.
    package static let noEffects = Step(result: .unchanged, denied: [], commands: [], timers: [])
  }

  /// A timer that was due, and its step.
  package typealias Firing = (timer: String, result: Result<Step, StepFailure>)

  /// The machine itself.
  package private(set) var machine: Machine
  private var clock = VirtualTime()
  /// The outputs in declared order, with their names.
  package let outputs: [(name: String, handle: OutputHandle)]
  private let definition: CheckedDefinition
  private let wire: Wire
  /// The fingerprints for snapshots. They are computed for the first snapshot unless they are set
  /// before.
  package lazy var hashes: Fingerprint = machine.definition.fingerprint
  /// The coverage from before the machine was saved and restored.
  private var earlierCoverage: Coverage?

  /// Makes a machine from inputs by name and starts it.
  package static func start(
    _ compiled: CompiledDefinition, inputs: [JSON.Member], isMeasuring: Bool = false,
    isTracing: Bool = false
  ) -> Result<(machine: WireMachine, step: Step), StepFailure> {
    let definition = compiled.source
    let values: [String: Value]
    switch self.values(inputs, of: definition) {
    case .success(let given): values = given
    case .failure(let failure): return .failure(failure)
    }
    do throws(MachineError) {
      let (machine, step) = try Machine.start(
        compiled, inputs: values, isTracing: isTracing, isMeasuring: isMeasuring)
      var this = WireMachine(
        machine: machine, definition: definition, wire: Wire(definition.declarations))
      let recorded = this.recorded(step)
      return .success((this, recorded))
    } catch {
      // All given inputs have the right type, so an input is missing.
      if error.id == .payload { return .failure(StepFailure(DataProblem(missing: error.at))) }
      return .failure(StepFailure(error))
    }
  }

  /// The values of inputs by name.
  package static func values(
    _ inputs: [JSON.Member], of definition: CheckedDefinition
  ) -> Result<[String: Value], StepFailure> {
    do throws(DataProblem) {
      let declared = definition.inputs.map { ($0.name, $0.type) }
      return .success(try DataReader(definition.declarations).inputs(inputs, of: declared))
    } catch {
      return .failure(StepFailure(error))
    }
  }

  private init(machine: Machine, definition: CheckedDefinition, wire: Wire) {
    self.machine = machine
    self.definition = definition
    outputs = machine.definition.outputs.map { (machine.definition.name(of: $0), $0) }
    self.wire = wire
  }

  /// The event with a name, if it may come from outside: it is declared, and not only sent by
  /// `raise`.
  package func event(named name: String) -> EventHandle? {
    machine.definition.event(named: name).flatMap {
      machine.definition.isFromOutside($0) ? $0 : nil
    }
  }

  /// The events that may come from outside, in declared order.
  package var eventNames: [String] {
    machine.definition.events.map { machine.definition.name(of: $0) }
  }

  /// Performs an event. An undeclared event is unhandled.
  package mutating func receive(_ call: Spec.Call) -> Result<Step, StepFailure> {
    receive(event(named: call.name), call)
  }

  /// Performs an event that has been looked up. `nil` is unhandled.
  package mutating func receive(
    _ event: EventHandle?, _ call: Spec.Call
  ) -> Result<Step, StepFailure> {
    machine.clearTrace()
    guard let event else {
      return .success(Step(result: .unhandled, denied: [], commands: [], timers: []))
    }
    let fields = definition.events[event.index].fields
    let values: [Value]
    do throws(DataProblem) {
      values = try DataReader(definition.declarations).values(
        call.data ?? [], of: fields, in: Pointer([call.name]))
    } catch {
      return .failure(StepFailure(error))
    }
    do throws(MachineError) {
      return .success(recorded(try machine.receive(event, values)))
    } catch {
      return .failure(StepFailure(error))
    }
  }

  /// An event whose data fit, with all its fields in declared order; `nil` if they do not fit.
  package func written(_ event: EventHandle, _ call: Spec.Call) -> JSON? {
    let declared = definition.events[event.index]
    let values = try? DataReader(definition.declarations).values(
      call.data ?? [], of: declared.fields, in: .root)
    return values.map { definition.json(of: declared, $0) }
  }

  /// The time since the machine has started.
  package var now: Value.Duration { clock.now }

  /// A time of a spec: seconds as a number, or a text such as `0.3s`; `nil` for other values and for
  /// negative ones.
  package func duration(of time: JSON) -> Value.Duration? {
    guard case .success(.duration(let span)) = wire.value(of: time, as: .duration),
      span.nanoseconds >= 0
    else { return nil }
    return span
  }

  /// Lets virtual time pass, given in seconds as a number or as a text such as `0.3s`. Returns
  /// `false` for other values and for negative ones. `each` receives the machine after every
  /// firing.
  package mutating func wait(_ time: JSON, each: (inout WireMachine, Firing) -> Void) -> Bool {
    guard let span = duration(of: time) else { return false }
    var passing = clock.pass(span)
    while let firing = clock.fireNext(in: &passing, &machine) {
      switch firing.result {
      case .success(let step): each(&self, (firing.id, .success(wireStep(step))))
      case .failure(let error): each(&self, (firing.id, .failure(StepFailure(error))))
      }
    }
    return true
  }

  /// A snapshot of the machine with the remaining times of its timers.
  package var snapshot: Snapshot {
    mutating get {
      let remaining = Dictionary(
        clock.remaining.map { ($0.id, $0.remaining) }, uniquingKeysWith: { first, _ in first })
      return machine.snapshot(fingerprint: hashes) { remaining[$0] }
    }
  }

  /// Saves the machine and continues with the restored one.
  package mutating func saveAndRestore() -> StepFailure? {
    let snapshot = snapshot
    let (isMeasuring, isTracing) = (machine.isMeasuring, machine.isTracing)
    do throws(SnapshotError) {
      let restored = try Machine.restore(
        machine.definition, from: snapshot, fingerprint: hashes)
      earlierCoverage = coverage
      machine = restored.machine
      machine.isMeasuring = isMeasuring
      machine.isTracing = isTracing
      clock = VirtualTime(resuming: restored)
      return nil
    } catch {
      return StepFailure(id: "snapshot", at: error.at, message: error.description)
    }
  }

  /// Reads an output by its name; `nil` if there is none. One that is too large to show is replaced
  /// by a text.
  package mutating func output(named name: String) -> JSON? {
    guard let output = machine.definition.output(named: name) else { return nil }
    var room = Self.mostShown
    return json(of: output, &room) ?? .string("more than 4 MiB")
  }

  /// Reads the outputs in declared order. The failure is `size` at the first output with which they
  /// are too large to show: lists that share their elements can be larger than any file.
  package mutating func shownOutputs() -> Result<[JSON.Member], StepFailure> {
    var room = Self.mostShown
    var members: [JSON.Member] = []
    for (name, output) in outputs {
      guard let json = json(of: output, &room) else {
        let message = "the outputs of the step are more than 4 MiB, too large to show"
        return .failure(
          StepFailure(id: "size", at: Pointer(["outputs", name]).text, message: message))
      }
      members.append(.init(key: name, value: json))
    }
    return .success(members)
  }

  /// The most that outputs carry where they are shown, as much as a file: the bytes of texts,
  /// and 1 for each other value.
  private static let mostShown = 4 * Limits.textBytes

  private mutating func json(of output: OutputHandle, _ room: inout Int) -> JSON? {
    let value = machine.output(output)
    guard value.isSendable(&room) else { return nil }
    return wire.json(of: value, as: definition.outputs[output.index].type)
  }

  /// Why an output has its value; `nil` unless the definition was compiled to be explained.
  package mutating func explanation(of output: OutputHandle) -> OutputExplanation? {
    machine.explanation(of: output)
  }

  /// The invariants that do not hold, by name.
  package mutating func brokenInvariants() -> Result<[String], StepFailure> {
    do throws(MachineError) {
      return .success(try machine.brokenInvariants())
    } catch {
      return .failure(StepFailure(error))
    }
  }

  /// The active states without an active child, in document order.
  package var configuration: [String] { machine.configuration }

  /// The ids of the running timers, in the order of their starts.
  package var running: [String] { remaining.map(\.id) }

  /// The running timers with their remaining times, in the order of their starts.
  package var remaining: [(id: String, remaining: Value.Duration)] { clock.remaining }

  /// The coverage since the start, if it is measured.
  package var coverage: Coverage? {
    guard var coverage = machine.coverage else { return earlierCoverage }
    if let earlierCoverage { coverage.formUnion(earlierCoverage) }
    return coverage
  }

  private mutating func recorded(_ step: StateInterpreter.Step) -> Step {
    clock.follow(step.timers)
    return wireStep(step)
  }

  private func wireStep(_ step: StateInterpreter.Step) -> Step {
    let commands = step.commands.map { call in
      let fields = definition.commands.first { $0.name == call.name }?.fields ?? []
      let data = zip(fields, call.values).map { field, value in
        JSON.Member(key: field.name, value: wire.json(of: value, as: field.type))
      }
      return Spec.Call(name: call.name, data: data.isEmpty ? nil : data)
    }
    return Step(
      result: Spec.Result(step.result), denied: step.denied, commands: commands, timers: step.timers
    )
  }
}

extension StepFailure {
  init(_ problem: DataProblem) {
    self.init(id: "payload", at: problem.at, message: problem.description)
  }

  init(_ error: MachineError) {
    self.init(id: error.id.rawValue, at: error.at, cycle: error.cycle)
  }
}

extension WireMachine {
  /// The JSON of a duration in the wire format.
  package func json(_ span: Value.Duration) -> JSON {
    wire.json(of: .duration(span), as: .duration)
  }

  /// The JSON of a timer request in the wire format.
  package func json(_ request: TimerRequest) -> JSON {
    switch request {
    case .cancel(let id):
      return .object([
        .init(key: "cancelTimer", value: .object([.init(key: "id", value: .string(id))]))
      ])
    case .start(let id, let after, let isRepeating):
      let span = json(after)
      return .object([
        .init(
          key: "startTimer",
          value: .object([
            .init(key: "id", value: .string(id)),
            .init(key: isRepeating ? "every" : "after", value: span),
          ]))
      ])
    }
  }
}

extension Spec.Result {
  /// The result of a step, as specs name it.
  package init(_ result: StateInterpreter.Step.Result) {
    self =
      switch result {
      case .changed: .changed
      case .unchanged: .unchanged
      case .denied: .denied
      case .unhandled: .unhandled
      }
  }
}
