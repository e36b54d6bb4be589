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
        id: ScopedName.rule.id, message: ScopedName.event(event.name))
    }
    for command in definition.commands {
      rootScope.hints[command.name] = Hint(
        id: ScopedName.rule.id, message: ScopedName.command(command.name))
    }
    for output in definition.outputs {
      rootScope.hints[output.name] = Hint(
        id: ScopedName.rule.id, message: ScopedName.output(output.name),
        help: ScopedName.outputHelp)
    }
    for (index, fields) in carriedFields.enumerated() {
      for field in fields where carriers[field.name] == nil {
        carriers[field.name] = index
        rootScope.hints[field.name] = Hint(
          id: ScopedName.rule.id, message: "`\(field.name)` is carried by `\(tree.name(index))`")
      }
    }
    for name in names.keys {
      rootScope.hints[name] = nil
      carriers[name] = nil
    }
    rootScope.hints["event"] = Hint(id: ScopedName.rule.id, message: "there is no `event`")
    for index in tree.nodes.indices {
      var scope = rootScope
      for state in tree.path(to: index) {
        for (field, variable) in zip(carriedFields[state], carried[state]) {
          scope.names[field.name] = variable
        }
      }
      stateScopes.append(scope)
    }
  }

  /// The scope of a cell; from here on, complaints are about this position.
  mutating func scope(_ position: CellPosition) -> Scope {
    self.position = position
    var scope = scopes[position] ?? makeScope(position)
    if scopes[position] == nil { scopes[position] = scope }
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
    switch position {
    case .initial, .defaultValue, .function:
      for (name, declared) in names where variables[name] != nil && scope.names[name] == nil {
        scope.hints[name] = Hint(
          id: ScopedName.rule.id,
          message: ScopedName.hidden(name, declared.kind, position.words(in: tree)))
      }
    case .row, .entering, .output, .computed, .invariant, .carriedDefault: break
    }
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
