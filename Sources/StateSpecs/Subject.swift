package import StateInterpreter
package import StateTables

/// Who is examined: the interpreter, or generated code behind the same doors.
///
/// A value: a copy goes its own way, so that a prefix of events is run once. All data are plain JSON
/// as it stands on the wire.
package protocol Subject {
  /// Takes an event.
  mutating func receive(_ event: Spec.Call) -> Outcome
  /// Lets virtual time pass; all due timers fire.
  mutating func wait(_ time: JSON) -> Outcome
  /// Saves everything and goes on with what was restored.
  mutating func saveAndRestore() -> Outcome
  /// Reads an output.
  mutating func output(_ name: String) -> Result<JSON, StepFailure>
  /// The invariants that do not hold, by name.
  mutating func brokenInvariants() -> Result<[String], StepFailure>
  /// The active states without an active child.
  var configuration: [String] { get }
  /// The ids of the timers that run, in the order of their starts.
  var running: [String] { get }
  /// What has been reached since the start, where that is known.
  var coverage: Coverage? { get }
}

/// What an entry of `when`, or the start, caused.
package struct Outcome: Sendable {
  /// What came of it, the last step if there were several; `nil` if nothing happened.
  package var result: Spec.Result?
  /// All commands, in order, with all their data.
  package var commands: [Spec.Call]
  /// The first failure.
  package var failure: StepFailure?

  /// Tells what was caused.
  package init(
    result: Spec.Result? = nil, commands: [Spec.Call] = [], failure: StepFailure? = nil
  ) {
    self.result = result
    self.commands = commands
    self.failure = failure
  }

  /// Adds what a further step caused.
  package mutating func add(_ next: Outcome) {
    result = next.result ?? result
    commands += next.commands
    failure = failure ?? next.failure
  }
}

/// An error of a step: its stable id, and the cell.
package struct StepFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id that specs and hosts see: `overflow`.
  package let id: String
  /// A pointer into the definition, or into the data of the event.
  package let at: String
  /// The rows that go in a circle, where the step does not come to rest.
  package let cycle: [String]
  /// What is wrong with the data of an event or with the inputs, in words.
  package let message: String?

  /// Names an error.
  package init(id: String, at: String, cycle: [String] = [], message: String? = nil) {
    self.id = id
    self.at = at
    self.cycle = cycle
    self.message = message
  }

  package var description: String { at.isEmpty ? "`\(id)`" : "`\(id)` at \(at)" }
}
