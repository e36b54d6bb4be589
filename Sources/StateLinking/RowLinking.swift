import CEL
package import StateModel

/// The rows of the reducer, one for each state of `in`.
extension Linker {
  /// The `on` of a row: resolved once for all states of the row.
  struct LinkedTrigger {
    var trigger: CheckedRow.Trigger
    var fields = EventFields()
    var hasEvent = false
  }

  /// The fields of `event` in a row.
  struct EventFields {
    /// The variables by name (`event.x`) of the fields that every event of the row carries with
    /// the same type.
    var names: [String: VariableIndex] = [:]
    /// Why other fields of its events cannot be read.
    var hidden: [String: Problem.Name] = [:]
  }

  mutating func linkRows() {
    let interference = Interference(self)
    let reducer = Pointer.root["reducer"]
    for (index, row) in (definition.reducer ?? []).enumerated() {
      let pointer = reducer[index]
      let trigger = self.trigger(of: row, at: pointer)
      checkShape(of: row, at: pointer)
      checkNoEffect(of: row, at: pointer)
      func link(_ linker: inout Linker, in state: StateIndex?) {
        linker.linkRow(row, index: index, state: state, trigger: trigger, interference)
      }
      guard row.states != .none else {
        link(&self, in: tree.root)
        continue
      }
      var seen: Set<String> = []
      for (name, location) in row.states.located(at: pointer["in"])
      where seen.insert(name).inserted {
        link(&self, in: state(named: name, at: location()))
      }
    }
  }

  /// The state that `in` names; `nil` after an error.
  private func state(
    named name: String, at location: @autoclosure () -> Diagnostic.Location
  ) -> StateIndex? {
    guard let state = tree.byName[name] else {
      addUnknownState(name, at: location())
      return nil
    }
    // Two states have this name, so the meant one is unknown.
    if isDeclaredTwice(name) { return nil }
    switch tree[state].kind {
    case .history:
      findings.add(.state(.historyWithRow(name)), at: location())
      return nil
    case .final:
      findings.add(.state(.finalWithRow(name)), at: location())
      return nil
    case .leaf, .composite, .parallel: return state
    }
  }

  private mutating func trigger(
    of row: Definition.Row, at pointer: Pointer
  ) -> LinkedTrigger {
    guard case .on(let names) = row.trigger else { return LinkedTrigger(trigger: .eventless) }
    var linked = LinkedTrigger(trigger: .eventless, hasEvent: true)
    if names.isAny {
      linked.trigger = .any
      linked.fields = commonFields(of: Array(parts.events.indices))
      return linked
    }
    if case .one(let name) = names, let index = symbols.events[name] {
      linked.trigger = .events([index])
      linked.fields = fields(of: index)
      return linked
    }
    var indices: [Int] = []
    var seen: Set<Int> = []
    var isBroken = false
    for (name, location) in names.located(at: pointer["on"]) {
      if let index = event(named: name, at: location()) {
        if seen.insert(index).inserted { indices.append(index) }
      } else {
        isBroken = true
      }
    }
    linked.trigger = .events(indices)
    linked.fields = commonFields(of: indices)
    if isBroken || indices.isEmpty { linked.fields.names["event"] = symbols.unknown() }
    return linked
  }

  /// The event that `on` names, declared or `done.x`; `nil` after an error.
  private func event(
    named name: String, at location: @autoclosure () -> Diagnostic.Location
  ) -> Int? {
    if let index = symbols.events[name] { return index }
    if let index = symbols.doneEvents[name] { return index }
    addUnknownEvent(name, at: location())
    return nil
  }

  /// Reports a name in `on` that is no event.
  private func addUnknownEvent(_ name: String, at location: Diagnostic.Location) {
    if name.utf8.starts(with: "done.".utf8) {
      let stateName = String(name.dropFirst(5))
      guard let state = tree.byName[stateName] else {
        var stateLocation = location
        stateLocation.range = 5..<name.utf8.count
        addUnknownState(stateName, at: stateLocation)
        return
      }
      if lacksStates { return }
      findings.add(
        Diagnostic(
          .state(.neverDone(stateName, isParallel: tree[state].kind == .parallel)), at: location),
        about: .neverDone(tree.firstWithoutFinal(in: state)))
      return
    }
    if isPoisoned(name, in: .event) { return }
    if let declared = symbols.declared[name] ?? otherName(name) {
      findings.add(
        UnknownName.wrongKind(name, is: declared, needed: .eventOfRow, at: location),
        about: .name(.event, name))
      return
    }
    var diagnostic = UnknownName.nothing(
      named: name, .event, at: location, among: findings.candidates(parts.events.map(\.name)),
      declared: {
        $0.utf8.contains(UInt8(ascii: "."))
          ? nil : Diagnostic.Location(Pointer.root["events"][$0], isKey: true)
      })
    if ["done", "onDone"].contains(name) || name.hasSuffix(".done") {
      diagnostic.advice = .doneEvents(
        parts.events.dropFirst(definition.events.count).prefix(8).map(\.name))
    }
    findings.add(diagnostic, about: .name(.event, name))
  }

