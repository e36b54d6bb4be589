import CEL
import StateModel

/// Links the `set`, `emit` and `raise` of rows and of `enter` and `exit`.
extension Linker {
  /// What the cells of an action or row can use.
  struct CellEnvironment {
    var scope: Scope
    /// What guards and assignments have proved so far.
    var facts: Facts
    /// The state of the row. The row may write what this state and its ancestors carry.
    var state: StateIndex?
  }

  mutating func link(
    _ actions: [Definition.Action], of state: StateIndex, at base: Pointer
  ) -> [CheckedAction] {
    actions.enumerated().map { index, action in
      let pointer = base[index]
      var environment = CellEnvironment(
        scope: scope(.entering(state)), facts: Facts(), state: state)
      let condition = guardCondition(action.condition, at: pointer["if"], from: &environment)
      defer { context.isGuardBroken = false }
      let assignments = link(
        action.assignments, at: pointer["set"], from: &environment,
        isLast: action.emits.isEmpty && action.raises.isEmpty)
      return CheckedAction(
        pointer: pointer, condition: condition, assignments: assignments,
        emits: link(action.emits, .command, at: pointer["emit"], from: environment),
        raises: link(action.raises, .event, at: pointer["raise"], from: environment))
    }
  }

  /// Checks a guard, and puts the facts that it proves into `environment`.
  mutating func guardCondition(
    _ cell: Cell?, at pointer: @autoclosure () -> Pointer, from environment: inout CellEnvironment
  ) -> Expression? {
    guard let cell else { return nil }
    let checked = check(
      cell, against: .bool, in: environment.scope, at: pointer(), as: .condition("a guard"))
    environment.facts = checked.whenTrue
    context.isGuardBroken = checked.expression.isPlaceholder
    return checked.expression
  }

  /// Checks `set`, and puts the facts known after it into `environment`, for `emit` and `raise`.
  mutating func link(
    _ assignments: Assignments, at path: @autoclosure () -> Pointer,
    from environment: inout CellEnvironment, isLast: Bool
  ) -> [[CheckedAssignment]] {
    switch assignments {
    case .none: return []
    case .one(let members):
      return [link(members, at: path(), from: &environment, isLast: isLast)]
    case .list(let objects):
      let pointer = path()
      return objects.enumerated().map { index, members in
        link(
          members, at: pointer[index], from: &environment,
          isLast: isLast && index == objects.count - 1)
      }
    }
  }

  private mutating func link(
    _ members: [Cell.Member], at pointer: Pointer, from environment: inout CellEnvironment,
    isLast: Bool
  ) -> [CheckedAssignment] {
    var assignments: [CheckedAssignment] = []
    for member in members {
      let path = pointer[member.key]
      let destination = destination(member.key, at: path, from: environment)
      // A key of a row, such as `goTo`, is already reported; its value is not a cell.
      if destination == nil, Definition.Row.keys.contains(member.key) { continue }
      let value = check(
        member.value, against: destination?.type ?? .unknown, in: environment.scope,
        knowing: environment.facts, at: path, as: .set(member.key))
      guard let destination else { continue }
      assignments.append(
        CheckedAssignment(
          variable: destination.variable, path: destination.path, value: value.expression))
    }
    checkOverlaps(assignments, of: members, at: pointer)
    if !isLast { forget(assignments, in: &environment.facts) }
    return assignments
  }

  private func checkOverlaps(
    _ assignments: [CheckedAssignment], of members: [Cell.Member], at pointer: Pointer
  ) {
    guard assignments.count == members.count, assignments.count > 1,
      Set(assignments.map(\.variable)).count < assignments.count
    else { return }
    func location(_ index: Int) -> Diagnostic.Location {
      let key = members[index].key
      return Diagnostic.Location(pointer[key], isKey: true, range: 0..<key.utf8.count)
    }
    var written: [VariableIndex: WrittenPaths] = [:]
    for second in assignments.indices {
      let assignment = assignments[second]
      let overlapping = written[assignment.variable, default: WrittenPaths()]
        .mayOverlap(assignment).first { assignments[$0].overlaps(assignment) }
      written[assignment.variable, default: WrittenPaths()].add(assignment, second)
      guard let first = overlapping else { continue }
      findings.add(
        .row(.doubleSet(members[first].key, members[second].key)), at: location(second),
        notes: [Diagnostic.Note(.first, at: location(first))])
    }
  }

  /// Replaces what was known about written variables by what their new values prove; nothing is
  /// known about computed values any more.
  private func forget(_ assignments: [CheckedAssignment], in facts: inout Facts) {
    guard !assignments.isEmpty else { return }
    for assignment in assignments {
      facts =
        assignment.path.isEmpty
        ? facts.replacing(assignment.variable, with: assignment.value.syntax.ownType)
        : facts.forgetting(assignment.variable)
    }
    for computed in parts.computed { facts = facts.forgetting(computed.variable) }
  }

  /// Removes what was known about some variables, and about computed values.
  func forget(_ variables: Set<VariableIndex>, in facts: inout Facts) {
    if variables.isEmpty { return }
    for variable in variables { facts = facts.forgetting(variable) }
    for computed in parts.computed { facts = facts.forgetting(computed.variable) }
  }

