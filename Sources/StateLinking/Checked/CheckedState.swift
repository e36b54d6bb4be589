package import CEL
package import StateModel

/// A state, at its index in document order.
package struct CheckedState: Sendable {
  package enum Kind: Hashable, Sendable {
    case leaf
    /// Has children, one of which is active (none where `initial` is empty and it rests).
    case composite
    case parallel
    case final
    case history(Definition.State.History)
  }

  package let name: String
  package let kind: Kind
  /// The JSON pointer of its node; `""` for the root.
  package let pointer: String
  package let parent: StateIndex?
  package let children: [StateIndex]
  /// Its descendants are the states after it, before this index.
  package let end: StateIndex
  /// Where it goes when it is entered (a history: its default); empty where it rests or has none.
  package let initial: [CheckedTarget]
  package let fields: [Declarations.Field]
  /// The variable of each field that it carries.
  package let variables: [VariableIndex]
  /// The default of each field that it carries.
  package let defaults: [Expression?]
  package let enter: [CheckedAction]
  package let exit: [CheckedAction]
}

/// A state to go to, with the data it carries.
package struct CheckedTarget: Sendable {
  package let state: StateIndex
  /// A cell for each field that the target gives. Each other field has a default.
  package let data: [(field: Int, value: Expression)]
}

/// A value for a property, a carried field, or a part of one.
package struct CheckedAssignment: Sendable {
  package enum Step: Sendable {
    /// A field of a record, by its declared index.
    case field(Int32)
    /// The index of an existing element of a list, or a key of a map.
    case key(Expression)
  }

  package let variable: VariableIndex
  /// The path into the variable's value; empty for the whole.
  package let path: [Step]
  package let value: Expression

  package init(variable: VariableIndex, path: [Step], value: Expression) {
    self.variable = variable
    self.path = path
    self.value = value
  }

  /// Whether it writes to an element, which may be missing.
  package var hasKeys: Bool { path.contains { if case .key = $0 { true } else { false } } }
}

/// A command to emit or an event to raise, by its index, with a cell for each declared field.
package struct CheckedSending: Sendable {
  package let index: Int
  package let values: [Expression]
  /// The path of its entry.
  package let location: Pointer

  /// The JSON pointer of its entry.
  package var pointer: String { location.text }

  package init(index: Int, values: [Expression], pointer: Pointer) {
    self.index = index
    self.values = values
    location = pointer
  }
}

/// An entry of `enter` or `exit`.
package struct CheckedAction: Sendable {
  private let location: Pointer
  package let condition: Expression?
  /// Objects taken one after another; the assignments of one are simultaneous.
  package let assignments: [[CheckedAssignment]]
  package let emits: [CheckedSending]
  package let raises: [CheckedSending]

  /// The JSON pointer of its entry.
  package var pointer: String { location.text }

  package init(
    pointer: Pointer, condition: Expression?, assignments: [[CheckedAssignment]],
    emits: [CheckedSending], raises: [CheckedSending]
  ) {
    location = pointer
    self.condition = condition
    self.assignments = assignments
    self.emits = emits
    self.raises = raises
  }
}

/// A row of the reducer for one state of its `in`.
///
/// It is a class because every check visits rows: a copy counts one reference
/// instead of ten.
package final class CheckedRow: Sendable {
  package enum Trigger: Hashable, Sendable {
    /// Indices into `CheckedDefinition.events`.
    case events([Int])
    /// `"*"`: every declared event, raised ones and `done.x` too. An event from self that is sent
    /// from outside never gets here.
    case any
    /// An index into `CheckedDefinition.timers`.
    case timer(Int)
    case eventless
  }

  package struct Let: Sendable {
    package let variable: VariableIndex
    package let value: Expression
  }

  /// The 0-based index in the reducer.
  package let index: Int
  package let state: StateIndex
  package let trigger: Trigger
  package let condition: Expression?
  /// Sorted so that each uses only earlier ones. The condition needs the first
  /// `letsBeforeCondition` of them.
  package let lets: [Let]
  package let letsBeforeCondition: Int
  package let assignments: [[CheckedAssignment]]
  /// The states to go to; `nil` for a row without `goTo`.
  package let targets: [CheckedTarget]?
  package let reentry: Definition.Row.Reentry
  package let emits: [CheckedSending]
  package let raises: [CheckedSending]

  /// The JSON pointer of the row.
  package var pointer: String { "/reducer/\(index)" }

  package init(
    index: Int, state: StateIndex, trigger: Trigger, condition: Expression?, lets: [Let],
    letsBeforeCondition: Int, assignments: [[CheckedAssignment]], targets: [CheckedTarget]?,
    reentry: Definition.Row.Reentry, emits: [CheckedSending], raises: [CheckedSending]
  ) {
    self.index = index
    self.state = state
    self.trigger = trigger
    self.condition = condition
    self.lets = lets
    self.letsBeforeCondition = letsBeforeCondition
    self.assignments = assignments
    self.targets = targets
    self.reentry = reentry
    self.emits = emits
    self.raises = raises
  }
}

/// A timer that a state starts when it is entered.
package struct CheckedTimer: Sendable {
  /// `"<state>.<n>"`, n from 1 among the state's distinct `after` and `every` cells.
  package let id: String
  package let state: StateIndex
  package let duration: Expression
  package let isRepeating: Bool
}
