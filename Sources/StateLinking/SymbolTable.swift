import CEL
import StateModel

/// The names of a definition: what each one is, and which of them a cell may read.
struct SymbolTable {
  var declarations = Declarations()
  /// The role of each variable of `declarations.variables`.
  var roles: [VariableRole] = []
  /// The types and functions that this file may name.
  var file = FileScope()
  /// Inputs, properties, computed values, functions and types.
  var declared: [String: Declared] = [:]
  /// The variables of inputs, properties and computed values.
  var variables: [String: VariableIndex] = [:]
  /// Indices into `definition.events`.
  var events: [String: Int] = [:]
  /// Indices of `done.x` into the events of the parts.
  var doneEvents: [String: Int] = [:]
  /// Indices into `definition.commands`.
  var commands: [String: Int] = [:]
  var outputs: [String: Pointer] = [:]
  var carried = CarriedFields()
  /// Event fields of one name and type share a variable.
  private var eventVariables: [EventField: VariableIndex] = [:]
  /// A variable that agrees with everything, for names that an error leaves without a type.
  private var unknownVariable: VariableIndex?
  /// Names that two declarations have: their type is unknown.
  var clashing: Set<String> = []
  private var scopes = CellScopes()

  private struct EventField: Hashable {
    let name: String
    let type: ValueType
  }

  /// The scopes of cells, by what they can read.
  private struct CellScopes {
    /// Cells of the root: no carried data, no event.
    var root = Scope()
    /// Cells of each state: the root's names and the data of the state and its ancestors.
    var states: [Scope] = []
    /// Cells of rows with an unknown state; made when one is needed.
    var open: Scope?
    /// Cells that see few names, as far as they were needed.
    var narrow: [CellPosition: Scope] = [:]
    /// The names for `initial` cells: inputs, and computed values that depend on nothing else.
    var initialNames: [String: VariableIndex] = [:]
    /// The names for the defaults of inputs: computed values that depend on nothing.
    var constantNames: [String: VariableIndex] = [:]
  }

  /// Adds a variable.
  mutating func variable(_ name: String, _ type: ValueType, _ role: VariableRole) -> VariableIndex {
    let index = VariableIndex(declarations.variables.count)
    declarations.variables.append(Declarations.Variable(name: name, type: type))
    roles.append(role)
    return index
  }

  /// The variable of an event's field.
  mutating func eventVariable(_ field: Declarations.Field) -> VariableIndex {
    let key = EventField(name: field.name, type: field.type)
    if let known = eventVariables[key] { return known }
    let index = variable("event." + field.name, field.type, .event)
    eventVariables[key] = index
    return index
  }

  /// The variable for a name that an error leaves without a type: it agrees with everything.
  mutating func unknown() -> VariableIndex {
    if let unknownVariable { return unknownVariable }
    let index = variable("?", .unknown, .event)
    unknownVariable = index
    return index
  }

  /// The type of a variable; `.unknown` where its declaration has an error.
  func type(of variable: VariableIndex) -> ValueType { declarations.variables[Int(variable)].type }

  /// Makes the type of a variable unknown because its declaration has an error: cells that read it
  /// are not checked further.
  mutating func poison(_ variable: VariableIndex) {
    let name = declarations.variables[Int(variable)].name
    declarations.variables[Int(variable)] = Declarations.Variable(name: name, type: .unknown)
  }

  /// Whether `initial` cells can read a name.
  func isInitialName(_ name: String) -> Bool { scopes.initialNames[name] != nil }

  /// Whether the default of an input can read a name.
  func isConstantName(_ name: String) -> Bool { scopes.constantNames[name] != nil }

  /// Lets `initial` cells read a name.
  mutating func addInitialName(_ name: String, _ variable: VariableIndex) {
    scopes.initialNames[name] = variable
  }

  /// Lets the defaults of inputs read a name.
  mutating func addConstantName(_ name: String, _ variable: VariableIndex) {
    scopes.constantNames[name] = variable
  }
}

/// The data that states carry.
struct CarriedFields {
  /// The fields of each state.
  var fields: [[Declarations.Field]] = []
  /// The variables of these fields.
  var variables: [[VariableIndex]] = []
  /// Whether any state carries something.
  var isUsed = false
  /// The first state that carries a name.
  var owners: [String: StateIndex] = [:]
}