  /// Checks commands to emit or events to raise.
  mutating func link(
    _ sendings: [Sending], _ kind: NameKind, at list: @autoclosure () -> Pointer,
    from environment: CellEnvironment
  ) -> [CheckedSending] {
    if sendings.isEmpty { return [] }
    let pointer = list()
    return sendings.enumerated().compactMap { position, sending in
      let base = pointer[position]
      let known = kind == .command ? symbols.commands : symbols.events
      guard let index = known[sending.name] else {
        addUnknown(sending, kind, at: base)
        for member in sending.data ?? [] {
          _ = check(
            member.value, against: .unknown, in: environment.scope, knowing: environment.facts,
            at: base[sending.name][member.key])
        }
        return nil
      }
      let isCommand = kind == .command
      let values = link(
        sending, at: base,
        fields: isCommand ? parts.commands[index].fields : parts.events[index].fields,
        written: isCommand ? definition.commands[index].fields : definition.events[index].fields,
        from: environment)
      return CheckedSending(index: index, values: values, pointer: base)
    }
  }

  /// Reports a command or event that is not declared.
  private func addUnknown(_ sending: Sending, _ kind: NameKind, at base: Pointer) {
    let isCommand = kind == .command
    let location = sending.nameLocation(at: base)
    let subject = Findings.Subject.name(isCommand ? .command : .event, sending.name)
    if isPoisoned(sending.name, in: isCommand ? .command : .event) { return }
    if (isCommand ? symbols.events : symbols.commands)[sending.name] != nil {
      let other = Declared(
        kind: isCommand ? .event : .command,
        location: Diagnostic.Location(
          Pointer.root[isCommand ? "events" : "commands"][sending.name], isKey: true))
      let needed = Problem.Name.Needed.sending(key: isCommand ? "emit" : "raise")
      findings.add(
        UnknownName.wrongKind(sending.name, is: other, needed: needed, at: location),
        about: subject)
      return
    }
    let known = findings.candidates(
      isCommand ? definition.commands.map(\.name) : definition.events.map(\.name))
    let section = Pointer.root[isCommand ? "commands" : "events"]
    findings.add(
      UnknownName.nothing(
        named: sending.name, kind, at: location, among: known,
        fields: { name in
          isCommand
            ? symbols.commands[name].map { definition.commands[$0].fields.map(\.name) } ?? []
            : symbols.events[name].map { definition.events[$0].fields.map(\.name) } ?? []
        },
        declared: { Diagnostic.Location(section[$0], isKey: true) }),
      about: subject)
  }

  /// Checks the data of a command or event. Returns an expression for each declared field.
  private mutating func link(
    _ sending: Sending, at base: Pointer, fields: [Declarations.Field],
    written: [Definition.Field], from environment: CellEnvironment
  ) -> [Expression] {
    let data = sending.cells
    let hasUnknown = checkFields(of: sending, at: base, among: fields)
    // Each field that is left out is a cell, so a short text could make more of them than fit.
    guard leaveOut(max(0, fields.count - data.count), at: sending.nameLocation(at: base)) else {
      return []
    }
    var missing: [Definition.Field] = []
    let values = zip(fields, written).map { field, asWritten in
      let pointer = base[sending.name][field.name]
      if let cell = data[field.name] {
        return check(
          cell, against: field.type, in: environment.scope, knowing: environment.facts,
          at: pointer, as: .named(field.name)
        ).expression
      }
      switch field.type {
      case .nullable, .unknown: break
      default:
        missing.append(asWritten)
        return .placeholder(at: pointer)
      }
      return check(.null, against: field.type, in: environment.scope, at: pointer).expression
    }
    if !missing.isEmpty, !hasUnknown {
      findings.add(
        Diagnostic(
          .type(.missingFields(of: sending.name, missing.map(\.fact))),
          at: sending.nameLocation(at: base)),
        about: .missingData(sending.name, missing.map(\.name)))
    }
    return values
  }

  /// Reports data that is not declared. Returns whether there is any.
  func checkFields(
    of sending: Sending, at base: Pointer, among fields: [Declarations.Field],
    in namespace: Findings.Namespace = .field
  ) -> Bool {
    let data = sending.data ?? []
    if data.isEmpty { return false }
    let names = fields.map(\.name)
    let known = Set(names)
    let unknown = data.filter { !known.contains($0.key) }
    for member in unknown {
      addUnknownField(
        member.key, of: sending.name,
        at: Diagnostic.Location(
          base[sending.name][member.key], isKey: true, range: 0..<member.key.utf8.count),
        among: names, in: namespace)
    }
    return !unknown.isEmpty
  }
}

extension Sending {
  /// The cells of its data by name.
  var cells: [String: Cell] {
    Dictionary((data ?? []).map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// Where its name is: it is a text, or the key of its data.
  func nameLocation(at base: Pointer) -> Diagnostic.Location {
    data == nil
      ? Diagnostic.Location(base, range: 0..<name.utf8.count)
      : Diagnostic.Location(base[name], isKey: true, range: 0..<name.utf8.count)
  }
}
