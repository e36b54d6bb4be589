import CEL
import StateModel

/// Explains unknown names by the whole definition: a misspelt declaration, or a missing section.
extension Linker {
  /// From so many unknown names on, an absent section is one finding. So a definition of which a
  /// section was left out has one finding, and one or two misspelt names have theirs.
  private static let missingSectionLimit = 3
  /// From so many unknown names of one kind on, they are one finding: a list of more is not read.
  private static let unknownLimit = 4

  /// Adds the near declaration to each unknown name, and reports sections that are missing.
  func explainUnknownNames() {
    if findings.unknownNames.isEmpty { return }
    reportMissingSections(noteNearDeclarations())
  }

  /// A declaration that nothing uses and that is close to an unknown name is most likely misspelt.
  ///
  /// - Returns: The unknown names of each namespace that are not near to a declared one.
  private func noteNearDeclarations() -> [Findings.Namespace: [Findings.UndeclaredName]] {
    let used = UsedNames(definition)
    var declared: [Findings.Namespace: DeclaredNames] = [:]
    var farNames: [Findings.Namespace: [Findings.UndeclaredName]] = [:]
    for (number, unknown) in findings.unknownNames.enumerated() {
      guard number < Suggestion.mostMistakes else {
        farNames[unknown.namespace, default: []].append(unknown)
        continue
      }
      let names = declared[unknown.namespace] ?? DeclaredNames(declaredNames(in: unknown.namespace))
      declared[unknown.namespace] = names
      let suggestion = Suggestion(for: unknown.name, among: names.all)
      if suggestion.nearest.isEmpty { farNames[unknown.namespace, default: []].append(unknown) }
      guard let near = suggestion.clearest, !used.contains(near, in: unknown.namespace),
        let location = names.location(of: near)
      else { continue }
      let note = Diagnostic.Note.mention(
        .nearDeclaration(near, unknown: unknown.name, uses: unknown.useCount), at: location)
      findings.change(at: unknown.index) { diagnostic in
        diagnostic.notes.removeAll { $0.location == location }
        diagnostic.notes.insert(note, at: 0)
      }
    }
    return farNames
  }

  /// The names of a namespace, in declared order.
  private struct DeclaredNames {
    let all: [String]
    private let locations: [Diagnostic.Location]

    init(_ declared: [(name: String, location: Diagnostic.Location)]) {
      all = declared.map(\.name)
      locations = declared.map(\.location)
    }

    /// Where a name is declared first.
    func location(of name: String) -> Diagnostic.Location? {
      all.firstIndex(of: name).map { locations[$0] }
    }
  }

  /// Where the names of a namespace are declared.
  private func declaredNames(
    in namespace: Findings.Namespace
  ) -> [(name: String, location: Diagnostic.Location)] {
    func keys(_ names: [String], in section: String) -> [(String, Diagnostic.Location)] {
      names.map { ($0, Diagnostic.Location(Pointer.root[section][$0], isKey: true)) }
    }
    switch namespace {
    case .value, .type:
      return symbols.declared.sorted { $0.key < $1.key }.filter { $0.value.location.file == nil }
        .map { ($0.key, $0.value.location) } + definition.carriedLocations(tree)
    case .event: return keys(definition.events.map(\.name), in: "events")
    case .command: return keys(definition.commands.map(\.name), in: "commands")
    case .output: return keys(definition.outputs.map(\.name), in: "outputs")
    case .state:
      return tree.nodes.indices.dropFirst().map { (tree.name($0), tree.nameLocation($0)) }
    case .field: return definition.fieldLocations + definition.carriedLocations(tree)
    case .timer, .error: return []
    }
  }

  private func reportMissingSections(
    _ farNames: [Findings.Namespace: [Findings.UndeclaredName]]
  ) {
    var missing: [(section: String?, names: [Findings.UndeclaredName])] = []
    func collect(_ section: String?, _ namespace: Findings.Namespace, isAbsent: Bool) {
      guard isAbsent, !missing.contains(where: { $0.names.first?.namespace == namespace }) else {
        return
      }
      let names = farNames[namespace] ?? []
      let limit = section == nil ? Linker.unknownLimit : Linker.missingSectionLimit
      if names.count >= limit { missing.append((section, names)) }
    }
    collect("events", .event, isAbsent: definition.events.isEmpty)
    collect("commands", .command, isAbsent: definition.commands.isEmpty)
    collect("states", .state, isAbsent: tree.nodes.count == 1)
    collect("properties", .value, isAbsent: definition.properties.isEmpty)
    collect("types", .type, isAbsent: definition.types.isEmpty && definition.uses.isEmpty)
    for namespace: Findings.Namespace in [.value, .type, .event, .command, .state, .field] {
      collect(nil, namespace, isAbsent: true)
    }
    findings.replace(
      missing.compactMap { section, names in
        UnknownName.missingSection(
          section, names.map(\.name), names.map(\.firstUse)
        ).map { (names.map(\.index), $0) }
      })
  }
}

