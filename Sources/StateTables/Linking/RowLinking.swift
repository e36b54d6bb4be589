import CEL

/// The rows of the reducer, one for each state of `in`.
extension Linker {
  /// What a row's `on` means: resolved once, whatever the states of the row.
  struct LinkedTrigger {
    var trigger: CheckedRow.Trigger
    /// `event.x` by name, for fields that all its events carry alike.
    var eventNames: [String: VariableIndex] = [:]
    /// Why other fields of its events cannot be read.
    var hints: [String: String] = [:]
    var hasEvent = false
  }

  mutating func linkRows() {
    disturbance = Disturbance(self)
    let reducer = Pointer.root["reducer"]
    for (place, written) in (definition.reducer ?? []).enumerated() {
      let pointer = reducer[place]
      let row = meant(written, at: pointer)
      rowKey = row.triggerKey
      let trigger = self.trigger(of: row, at: pointer)
      checkShape(of: row, at: pointer)
      checkNoEffect(of: row, at: pointer)
      guard row.states != .none else {
        linkRow(row, place: place, state: tree.root, trigger: trigger)
        continue
      }
      var seen: Set<String> = []
      for (name, namePlace) in row.states.placed(at: pointer["in"])
      where seen.insert(name).inserted {
        guard let state = self.state(named: name, at: namePlace.place) else {
          linkRow(row, place: place, state: nil, trigger: trigger)
          continue
        }
        linkRow(row, place: place, state: state, trigger: trigger)
      }
    }
  }

  /// The state that `in` names; `nil` after a complaint.
  private mutating func state(
    named name: String, at place: @autoclosure () -> Diagnostic.Place
  ) -> StateIndex? {
    guard let state = tree.byName[name] else {
      unknownState(name, at: place())
      return nil
    }
    switch tree[state].kind {
    case .history:
      findings.add(HistoryState.row(name, at: place()), poisoning: [.rows])
      return nil
    case .final:
      findings.add(FinalState.row(name, at: place()), poisoning: [.rows])
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
      addFields(of: Array(checkedEvents.indices), to: &linked)
      return linked
    }
    if case .one(let name) = names, let index = events[name] {
      linked.trigger = .events([index])
      addFields(of: [index], to: &linked)
      return linked
    }
    var indices: [Int] = []
    var isBroken = false
    for (name, place) in names.placed(at: pointer["on"]) {
      if let index = event(named: name, at: place.place) {
        if !indices.contains(index) { indices.append(index) }
      } else {
        isBroken = true
      }
    }
    linked.trigger = .events(indices)
    if isBroken || indices.isEmpty { linked.eventNames["event"] = unknown() }
    addFields(of: indices, to: &linked)
    return linked
  }

  /// The event that `on` names, declared or `done.x`; `nil` after a complaint.
  private mutating func event(
    named name: String, at written: @autoclosure () -> Diagnostic.Place
  ) -> Int? {
    if let index = events[name] { return index }
    let place = written()
    if let index = checkedEvents.firstIndex(where: { $0.doneState != nil && $0.name == name }) {
      return index
    }
    if name.utf8.starts(with: "done.".utf8) {
      let stateName = String(name.dropFirst(5))
      var statePlace = place
      statePlace.range = 5..<name.utf8.count
      guard let state = tree.byName[stateName] else {
        unknownState(stateName, at: statePlace)
        return nil
      }
      let open = tree.firstOpen(in: state)
      findings.add(
        DoneState.never(stateName, tree[state].kind == .parallel, at: place), aboutName: name,
        group: "final in \(open)", lacksToo: "waits for `\(tree.name(open))` too",
        poisoning: [.rows])
      return nil
    }
    if let declared = names[name] ?? otherName(name) {
      findings.add(
        UnknownName.wrongKind(name, is: declared, needed: "`on` needs an event", at: place),
        aboutName: name, group: definition.events.isEmpty ? "events" : nil,
        poisoning: declared.kind == .state ? [.events, .states] : [.events])
      return nil
    }
    findings.add(
      UnknownName.nothing(
        named: name, .event, at: place, among: checkedEvents.map(\.name),
        declared: {
          $0.utf8.contains(UInt8(ascii: "."))
            ? nil : Diagnostic.Place(Pointer.root["events"][$0].text, isKey: true)
        }),
      aboutName: name, group: definition.events.isEmpty ? "events" : nil, poisoning: [.events])
    return nil
  }

