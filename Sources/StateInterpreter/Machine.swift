public import CEL
import StateLinking
import StateModel

/// A running definition. It is a value: copies are independent.
///
/// `receive` changes a machine without copying it while nobody else holds its storage; otherwise it
/// copies first.
public struct Machine: Sendable {
  /// The definition that it runs.
  public let definition: CompiledDefinition
  @usableFromInline var interpreter: Interpreter

  /// What it has taken from the budgets of all steps so far.
  package var work: Int64 { interpreter.registers.work }

  init(_ definition: CompiledDefinition, _ interpreter: Interpreter) {
    self.definition = definition
    self.interpreter = interpreter
  }

  /// Makes a machine and starts it.
  ///
  /// - Parameters:
  ///   - definition: The definition to run.
  ///   - inputs: The values of the inputs by name; those with a default are optional.
  /// - Returns: The machine, and the step that its start performed.
  /// - Throws: `payload` for inputs that are missing, unknown or of another type; the error of a
  ///   cell that fails.
  public static func start(
    _ definition: CompiledDefinition, inputs: [String: Value] = [:]
  ) throws(MachineError) -> (machine: Machine, step: Step) {
    try start(definition, inputs: inputs, isTracing: false, isMeasuring: false)
  }

  /// Starts a machine that traces its steps or measures coverage from the start.
  package static func start(
    _ definition: CompiledDefinition, inputs: [String: Value], isTracing: Bool, isMeasuring: Bool
  ) throws(MachineError) -> (machine: Machine, step: Step) {
    let tables = definition.tables
    let fit = TypeFit(declarations: tables.source.declarations)
    if tables.inputs.count(where: { inputs[$0.name] != nil }) < inputs.count {
      let unknown = Set(inputs.keys).subtracting(tables.inputs.map(\.name)).min() ?? ""
      throw MachineError(.payload, at: "/\(unknown)")
    }
    for input in tables.inputs {
      guard let value = inputs[input.name] else { continue }
      guard fit.admits(value, input.type) else {
        throw MachineError(.payload, at: "/\(input.name)")
      }
    }
    let interpreter = Interpreter(
      tables, trace: isTracing ? Trace() : nil, coverage: isMeasuring ? Coverage(tables) : nil)
    let step = try interpreter.start(inputs)
    return (Machine(definition, interpreter), step)
  }

  /// Performs the step that an event causes.
  ///
  /// - Parameters:
  ///   - event: An event of the machine's definition.
  ///   - values: The data that the event carries, in declared order.
  /// - Returns: The effects of the step.
  /// - Throws: `payload` for values that do not fit; the error of a cell that fails. The machine is
  ///   then unchanged.
  @inlinable
  public mutating func receive(
    _ event: EventHandle, _ values: [Value] = []
  ) throws(MachineError) -> Step {
    makeUnique()
    return try interpreter.receive(event.index, values)
  }

  /// Performs the step that an event causes, by the event's name. An unknown name is unhandled.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - values: The data that the event carries, in declared order.
  /// - Returns: The effects of the step.
  /// - Throws: `payload` for values that do not fit; the error of a cell that fails. The machine is
  ///   then unchanged.
  public mutating func receive(
    named name: String, _ values: [Value] = []
  ) throws(MachineError) -> Step {
    guard let event = definition.event(named: name) else { return Step(.unhandled) }
    return try receive(event, values)
  }

  /// Notifies the machine that a timer is due. A timer that does not run is unhandled.
  ///
  /// - Parameter id: The id from the request that started it, such as `loading.1`.
  /// - Returns: The effects of the step.
  /// - Throws: The error of a cell that fails. The machine is then unchanged.
  public mutating func fire(timer id: String) throws(MachineError) -> Step {
    guard let timer = definition.tables.timers.firstIndex(where: { $0.id == id }) else {
      return Step(.unhandled)
    }
    makeUnique()
    return try interpreter.fire(timer: timer)
  }

  /// The invariants that do not hold, by name, in declared order.
  ///
  /// - Returns: The names; empty if all invariants hold.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func brokenInvariants() throws(MachineError) -> [String] {
    makeUnique()
    return try interpreter.brokenInvariants()
  }

  /// The active states without an active child, in document order.
  public var configuration: [String] { definition.leafNames(of: interpreter.active) }

  /// The active states; the root is 0.
  package var active: StateSet { interpreter.active }

  /// Whether a state is active; `false` for an unknown name.
  public func isIn(_ state: String) -> Bool {
    definition.tables.states.firstIndex { $0.name == state }.map { interpreter.active.contains($0) }
      ?? false
  }

  /// Whether a top-level final state has been entered: later events are unhandled.
  public var hasEnded: Bool { interpreter.chart.hasEnded }

  /// The running timers, in the order of their starts.
  public var timers: [TimerRequest] {
    interpreter.chart.timers.map { running in
      let table = definition.tables.timers[running.timer]
      return .start(
        id: table.id, after: Value.Duration(nanoseconds: running.duration),
        isRepeating: table.isRepeating)
    }
  }

  /// Whether steps are traced. Setting it discards the trace.
  public var isTracing: Bool {
    get { interpreter.trace != nil }
    set {
      makeUnique()
      interpreter.watch(trace: newValue ? Trace() : nil, coverage: interpreter.coverage)
    }
  }

  /// Removes what the trace has of the last step, for a host that refuses an event before it is one.
  package mutating func clearTrace() {
    guard isTracing else { return }
    makeUnique()
    interpreter.trace?.clear()
  }

  /// The trace of the last step, if steps are traced.
  public var trace: Trace? { interpreter.trace }

  /// Why an output has its value; `nil` where it is one cell without a branch, or the definition was
  /// not compiled to be explained.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: The cell that gave the value, and the rows and branches that led there.
  public mutating func explanation(of output: OutputHandle) -> OutputExplanation? {
    makeUnique()
    return interpreter.explain(output: output.index)
  }

  /// Whether coverage is measured. Setting it discards the coverage.
  public var isMeasuring: Bool {
    get { interpreter.isMeasuring }
    set {
      makeUnique()
      interpreter.watch(
        trace: interpreter.trace, coverage: newValue ? Coverage(definition.tables) : nil)
    }
  }

  /// The coverage since measuring began, if coverage is measured.
  public var coverage: Coverage? { interpreter.coverage }

  /// Counts for each output the row that gives its value after a step that has not failed, if
  /// coverage is measured.
  package mutating func countOutputs() {
    guard isMeasuring else { return }
    makeUnique()
    interpreter.countRows()
  }

  /// Copies the storage unless this machine is its only owner.
  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&interpreter) { interpreter = interpreter.copy() }
  }

  /// The storage, for reading only.
  var storage: Interpreter { interpreter }
}

extension Machine {
  /// The value of a property; `nil` if no property has the name.
  package func property(named name: String) -> Value? {
    let tables = definition.tables
    guard let index = tables.source.properties.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    return storage.registers.value(of: tables.properties[index])
  }
}
