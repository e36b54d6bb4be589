import CEL
public import StateLinking
public import StateModel

/// Checks a spec against its definition: its names and literals, and cases that expect nothing.
struct SpecChecking {
  let definition: CheckedDefinition
  let findings = Findings()
  private let wire: Wire
  /// The names that the definition uses without declaring them; `nil` if it has no errors.
  private let unknownNames: Set<String>?

  /// - Parameters:
  ///   - definition: The definition, as far as it could be checked.
  ///   - unknownNames: The names that it uses without declaring them; `nil` if it has no errors.
  init(_ definition: CheckedDefinition, unknownNames: Set<String>? = nil) {
    self.definition = definition
    self.unknownNames = unknownNames
    wire = Wire(definition.declarations)
  }

  func check(_ spec: Spec) {
    checkInputs(spec.given, at: .root, isComplete: true)
    check(spec.root, at: .root, isRoot: true)
    checkDuplicates(in: spec)
    reportMissingSections()
  }

  /// Replaces four or more unknown names of one kind by one finding, or two or more where the
  /// definition declares none of that kind.
  private func reportMissingSections() {
    let sections: [(Findings.Namespace, String, isAbsent: Bool)] = [
      (.event, "events", definition.definition.events.isEmpty),
      (.command, "commands", definition.commands.isEmpty),
      (.output, "outputs", definition.outputs.isEmpty),
      (.state, "states", definition.states.count == 1),
    ]
    let groups = sections.compactMap { namespace, section, isAbsent -> ([Int], Diagnostic)? in
      let names = findings.unknownNames.filter { $0.namespace == namespace }
      guard names.count >= (isAbsent ? 2 : 4) else { return nil }
      return UnknownName.missingSection(
        isAbsent ? section : nil, names.map(\.name), names.map(\.firstUse)
      ).map { (names.map(\.index), $0) }
    }
    findings.replace(groups)
  }

  /// Reports a name that is not declared, except one that the definition itself uses: checking the
  /// definition reports it.
  private func add(_ diagnostic: Diagnostic, about namespace: Findings.Namespace, _ name: String) {
    if unknownNames?.contains(name) ?? false { return }
    findings.add(diagnostic, about: .name(namespace, name))
  }

  /// Reports data that an event or command does not carry.
  private func addUnknownField(
    _ name: String, of owner: String, at location: Diagnostic.Location,
    among fields: [Declarations.Field]
  ) {
    if unknownNames?.contains(name) ?? false { return }
    findings.add(
      fields.isEmpty
        ? Diagnostic(.name(.carriesNothing(owner)), at: location)
        : UnknownName.noField(
          named: name, of: owner, at: location,
          among: findings.candidates(fields.map(\.name))
        ) { _ in nil }, about: fields.isEmpty ? .emptyData(owner) : .name(.field, name))
  }

  /// Reports a value that does not fit. A definition with errors may declare a wrong type.
  private func add(literal diagnostic: Diagnostic, about subject: Findings.Subject? = nil) {
    if unknownNames != nil { return }
    if let subject {
      findings.add(diagnostic, about: subject)
    } else {
      findings.add(diagnostic)
    }
  }

  /// Checks the inputs of the spec, which are complete, or those that a case changes.
  private func checkInputs(_ given: [JSON.Member], at pointer: Pointer, isComplete: Bool) {
    check(
      given,
      fields: definition.inputs.map { input in
        Declarations.Field(
          name: input.name, type: input.type, hasDefault: input.defaultValue != nil)
      }, of: definition.definition.name, kind: .input, at: pointer["given"],
      isComplete: isComplete,
      owner: Diagnostic.Location("/spec"))
  }

