import CEL
import Graphs
import StateExploration
import StateFiles
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// A definition that has run for `--after`: its active states or values, and its last step.
struct DiagramRun {
  /// Why the run failed.
  enum Failure: Error {
    case unknownEvent(String, among: [String])
    case failed(String, at: String = "")

    /// The failure as a finding in the file of the definition.
    func diagnostic(in definition: Definition) -> Diagnostic {
      switch self {
      case .unknownEvent(let name, let names):
        Diagnostic(
          .product(
            .unknownInOption(
              .event, name, option: "--after", definition: definition.name,
              Suggestion(for: name, among: names))),
          at: .init("/events", isKey: true))
      case .failed(let reason, let pointer):
        Diagnostic(.product(.runFails(reason)), at: .init(pointer))
      }
    }
  }

  private var machine: WireMachine
  private let definition: CompiledDefinition
  /// The rows of the last step; `moves` has the states that it exited and entered.
  private var last = TakenStep()
  private var moves: [GraphMove] = []
  /// The active states after the steps recorded so far.
  private var active: Set<String> = []

  /// Runs a definition from its start.
  init(
    _ checked: CheckedDefinition, inputs: [JSON.Member], after occurrences: [Spec.Occurrence]
  ) throws(Failure) {
    guard let compiled = try? CompiledDefinition(checked) else {
      throw .failed("cannot be compiled")
    }
    definition = compiled
    switch WireMachine.start(compiled, inputs: inputs, isTracing: true) {
    case .success(let start): machine = start.machine
    case .failure(let failure):
      let hint = failure.message == nil ? "" : "; give it with --inputs"
      throw .failed("does not start: \(Self.words(failure))\(hint)")
    }
    note(machine)
    for occurrence in occurrences { try happen(occurrence) }
  }

  private mutating func happen(_ occurrence: Spec.Occurrence) throws(Failure) {
    var failure: StepFailure?
    switch occurrence {
    case .event(let call):
      guard let event = machine.event(named: call.name) else {
        throw .unknownEvent(call.name, among: machine.eventNames)
      }
      let before = DerivedStates.values(of: machine.machine, definition)
      if case .failure(let reason) = machine.receive(event, call) { failure = reason }
      note(machine)
      (last.event, last.valuesBefore) = (call.name, before)
    case .wait(let time):
      (moves, last) = ([], TakenStep())
      var noted = self
      let isTime = machine.wait(time) { machine, firing in
        if case .failure(let reason) = firing.result { failure = reason }
        noted.note(machine)
      }
      guard isTime else { throw .failed("waits for an invalid time: \(time.text)") }
      (moves, last, active) = (noted.moves, noted.last, noted.active)
    case .repeated, .snapshot: break
    }
    guard let failure else { return }
    // The data of an event is not in any file, so the finding has no location.
    throw .failed("fails: \(Self.words(failure))", at: failure.message == nil ? failure.at : "")
  }

  private static func words(_ failure: StepFailure) -> String {
    failure.message.map { "\($0), at `\(failure.at)`" } ?? failure.description
  }

  private mutating func note(_ machine: WireMachine) {
    (moves, last) = ([], TakenStep())
    for step in machine.machine.trace?.microsteps ?? [] {
      last.add(step.rows, active: active, of: definition.source.definition)
      moves += step.exits.map { .exit($0) } + step.entries.map { .enter($0) }
      active = active.subtracting(step.exits).union(step.entries)
    }
  }

  /// Marks the active states, the states that the last step exited and entered, and its rows.
  func mark(_ options: inout PictureOptions) {
    let marks = walkMarks(moves, active: machine.configuration)
    options.marks.merge(marks) { _, new in new }
    options.takenStep = last
    options.activeValues = DerivedStates.values(of: machine.machine, definition)
  }

  /// The values of `--inputs` for the inputs that the definition has.
  static func inputs(
    _ members: [JSON.Member], of definition: CheckedDefinition
  ) throws(Failure) -> [String: Value] {
    switch WireMachine.values(members, of: definition) {
    case .success(let values): return values
    case .failure(let failure): throw .failed("has wrong inputs: \(words(failure))")
    }
  }
}
