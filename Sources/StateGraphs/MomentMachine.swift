import StateExploration
package import StateInterpreter
import StateLinking
package import StateModel
package import StateSpecs

/// A machine that runs from moment to moment.
///
/// It is a value: a copy is a moment to which one can return.
package struct MomentMachine {
  /// The definition that it runs.
  package let definition: CompiledDefinition
  /// The machine and its clock.
  package private(set) var machine: WireMachine
  /// The moment after the last step.
  package private(set) var moment: Moment
  /// Explains each step; `nil` if the definition was not compiled to be explained.
  private var explainer: StepExplainer?

  /// Starts a definition.
  ///
  /// - Parameters:
  ///   - definition: The definition; with `isExplaining` it was compiled to be explained.
  ///   - inputs: The values of inputs by name.
  ///   - isExplaining: Whether each moment has an explanation.
  /// - Returns: The machine, or the failure of the start.
  package static func start(
    _ definition: CompiledDefinition, inputs: [JSON.Member], isExplaining: Bool = false
  ) -> Result<MomentMachine, StepFailure> {
    WireMachine.start(definition, inputs: inputs, isTracing: true).map { machine, step in
      MomentMachine(definition, machine, step, isExplaining: isExplaining)
    }
  }

  private init(
    _ definition: CompiledDefinition, _ machine: WireMachine, _ step: WireMachine.Step,
    isExplaining: Bool
  ) {
    self.definition = definition
    self.machine = machine
    moment = Moment(configuration: [], active: [])
    explainer = isExplaining ? StepExplainer() : nil
    note(.success(step))
    finish(before: nil)
    moment.changedOutputs = []
  }

  /// Performs an entry of `when`; `false` if it is a wait for an invalid time.
  @discardableResult
  package mutating func happen(_ occurrence: Spec.Occurrence) -> Bool {
    switch occurrence {
    case .event(let call): receive(call)
    case .repeated(let times, let call): for _ in 0..<times { receive(call) }
    case .wait(let time): return wait(time)
    case .snapshot: saveAndRestore()
    }
    return true
  }

  /// Performs an event; one that may not come from outside is unhandled.
  package mutating func receive(_ call: Spec.Call) {
    let before = begin()
    moment.taken.event = call.name
    moment.taken.valuesBefore = before.values
    note(machine.receive(machine.event(named: call.name), call))
    finish(before: before)
  }

  /// Lets virtual time pass; all due timers fire. Returns `false` for an invalid time.
  package mutating func wait(_ time: JSON) -> Bool {
    let before = begin()
    var noted = self
    let isTime = machine.wait(time) { machine, firing in
      noted.machine = machine
      noted.moment.firings.append(firing.timer)
      (noted.moment.moves, noted.moment.taken) = ([], TakenStep())
      noted.note(firing.result)
    }
    guard isTime else {
      moment = before
      return false
    }
    (moment, explainer) = (noted.moment, noted.explainer)
    finish(before: before)
    // Without a step, the trace of the machine is that of an earlier one.
    if moment.firings.isEmpty { moment.explanation = nil }
    return true
  }

  /// Saves the machine and continues with the restored one.
  package mutating func saveAndRestore() {
    let before = begin()
    moment.failure = machine.saveAndRestore()
    finish(before: before)
  }

  /// The result that an event without data would have now, or the id of its failure.
  package func trial(_ event: EventHandle, _ name: String) -> String {
    var copy = machine
    switch copy.receive(event, Spec.Call(name: name)) {
    case .success(let step): return step.result.rawValue
    case .failure(let failure): return failure.id
    }
  }

  /// Begins a step: nothing of the last one is left. Returns the moment before.
  private mutating func begin() -> Moment {
    let before = moment
    moment = Moment(configuration: [], active: before.active)
    return before
  }

  private mutating func note(_ result: Result<WireMachine.Step, StepFailure>) {
    switch result {
    case .success(let step):
      moment.result = step.result
      moment.commands += step.commands
    case .failure(let failure): moment.failure = moment.failure ?? failure
    }
    for step in machine.machine.trace?.microsteps ?? [] {
      if moment.failure == nil {
        moment.taken.add(step.rows, active: moment.active, of: definition.source.definition)
        moment.moves += step.exits.map { .exit($0) } + step.entries.map { .enter($0) }
        moment.active = moment.active.subtracting(step.exits).union(step.entries)
      }
      if let event = step.event, !moment.events.contains(event) { moment.events.append(event) }
      moment.changes += step.changes
    }
  }

  private mutating func finish(before: Moment?) {
    moment.configuration = machine.configuration
    moment.values = DerivedStates.values(of: machine.machine, definition)
    switch machine.shownOutputs() {
    case .success(let outputs): moment.outputs = outputs
    case .failure(let failure):
      moment.outputs = []
      moment.failure = moment.failure ?? failure
    }
    let old = before?.outputs ?? []
    moment.changedOutputs = zip(moment.outputs, old).filter { $0.value != $1.value }.map(\.0.key)
    guard explainer != nil else { return }
    moment.explanation =
      explainer?.explanation(
        of: &machine, outputs: moment.failure == nil ? moment.outputs : [])?.json
  }
}