  private func check(_ node: Spec.Case, at pointer: Pointer, isRoot: Bool) {
    if !isRoot { checkInputs(node.given, at: pointer, isComplete: false) }
    for (index, occurrence) in node.when.enumerated() {
      check(occurrence, at: pointer["when"][index])
    }
    checkOutputs(node, at: pointer)
    for (index, call) in (node.commands ?? []).enumerated() {
      checkCommand(call, at: pointer["commands"][index])
    }
    checkStates(node.configuration, at: pointer["in"])
    for (index, id) in (node.running ?? []).enumerated() {
      checkTimer(id, at: pointer["running"][index])
    }
    if let id = node.error { checkError(id, at: pointer["error"]) }
    if !isRoot, !node.expectsSomething, node.cases.isEmpty {
      findings.add(.spec(.expectsNothing), at: Diagnostic.Location(pointer["name"]))
    }
    for (index, child) in node.cases.enumerated() {
      check(child, at: pointer["cases"][index], isRoot: false)
    }
  }

  private func check(_ occurrence: Spec.Occurrence, at pointer: Pointer) {
    switch occurrence {
    case .snapshot: break
    case .wait(let time):
      switch wire.value(of: time, as: .duration) {
      case .failure(let problem):
        findings.add(SpecLiteral.wrong("wait", problem, at: pointer["wait"]))
      case .success(.duration(let time)) where time.nanoseconds < 0:
        findings.add(.spec(.negativeWait), at: Diagnostic.Location(pointer["wait"]))
      case .success: break
      }
    case .repeated(_, let call): checkEvent(call, at: pointer["event"])
    case .event(let call): checkEvent(call, at: pointer)
    }
  }

  private func checkEvent(_ call: Spec.Call, at pointer: Pointer) {
    if call.name == "timerFired" {
      if let member = call.data?.first(where: { $0.key == "id" }),
        case .string(let id) = member.value
      {
        checkTimer(id, at: pointer[call.name]["id"])
      }
      return
    }
    let location = call.nameLocation(at: pointer)
    guard
      let event = definition.events.first(where: { $0.name == call.name && $0.doneState == nil })
    else {
      let known = definition.events.filter { $0.doneState == nil }.map(\.name)
      var diagnostic = UnknownName.nothing(
        named: call.name, .event, at: location, among: findings.candidates(known)
      ) { _ in nil }
      if let step = SpecStep.meant(by: call.name, events: known) {
        diagnostic.advice = .write(step)
        diagnostic.fix = nil
      }
      add(diagnostic, about: .event, call.name)
      return
    }
    check(
      call.data ?? [], fields: event.fields, of: call.name, kind: .field,
      at: pointer[call.name], isComplete: true, owner: location)
  }

  private func checkOutputs(_ node: Spec.Case, at pointer: Pointer) {
    let base = pointer["then"]
    for member in node.then ?? [] {
      guard let output = definition.outputs.first(where: { $0.name == member.key }) else {
        addUnknownOutput(member.key, at: base)
        continue
      }
      checkPattern(member.value, output.type, of: member.key, at: base[member.key])
    }
    // The unknown name may be a misspelling of the missing one, so only the unknown one is reported.
    let hasUnknown = (node.then ?? []).contains { member in
      !definition.outputs.contains { $0.name == member.key }
    }
    if node.isExact, !hasUnknown {
      let named = Set((node.then ?? []).map(\.key))
      let missing = definition.outputs.map(\.name).filter { !named.contains($0) }
      if !missing.isEmpty { add(literal: SpecLiteral.notExact(missing, at: pointer)) }
    }
  }

  private func checkCommand(_ call: Spec.Call, at pointer: Pointer) {
    guard let command = definition.commands.first(where: { $0.name == call.name }) else {
      add(
        UnknownName.nothing(
          named: call.name, .command, at: call.nameLocation(at: pointer),
          among: findings.candidates(definition.commands.map(\.name))
        ) { _ in nil }, about: .command, call.name)
      return
    }
    for member in call.data ?? [] {
      guard let field = command.fields.first(where: { $0.name == member.key }) else {
        addUnknownField(
          member.key, of: call.name,
          at: Diagnostic.Location(
            pointer[call.name][member.key], isKey: true, range: 0..<member.key.utf8.count),
          among: command.fields)
        continue
      }
      checkPattern(
        member.value, field.type, of: member.key, at: pointer[call.name][member.key])
    }
  }

