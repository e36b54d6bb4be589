import CEL

/// What rows, `enter` and `exit` do: write, emit, raise.
extension Linker {
  /// Where a cell of an action or row stands: its scope and what is known there.
  struct Standpoint {
    var scope: Scope
    var facts: Facts
    /// The states whose carried data it may write: the row's state and its ancestors.
    var state: StateIndex?
  }

  struct CheckedEffects {
    var assignments: [[CheckedAssignment]] = []
    var emits: [CheckedSending] = []
    var raises: [CheckedSending] = []
  }

  mutating func link(
    _ actions: [Definition.Action], of state: StateIndex, at base: Pointer
  ) -> [CheckedAction] {
    actions.enumerated().map { index, action in
      let pointer = base[index]
      var standpoint = Standpoint(
        scope: scope(.entering(state)), facts: Facts(), state: state)
      let condition = guardCondition(action.condition, at: pointer["if"], from: &standpoint)
      defer { isGuardBroken = false }
      let assignments = link(
        action.assignments, at: pointer["set"], from: &standpoint,
        isLast: action.emits.isEmpty && action.raises.isEmpty)
      return CheckedAction(
        pointer: pointer, condition: condition, assignments: assignments,
        emits: link(action.emits, .command, at: pointer["emit"], from: standpoint),
        raises: link(action.raises, .event, at: pointer["raise"], from: standpoint))
    }
  }

  /// Checks a guard: what it proves is known from there on.
  mutating func guardCondition(
    _ cell: Cell?, at pointer: @autoclosure () -> Pointer, from standpoint: inout Standpoint
  ) -> Expression? {
    guard let cell else { return nil }
    let checked = check(
      cell, against: .bool, in: standpoint.scope, at: pointer(), as: .condition("a guard"))
    standpoint.facts = checked.whenTrue
    isGuardBroken = checked.expression.isPlaceholder
    return checked.expression
  }

  /// Checks `set`; what is known afterwards is what the emitted and raised cells may rely on.
  mutating func link(
    _ assignments: Assignments, at place: @autoclosure () -> Pointer,
    from standpoint: inout Standpoint, isLast: Bool
  ) -> [[CheckedAssignment]] {
    switch assignments {
    case .none: return []
    case .one(let members):
      return [link(members, at: place(), from: &standpoint, isLast: isLast)]
    case .list(let objects):
      let pointer = place()
      return objects.enumerated().map { index, members in
        link(
          members, at: pointer[index], from: &standpoint,
          isLast: isLast && index == objects.count - 1)
      }
    }
  }

  private mutating func link(
    _ members: [Cell.Member], at pointer: Pointer, from standpoint: inout Standpoint,
    isLast: Bool
  ) -> [CheckedAssignment] {
    var assignments: [CheckedAssignment] = []
    for member in members {
      let place = pointer[member.key]
      let destination = destination(member.key, at: place, from: standpoint)
      // A key of the row that slipped into `set` brought its value along.
      if destination == nil, Definition.Row.keys.contains(member.key) { continue }
      let value = check(
        member.value, against: destination?.type ?? .unknown, in: standpoint.scope,
        knowing: standpoint.facts, at: place, as: .set(member.key))
      guard let destination else { continue }
      assignments.append(
        CheckedAssignment(
          variable: destination.variable, path: destination.path, value: value.expression))
    }
    checkOverlaps(assignments, of: members, at: pointer)
    if !isLast { forget(assignments, in: &standpoint.facts) }
    return assignments
  }

  private mutating func checkOverlaps(
    _ assignments: [CheckedAssignment], of members: [Cell.Member], at pointer: Pointer
  ) {
    guard assignments.count == members.count, assignments.count > 1,
      Set(assignments.map(\.variable)).count < assignments.count
    else { return }
    func place(_ index: Int) -> Diagnostic.Place {
      let key = members[index].key
      return Diagnostic.Place(pointer[key].text, isKey: true, range: 0..<key.utf8.count)
    }
    var written: [VariableIndex: [Int]] = [:]
    for second in assignments.indices {
      let earlier = written[assignments[second].variable, default: []]
      written[assignments[second].variable, default: []].append(second)
      for first in earlier {
        guard assignments[first].overlaps(assignments[second]) else { continue }
        findings.add(
          DoubleSet.overlap(
            members[first].key, at: place(first), members[second].key, at: place(second)))
      }
    }
  }

  /// What was known about a variable that was written is what its new value tells; computed values
  /// may be anything.
  private func forget(_ assignments: [CheckedAssignment], in facts: inout Facts) {
    guard !assignments.isEmpty else { return }
    for assignment in assignments {
      facts =
        assignment.path.isEmpty
        ? facts.replacing(assignment.variable, with: assignment.value.syntax.ownType)
        : facts.forgetting(assignment.variable)
    }
    for computed in checkedComputed { facts = facts.forgetting(computed.variable) }
  }

  /// Nothing is known any more about some variables, nor about computed values.
  func forget(_ variables: Set<VariableIndex>, in facts: inout Facts) {
    if variables.isEmpty { return }
    for variable in variables { facts = facts.forgetting(variable) }
    for computed in checkedComputed { facts = facts.forgetting(computed.variable) }
  }

