package import StateInterpreter
package import StateModel
package import StateSpecs

/// A moment of a definition: its state after a step, and what the step did.
///
/// It is the one model behind the marks of `states diagram --after`, of the preview, and of the
/// player in HTML pages.
package struct Moment: Sendable {
  /// The result of the step, or of the last one if several timers were due.
  package var result: Spec.Result?
  /// The first failure; the machine is then as it was before the step that failed.
  package var failure: StepFailure?
  /// The ids of the timers that were due, in order.
  package var firings: [String] = []
  /// The active states without an active child, in document order.
  package var configuration: [String]
  /// All active states that the steps so far have entered.
  package var active: Set<String>
  /// The states that the step exited and entered, in order.
  package var moves: [GraphMove] = []
  /// The rows of the step.
  package var taken = TakenStep()
  /// The events that the step handled: the one it received, then those it raised.
  package var events: [String] = []
  /// What the step changed; empty unless the definition was compiled to be explained.
  package var changes: [PropertyChange] = []
  /// The values of all properties, as in `DerivedStates`.
  package var values: [String] = []
  /// The outputs in declared order.
  package var outputs: [JSON.Member] = []
  /// The names of the outputs that differ from the moment before.
  package var changedOutputs: [String] = []
  /// All commands of the step, in order.
  package var commands: [Spec.Call] = []
  /// Why the step did what it did, as JSON; `nil` unless it is explained.
  package var explanation: JSON?

  /// Marks the active states, the states that the step exited and entered, and its rows.
  package func mark(_ options: inout PictureOptions) {
    let marks = walkMarks(moves, active: configuration)
    options.marks.merge(marks) { _, new in new }
    options.takenStep = taken
    options.activeValues = values
  }
}