  private func checkStates(_ names: Names?, at pointer: Pointer) {
    let known = definition.states.filter {
      $0.kind != .history(.shallow) && $0.kind != .history(.deep)
    }
    .map(\.name)
    for (name, location) in (names ?? .none).located(at: pointer) where !known.contains(name) {
      add(
        UnknownName.nothing(
          named: name, .state, at: location(), among: findings.candidates(known)
        ) { _ in nil },
        about: .state, name)
    }
  }

  private func checkTimer(_ id: String, at pointer: Pointer) {
    // A row that has an error may be the one that starts this timer.
    if unknownNames != nil { return }
    let known = definition.timers.map(\.id)
    if known.contains(id) { return }
    let location = Diagnostic.Location(pointer, range: 0..<id.utf8.count)
    var diagnostic = UnknownName.nothing(named: id, .timer, at: location, among: known) { _ in nil }
    if !known.isEmpty, diagnostic.fix == nil { diagnostic.advice = .timers(known) }
    findings.add(diagnostic, about: known.isEmpty ? .emptyData("timers") : .name(.timer, id))
  }

  /// Reports an unknown id in `error`. Known ids come from cells, steps and outside input.
  private func checkError(_ id: String, at pointer: Pointer) {
    let known = Spec.errorIDs
    if known.contains(id) { return }
    let location = Diagnostic.Location(pointer, range: 0..<id.utf8.count)
    var diagnostic = UnknownName.nothing(named: id, .error, at: location, among: known) { _ in nil }
    if diagnostic.fix == nil { diagnostic.advice = .errors(known) }
    findings.add(diagnostic, about: .name(.error, id))
  }

  /// The keys of a case that are sometimes written inside `then`.
  private static let keysBesideThen = ["in", "commands", "running", "result", "error", "exactly"]

  /// Reports a member of `then` that is no output.
  private func addUnknownOutput(_ name: String, at base: Pointer) {
    let known = definition.outputs.map(\.name)
    let location = Diagnostic.Location(base[name], isKey: true, range: 0..<name.utf8.count)
    if SpecChecking.keysBesideThen.contains(name) {
      add(Diagnostic(.name(.insideThen(name)), at: location), about: .output, name)
    } else if let kind = kind(ofPrivate: name) {
      add(
        Diagnostic(
          .name(.notAnOutput(name, kind)), at: location,
          advice: known.isEmpty ? nil : .outputs(known)),
        about: .output, name)
    } else {
      add(
        UnknownName.nothing(
          named: name, .output, at: location, among: findings.candidates(known)
        ) { _ in nil },
        about: .output, name)
    }
  }

  /// The kind of a name that a spec cannot read.
  private func kind(ofPrivate name: String) -> NameKind? {
    let definition = definition.definition
    if definition.properties.contains(where: { $0.name == name }) { return .property }
    if definition.computed.contains(where: { $0.name == name }) { return .computed }
    return definition.inputs.contains { $0.name == name } ? .input : nil
  }

  /// Checks data: each field is declared and has its type. None is missing if it is to be complete.
  private func check(
    _ members: [JSON.Member], fields: [Declarations.Field], of owner: String, kind: NameKind,
    at base: Pointer, isComplete: Bool, owner location: Diagnostic.Location
  ) {
    let declared = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    for member in members {
      guard let field = declared[member.key] else {
        let keyLocation = Diagnostic.Location(
          base[member.key], isKey: true, range: 0..<member.key.utf8.count)
        guard kind == .input else {
          addUnknownField(member.key, of: owner, at: keyLocation, among: fields)
          continue
        }
        add(
          UnknownName.nothing(
            named: member.key, .input, at: keyLocation,
            among: findings.candidates(fields.map(\.name))
          ) { _ in nil }, about: .value, member.key)
        continue
      }
      if case .failure(let problem) = wire.value(of: member.value, as: field.type) {
        addWrong(field.name, problem, at: base[field.name])
      }
    }
    // The unknown name may be a misspelling of the missing one, so only the unknown one is reported.
    if !isComplete || members.contains(where: { declared[$0.key] == nil }) { return }
    let given = Set(members.map(\.key))
    let missing = fields.filter { field in
      !field.hasDefault && field.type == field.type.withoutNull && field.type != .dyn
        && !field.type.isBroken
        && !given.contains(field.name)
    }
    if missing.isEmpty { return }
    let lacking = SpecLiteral.missing(
      missing.map { ($0.name, $0.type.text(in: definition.declarations)) }, of: owner, at: location)
    add(literal: lacking, about: .missingData(owner, missing.map(\.name)))
  }