extension SymbolTable {
  /// Prepares the scopes of cells, once all names are declared.
  mutating func makeScopes(_ tree: StateTree) {
    for (index, fields) in carried.fields.enumerated() {
      for field in fields where carried.owners[field.name] == nil && declared[field.name] == nil {
        carried.owners[field.name] = index
      }
    }
    let hints = ScopeHints(symbols: self, tree: tree)
    var surroundings = Scope.Surroundings()
    surroundings.names = variables
    surroundings.functions = file.functions
    surroundings.typeNames = file.types
    for node in tree.nodes where node.state.history == nil {
      surroundings.states.insert(node.state.name)
    }
    surroundings.stateForExamples =
      tree.nodes.dropFirst().first { $0.state.history == nil }?.state.name
    surroundings.hint = { hints.hint($0) }
    scopes.root = Scope(declarations: declarations, surroundings)
    scopes.states = Array(repeating: scopes.root, count: tree.nodes.count)
    if !carried.isUsed { return }
    for index in tree.nodes.indices {
      surroundings.names = variables
      for state in tree.pathToRoot(from: index) {
        for (field, variable) in zip(carried.fields[state], carried.variables[state]) {
          surroundings.names[field.name] = variable
        }
      }
      scopes.states[index].surroundings = surroundings
    }
  }

  /// The names that a cell may read.
  mutating func scope(_ position: CellPosition, _ tree: StateTree) -> Scope {
    var scope: Scope
    switch position {
    case .row(let state), .entering(let state), .output(let state): scope = scopes.states[state]
    case .computed, .invariant, .carriedDefault: scope = scopes.root
    case .initial: scope = narrowScope(position, names: scopes.initialNames, tree)
    case .defaultValue: scope = narrowScope(position, names: scopes.constantNames, tree)
    case .function: scope = narrowScope(position, names: [:], tree)
    }
    scope.declarations = declarations
    return scope
  }

  /// The scope of a row with an unknown state: the state may carry any name.
  mutating func openScope() -> Scope {
    let anything = unknown()
    var scope: Scope
    if let known = scopes.open {
      scope = known
    } else {
      var surroundings = scopes.root.surroundings
      WorkCount.add(carried.fields.count)
      for field in carried.fields.joined() where surroundings.names[field.name] == nil {
        surroundings.names[field.name] = anything
      }
      scope = Scope(declarations: declarations, surroundings)
      scope.isOpen = true
      scopes.open = scope
    }
    scope.declarations = declarations
    return scope
  }

  /// The scope of cells that see only some of the variables, and no states.
  private mutating func narrowScope(
    _ position: CellPosition, names: [String: VariableIndex], _ tree: StateTree
  ) -> Scope {
    if let known = scopes.narrow[position] { return known }
    let hints = ScopeHints(symbols: self, tree: tree)
    var surroundings = scopes.root.surroundings
    surroundings.names = names
    surroundings.states = []
    surroundings.hint = { hints.hint($0, visible: names, from: position) }
    let scope = Scope(declarations: declarations, surroundings)
    scopes.narrow[position] = scope
    return scope
  }
}

/// Recognises names that exist but that a cell cannot read.
private struct ScopeHints: Sendable {
  private let declared: [String: Declared]
  private let variables: [String: VariableIndex]
  private let owners: [String: StateIndex]
  private let events: [String: Int]
  private let commands: [String: Int]
  private let outputs: [String: Pointer]
  private let tree: StateTree

  init(symbols: SymbolTable, tree: StateTree) {
    declared = symbols.declared
    variables = symbols.variables
    owners = symbols.carried.owners
    events = symbols.events
    commands = symbols.commands
    outputs = symbols.outputs
    self.tree = tree
  }

  /// The hint for a name that cells cannot read at all, or not where the cell is. It only marks the
  /// name as declared: the linker describes the problem.
  func hint(_ name: String) -> Hint? {
    if name == "event" { return ScopeHints.outOfScope }
    if declared[name] != nil { return nil }
    let isKnown =
      owners[name] != nil || outputs[name] != nil || commands[name] != nil || events[name] != nil
    return isKnown ? ScopeHints.outOfScope : nil
  }

  /// The hint where only some of the variables are visible.
  func hint(
    _ name: String, visible: [String: VariableIndex], from position: CellPosition
  ) -> Hint? {
    guard declared[name] != nil, variables[name] != nil, visible[name] == nil else {
      return hint(name)
    }
    return ScopeHints.outOfScope
  }

  private static let outOfScope = Hint(id: RuleID.nameScope.rawValue, message: "")
}