  private func otherName(_ name: String) -> Declared? {
    if commands[name] != nil {
      return Declared(
        kind: .command, place: Diagnostic.Place(Pointer.root["commands"][name].text, isKey: true))
    }
    if let pointer = outputs[name] { return Declared(kind: .output, key: pointer) }
    return tree.byName[name].map {
      Declared(kind: .state, place: Diagnostic.Place(tree[$0].pointer["state"].text))
    }
  }

  /// `event` has what all the events carry, by name and type.
  private func addFields(of indices: [Int], to linked: inout LinkedTrigger) {
    for index in indices {
      let event = checkedEvents[index]
      for (field, variable) in zip(event.fields, event.variables) {
        let name = "event." + field.name
        if linked.eventNames[name] != nil || linked.hints[field.name] != nil { continue }
        let without = indices.first { !checkedEvents[$0].variables.contains(variable) }
        guard let without else {
          linked.eventNames[name] = variable
          continue
        }
        linked.hints[field.name] = ScopedName.notCommon(
          field.name, of: event.name, missing: checkedEvents[without].name)
      }
    }
  }

  private mutating func linkRow(
    _ row: Definition.Row, place: Int, state: StateIndex?, trigger: LinkedTrigger
  ) {
    let pointer = Pointer.root["reducer"][place]
    var standpoint = Standpoint(
      scope: state.map { scope(.row($0)) } ?? openScope(), facts: Facts(), state: state)
    let checkedTrigger: CheckedRow.Trigger
    switch row.trigger {
    case .on, .eventless: checkedTrigger = trigger.trigger
    case .after(let cell):
      checkedTrigger = timer(cell, false, of: state, at: pointer["after"], in: standpoint.scope)
    case .every(let cell):
      checkedTrigger = timer(cell, true, of: state, at: pointer["every"], in: standpoint.scope)
    }
    if trigger.hasEvent { see(trigger, in: &standpoint.scope) }
    defer { rowEvent = nil }
    rowPlace = place
    rowLets = row.lets.isEmpty ? [] : Set(row.lets.map(\.key))
    defer { rowPlace = nil }
    let rowIndex = checkedRows.count
    var lets = LetLinking(row: row, pointer: pointer, rowIndex: rowIndex)
    let needed = row.lets.isEmpty ? [] : row.condition?.mentionedNames ?? []
    link(&lets, needed: needed, from: &standpoint)
    let letsBefore = lets.checked.count
    let condition = guardCondition(row.condition, at: pointer["if"], from: &standpoint)
    // A guard may stand where a state belongs.
    if row.targets?.all.contains(where: { Identifier($0.name) == nil }) ?? false {
      isGuardBroken = true
    }
    // What goes nowhere with a guard that is wrong may have a state for its guard.
    if isGuardBroken, row.targets == nil { findings.poison(.states) }
    defer { isGuardBroken = false }
    link(&lets, needed: nil, from: &standpoint)
    if let state, standpoint.facts != Facts() {
      forget(disturbance.variables(for: row, in: state), in: &standpoint.facts)
    }
    let before = standpoint
    let assignments = link(
      row.assignments, at: pointer["set"], from: &standpoint,
      isLast: row.emits.isEmpty && row.raises.isEmpty)
    let targets = row.targets.map {
      link($0, at: pointer["goTo"], by: departure(of: row, in: state), from: before)
    }
    let emits = link(row.emits, .command, at: pointer["emit"], from: standpoint)
    let raises = link(row.raises, .event, at: pointer["raise"], from: standpoint)
    guard let state else {
      for aspect in Findings.Aspect.allCases { findings.poison(aspect) }
      return
    }
    checkedRows.append(
      CheckedRow(
        place: place, state: state, trigger: checkedTrigger, condition: condition,
        lets: lets.checked, letsBeforeCondition: letsBefore, assignments: assignments,
        targets: targets, reentry: row.reentry, emits: emits, raises: raises))
  }

  private func departure(of row: Definition.Row, in state: StateIndex?) -> Departure {
    guard let state, row.reentry == .external else {
      return Departure(key: "goTo", source: state, isReentering: row.reentry != .no)
    }
    let targets = (row.targets?.all ?? []).compactMap { tree.byName[$0.name] }
    let domain = tree.path(to: state).dropFirst().first { candidate in
      tree[candidate].kind != .parallel
        && targets.allSatisfy { $0 != candidate && tree.isAncestor(candidate, orSelf: $0) }
    }
    return Departure(key: "goTo", source: domain ?? tree.root, isReentering: true)
  }