  private func otherName(_ name: String) -> Declared? {
    if symbols.commands[name] != nil {
      return Declared(kind: .command, key: Pointer.root["commands"][name])
    }
    if let pointer = symbols.outputs[name] { return Declared(kind: .output, key: pointer) }
    return tree.byName[name].map {
      Declared(kind: .state, location: Diagnostic.Location(tree[$0].pointer["state"]))
    }
  }

  /// The fields of one event, found once for all its rows.
  private mutating func fields(of event: Int) -> EventFields {
    if let known = eventFields[event] { return known }
    let found = commonFields(of: [event])
    eventFields[event] = found
    return found
  }

  /// `event` has the fields that all the events carry, by name and type.
  private func commonFields(of indices: [Int]) -> EventFields {
    var found = EventFields()
    for index in indices {
      let event = parts.events[index]
      WorkCount.add(event.fields.count)
      for (field, variable) in zip(event.fields, event.variables) {
        let name = "event." + field.name
        if found.names[name] != nil || found.hidden[field.name] != nil { continue }
        // One event has all its own fields.
        let without =
          indices.count == 1
          ? nil : indices.first { !parts.events[$0].variables.contains(variable) }
        guard let without else {
          found.names[name] = variable
          continue
        }
        found.hidden[field.name] = .notCommon(
          field: field.name, of: event.name, missing: parts.events[without].name)
      }
    }
    return found
  }

  private mutating func linkRow(
    _ row: Definition.Row, index: Int, state: StateIndex?, trigger: LinkedTrigger,
    _ interference: Interference
  ) {
    let pointer = Pointer.root["reducer"][index]
    var environment = CellEnvironment(
      scope: state.map { scope(.row($0)) } ?? openScope(), facts: Facts(), state: state)
    context.triggerKey = row.triggerKey
    defer { context = RowContext() }
    let checkedTrigger: CheckedRow.Trigger
    switch row.trigger {
    case .on, .eventless: checkedTrigger = trigger.trigger
    case .after(let cell):
      checkedTrigger = timer(cell, false, of: state, at: pointer["after"], in: environment.scope)
    case .every(let cell):
      checkedTrigger = timer(cell, true, of: state, at: pointer["every"], in: environment.scope)
    }
    if trigger.hasEvent { addEventNames(trigger, to: &environment.scope) }
    var lets = LetLinking(row: row, pointer: pointer, rowIndex: parts.rows.count)
    let needed = row.lets.isEmpty ? [] : row.condition?.mentionedNames ?? []
    link(&lets, needed: needed, from: &environment)
    let letsBefore = lets.checked.count
    let condition = guardCondition(row.condition, at: pointer["if"], from: &environment)
    link(&lets, needed: nil, from: &environment)
    if let state, environment.facts != Facts() {
      forget(interference.variables(for: row, in: state), in: &environment.facts)
    }
    let before = environment
    let assignments = link(
      row.assignments, at: pointer["set"], from: &environment,
      isLast: row.emits.isEmpty && row.raises.isEmpty)
    let targets = row.targets.map {
      link($0, at: pointer["goTo"], by: departure(of: row, in: state), from: before)
    }
    let emits = link(row.emits, .command, at: pointer["emit"], from: environment)
    let raises = link(row.raises, .event, at: pointer["raise"], from: environment)
    guard let state else { return }
    parts.rows.append(
      CheckedRow(
        index: index, state: state, trigger: checkedTrigger, condition: condition,
        lets: lets.checked, letsBeforeCondition: letsBefore, assignments: assignments,
        targets: targets, reentry: row.reentry, emits: emits, raises: raises))
  }

  private func departure(of row: Definition.Row, in state: StateIndex?) -> Departure {
    guard let state, row.reentry == .external else {
      return Departure(key: "goTo", source: state, isReentering: row.reentry != .no)
    }
    let targets = (row.targets?.all ?? []).compactMap { tree.byName[$0.name] }
    let domain = tree.pathToRoot(from: state).dropFirst().first { candidate in
      tree[candidate].kind != .parallel
        && targets.allSatisfy { $0 != candidate && tree.isAncestor(candidate, orSelf: $0) }
    }
    return Departure(key: "goTo", source: domain ?? tree.root, isReentering: true)
  }

  /// The names that a row's `on` brings into scope.
  private mutating func addEventNames(_ trigger: LinkedTrigger, to scope: inout Scope) {
    var name = "event"
    if case .events(let indices) = trigger.trigger, indices.count == 1, let index = indices.first {
      name = parts.events[index].name
    }
    context.event = RowEvent(
      name: name, names: trigger.fields.names, hidden: trigger.fields.hidden)
    if scope.innerNames.isEmpty {
      scope.innerNames = trigger.fields.names
    } else {
      scope.innerNames.merge(trigger.fields.names) { _, new in new }
    }
    scope.declarations = symbols.declarations
  }