/// The names that a definition uses, as written: names that mean nothing are among them.
private struct UsedNames {
  /// The names and words of cells and types, and the keys of objects in cells.
  private var words: Set<String> = []
  private var events: Set<String> = []
  private var commands: Set<String> = []
  private var states: Set<String> = []

  init(_ definition: Definition) {
    for type in definition.types { add(type) }
    for input in definition.inputs { add(input) }
    for property in definition.properties {
      add(type: property.type)
      add(property.initial)
    }
    for computed in definition.computed {
      add(type: computed.type)
      add(computed.value)
    }
    for event in definition.events { event.fields.forEach { add($0) } }
    for command in definition.commands { command.fields.forEach { add($0) } }
    for function in definition.functions {
      function.parameters.forEach { add($0) }
      add(type: function.result)
      add(function.value)
    }
    for invariant in definition.invariants { add(invariant.condition) }
    for output in definition.outputs { add(output) }
    for row in definition.reducer ?? [] { add(row) }
    var pending = [definition.root]
    while let state = pending.popLast() {
      add(state)
      pending += state.children ?? []
    }
  }

  func contains(_ name: String, in namespace: Findings.Namespace) -> Bool {
    switch namespace {
    case .value, .type, .field: words.contains(name)
    case .event: events.contains(name)
    case .command: commands.contains(name)
    case .state: states.contains(name) || words.contains(name)
    case .output, .timer, .error: false
    }
  }

  private mutating func add(_ type: Definition.TypeDeclaration) {
    switch type.shape {
    case .record(let fields): fields.forEach { add($0) }
    case .union(let cases): cases.forEach { $0.fields.forEach { add($0) } }
    case .enumeration: break
    }
  }

  private mutating func add(_ field: Definition.Field) {
    add(type: field.type)
    add(field.defaultValue)
  }

  private mutating func add(type: String) { add(words: type) }

  private mutating func add(words text: String) {
    words.formUnion(text.utf8.split { !Identifier.isPart($0) }.map { String(Substring($0)) })
  }

  private mutating func add(_ cell: Cell?) {
    guard let cell else { return }
    switch cell {
    case .expression(let text): add(words: text)
    case .list(let elements): elements.forEach { add($0) }
    case .object(let members): add(members)
    case .null, .bool, .number: break
    }
  }

  private mutating func add(_ members: [Cell.Member]) {
    for member in members {
      add(words: member.key)
      add(member.value)
    }
  }

  private mutating func add(_ output: Definition.Output) {
    add(type: output.type)
    switch output.content {
    case .absent: break
    case .value(let cell): add(cell)
    case .rows(let rows):
      for row in rows {
        states.formUnion(row.states.all)
        add(row.condition)
        add(row.value)
      }
    }
  }

  private mutating func add(_ row: Definition.Row) {
    states.formUnion(row.states.all)
    switch row.trigger {
    case .on(let names):
      events.formUnion(names.all)
      states.formUnion(
        names.all.filter { $0.utf8.starts(with: "done.".utf8) }.map {
          String($0.dropFirst(5))
        })
    case .after(let cell), .every(let cell): add(cell)
    case .eventless: break
    }
    add(row.condition)
    add(row.lets)
    row.assignments.all.forEach { add($0) }
    add(row.targets)
    add(row.emits, row.raises)
  }

  private mutating func add(_ state: Definition.State) {
    state.carries.forEach { add($0) }
    add(state.initial)
    add(state.historyDefault)
    for action in state.enter + state.exit {
      add(action.condition)
      action.assignments.all.forEach { add($0) }
      add(action.emits, action.raises)
    }
  }

  private mutating func add(_ emits: [Sending], _ raises: [Sending]) {
    commands.formUnion(emits.map(\.name))
    events.formUnion(raises.map(\.name))
    for sending in emits + raises { add(sending.data ?? []) }
  }

  private mutating func add(_ targets: Targets?) {
    for target in targets?.all ?? [] {
      states.insert(target.name)
      add(target.data ?? [])
    }
  }
}

extension Definition {
  /// Where the fields of events, commands, records and cases are declared.
  fileprivate var fieldLocations: [(name: String, location: Diagnostic.Location)] {
    var found: [(String, Diagnostic.Location)] = []
    func add(_ fields: [Field], at base: Pointer) {
      found += fields.map { ($0.name, Diagnostic.Location(base[$0.name], isKey: true)) }
    }
    for event in events { add(event.fields, at: Pointer.root["events"][event.name]["carries"]) }
    for command in commands {
      add(command.fields, at: Pointer.root["commands"][command.name]["carries"])
    }
    for type in types {
      let base = Pointer.root["types"][type.key]
      switch type.shape {
      case .record(let fields): add(fields, at: base["record"])
      case .union(let cases): cases.forEach { add($0.fields, at: base["union"][$0.name]) }
      case .enumeration: break
      }
    }
    return found
  }

  /// Where the data of states are declared.
  fileprivate func carriedLocations(
    _ tree: StateTree
  ) -> [(name: String, location: Diagnostic.Location)] {
    tree.nodes.flatMap { node in
      node.state.carries.map {
        ($0.name, Diagnostic.Location(node.pointer["carries"][$0.name], isKey: true))
      }
    }
  }
}