  /// The names that a row's `on` brings into scope.
  private mutating func see(_ trigger: LinkedTrigger, in scope: inout Scope) {
    var name = "event"
    if case .events(let indices) = trigger.trigger, indices.count == 1, let index = indices.first {
      name = checkedEvents[index].name
    }
    rowEvent = RowEvent(
      name: name, names: trigger.eventNames, hints: trigger.hints)
    if scope.innerNames.isEmpty {
      scope.innerNames = trigger.eventNames
    } else {
      scope.innerNames.merge(trigger.eventNames) { _, new in new }
    }
    scope.declarations = declarations
  }

  /// Where a row's states are unknown, anything that any state carries may be meant.
  private mutating func openScope() -> Scope {
    var scope = scope(.row(tree.root))
    let anything = unknown()
    scope.declarations = declarations
    scope.isOpen = true
    for fields in carriedFields {
      for field in fields where scope.variable(named: field.name) == nil {
        scope.innerNames[field.name] = anything
      }
    }
    return scope
  }

  /// The timer of a state for a cell: rows with equal cells share it.
  private mutating func timer(
    _ cell: Cell, _ isRepeating: Bool, of state: StateIndex?, at pointer: Pointer, in scope: Scope
  ) -> CheckedRow.Trigger {
    let duration = check(
      cell, against: .duration, in: scope, at: pointer, as: .named(isRepeating ? "every" : "after")
    ).expression
    guard let state else { return .eventless }
    let key = TimerKey(state: state, duration: cell, isRepeating: isRepeating)
    if let known = timerIndices[key] { return .timer(known) }
    let number = checkedTimers.count { $0.state == state } + 1
    timerIndices[key] = checkedTimers.count
    checkedTimers.append(
      CheckedTimer(
        id: "\(tree.name(state)).\(number)", state: state, duration: duration,
        isRepeating: isRepeating))
    return .timer(checkedTimers.count - 1)
  }

  private mutating func checkShape(of row: Definition.Row, at pointer: Pointer) {
    if row.reentry != .no, row.targets == nil {
      findings.add(RowShape.reenterWithoutTarget(at: pointer), poisoning: [.states])
    }
    if row.states == .list([]) {
      findings.add(RowShape.emptyList("in", at: pointer), poisoning: [.events, .rows, .states])
    }
    if case .on(.list([])) = row.trigger {
      findings.add(RowShape.emptyList("on", at: pointer), poisoning: [.events, .rows])
    }
    if row.assignments == .list([]) {
      findings.add(RowShape.emptyList("set", at: pointer), poisoning: [.reads, .writes])
    }
    if row.targets == .list([]) {
      findings.add(RowShape.emptyList("goTo", at: pointer), poisoning: [.states])
    }
  }

  private mutating func checkNoEffect(of row: Definition.Row, at pointer: Pointer) {
    guard row.targets == nil, row.emits.isEmpty, row.raises.isEmpty else { return }
    if case .one(let members) = row.assignments,
      !members.allSatisfy({ $0.value == .expression($0.key) })
    {
      return
    }
    let objects = row.assignments.all
    guard objects.allSatisfy({ $0.allSatisfy { $0.value == .expression($0.key) } }) else { return }
    let members = objects.flatMap(\.self)
    // Of a key that names nothing that is told.
    if members.isEmpty || members.contains(where: { $0.key.leadingName.isEmpty }) { return }
    findings.add(
      NoEffect.writesItself(
        members.map(\.key), at: Diagnostic.Place(pointer["set"].text, isMember: true)))
  }
}

extension Definition.Row {
  /// What a row may say.
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

  /// Where a name stands, put into words when somebody asks.
  struct Spot {
    fileprivate let pointer: Pointer
    fileprivate let length: Int

    var place: Diagnostic.Place { Diagnostic.Place(pointer.text, range: 0..<length) }
  }

  /// Each name with where it stands.
  func placed(at pointer: @autoclosure () -> Pointer) -> [(String, Spot)] {
    switch self {
    case .none: return []
    case .one(let name): return [(name, Spot(pointer: pointer(), length: name.utf8.count))]
    case .list(let names):
      let list = pointer()
      return names.enumerated().map { index, name in
        (name, Spot(pointer: list[index], length: name.utf8.count))
      }
    }
  }
}
