package import StateInterpreter
package import StateModel

/// The code under test: the interpreter, or generated code with the same interface.
///
/// It is a value: copies are independent, so a prefix of events runs only once. All data is plain
/// JSON in the wire format.
package protocol Subject {
  /// Performs an event.
  mutating func receive(_ event: Spec.Call) -> Outcome
  /// Lets virtual time pass; all due timers fire.
  mutating func wait(_ time: JSON) -> Outcome
  /// Saves the subject and continues with the restored one.
  mutating func saveAndRestore() -> Outcome
  /// Reads an output of the definition by its name.
  mutating func output(_ name: String) -> JSON
  /// The active states without an active child.
  var configuration: [String] { get }
  /// The ids of the running timers, in the order of their starts.
  var running: [String] { get }
  /// The coverage since the start, if it is measured.
  var coverage: Coverage? { get }
  /// Why the last step did what it did, and why outputs have their values, as lines; empty if the
  /// subject cannot explain itself.
  mutating func explanation(of outputs: [String]) -> [String]
}

extension Subject {
  package mutating func explanation(of outputs: [String]) -> [String] { [] }
}

/// The outcome of an entry of `when`, or of the start.
package struct Outcome: Sendable {
  /// The result of the last step; `nil` if there was no step.
  package var result: Spec.Result?
  /// All commands in order, with all their data.
  package var commands: [Spec.Call]
  /// The first failure.
  package var failure: StepFailure?
  /// The invariants that did not hold after one of the steps, each once, in the order found.
  package var brokenInvariants: [InvariantFailure] = []

  /// An invariant that does not hold.
  package enum InvariantFailure: Hashable, Sendable {
    /// It is false; its name.
    case isFalse(String)
    /// Its condition fails.
    case fails(StepFailure)
  }

  /// Makes an outcome.
  package init(
    result: Spec.Result? = nil, commands: [Spec.Call] = [], failure: StepFailure? = nil
  ) {
    self.result = result
    self.commands = commands
    self.failure = failure
  }

  /// Adds the outcome of a further step.
  package mutating func add(_ next: Outcome) {
    result = next.result ?? result
    commands += next.commands
    failure = failure ?? next.failure
    var known = Set(brokenInvariants)
    brokenInvariants += next.brokenInvariants.filter { known.insert($0).inserted }
  }
}

/// The error of a step: its stable id, and the cell.
package struct StepFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The id that specs and hosts see, such as `overflow`.
  package let id: String
  /// A pointer into the definition, or into the data of the event.
  package let at: String
  /// The rows of the cycle if the step does not end.
  package let cycle: [String]
  /// The problem with the data of an event or with the inputs, as text.
  package let message: String?

  /// Makes a failure.
  package init(id: String, at: String, cycle: [String] = [], message: String? = nil) {
    self.id = id
    self.at = at
    self.cycle = cycle
    self.message = message
  }

  package var description: String { at.isEmpty ? "`\(id)`" : "`\(id)` at \(at)" }
}
