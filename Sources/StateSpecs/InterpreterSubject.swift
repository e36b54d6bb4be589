package import StateInterpreter
package import StateModel

/// The interpreter as the subject of a spec.
package struct InterpreterSubject: Subject {
  private var machine: WireMachine
  /// Whether failed cases are explained.
  private let isExplaining: Bool

  /// Makes the subject of a definition, and returns the outcome of its start.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - inputs: The inputs by name.
  ///   - isExplaining: Whether failed cases are explained. The definition must have been compiled so.
  /// - Returns: The subject and its outcome, or the failure of the start.
  package static func start(
    _ definition: CompiledDefinition, _ inputs: [JSON.Member], isExplaining: Bool = false
  ) -> Result<(InterpreterSubject, Outcome), StepFailure> {
    WireMachine.start(
      definition, inputs: inputs, isMeasuring: true, isTracing: isExplaining
    ).map { machine, step in
      var machine = machine
      let outcome = Outcome(.success(step), of: &machine)
      return (InterpreterSubject(machine: machine, isExplaining: isExplaining), outcome)
    }
  }

  package mutating func explanation(of outputs: [String]) -> [String] {
    guard isExplaining else { return [] }
    var explainer = StepExplainer()
    guard let values = try? machine.shownOutputs().get() else { return [] }
    return explainer.explanation(of: &machine, outputs: values, only: outputs)?.lines ?? []
  }

  package mutating func receive(_ event: Spec.Call) -> Outcome {
    let step = machine.receive(event)
    return Outcome(step, of: &machine)
  }

  package mutating func wait(_ time: JSON) -> Outcome {
    var outcome = Outcome()
    let isTime = machine.wait(time) { machine, firing in
      outcome.add(Outcome(firing.result, of: &machine))
    }
    return isTime ? outcome : Outcome(failure: StepFailure(id: "payload", at: "/wait"))
  }

  package mutating func saveAndRestore() -> Outcome {
    var outcome = Outcome(failure: machine.saveAndRestore())
    outcome.noteInvariants(of: &machine)
    return outcome
  }

  package mutating func output(_ name: String) -> JSON { machine.output(named: name) ?? .null }

  package var configuration: [String] { machine.configuration }

  package var running: [String] { machine.running }

  package var coverage: Coverage? { machine.coverage }
}

extension Outcome {
  /// The outcome of a step, with the invariants that do not hold after it.
  fileprivate init(_ result: Result<WireMachine.Step, StepFailure>, of machine: inout WireMachine) {
    switch result {
    case .success(let step): self.init(result: step.result, commands: step.commands)
    case .failure(let failure): self.init(failure: failure)
    }
    noteInvariants(of: &machine)
  }

  fileprivate mutating func noteInvariants(of machine: inout WireMachine) {
    switch machine.brokenInvariants() {
    case .success(let names): brokenInvariants = names.map { .isFalse($0) }
    case .failure(let failure): brokenInvariants = [.fails(failure)]
    }
  }
}
