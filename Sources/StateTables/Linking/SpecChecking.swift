import CEL

/// Looks at a spec with the definition that it is about: names, literals, cases that say nothing.
struct SpecChecking {
  let definition: CheckedDefinition
  var findings = Findings()
  private let wire: Wire
  /// What the errors of the definition leave open; `nil` where it has none.
  private let doubts: Outline.Doubts?

  init(_ definition: CheckedDefinition, _ doubts: Outline.Doubts? = nil) {
    self.definition = definition
    self.doubts = doubts
    wire = Wire(definition.declarations)
  }

  mutating func check(_ spec: Spec) {
    checkInputs(spec.given)
    check(spec.root, at: .root, isRoot: true)
    checkDuplicates(in: spec)
  }

  /// Adds what is said of a name that nothing bears, unless it may follow from an error.
  /// Several names are one mistake where all of a `group` is missing.
  private mutating func add(
    _ diagnostic: Diagnostic, aboutName name: String, group: String? = nil
  ) {
    if doubts?.cover(diagnostic) ?? false { return }
    findings.add(diagnostic, aboutName: name, group: group)
  }

  /// Adds what is said of a value, unless it may follow from an error.
  ///
  /// What does not fit the same declaration in several places, its `subject`, is one finding: most
  /// likely that is wrong.
  private mutating func add(literal diagnostic: Diagnostic, subject: String? = nil) {
    if let doubts, !doubts.areTypesSure || doubts.cover(diagnostic) { return }
    if let subject {
      findings.add(diagnostic, subject: subject)
    } else {
      findings.add(diagnostic)
    }
  }

  private mutating func checkInputs(_ given: [JSON.Member]) {
    let base = Pointer.root["given"]
    check(
      given,
      fields: definition.inputs.map { input in
        Declarations.Field(
          name: input.name, type: input.type, hasDefault: input.defaultValue != nil)
      }, of: definition.definition.name, kind: .input, at: base, isComplete: true,
      owner: Diagnostic.Place("/spec"))
  }

  private mutating func check(_ node: Spec.Case, at pointer: Pointer, isRoot: Bool) {
    for (place, occurrence) in node.when.enumerated() {
      check(occurrence, at: pointer["when"][place])
    }
    checkOutputs(node, at: pointer)
    for (place, call) in (node.commands ?? []).enumerated() {
      checkCommand(call, at: pointer["commands"][place])
    }
    checkStates(node.configuration, at: pointer["in"])
    for (place, id) in (node.running ?? []).enumerated() {
      checkTimer(id, at: pointer["running"][place])
    }
    if let id = node.error { checkError(id, at: pointer["error"]) }
    if !isRoot, !node.expectsSomething, node.cases.isEmpty {
      findings.add(EmptyCase.nothing(node.name ?? "", at: pointer))
    }
    for (place, child) in node.cases.enumerated() {
      check(child, at: pointer["cases"][place], isRoot: false)
    }
  }

  private mutating func check(_ occurrence: Spec.Occurrence, at pointer: Pointer) {
    switch occurrence {
    case .snapshot: break
    case .wait(let time):
      switch wire.value(of: time, as: .duration) {
      case .failure(let problem):
        findings.add(SpecLiteral.wrong("wait", problem, at: pointer["wait"]))
      case .success(.duration(let time)) where time.nanoseconds < 0:
        findings.add(SpecLiteral.negativeWait(at: pointer["wait"]))
      case .success: break
      }
    case .repeated(_, let call): checkEvent(call, at: pointer["event"])
    case .event(let call): checkEvent(call, at: pointer)
    }
  }

  private mutating func checkEvent(_ call: Spec.Call, at pointer: Pointer) {
    if call.name == "timerFired" {
      if let member = call.data?.first(where: { $0.key == "id" }),
        case .string(let id) = member.value
      {
        checkTimer(id, at: pointer[call.name]["id"])
      }
      return
    }
    let place = call.namePlace(at: pointer)
    guard
      let event = definition.events.first(where: { $0.name == call.name && $0.doneState == nil })
    else {
      let known = definition.events.filter { $0.doneState == nil }.map(\.name)
      add(
        UnknownName.nothing(named: call.name, .event, at: place, among: known) { _ in nil },
        aboutName: call.name)
      return
    }
    check(
      call.data ?? [], fields: event.fields, of: call.name, kind: .field,
      at: pointer[call.name], isComplete: true, owner: place)
  }

