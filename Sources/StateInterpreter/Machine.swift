public import CEL
import StateTables

/// A running definition: a value, so a copy goes its own way.
///
/// `receive` steps in place while nobody else holds the machine, and copies first otherwise.
public struct Machine: Sendable {
  /// What it runs.
  public let definition: CompiledDefinition
  @usableFromInline var core: Core

  init(_ definition: CompiledDefinition, _ core: Core) {
    self.definition = definition
    self.core = core
  }

  /// Makes a machine and starts it.
  ///
  /// - Parameters:
  ///   - definition: What to run.
  ///   - inputs: By name; those with a default may be left out.
  /// - Returns: The machine and what its start asks for.
  /// - Throws: `payload` for inputs that are missing, unknown or of another type; the error of a
  ///   cell that fails.
  public static func start(
    _ definition: CompiledDefinition, inputs: [String: Value] = [:]
  ) throws(MachineError) -> (machine: Machine, step: Step) {
    try start(definition, inputs: inputs, isTracing: false, isMeasuring: false)
  }

  /// Starts with the hooks on, so that the start is seen too.
  package static func start(
    _ definition: CompiledDefinition, inputs: [String: Value], isTracing: Bool, isMeasuring: Bool
  ) throws(MachineError) -> (machine: Machine, step: Step) {
    let tables = definition.tables
    let fit = TypeFit(declarations: tables.source.declarations)
    for name in inputs.keys.sorted() where !tables.inputs.contains(where: { $0.name == name }) {
      throw MachineError(.payload, at: "/\(name)")
    }
    for input in tables.inputs {
      guard let value = inputs[input.name] else { continue }
      guard fit.admits(value, input.type) else {
        throw MachineError(.payload, at: "/\(input.name)")
      }
    }
    let core = Core(
      tables, trace: isTracing ? Trace() : nil, coverage: isMeasuring ? Coverage(tables) : nil)
    let step = try core.start(inputs)
    return (Machine(definition, core), step)
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: One of the machine's definition.
  ///   - values: What it carries, in declared order.
  /// - Returns: All that it caused.
  /// - Throws: `payload` for values that do not fit; the error of a cell that fails. The machine
  ///   is then as it was before.
  @inlinable
  public mutating func receive(
    _ event: EventHandle, _ values: [Value] = []
  ) throws(MachineError) -> Step {
    makeUnique()
    return try core.receive(event.index, values)
  }

  /// Takes an event by its name; one that the definition does not have is unhandled.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - values: What it carries, in declared order.
  /// - Returns: All that it caused.
  /// - Throws: `payload` for values that do not fit; the error of a cell that fails. The machine
  ///   is then as it was before.
  @inlinable @inline(__always)
  public mutating func receive(
    named name: String, _ values: [Value] = []
  ) throws(MachineError) -> Step {
    let event = core.hot.pointee.eventNames.place(of: name)
    makeUnique()
    return try event < 0 ? core.receive(named: name, values) : core.receive(event, values)
  }

  /// Tells that a timer is due; one that does not run is unhandled.
  ///
  /// - Parameter id: As the request to start it said: `loading.1`.
  /// - Returns: All that it caused.
  /// - Throws: The error of a cell that fails. The machine is then as it was before.
  public mutating func fire(timer id: String) throws(MachineError) -> Step {
    guard let timer = definition.tables.timers.firstIndex(where: { $0.id == id }) else {
      return Step(.unhandled)
    }
    makeUnique()
    return try core.fire(timer: timer)
  }

  /// The invariants that do not hold, by name, in declared order.
  ///
  /// - Returns: Nothing where all is well.
  /// - Throws: The error of a cell that fails; the machine is untouched.
  public mutating func brokenInvariants() throws(MachineError) -> [String] {
    makeUnique()
    return try core.brokenInvariants()
  }

  /// The active states without an active child, in document order.
  public var configuration: [String] {
    let tables = definition.tables
    return tables.tree.leaves(of: core.active).map { tables.states[$0].name }
  }

  /// Whether a state is active; `false` for one that there is not.
  public func isIn(_ state: String) -> Bool {
    definition.tables.states.firstIndex { $0.name == state }.map { core.active.contains($0) }
      ?? false
  }

  /// Whether a top-level final state has been entered: later events are unhandled.
  public var hasEnded: Bool { core.hasEnded }

  /// The timers that run, in the order of their starts.
  public var timers: [TimerRequest] {
    core.timers.map { running in
      let table = definition.tables.timers[running.timer]
      return .start(
        id: table.id, after: Value.Duration(nanoseconds: running.duration),
        isRepeating: table.isRepeating)
    }
  }

  /// Whether steps are traced; switching it on or off forgets the trace.
  public var isTracing: Bool {
    get { core.trace != nil }
    set {
      makeUnique()
      core.watch(trace: newValue ? Trace() : nil, coverage: core.coverage)
    }
  }

  /// How the last step went, where steps are traced.
  public var trace: Trace? { core.trace }

  /// Whether coverage is measured; switching it on or off forgets what has been reached.
  public var isMeasuring: Bool {
    get { core.coverage != nil }
    set {
      makeUnique()
      core.watch(
        trace: core.trace, coverage: newValue ? Coverage(definition.tables) : nil)
    }
  }

  /// What has been reached, where coverage is measured.
  public var coverage: Coverage? { core.coverage }

  /// Makes the memory this machine's own, so that it can be changed.
  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&core) { core = core.copy() }
  }

  /// For reading alone.
  var storage: Core { core }
}

extension Machine {
  /// What a property holds; `nil` where there is none of that name.
  package func property(named name: String) -> Value? {
    let tables = definition.tables
    guard let place = tables.source.properties.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    return storage.banks.value(of: tables.properties[place])
  }
}
