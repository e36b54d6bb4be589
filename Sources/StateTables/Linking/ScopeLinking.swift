import CEL

/// Where a cell stands, for what it can see and for the words that say why it cannot see something.
enum CellPosition: Hashable {
  case row(StateIndex)
  case entering(StateIndex)
  case output(StateIndex)
  case computed, invariant, initial, defaultValue, carriedDefault, function

  /// `this row is in the root`.
  func words(in tree: StateTree) -> String {
    switch self {
    case .row(let state): "this row is in \(name(state, in: tree))"
    case .entering(let state): "this entry is of \(name(state, in: tree))"
    case .output(let state):
      state == tree.root ? "this output is of the root" : "this row is in \(name(state, in: tree))"
    case .computed: "computed values are of the root"
    case .invariant: "invariants are of the root"
    case .initial: "`initial` sees the inputs alone"
    case .defaultValue: "the `default` of an input sees no values but constants"
    case .carriedDefault: "a `default` sees what is in the root"
    case .function: "a function sees its parameters alone"
    }
  }

  private func name(_ state: StateIndex, in tree: StateTree) -> String {
    state == tree.root ? "the root" : "`\(tree.name(state))`"
  }
}

extension Linker {
  mutating func makeScopes() {
    for (index, fields) in carriedFields.enumerated() {
      for field in fields where carriers[field.name] == nil && names[field.name] == nil {
        carriers[field.name] = index
      }
    }
    let hints = ScopeHints(self)
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
    rootScope = Scope(declarations: declarations, surroundings)
    stateScopes = Array(repeating: rootScope, count: tree.nodes.count)
    if !hasCarried { return }
    for index in tree.nodes.indices {
      surroundings.names = variables
      for state in tree.path(to: index) {
        for (field, variable) in zip(carriedFields[state], carried[state]) {
          surroundings.names[field.name] = variable
        }
      }
      stateScopes[index].surroundings = surroundings
    }
  }

  /// The scope of a cell; from here on, complaints are about this position.
  mutating func scope(_ position: CellPosition) -> Scope {
    self.position = position
    var scope: Scope
    switch position {
    case .row(let state), .entering(let state), .output(let state): scope = stateScopes[state]
    case .computed, .invariant, .carriedDefault: scope = rootScope
    case .initial: scope = narrowScope(position, names: initialNames)
    case .defaultValue: scope = narrowScope(position, names: constantNames)
    case .function: scope = narrowScope(position, names: [:])
    }
    scope.declarations = declarations
    return scope
  }

  /// The scope of cells that see some of the variables alone, and no states.
  private mutating func narrowScope(
    _ position: CellPosition, names: [String: VariableIndex]
  ) -> Scope {
    if let known = narrowScopes[position] { return known }
    let hints = ScopeHints(self)
    var surroundings = rootScope.surroundings
    surroundings.names = names
    surroundings.states = []
    surroundings.hint = { hints.hint($0, hidden: names, from: position) }
    let scope = Scope(declarations: declarations, surroundings)
    narrowScopes[position] = scope
    return scope
  }

  /// A name that something broken leaves without a type: it agrees with everything.
  mutating func unknown() -> VariableIndex {
    if let unknownVariable { return unknownVariable }
    let index = variable("?", .unknown, .event)
    unknownVariable = index
    return index
  }
}

/// What to say of names that exist but not in a scope: asked when a name is unknown, so that a
/// definition without mistakes puts no words together.
private struct ScopeHints: Sendable {
  private let names: [String: Declared]
  private let variables: [String: VariableIndex]
  private let carriers: [String: StateIndex]
  private let events: [String: Int]
  private let commands: [String: Int]
  private let outputs: [String: Pointer]
  private let tree: StateTree

  init(_ linker: Linker) {
    names = linker.names
    variables = linker.variables
    carriers = linker.carriers
    events = linker.events
    commands = linker.commands
    outputs = linker.outputs
    tree = linker.tree
  }

  /// A name that cells cannot read at all, or not at this place.
  func hint(_ name: String) -> Hint? {
    if name == "event" { return words("there is no `event`") }
    if names[name] != nil { return nil }
    if let carrier = carriers[name] {
      return words("`\(name)` is carried by `\(tree.name(carrier))`")
    }
    if outputs[name] != nil { return words(ScopedName.output(name), help: ScopedName.outputHelp) }
    if commands[name] != nil { return words(ScopedName.command(name)) }
    return events[name] == nil ? nil : words(ScopedName.event(name))
  }

  /// The same where only some of the variables are visible.
  func hint(
    _ name: String, hidden visible: [String: VariableIndex], from position: CellPosition
  ) -> Hint? {
    guard let declared = names[name], variables[name] != nil, visible[name] == nil else {
      return hint(name)
    }
    return words(ScopedName.hidden(name, declared.kind, position.words(in: tree)))
  }

  private func words(_ message: String, help: String? = nil) -> Hint {
    Hint(id: ScopedName.rule.id, message: message, help: help)
  }
}