  private mutating func checkOutputs(_ node: Spec.Case, at pointer: Pointer) {
    let base = pointer["then"]
    for member in node.then ?? [] {
      guard let output = definition.outputs.first(where: { $0.name == member.key }) else {
        unknown(member.key, .output, at: base, among: definition.outputs.map(\.name))
        continue
      }
      checkPattern(member.value, output.type, of: member.key, at: base[member.key])
    }
    // Of one that is misspelt it is told that it is unknown, not that it is missing as well.
    let hasUnknown = (node.then ?? []).contains { member in
      !definition.outputs.contains { $0.name == member.key }
    }
    if node.isExact, !hasUnknown {
      let named = Set((node.then ?? []).map(\.key))
      let missing = definition.outputs.map(\.name).filter { !named.contains($0) }
      if !missing.isEmpty { add(literal: SpecLiteral.notExact(missing, at: pointer)) }
    }
  }

  private mutating func checkCommand(_ call: Spec.Call, at pointer: Pointer) {
    guard let command = definition.commands.first(where: { $0.name == call.name }) else {
      add(
        UnknownName.nothing(
          named: call.name, .command, at: call.namePlace(at: pointer),
          among: definition.commands.map(\.name)
        ) { _ in nil }, aboutName: call.name)
      return
    }
    for member in call.data ?? [] {
      guard let field = command.fields.first(where: { $0.name == member.key }) else {
        add(
          UnknownName.noField(
            named: member.key, of: call.name,
            at: Diagnostic.Place(
              pointer[call.name][member.key].text, isKey: true, range: 0..<member.key.utf8.count),
            among: command.fields.map(\.name)
          ) { _ in nil }, aboutName: member.key)
        continue
      }
      checkPattern(
        member.value, field.type, of: member.key, at: pointer[call.name][member.key])
    }
  }

  private mutating func checkStates(_ names: Names?, at pointer: Pointer) {
    let known = definition.states.filter {
      $0.kind != .history(.shallow) && $0.kind != .history(.deep)
    }
    .map(\.name)
    for (name, place) in (names ?? .none).placed(at: pointer) where !known.contains(name) {
      add(
        UnknownName.nothing(named: name, .state, at: place.place, among: known) { _ in nil },
        aboutName: name)
    }
  }

  private mutating func checkTimer(_ id: String, at pointer: Pointer) {
    // Rows with errors may be those that start it.
    if doubts != nil { return }
    checkID(id, .timer, among: definition.timers.map(\.id), at: pointer)
  }

  /// The errors of cells, of a step, and of what comes from outside.
  private mutating func checkError(_ id: String, at pointer: Pointer) {
    let known = EvaluationError.ID.allCases.map(\.rawValue) + ["microsteps", "payload", "snapshot"]
    checkID(id, .error, among: known, at: pointer)
  }

  private mutating func checkID(
    _ id: String, _ kind: NameKind, among known: [String], at pointer: Pointer
  ) {
    if known.contains(id) { return }
    let place = Diagnostic.Place(pointer.text, range: 0..<id.utf8.count)
    findings.add(
      UnknownName.nothing(named: id, kind, at: place, among: known) { _ in nil }, aboutName: id,
      group: known.isEmpty ? kind.word : nil)
  }

  private mutating func unknown(
    _ name: String, _ kind: NameKind, at base: Pointer, among known: [String]
  ) {
    add(
      UnknownName.nothing(
        named: name, kind,
        at: Diagnostic.Place(base[name].text, isKey: true, range: 0..<name.utf8.count),
        among: known
      ) { _ in nil }, aboutName: name, group: known.isEmpty ? kind.word : nil)
  }

