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
      (InterpreterSubject(machine: machine, isExplaining: isExplaining), Outcome(step))
    }
  }

  package mutating func explanation(of outputs: [String]) -> [String] {
    guard isExplaining else { return [] }
    var explainer = StepExplainer()
    guard let values = try? machine.shownOutputs().get() else { return [] }
    return explainer.explanation(of: &machine, outputs: values, only: outputs)?.lines ?? []
  }

  package mutating func receive(_ event: Spec.Call) -> Outcome { Outcome(machine.receive(event)) }

  package mutating func wait(_ time: JSON) -> Outcome {
    var outcome = Outcome()
    let isTime = machine.wait(time) { _, firing in outcome.add(Outcome(firing.result)) }
    return isTime ? outcome : Outcome(failure: StepFailure(id: "payload", at: "/wait"))
  }

  package mutating func saveAndRestore() -> Outcome { Outcome(failure: machine.saveAndRestore()) }

  package mutating func output(_ name: String) -> JSON { machine.output(named: name) ?? .null }

  package mutating func brokenInvariants() -> Result<[String], StepFailure> {
    machine.brokenInvariants()
  }

  package var configuration: [String] { machine.configuration }

  package var running: [String] { machine.running }

  package var coverage: Coverage? { machine.coverage }
}

extension Outcome {
  init(_ step: WireMachine.Step) { self.init(result: step.result, commands: step.commands) }

  init(_ result: Result<WireMachine.Step, StepFailure>) {
    switch result {
    case .success(let step): self.init(step)
    case .failure(let failure): self.init(failure: failure)
    }
  }
}
