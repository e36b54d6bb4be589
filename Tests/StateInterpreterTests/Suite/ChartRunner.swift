import CEL
import StateModel

@testable import StateInterpreter

/// Runs the script of a vector on a definition, with the queue and the clock of SCXML's sends.
struct ChartRunner {
  /// The expected and the actual step of a vector.
  struct Failure: Error, CustomStringConvertible {
    let step: Int
    let expected: String
    let seen: String

    var description: String { "step \(step): expected \(expected), seen \(seen)" }
  }

  private struct Sent {
    var event: String
    var data: Value
    var id: String?
    /// In milliseconds; `nil` for immediately.
    var due: Double?
  }

  private let adapter: ChartAdapter
  private let definition: CompiledDefinition
  private var machine: Machine
  private var queue: [Sent] = []
  private var delayed: [Sent] = []
  private var now = 0.0
  private var exited: [String] = []
  private var entered: [String] = []

  static func run(_ vector: JSON, _ adapter: ChartAdapter, _ definition: CompiledDefinition) throws
  {
    let (machine, step) = try Machine.start(
      definition, inputs: [:], isTracing: true, isMeasuring: false)
    var runner = ChartRunner(adapter: adapter, definition: definition, machine: machine)
    runner.take(step)
    let script = vector["script"] ?? .null
    let derived = vector["derived"]?.elements ?? []
    try runner.compare(script["initialConfiguration"], derived.first, step: 0)
    for (index, next) in (script["events"]?.elements ?? []).enumerated() {
      runner.exited = []
      runner.entered = []
      if case .number(let text)? = next["after"] {
        try runner.pass(Double(text) ?? 0)
      } else {
        try runner.pass(0)
      }
      let event = next["event"] ?? .null
      try runner.receive(event["name"]?.string ?? "", event["data"]?.value ?? .null)
      let seen = index + 1 < derived.count ? derived[index + 1] : nil
      try runner.compare(next["nextConfiguration"], seen, step: index + 1)
    }
  }

  private init(adapter: ChartAdapter, definition: CompiledDefinition, machine: Machine) {
    self.adapter = adapter
    self.definition = definition
    self.machine = machine
  }

  /// Drains the queue, then lets time pass. Each event is a separate step.
  private mutating func pass(_ milliseconds: Double) throws {
    let end = now + milliseconds
    try drain()
    while let index = delayed.indices.min(by: { due($0) < due($1) }), due(index) <= end {
      now = max(now, due(index))
      let sent = delayed.remove(at: index)
      try receive(sent.event, sent.data)
      try drain()
    }
    now = end
  }

  private func due(_ index: Int) -> Double { delayed[index].due ?? 0 }

  private mutating func drain() throws {
    var count = 0
    while !queue.isEmpty, count < 10_000 {
      let sent = queue.removeFirst()
      try receive(sent.event, sent.data)
      count += 1
    }
  }

  private mutating func receive(_ name: String, _ data: Value) throws {
    guard let event = definition.event(named: adapter.names.event(name)) else { return }
    let values = adapter.carriesName ? [data, .string(name)] : [data]
    take(try machine.receive(event, values))
  }

  private mutating func take(_ step: Step) {
    for microstep in machine.trace?.microsteps ?? [] {
      exited += microstep.exits.map(original)
      entered += microstep.entries.map(original).filter { $0 != "Chart" }
    }
    for command in step.commands {
      if command.name == "cancel" {
        let id = text(command.values[0])
        delayed.removeAll { $0.id == id }
        continue
      }
      guard let event = text(command.values[0]) else { continue }
      let delay = Self.milliseconds(command.values[1])
      let sent = Sent(
        event: event, data: command.values[2], id: text(command.values[3]),
        due: delay > 0 ? now + delay : nil)
      if sent.due == nil { queue.append(sent) } else { delayed.append(sent) }
    }
  }

  private func text(_ value: Value) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// A delay: a number of milliseconds or a text such as `1.5s`.
  private static func milliseconds(_ value: Value) -> Double {
    switch value {
    case .int(let number): return Double(number)
    case .double(let number): return number
    case .string(let text):
      if text.hasSuffix("ms") { return Double(text.dropLast(2)) ?? 0 }
      if text.hasSuffix("s") { return (Double(text.dropLast()) ?? 0) * 1000 }
      return Double(text) ?? 0
    default: return 0
    }
  }

  private func original(_ name: String) -> String {
    adapter.names.states.first { $0.value == name }?.key ?? name
  }

  private func compare(_ expected: JSON?, _ derived: JSON?, step: Int) throws(Failure) {
    let configuration = machine.configuration.map(original).sorted()
    let wanted = (expected?.strings ?? []).sorted()
    guard configuration == wanted else {
      throw Failure(step: step, expected: "\(wanted)", seen: "\(configuration)")
    }
    guard let derived else { return }
    try compare("exits", derived["exited"]?.strings ?? [], exited, step)
    try compare("entries", derived["entered"]?.strings ?? [], entered, step)
    guard case .object(let members)? = derived["data"] else { return }
    for member in members {
      let name = adapter.names.variables[member.key] ?? member.key
      let value = machine.property(named: name) ?? .null
      guard value.isEqual(to: member.value.value) == true else {
        throw Failure(step: step, expected: "\(member)", seen: "\(value)")
      }
    }
  }

  private func compare(
    _ what: String, _ expected: [String], _ seen: [String], _ step: Int
  ) throws(Failure) {
    guard expected == seen else {
      throw Failure(step: step, expected: "\(what) \(expected)", seen: "\(seen)")
    }
  }
}
