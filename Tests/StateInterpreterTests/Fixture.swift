import CEL
import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateLinking
import StateModel

@testable import StateInterpreter

extension CompiledDefinition {
  /// Compiles a definition as the tests run it: `STATES_ACCELERATION=off` tests the plain
  /// interpreter.
  static func underTest(_ checked: CheckedDefinition) throws(CompileError) -> CompiledDefinition {
    try CompiledDefinition(checked, isAccelerated: isAccelerated)
  }

  private static let isAccelerated =
    ProcessInfo.processInfo.environment["STATES_ACCELERATION"] != "off"
}

/// A definition written as JSON text, and the behaviour of its machine as text.
struct Fixture {
  struct Broken: Error, CustomStringConvertible { let description: String }

  let definition: CompiledDefinition
  let wire: Wire

  init(_ text: String) throws {
    let document = JSONDocument([UInt8](text.utf8))
    guard let json = document.json else { throw Broken(description: "\(document.diagnostics)") }
    let reading = DefinitionReader.read(json, fileName: nil)
    guard let content = reading.content else {
      throw Broken(description: "\(reading.diagnostics.map(\.message))")
    }
    let result = content.checked()
    guard let checked = result.checked else {
      let errors = result.diagnostics.filter { $0.severity == .error }
      throw Broken(
        description: errors.map { "\($0.location.pointer): \($0.message)" }.joined(separator: "\n"))
    }
    definition = try CompiledDefinition.underTest(checked)
    wire = Wire(checked.declarations)
  }

  /// Makes a machine that records its steps as text.
  func start(_ inputs: String = "{}") throws -> Run {
    var values: [String: Value] = [:]
    guard case .object(let members)? = JSONDocument([UInt8](inputs.utf8)).json else {
      throw Broken(description: "inputs: \(inputs)")
    }
    for member in members {
      let type = definition.source.inputs.first { $0.name == member.key }?.type ?? .dyn
      values[member.key] = try wire.value(of: member.value, as: type).get()
    }
    let (machine, step) = try Machine.start(
      definition, inputs: values, isTracing: true, isMeasuring: false)
    return Run(fixture: self, machine: machine, first: step)
  }

  func text(_ value: Value, _ type: ValueType) -> String { wire.json(of: value, as: type).text }
}

/// A machine under test.
struct Run {
  let fixture: Fixture
  var machine: Machine
  var time = VirtualTime()
  /// The text of the start.
  let start: String

  init(fixture: Fixture, machine: Machine, first: Step) {
    self.fixture = fixture
    self.machine = machine
    start = Self.text(first, machine, fixture)
    time.follow(first.timers)
  }

  /// Sends an event, written as its name followed by its data as JSON: `"tapped {\"n\": 1}"`.
  ///
  /// The result lists the outcome unless it is `changed`, the states left and entered, commands,
  /// and timers: `-a +b !send(1) start b.1 5s`.
  mutating func send(_ event: String) -> String {
    let name = String(event.prefix { $0 != " " })
    let rest = event.dropFirst(name.count + 1)
    guard let handle = fixture.definition.event(named: name) else { return "unknown \(name)" }
    let fields = fixture.definition.source.events[handle.index].fields
    let data = JSONDocument([UInt8](rest.utf8)).json
    let values = fields.map { field -> Value in
      let part: JSON =
        if case .object(let members)? = data {
          members.first { $0.key == field.name }?.value ?? .null
        } else { .null }
      return (try? fixture.wire.value(of: part, as: field.type).get()) ?? .null
    }
    do throws(MachineError) {
      let step = try machine.receive(handle, values)
      time.follow(step.timers)
      return Self.text(step, machine, fixture)
    } catch { return "\(error)" }
  }

  /// Lets seconds pass and returns the firings: `a.1: -a +b`.
  mutating func wait(_ seconds: Double) -> [String] {
    let span = Value.Duration(nanoseconds: Int64(seconds * 1_000_000_000))
    return time.advance(by: span, &machine).map { firing in
      switch firing.result {
      case .success(let step):
        "\(firing.id): \(Self.text(step, firing.trace ?? machine.trace, fixture))"
      case .failure(let error): "\(firing.id): \(error)"
      }
    }
  }

  /// An output as wire text.
  mutating func output(_ name: String) -> String {
    guard let handle = fixture.definition.output(named: name) else { return "unknown \(name)" }
    let type = fixture.definition.source.outputs[handle.index].type
    return fixture.text(machine.output(handle), type)
  }

  func property(_ name: String) -> String {
    guard let value = machine.property(named: name),
      let type = fixture.definition.source.properties.first(where: { $0.name == name })?.type
    else { return "unknown \(name)" }
    return fixture.text(value, type)
  }

  var leaves: String { machine.configuration.joined(separator: ", ") }

  private static func text(_ step: Step, _ machine: Machine, _ fixture: Fixture) -> String {
    text(step, machine.trace, fixture)
  }

  private static func text(_ step: Step, _ trace: Trace?, _ fixture: Fixture) -> String {
    var words: [String] = []
    switch step.result {
    case .changed: break
    case .unchanged, .unhandled: words.append(step.result.rawValue)
    case .denied: words.append("denied by " + step.denied.joined(separator: ", "))
    }
    for microstep in trace?.microsteps ?? [] {
      words += microstep.exits.map { "-\($0)" } + microstep.entries.map { "+\($0)" }
    }
    for command in step.commands {
      let fields = fixture.definition.source.commands[command.command.index].fields
      let values = zip(command.values, fields).map { fixture.text($0, $1.type) }
      words.append("!\(command.name)(\(values.joined(separator: ", ")))")
    }
    for timer in step.timers {
      switch timer {
      case .cancel(let id): words.append("cancel \(id)")
      case .start(let id, let after, let isRepeating):
        let span = fixture.text(.duration(after), .duration).filter { $0 != "\"" }
        words.append("start \(id) \(isRepeating ? "every " : "")\(span)")
      }
    }
    return words.joined(separator: " ")
  }
}
