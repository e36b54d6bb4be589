import CEL
import Harness
import StateInterpreter

/// How a driver looks up events and outputs.
enum Access: String {
  case handle, name
  /// By handle, without acceleration.
  case plain
}

/// A compiled scenario with its event and output handles, in the order in which they are used.
struct Engine {
  let definition: CompiledDefinition
  let plainDefinition: CompiledDefinition
  let events: [EventHandle]
  let eventNames: [String]
  let outputs: [OutputHandle]
  let outputNames: [String]
  let inputs: [String: Value]

  init(
    _ text: String, events eventNames: [String], outputs outputNames: [String],
    inputs: [String: Value] = [:]
  ) throws {
    definition = try Loading.compile(text, isAccelerated: true)
    plainDefinition = try Loading.compile(text, isAccelerated: false)
    let definition = definition
    events = eventNames.compactMap { definition.event(named: $0) }
    outputs = outputNames.compactMap { definition.output(named: $0) }
    self.eventNames = eventNames
    self.outputNames = outputNames
    self.inputs = inputs
    guard events.count == eventNames.count, outputs.count == outputNames.count else {
      throw Loading.Failure.names
    }
  }

  /// Starts a run. It traps on an error, which a benchmark never has.
  func start(_ access: Access) throws -> Driver {
    let definition = access == .plain ? plainDefinition : definition
    return Driver(
      engine: self, access: access, machine: try Machine.start(definition, inputs: inputs).machine)
  }
}

/// A machine that is driven by handle or by name. Output names are literals as in an app's source;
/// event names come from an array.
struct Driver {
  let engine: Engine
  let access: Access
  var machine: Machine

  @inline(__always)
  mutating func send(_ event: Int, _ values: [Value] = []) throws {
    switch access {
    case .handle, .plain: _ = try machine.receive(engine.events[event], values)
    case .name: _ = try machine.receive(named: engine.eventNames[event], values)
    }
  }

  @inline(__always)
  mutating func read(_ output: Int, _ name: String) throws -> Value {
    switch access {
    case .handle, .plain: machine.output(engine.outputs[output])
    case .name: machine.output(named: name) ?? .null
    }
  }

  @inline(__always)
  mutating func readInt(_ output: Int, _ name: String) throws -> Int {
    switch access {
    case .handle, .plain: Int(machine.int(engine.outputs[output]) ?? -1)
    case .name: Int(machine.int(named: name) ?? -1)
    }
  }

  @inline(__always)
  mutating func readDigest(_ output: Int, _ name: String) throws -> Int {
    switch access {
    case .handle, .plain: digest(machine.string(engine.outputs[output]) ?? "")
    case .name: digest(machine.string(named: name) ?? "")
    }
  }

  @inline(__always)
  mutating func readBool(_ output: Int, _ name: String) throws -> Bool {
    switch access {
    case .handle, .plain: machine.bool(engine.outputs[output]) ?? false
    case .name: machine.bool(named: name) ?? false
    }
  }
}
