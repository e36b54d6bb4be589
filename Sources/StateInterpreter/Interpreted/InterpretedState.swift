import CEL
import StateLinking
public import StateModel
public import StateRuntime

/// A definition that runs without generated code: its events, commands and outputs have names.
///
/// ```swift
/// let coin = try CompiledDefinition(DefinitionFile.load("Coin.state.json"))
/// let store = Store(try InterpretedState.start(coin))
/// store.send(.event("flipToTails"))
/// store.state["coinSide"]?.string  // Tails
/// ```
public struct InterpretedState: StateDefinition {
  /// The definition.
  public let definition: CompiledDefinition
  private var machine: Machine
  /// What remained of the timers that were restored, and have neither fired nor started again.
  private var remaining: [String: Duration] = [:]

  private init(_ machine: Machine) {
    definition = machine.definition
    self.machine = machine
  }

  /// Starts a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - inputs: An object with the inputs by name, such as `["phone": "+370"]`.
  /// - Returns: The state, and what the app has to do then.
  /// - Throws: `data` for inputs that are missing, unknown or of another type; `step` for the error
  ///   of a cell.
  public static func start(
    _ definition: CompiledDefinition, inputs: JSON = [:]
  ) throws(InterpretedError) -> Next<InterpretedState> {
    let source = definition.source
    let values = try given { () throws(DataProblem) in
      try DataReader(source.declarations).inputs(
        members(inputs), of: source.inputs.map { ($0.name, $0.type) })
    }
    do throws(MachineError) {
      let (machine, step) = try Machine.start(definition, inputs: values)
      return InterpretedState(machine).next(step)
    } catch  where error.id == .payload {
      // All given inputs have the right type, so an input is missing.
      throw .data(DataProblem(missing: error.at))
    } catch {
      throw .step(error)
    }
  }

  // MARK: Steps

  /// Handles an event. An event from self, which only rows may raise, is unhandled.
  ///
  /// - Throws: `unknownEvent` if the definition declares no such event, `data` if its data do not
  ///   fit, and `step` if a cell fails; then nothing has happened.
  public func reduce(_ event: Event) throws(InterpretedError) -> Next<InterpretedState> {
    let known = definition.event(named: event.name)
    if let known, definition.source.events[known.index].isOwn {
      return Next(state: self, result: .unhandled)
    }
    guard let handle = known, definition.isFromOutside(handle) else {
      let names = definition.events.map { definition.name(of: $0) }
      throw .unknownEvent(event.name, nearest: Suggestion(for: event.name, among: names).nearest)
    }
    let source = definition.source
    let values = try Self.given { () throws(DataProblem) in
      try DataReader(source.declarations).values(
        Self.members(event.data), of: source.events[handle.index].fields,
        in: Pointer([event.name]))
    }
    return try step { machine throws(MachineError) in try machine.receive(handle, values) }
  }

  /// Handles a timer that fired, by its id. A timer that does not run is unhandled.
  public func fire(timer id: String) throws(InterpretedError) -> Next<InterpretedState> {
    try step(firing: id) { machine throws(MachineError) in try machine.fire(timer: id) }
  }

  private func step(
    firing timer: String? = nil, _ perform: (inout Machine) throws(MachineError) -> Step
  ) throws(InterpretedError) -> Next<InterpretedState> {
    var next = self
    if let timer { next.remaining[timer] = nil }
    do throws(MachineError) {
      let step = try perform(&next.machine)
      return next.next(step)
    } catch {
      throw .step(error)
    }
  }

  private func next(_ step: Step) -> Next<InterpretedState> {
    var state = self
    let timers = step.timers.map { request -> StateRuntime.TimerRequest in
      switch request {
      case .cancel(let id):
        state.remaining[id] = nil
        return .cancel(id: id)
      case .start(let id, let after, let isRepeating):
        state.remaining[id] = nil
        return .start(
          id: id, after: .nanoseconds(after.nanoseconds), isRepeating: isRepeating)
      }
    }
    let result: StepResult =
      switch step.result {
      case .changed: .changed
      case .unchanged: .unchanged
      case .denied: .denied(rows: step.denied)
      case .unhandled: .unhandled
      }
    let commands = step.commands.map { Command($0, of: definition.source) }
    return Next(state: state, commands: commands, timers: timers, result: result)
  }

  private static func given<Values>(
    _ read: () throws(DataProblem) -> Values
  ) throws(InterpretedError) -> Values {
    do throws(DataProblem) { return try read() } catch { throw .data(error) }
  }

  private static func members(_ data: JSON) throws(DataProblem) -> [JSON.Member] {
    guard case .object(let members) = data else {
      throw DataProblem(at: .root, "expected an object, found \(data.kindWords)")
    }
    return members
  }

  // MARK: Reading

  /// The value of an output; `nil` if it has none, or if no output has the name.
  public subscript(output: String) -> TypedValue? {
    guard let handle = definition.output(named: output) else { return nil }
    var machine = machine
    let value = machine.output(handle)
    if case .null = value { return nil }
    let source = definition.source
    return TypedValue(value, source.outputs[handle.index].type, source.declarations)
  }

  /// All outputs in declared order, as an object.
  public var outputs: JSON {
    .object(
      definition.outputs.map { handle in
        let name = definition.name(of: handle)
        return JSON.Member(key: name, value: self[name]?.json ?? .null)
      })
  }

  /// The active states without an active child, in document order.
  public var configuration: [String] { machine.configuration }

  /// Whether a state is active; `false` for an unknown name.
  public func isIn(_ state: String) -> Bool { machine.isIn(state) }

  /// The running timers, in the order of their starts.
  public var timers: [RunningTimer] {
    machine.timers.compactMap { request in
      guard case .start(let id, let after, let isRepeating) = request else { return nil }
      let span = Duration.nanoseconds(after.nanoseconds)
      return RunningTimer(
        id: id, remaining: remaining[id] ?? span, period: isRepeating ? span : nil)
    }
  }

  /// Whether a final state at the top level is active, so that each further event is unhandled.
  public var hasEnded: Bool { machine.hasEnded }

  /// Whether two states of one definition have identical values, states, histories and timers.
  public static func == (left: Self, right: Self) -> Bool {
    left.machine.storage === right.machine.storage
      || CodePoints.equal(left.definition.name, right.definition.name)
        && left.machine.identity == right.machine.identity
  }

  // MARK: Snapshots

  /// Saves the state.
  ///
  /// - Parameter remaining: Returns the remaining time of a timer by its id, such as
  ///   `store.remaining`.
  /// - Returns: A snapshot, which can be written as JSON text.
  public func snapshot(remaining: (String) -> Duration? = { _ in nil }) -> Snapshot {
    machine.snapshot { id in
      (remaining(id) ?? self.remaining[id]).map { Value.Duration(nanoseconds: $0.wholeNanoseconds) }
    }
  }

  /// Continues from a snapshot.
  ///
  /// - Throws: If any part does not fit. A snapshot is never restored partially.
  public static func restore(
    _ definition: CompiledDefinition, from snapshot: Snapshot
  ) throws(StateInterpreter.SnapshotError) -> Restored<InterpretedState> {
    let restored = try Machine.restore(definition, from: snapshot)
    var state = InterpretedState(restored.machine)
    for (id, rest) in restored.timers { state.remaining[id] = .nanoseconds(rest.nanoseconds) }
    return Restored(state: state, isSameMeaning: restored.isSameMeaning)
  }
}

extension Duration {
  /// The duration in nanoseconds, limited to 292 years.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isMore) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOver || isMore ? (seconds < 0 ? .min : .max) : sum
  }
}