  /// The scope of a row with an unknown state: the state may carry any name.
  private mutating func openScope() -> Scope {
    context.position = .row(tree.root)
    return symbols.openScope()
  }

  /// The timer of a state for a cell: rows with equal cells share it.
  private mutating func timer(
    _ cell: Cell, _ isRepeating: Bool, of state: StateIndex?, at pointer: Pointer, in scope: Scope
  ) -> CheckedRow.Trigger {
    let duration = check(
      cell, against: .duration, in: scope, at: pointer, as: .named(isRepeating ? "every" : "after")
    ).expression
    guard let state else { return .eventless }
    return .timer(
      parts.timer(
        cell, duration, isRepeating: isRepeating, of: state, tree.name(state)))
  }

  private func checkShape(of row: Definition.Row, at pointer: Pointer) {
    if row.reentry != .no, row.targets == nil {
      findings.add(
        .row(.reenterWithoutTarget), at: Diagnostic.Location(pointer["reenter"], isKey: true))
    }
    if row.states == .list([]) {
      findings.add(.row(.emptyList(key: "in")), at: Diagnostic.Location(pointer["in"], isKey: true))
    }
    if case .on(.list([])) = row.trigger {
      findings.add(.row(.emptyList(key: "on")), at: Diagnostic.Location(pointer["on"], isKey: true))
    }
    if row.assignments == .list([]) {
      findings.add(
        .row(.emptyList(key: "set")), at: Diagnostic.Location(pointer["set"], isKey: true))
    }
    if row.targets == .list([]) {
      findings.add(
        .row(.emptyList(key: "goTo")), at: Diagnostic.Location(pointer["goTo"], isKey: true))
    }
  }

  /// Whether a cell is only a name, perhaps in parentheses.
  private func isOnly(_ name: String, _ cell: Cell) -> Bool {
    guard case .expression(let text) = cell else { return false }
    var rest = text.utf8[...]
    while let first = rest.first, " (".utf8.contains(first) { rest.removeFirst() }
    while let last = rest.last, " )".utf8.contains(last) { rest.removeLast() }
    return rest.elementsEqual(name.utf8)
  }

  /// Whether a key of `set` names a value that always exists: a property, carried data, or a field of
  /// a record in one. An element or entry can be missing, so that writing it to itself fails.
  private func isAlwaysThere(_ key: String) -> Bool {
    let names = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let carried = symbols.carried.owners[names[0]].flatMap { owner in
      symbols.carried.fields[owner].first { $0.name == names[0] }?.type
    }
    guard var type = symbols.variables[names[0]].map(symbols.type(of:)) ?? carried else {
      return false
    }
    for name in names.dropFirst() {
      let fields = symbols.declarations.fields(of: type)
      guard let field = fields?.first(where: { $0.name == name }) else { return false }
      type = field.type
    }
    return true
  }

  /// Reports values that `set` writes to themselves: the whole `set`, if the row does nothing else.
  private func checkNoEffect(of row: Definition.Row, at pointer: Pointer) {
    var repeated: [(name: String, index: Int)] = []
    var isAll = row.targets == nil && row.emits.isEmpty && row.raises.isEmpty
    for (index, members) in row.assignments.all.enumerated() {
      for member in members {
        if isOnly(member.key, member.value), isAlwaysThere(member.key) {
          repeated.append((member.key, index))
        } else {
          isAll = false
        }
      }
    }
    guard let first = repeated.first else { return }
    let set = pointer["set"]
    let object = if case .list = row.assignments { set[first.index] } else { set }
    findings.add(
      .row(.noEffect(repeated.map(\.name), isAll: isAll)),
      at: Diagnostic.Location(isAll ? set : object[first.name], isMember: true))
  }
}

extension Definition.Row {
  /// The keys of a row.
  static let keys: Set<String> = [
    "in", "on", "after", "every", "let", "if", "set", "goTo", "reenter", "emit", "raise", "about",
    "allow",
  ]
}

extension Names {
  /// Whether they are `"*"`: every event.
  package var isAny: Bool {
    switch self {
    case .none: false
    case .one(let name): name == "*"
    case .list(let names): names == ["*"]
    }
  }

  /// Each name with its location, which is computed when it is needed.
  package func located(
    at pointer: @autoclosure () -> Pointer
  ) -> [(name: String, location: () -> Diagnostic.Location)] {
    func located(_ name: String, _ pointer: Pointer) -> (String, () -> Diagnostic.Location) {
      (name, { Diagnostic.Location(pointer, range: 0..<name.utf8.count) })
    }
    switch self {
    case .none: return []
    case .one(let name): return [located(name, pointer())]
    case .list(let names):
      let list = pointer()
      return names.enumerated().map { index, name in located(name, list[index]) }
    }
  }
}
