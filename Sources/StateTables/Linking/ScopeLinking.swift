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
    rootScope.declarations = declarations
    rootScope.profile = .cell
    rootScope.functions = file.functions
    rootScope.typeNames = file.types
    rootScope.states = Set(tree.nodes.filter { $0.state.history == nil }.map(\.state.name))
    rootScope.names = variables
    for event in definition.events {
      rootScope.hints[event.name] = Hint(
        id: ScopedName.rule.id, message: ScopedName.event(event.name), help: nil)
    }
    for command in definition.commands {
      rootScope.hints[command.name] = Hint(
        id: ScopedName.rule.id, message: ScopedName.command(command.name), help: nil)
    }
    for output in definition.outputs {
      rootScope.hints[output.name] = Hint(
        id: ScopedName.rule.id, message: ScopedName.output(output.name),
        help: ScopedName.outputHelp)
    }
    for name in names.keys { rootScope.hints[name] = nil }
    for index in tree.nodes.indices {
      var scope = rootScope
      for state in tree.path(to: index) {
        for (field, variable) in zip(carriedFields[state], carried[state]) {
          scope.names[field.name] = variable
          scope.hints[field.name] = nil
        }
      }
      stateScopes.append(scope)
    }
  }

  /// The scope of a cell, with reasons for the names that are declared but not visible there.
  mutating func scope(_ position: CellPosition) -> Scope {
    var scope: Scope
    if let known = scopes[position] {
      scope = known
    } else {
      scope = makeScope(position)
      scopes[position] = scope
    }
    scope.declarations = declarations
    return scope
  }

  private func makeScope(_ position: CellPosition) -> Scope {
    var scope: Scope
    switch position {
    case .row(let state), .entering(let state), .output(let state): scope = stateScopes[state]
    case .computed, .invariant: scope = rootScope
    case .carriedDefault: scope = rootScope
    case .initial:
      scope = rootScope
      scope.names = initialNames
    case .defaultValue:
      scope = rootScope
      scope.names = constantNames
    case .function:
      scope = rootScope
      scope.names = [:]
      scope.states = []
    }
    if case .initial = position { scope.states = [] }
    if case .defaultValue = position { scope.states = [] }
    let words = position.words(in: tree)
    for (index, node) in tree.nodes.enumerated() {
      for field in carriedFields[index] where scope.names[field.name] == nil {
        scope.hints[field.name] = Hint(
          id: ScopedName.rule.id,
          message: ScopedName.carried(field.name, by: node.state.name, words), help: nil)
      }
    }
    switch position {
    case .initial, .defaultValue, .function:
      for (name, declared) in names where variables[name] != nil && scope.names[name] == nil {
        scope.hints[name] = Hint(
          id: ScopedName.rule.id, message: ScopedName.hidden(name, declared.kind, words), help: nil)
      }
    case .row, .entering, .output, .computed, .invariant, .carriedDefault: break
    }
    scope.hints["event"] = Hint(
      id: ScopedName.rule.id, message: ScopedName.noEvent(position), help: nil)
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
