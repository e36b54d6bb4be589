import CEL
import StateInterpreter
import StateLinking
import StateModel

/// A session that runs again: a machine, and a clock that follows the times of the lines.
struct SessionRun {
  /// What a step did.
  enum Outcome {
    case step(Step)
    case failure(MachineError)
  }

  private(set) var machine: Machine
  private var clock = VirtualTime()
  /// How often the clock has fired each timer that no line has fired yet.
  private var firedByClock: [String: Int] = [:]
  /// The active states before the next step.
  private var active: StateSet
  /// The time spent in each state, by its index in document order.
  private(set) var nanoseconds: [Int64]

  /// Starts a machine.
  static func start(
    _ definition: CompiledDefinition, _ inputs: [String: Value]
  ) -> Result<(run: SessionRun, step: Step), MachineError> {
    do throws(MachineError) {
      var (machine, step) = try Machine.start(
        definition, inputs: inputs, isTracing: false, isMeasuring: true)
      // Before the run holds the machine too, or its storage would be copied.
      machine.countOutputs()
      var run = SessionRun(machine, VirtualTime())
      run.clock.follow(step.timers)
      return .success((run, step))
    } catch {
      return .failure(error)
    }
  }

  /// Continues from a snapshot; `nil` if the definition cannot restore it.
  static func restore(
    _ definition: CompiledDefinition, _ fingerprint: Fingerprint, _ snapshot: JSON
  ) -> SessionRun? {
    guard
      let restored = try? Machine.restore(
        definition, from: Snapshot(snapshot), fingerprint: fingerprint)
    else { return nil }
    var machine = restored.machine
    machine.isMeasuring = true
    return SessionRun(machine, VirtualTime(resuming: restored))
  }

  private init(_ machine: Machine, _ clock: VirtualTime) {
    self.machine = machine
    self.clock = clock
    active = machine.active
    nanoseconds = Array(repeating: 0, count: machine.definition.source.states.count)
  }

  /// Performs the step of an event.
  mutating func receive(_ event: EventHandle, _ values: [Value]) -> Outcome {
    do throws(MachineError) {
      let step = try machine.receive(event, values)
      note(step)
      return .step(step)
    } catch {
      return .failure(error)
    }
  }

  /// Fires a timer that runs and does not repeat, unless the clock has fired it already; `nil` for
  /// others. A timer that repeats follows the clock.
  mutating func fire(_ id: String) -> Outcome? {
    if let count = firedByClock[id], count > 0 {
      firedByClock[id] = count - 1
      return nil
    }
    let isOnce = machine.timers.contains { request in
      guard case .start(id, _, isRepeating: false) = request else { return false }
      return true
    }
    guard isOnce else { return nil }
    clock.follow([.cancel(id: id)])
    do throws(MachineError) {
      let step = try machine.fire(timer: id)
      note(step)
      return .step(step)
    } catch {
      return .failure(error)
    }
  }

  /// Lets time pass. `each` receives what fired, in order.
  mutating func pass(_ span: Int64, each: (inout SessionRun, String, Outcome) -> Void) {
    var passing = clock.pass(Value.Duration(nanoseconds: span))
    var last = clock.now.nanoseconds
    while let firing = clock.fireNext(in: &passing, &machine) {
      spend(firing.time.nanoseconds - last)
      last = firing.time.nanoseconds
      firedByClock[firing.id, default: 0] += 1
      switch firing.result {
      case .success(let step):
        settle(step)
        each(&self, firing.id, .step(step))
      case .failure(let error): each(&self, firing.id, .failure(error))
      }
    }
    spend(clock.now.nanoseconds - last)
  }

  private mutating func note(_ step: Step) {
    if !step.timers.isEmpty { clock.follow(step.timers) }
    settle(step)
  }

  private mutating func settle(_ step: Step) {
    guard step.result == .changed else { return }
    machine.countOutputs()
    active = machine.active
  }

  private mutating func spend(_ span: Int64) {
    if span <= 0 { return }
    for state in active {
      let (sum, isOver) = nanoseconds[state].addingReportingOverflow(span)
      nanoseconds[state] = isOver ? .max : sum
    }
  }
}