  /// Data that is given: complete, each of its type.
  private mutating func check(
    _ members: [JSON.Member], fields: [Declarations.Field], of owner: String, kind: NameKind,
    at base: Pointer, isComplete: Bool, owner place: Diagnostic.Place
  ) {
    for member in members {
      guard let field = fields.first(where: { $0.name == member.key }) else {
        let keyPlace = Diagnostic.Place(
          base[member.key].text, isKey: true, range: 0..<member.key.utf8.count)
        add(
          kind == .input
            ? UnknownName.nothing(
              named: member.key, .input, at: keyPlace, among: fields.map(\.name)
            ) { _ in nil }
            : UnknownName.noField(
              named: member.key, of: owner, at: keyPlace, among: fields.map(\.name)
            ) { _ in nil },
          aboutName: member.key)
        continue
      }
      if case .failure(let problem) = wire.value(of: member.value, as: field.type) {
        addWrong(field.name, problem, at: base[field.name])
      }
    }
    // One that is misspelt is missing, too.
    if members.contains(where: { member in !fields.contains { $0.name == member.key } }) { return }
    let missing = fields.filter { field in
      !field.hasDefault && field.type == field.type.withoutNull && field.type != .dyn
        && !field.type.isBroken
        && !members.contains { $0.key == field.name }
    }
    if missing.isEmpty { return }
    let lacking = SpecLiteral.missing(
      missing.map { ($0.name, $0.type.text(in: definition.declarations)) }, of: owner, at: place)
    add(literal: lacking, subject: lacking.message)
  }

  /// What is expected: a record or case may name some of its fields alone.
  private mutating func checkPattern(
    _ json: JSON, _ type: ValueType, of name: String, at pointer: Pointer
  ) {
    if let problem = SpecPattern(wire: wire).problem(json, type) {
      addWrong(name, problem, at: pointer)
    }
  }

  private mutating func addWrong(_ name: String, _ problem: Wire.Problem, at pointer: Pointer) {
    let steps = problem.pointer.steps.filter { Int($0) == nil }
    let subject =
      switch problem.reason {
      case .expected(let type, _): "\(steps.last ?? name) \(type)"
      // These say whose they are, or are not.
      case .unknownField, .missingField, .unknownCase: problem.description
      default: "\(steps.last ?? name) \(problem.description)"
      }
    add(literal: SpecLiteral.wrong(name, problem, at: pointer), subject: subject)
  }

  /// Cases with the same prefix and the same `when`, or the same name.
  private mutating func checkDuplicates(in spec: Spec) {
    var pending: [(Spec.Case, Pointer)] = [(spec.root, .root)]
    while let (node, pointer) = pending.popLast() {
      var seen: [[Spec.Occurrence]: Int] = [:]
      var names: [String: Int] = [:]
      for (place, child) in node.cases.enumerated() {
        let own = pointer["cases"][place]
        pending.append((child, own))
        if let name = child.name {
          if let first = names[name] {
            findings.add(
              DuplicateCase.sameName(name, first: pointer["cases"][first], second: own))
            continue
          }
          names[name] = place
        }
        if child.when.isEmpty || !child.given.isEmpty { continue }
        if let first = seen[child.when] {
          findings.add(
            DuplicateCase.same(
              first: pointer["cases"][first], second: own, hasWhen: true))
        } else {
          seen[child.when] = place
        }
      }
    }
  }
}

extension Spec.Call {
  /// Where its name stands: it is a text of its own, or the key of its data.
  func namePlace(at base: Pointer) -> Diagnostic.Place {
    data == nil
      ? Diagnostic.Place(base.text, range: 0..<name.utf8.count)
      : Diagnostic.Place(base[name].text, isKey: true, range: 0..<name.utf8.count)
  }
}

extension Spec {
  /// Checks the spec against its definition.
  public func checked(against definition: CheckedDefinition) -> [Diagnostic] {
    checked(by: SpecChecking(definition))
  }

  func checked(by checking: SpecChecking) -> [Diagnostic] {
    var checking = checking
    checking.check(self)
    checking.findings.check(
      allowances, decided: [EmptyCase.rule.id, DuplicateCase.rule.id])
    return checking.findings.permitted(by: allowances)
  }
}