  /// Checks an expected value: a record or case may name only some of its fields.
  private func checkPattern(
    _ json: JSON, _ type: ValueType, of name: String, at pointer: Pointer
  ) {
    if let problem = SpecPattern(wire: wire).problem(of: json, as: type) {
      addWrong(name, problem, at: pointer)
    }
  }

  private func addWrong(_ name: String, _ problem: Wire.Problem, at pointer: Pointer) {
    let field = problem.pointer.steps.last { Int($0) == nil } ?? name
    let subject: Findings.Subject =
      switch problem.reason {
      case .expected(let type, _): .literal(field, .expected(type, found: ""))
      // The owner of the field or case is part of the reason.
      case .unknownField, .missingField, .unknownCase: .literal("", problem.reason)
      case .numberRange, .caseCount, .duplicateKey, .tooLarge, .tooDeep:
        .literal(field, problem.reason)
      }
    add(literal: SpecLiteral.wrong(name, problem, at: pointer), about: subject)
  }

  /// Reports sibling cases with the same `when` or the same name.
  private func checkDuplicates(in spec: Spec) {
    var pending: [(Spec.Case, Pointer)] = [(spec.root, .root)]
    while let (node, pointer) = pending.popLast() {
      var seen: [[Spec.Occurrence]: Int] = [:]
      var names: [String: Int] = [:]
      for (index, child) in node.cases.enumerated() {
        let own = pointer["cases"][index]
        pending.append((child, own))
        if let name = child.name {
          if let first = names[name] {
            findings.add(
              DuplicateCase.sameName(name, first: pointer["cases"][first], second: own))
            continue
          }
          names[name] = index
        }
        if child.when.isEmpty || !child.given.isEmpty { continue }
        if let first = seen[child.when] {
          findings.add(
            DuplicateCase.same(
              first: pointer["cases"][first], second: own))
        } else {
          seen[child.when] = index
        }
      }
    }
  }
}

extension Spec.Call {
  /// The location of the name: the string itself, or the key if the call has data.
  func nameLocation(at base: Pointer) -> Diagnostic.Location {
    data == nil
      ? Diagnostic.Location(base, range: 0..<name.utf8.count)
      : Diagnostic.Location(base[name], isKey: true, range: 0..<name.utf8.count)
  }
}

extension Spec {
  /// Checks the spec against its definition.
  public func checked(against definition: CheckedDefinition) -> [Diagnostic] {
    checked(by: SpecChecking(definition))
  }

  /// Checks the spec against a definition with errors: checks only names, and skips those that the
  /// definition itself uses undeclared.
  package func checked(against partial: PartialDefinition) -> [Diagnostic] {
    checked(by: SpecChecking(partial.definition, unknownNames: partial.unknownNames))
  }

  private func checked(by checking: SpecChecking) -> [Diagnostic] {
    checking.check(self)
    var found = checking.findings.diagnostics
    // Where both differ, the definition may have the mistake.
    for index in found.indices { found[index].fix?.isSafe = false }
    let decided: [RuleID] = [.specEmpty, .specDuplicate]
    return allowances.unpermitted(found + allowances.findings(beside: found, decided: decided))
  }
}
