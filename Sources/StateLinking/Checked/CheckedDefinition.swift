package import CEL
public import StateModel

/// A definition whose names are resolved and whose cells are checked. The interpreter, the
/// generators, exploration and the diagrams read it.
///
/// Invariants: it has no diagnostic of severity error; indices point into the arrays below; `states`
/// is in document order and `states[0]` is the root.
public struct CheckedDefinition: Sendable {
  /// The definition as written.
  public let definition: Definition
  /// Types, functions and every variable of the definition.
  package let declarations: Declarations
  /// The role of each variable of `declarations.variables`.
  package let roles: [VariableRole]
  package let inputs: [CheckedInput]
  package let properties: [CheckedProperty]
  /// In an order in which each depends on earlier ones alone.
  package let computed: [CheckedComputed]
  package let events: [CheckedEvent]
  package let commands: [CheckedCommand]
  package let outputs: [CheckedOutput]
  /// In an order in which each calls earlier ones alone; `declaration` is the index that
  /// `TypedSyntax.Kind.callDeclared` uses.
  package let functions: [CheckedFunction]
  package let invariants: [CheckedInvariant]
  package let states: [CheckedState]
  /// A row for each state of its `in`, in the order of the reducer.
  package let rows: [CheckedRow]
  package let timers: [CheckedTimer]
  /// The functions of used files, as written.
  package let usedFunctions: [Definition.Function]

  package init(
    definition: Definition, declarations: Declarations, roles: [VariableRole],
    inputs: [CheckedInput], properties: [CheckedProperty], computed: [CheckedComputed],
    events: [CheckedEvent], commands: [CheckedCommand], outputs: [CheckedOutput],
    functions: [CheckedFunction], invariants: [CheckedInvariant], states: [CheckedState],
    rows: [CheckedRow], timers: [CheckedTimer], usedFunctions: [Definition.Function] = []
  ) {
    self.definition = definition
    self.declarations = declarations
    self.roles = roles
    self.inputs = inputs
    self.properties = properties
    self.computed = computed
    self.events = events
    self.commands = commands
    self.outputs = outputs
    self.functions = functions
    self.invariants = invariants
    self.states = states
    self.rows = rows
    self.timers = timers
    self.usedFunctions = usedFunctions
  }
}

/// An index into `Declarations.variables`.
package typealias VariableIndex = Int32
/// An index into `CheckedDefinition.states`.
package typealias StateIndex = Int

extension CheckedDefinition {
  /// The number of pairs of a row in one state and an event that it takes.
  package var triggerCount: Int {
    rows.reduce(0) { count, row in
      switch row.trigger {
      case .events(let taken): count + taken.count
      case .any: count + events.count
      case .timer, .eventless: count
      }
    }
  }
}

/// The kind of value that a variable holds.
package enum VariableRole: Hashable, Sendable {
  case input(Int)
  case property(Int)
  case computed(Int)
  /// A field that a state carries.
  case carried(state: StateIndex, field: Int)
  /// `event.name`: all events that carry a field of this name and type share the variable.
  case event
  /// A `let` of a checked row, by the row's index in `CheckedDefinition.rows`.
  case `let`(row: Int)
  case parameter(function: Int)
}

/// A checked cell, with its path in the file.
///
/// It is a class because checks pass cells on very often: a copy counts one reference
/// instead of three.
package final class Expression: Sendable {
  package let syntax: TypedSyntax
  /// The path of the cell: `/reducer/3/set/waitSeconds`.
  package let location: Pointer
  /// Facts about its nodes.
  package let traits: CellTraits

  /// The JSON pointer of the cell.
  package var pointer: String { location.text }

  package init(syntax: TypedSyntax, pointer: Pointer) {
    self.syntax = syntax
    location = pointer
    traits = CellTraits(syntax)
  }
}

package struct CheckedInput: Sendable {
  package let name: String
  package let type: ValueType
  package let variable: VariableIndex
  package let defaultValue: Expression?
}

package struct CheckedProperty: Sendable {
  package let name: String
  package let type: ValueType
  package let variable: VariableIndex
  package let initial: Expression
  package let isStored: Bool
}

package struct CheckedComputed: Sendable {
  package let name: String
  package let variable: VariableIndex
  package let value: Expression

  package init(name: String, variable: VariableIndex, value: Expression) {
    self.name = name
    self.variable = variable
    self.value = value
  }
}

/// A declared event, or `done.x` (which follow the declared ones, in document order of x).
package struct CheckedEvent: Sendable {
  package let name: String
  package let fields: [Declarations.Field]
  /// The variable of each field.
  package let variables: [VariableIndex]
  /// Whether only `raise` may send it.
  package let isOwn: Bool
  /// The state whose end raises it.
  package let doneState: StateIndex?
}

package struct CheckedCommand: Sendable {
  package let name: String
  package let fields: [Declarations.Field]
}

package struct CheckedOutput: Sendable {
  /// A row of its table; one `value` cell is a row for the root without a condition.
  package struct Row: Sendable {
    /// The states it is for, any of them; the root for all.
    package let states: [StateIndex]
    package let condition: Expression?
    package let value: Expression
  }

  package let name: String
  package let kind: Definition.Output.Kind
  package let type: ValueType
  /// The first that matches gives the value; none: null.
  package let rows: [Row]

  /// The pointer of a row: that of the output if it has only one.
  package func pointer(ofRow index: Int) -> Pointer {
    let pointer = Pointer.root["outputs"][name]
    return rows.count == 1 ? pointer : pointer["rows"][index]
  }
}

package struct CheckedFunction: Sendable {
  package let name: String
  /// Its index in `Declarations.functions`.
  package let declaration: Int32
  package let parameters: [VariableIndex]
  package let value: Expression
}

package struct CheckedInvariant: Sendable {
  package let name: String
  package let condition: Expression

  package init(name: String, condition: Expression) {
    self.name = name
    self.condition = condition
  }
}
