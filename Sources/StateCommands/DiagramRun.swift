import CEL
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

  private var machine: MomentMachine

  /// Runs a definition from its start.
  init(
    _ checked: CheckedDefinition, inputs: [JSON.Member], after occurrences: [Spec.Occurrence]
  ) throws(Failure) {
    guard let compiled = try? CompiledDefinition(checked) else {
      throw .failed("cannot be compiled")
    }
    switch MomentMachine.start(compiled, inputs: inputs) {
    case .success(let start): machine = start
    case .failure(let failure):
      let hint = failure.message == nil ? "" : "; give it with --inputs"
      throw .failed("does not start: \(Self.words(failure))\(hint)")
    }
    for occurrence in occurrences { try happen(occurrence) }
  }

  private mutating func happen(_ occurrence: Spec.Occurrence) throws(Failure) {
    if case .event(let call) = occurrence, machine.machine.event(named: call.name) == nil {
      throw .unknownEvent(call.name, among: machine.machine.eventNames)
    }
    if !machine.happen(occurrence), case .wait(let time) = occurrence {
      throw .failed("waits for an invalid time: \(time.text)")
    }
    guard let failure = machine.moment.failure else { return }
    // The data of an event is not in any file, so the finding has no location.
    throw .failed("fails: \(Self.words(failure))", at: failure.message == nil ? failure.at : "")
  }

  private static func words(_ failure: StepFailure) -> String {
    failure.message.map { "\($0), at `\(failure.at)`" } ?? failure.description
  }

  /// Marks the active states, the states that the last step exited and entered, and its rows.
  func mark(_ options: inout PictureOptions) { machine.moment.mark(&options) }

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