  /// Checks commands to emit or events to raise.
  mutating func link(
    _ sendings: [Sending], _ kind: NameKind, at list: @autoclosure () -> Pointer,
    from standpoint: Standpoint
  ) -> [CheckedSending] {
    if sendings.isEmpty { return [] }
    let pointer = list()
    return sendings.enumerated().compactMap { place, sending in
      let base = pointer[place]
      let known = kind == .command ? commands : events
      guard let index = known[sending.name] else {
        complain(ofName: sending, kind, at: base)
        for member in sending.data ?? [] {
          _ = check(
            member.value, against: .unknown, in: standpoint.scope, knowing: standpoint.facts,
            at: base[sending.name][member.key])
        }
        return nil
      }
      let isCommand = kind == .command
      let values = link(
        sending, at: base,
        fields: isCommand ? checkedCommands[index].fields : checkedEvents[index].fields,
        written: isCommand ? definition.commands[index].fields : definition.events[index].fields,
        from: standpoint)
      return CheckedSending(index: index, values: values, pointer: base)
    }
  }

  private mutating func complain(ofName sending: Sending, _ kind: NameKind, at base: Pointer) {
    let isCommand = kind == .command
    let known = isCommand ? definition.commands.map(\.name) : definition.events.map(\.name)
    let section = isCommand ? "commands" : "events"
    let other = isCommand ? events[sending.name] : commands[sending.name]
    let place = sending.namePlace(at: base)
    let aspects: Set<Findings.Aspect> = isCommand ? [.commands, .reads] : [.events, .reads]
    if other != nil {
      let declared = Declared(
        kind: isCommand ? .event : .command,
        place: Diagnostic.Place(
          Pointer.root[isCommand ? "events" : "commands"][sending.name].text, isKey: true))
      findings.add(
        UnknownName.wrongKind(
          sending.name, is: declared,
          needed: isCommand ? "`emit` needs a command" : "`raise` needs an event", at: place),
        aboutName: sending.name, group: base.parent?.text, poisoning: aspects)
      return
    }
    let unknown = UnknownName.nothing(
      named: sending.name, kind, at: place, among: known,
      declared: { Diagnostic.Place(Pointer.root[section][$0].text, isKey: true) })
    // A list whose names are near to none may be one of something else.
    let group = known.isEmpty ? section : unknown.fix == nil ? base.parent?.text : nil
    findings.add(unknown, aboutName: sending.name, group: group, poisoning: aspects)
  }

  /// A cell for each declared field of something sent.
  private mutating func link(
    _ sending: Sending, at base: Pointer, fields: [Declarations.Field],
    written: [Definition.Field], from standpoint: Standpoint
  ) -> [Expression] {
    let data = sending.data ?? []
    let hasUnknown = checkFields(of: sending, at: base, among: fields)
    var missing: [Definition.Field] = []
    let values = zip(fields, written).map { field, asWritten in
      let pointer = base[sending.name][field.name]
      if let member = data.first(where: { $0.key == field.name }) {
        return check(
          member.value, against: field.type, in: standpoint.scope, knowing: standpoint.facts,
          at: pointer, as: .named(field.name)
        ).expression
      }
      switch field.type {
      case .nullable, .unknown: break
      default:
        missing.append(asWritten)
        return .placeholder(at: pointer)
      }
      return check(.null, against: field.type, in: standpoint.scope, at: pointer).expression
    }
    if !missing.isEmpty, !hasUnknown {
      // It may be another command or event that is meant.
      for aspect in [.reads, .commands, .events] as [Findings.Aspect] { findings.poison(aspect) }
      let lacking = Incomplete.needs(sending.name, missing, at: sending.namePlace(at: base))
      // What all lack that send it may be too much in its declaration.
      findings.add(lacking, subject: lacking.message)
    }
    return values
  }

  /// Complains of data that is not declared; tells whether there is some.
  mutating func checkFields(
    of sending: Sending, at base: Pointer, among fields: [Declarations.Field]
  ) -> Bool {
    let unknown = (sending.data ?? []).filter { member in
      !fields.contains { $0.name == member.key }
    }
    let told = unknown.map { member in
      UnknownName.noField(
        named: member.key, of: sending.name,
        at: Diagnostic.Place(
          base[sending.name][member.key].text, isKey: true, range: 0..<member.key.utf8.count),
        among: fields.map(\.name), declared: { _ in nil })
    }
    // Where none is near to a field, the data are meant for another state, command or event.
    let isOther = unknown.count == sending.data?.count && told.allSatisfy { $0.fix == nil }
    for (member, finding) in zip(unknown, told) {
      findings.add(
        finding, aboutName: member.key,
        group: fields.isEmpty ? sending.name : isOther ? base[sending.name].text : nil,
        poisoning: finding.fix == nil ? [.reads, .states, .commands, .events] : [.reads])
    }
    return !unknown.isEmpty
  }
}

extension Sending {
  /// Where its name stands: it is a text of its own, or the key of its data.
  func namePlace(at base: Pointer) -> Diagnostic.Place {
    data == nil
      ? Diagnostic.Place(base.text, range: 0..<name.utf8.count)
      : Diagnostic.Place(base[name].text, isKey: true, range: 0..<name.utf8.count)
  }
}
