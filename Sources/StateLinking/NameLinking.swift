import CEL
import StateModel

/// The names of a definition: each has one meaning, and a variable where it has a value.
extension Linker {
  /// Names that events and commands of timers use.
  static let takenNames = ["timerFired", "startTimer", "cancelTimer"]

  mutating func declareNames() {
    reserve()
    declare(definition.inputs.map(\.name), .input, in: "inputs")
    declare(definition.properties.map(\.name), .property, in: "properties")
    declare(definition.computed.map(\.name), .computed, in: "computed")
    declare(definition.functions.map(\.name), .function, in: "functions")
    let section = Pointer.root["outputs"]
    for output in definition.outputs {
      let pointer = section[output.name]
      checkIdentifier(output.name, at: pointer)
      symbols.outputs[output.name] = pointer
    }
    for (index, event) in definition.events.enumerated() where symbols.events[event.name] == nil {
      symbols.events[event.name] = index
    }
    for (index, command) in definition.commands.enumerated()
    where symbols.commands[command.name] == nil {
      symbols.commands[command.name] = index
    }
    checkDistinct(definition.events.map(\.name), in: "events", kind: .event)
    checkDistinct(definition.commands.map(\.name), in: "commands", kind: .command)
    checkTypeNames()
    checkStateNames()
    checkGetters()
  }

  /// Reserves the capacity of the tables: a table that grows while it is filled is copied often.
  private mutating func reserve() {
    let (events, outputs) = (definition.events.count, definition.outputs.count)
    let values =
      definition.inputs.count + definition.properties.count + definition.computed.count
    symbols.declared.reserveCapacity(
      symbols.declared.count + values + definition.functions.count)
    symbols.variables.reserveCapacity(values)
    symbols.outputs.reserveCapacity(outputs)
    symbols.events.reserveCapacity(events)
    symbols.commands.reserveCapacity(definition.commands.count)
    symbols.declarations.variables.reserveCapacity(values + events)
    symbols.roles.reserveCapacity(values + events)
    parts.properties.reserveCapacity(definition.properties.count)
    parts.events.reserveCapacity(events)
    parts.outputs.reserveCapacity(outputs)
    parts.rows.reserveCapacity(definition.reducer?.count ?? 0)
  }

  private mutating func declare(_ names: [String], _ kind: NameKind, in section: String) {
    if names.isEmpty { return }
    let section = Pointer.root[section]
    for name in names {
      let pointer = section[name]
      checkIdentifier(name, at: pointer)
      declare(name, Declared(kind: kind, key: pointer))
    }
  }

  private func checkIdentifier(_ name: String, at pointer: Pointer) {
    guard Identifier(name) == nil else { return }
    findings.addInvalid(name)
    findings.add(.type(.invalidName(name)), at: Diagnostic.Location(pointer, isKey: true))
  }

  /// Gives a name its meaning, unless it has one already.
  private mutating func declare(_ name: String, _ declared: Declared) {
    if Scope.reservedNames.contains(name) {
      findings.add(.name(.taken(name)), at: declared.location)
    } else if let other = symbols.declared[name] {
      symbols.clashing.insert(name)
      findings.add(DuplicateName.clash(name, declared, with: other))
    } else {
      symbols.declared[name] = declared
    }
  }

  private func checkDistinct(_ names: [String], in section: String, kind: NameKind) {
    func location(_ index: Int) -> Diagnostic.Location {
      Diagnostic.Location(Pointer.root[section][names[index]], isKey: true)
    }
    for (index, name) in names.enumerated() where Linker.takenNames.contains(name) {
      findings.add(.name(.taken(name)), at: location(index))
    }
    types.checkDistinct(names, kind: kind, at: location)
  }

  private func checkTypeNames() {
    if definition.types.isEmpty { return }
    let names = Array(types.ownTypes.keys)
    if TypeLinking.areDistinct(names), !names.contains(where: Scope.reservedNames.contains) {
      return
    }
    var byPointer: [Pointer: (String, Diagnostic.Location)] = [:]
    for (name, location) in types.ownTypes { byPointer[location.pointer] = (name, location) }
    let keys = definition.types.compactMap { byPointer[Pointer.root["types"][$0.key]] }
    types.checkDistinct(keys.map(\.0), kind: .type) { keys[$0].1 }
    for (name, location) in keys where Scope.reservedNames.contains(name) {
      findings.add(.name(.taken(name)), at: location)
    }
  }

  private mutating func checkStateNames() {
    let nodes = tree.nodes.indices.dropFirst()
    if nodes.isEmpty { return }
    var seen: Set<String> = []
    for index in nodes where !isWithinDouble(index) && !seen.insert(tree.name(index)).inserted {
      doubles.insert(index)
    }
    let tree = self.tree
    let checked = nodes.filter { doubles.contains($0) || !isWithinDouble($0) }
    types.checkDistinct(checked.map { tree.name($0) }, kind: .state) {
      tree.nameLocation(checked[$0])
    }
    for index in nodes where tree.name(index) == definition.name {
      let root = Diagnostic.Location("/state", range: 0..<definition.name.utf8.count)
      findings.add(
        DuplicateName.clash(
          definition.name, Declared(kind: .state, location: tree.nameLocation(index)),
          with: Declared(kind: .state, location: root)))
    }
  }

  /// Whether a state or one around it has the name of an earlier state: nothing in it is reported.
  func isWithinDouble(_ index: StateIndex) -> Bool {
    !doubles.isEmpty && tree.pathToRoot(from: index).contains { doubles.contains($0) }
  }

  /// Whether more than one state has this name.
  func isDeclaredTwice(_ name: String) -> Bool {
    !doubles.isEmpty && doubles.contains { tree.name($0) == name }
  }

  /// Reports a function such as `getCode` beside an output `code`: in Kotlin they are one method.
  private func checkGetters() {
    if definition.functions.isEmpty { return }
    var getters: [String: [String]] = [:]
    for name in Set(definition.outputs.map(\.name)).sorted() {
      let first = name.utf8.first.map { UnicodeScalar($0) }.map(String.init) ?? ""
      getters["get" + first.uppercased() + name.dropFirst(), default: []].append(name)
    }
    for function in definition.functions where function.parameters.isEmpty {
      for name in getters[function.name] ?? [] {
        guard let pointer = symbols.outputs[name] else { continue }
        findings.add(
          .name(.getter(function: function.name, name: name)),
          at: Diagnostic.Location(Pointer.root["functions"][function.name], isKey: true),
          notes: [Diagnostic.Note(.first, at: Diagnostic.Location(pointer, isKey: true))])
      }
    }
  }
}

/// The variables of declared values.
extension Linker {
  /// Gives every declared value its variable. A name that is declared twice keeps its first meaning.
  mutating func declareVariables() {
    declareInputs()
    declareProperties()
    for (index, computed) in definition.computed.enumerated() {
      let type = type(
        computed.type, at: Pointer.root["computed"][computed.name]["type"], of: computed.name)
      let variable = variable(computed.name, type, .computed(index), as: .computed)
      parts.computed.append(
        CheckedComputed(
          name: computed.name, variable: variable, value: Expression.placeholder(at: .root)))
    }
    declareCarried()
    declareEvents()
    for command in definition.commands {
      parts.commands.append(
        CheckedCommand(
          name: command.name,
          fields: fields(
            command.fields, at: Pointer.root["commands"][command.name]["carries"])))
    }
  }

  /// Adds the variable of a declared value.
  private mutating func variable(
    _ name: String, _ type: ValueType, _ role: VariableRole, as kind: NameKind
  ) -> VariableIndex {
    let isClashing = !symbols.clashing.isEmpty && symbols.clashing.contains(name)
    let variable = symbols.variable(name, isClashing ? .unknown : type, role)
    if symbols.declared[name]?.kind == kind { symbols.variables[name] = variable }
    return variable
  }

  private mutating func declareInputs() {
    for (index, input) in definition.inputs.enumerated() {
      var pointer: Pointer { Pointer.root["inputs"][input.name] }
      let type = type(
        input.type, at: input.isExpanded ? pointer["type"] : pointer, of: input.name)
      let variable = variable(input.name, type, .input(index), as: .input)
      parts.inputs.append(
        CheckedInput(name: input.name, type: type, variable: variable, defaultValue: nil))
    }
  }

  private mutating func declareProperties() {
    for (index, property) in definition.properties.enumerated() {
      let type = type(
        property.type, at: Pointer.root["properties"][property.name]["type"], of: property.name)
      let variable = variable(property.name, type, .property(index), as: .property)
      parts.properties.append(
        CheckedProperty(
          name: property.name, type: type, variable: variable,
          initial: Expression.placeholder(at: .root), isStored: property.isStored))
    }
  }

  private mutating func declareCarried() {
    var declaredFields: [[Declarations.Field]] = []
    for (index, node) in tree.nodes.enumerated() {
      let base = node.pointer["carries"]
      let fields = fields(node.state.carries, at: base)
      declaredFields.append(fields)
      symbols.carried.variables.append(
        fields.enumerated().map { position, field in
          symbols.variable(field.name, field.type, .carried(state: index, field: position))
        })
      for field in fields { checkCarried(field.name, of: index, in: base) }
    }
    symbols.carried.fields = declaredFields
    symbols.carried.isUsed = declaredFields.contains { !$0.isEmpty }
  }

  private func checkCarried(_ name: String, of index: StateIndex, in base: Pointer) {
    let location = Diagnostic.Location(base[name], isKey: true)
    let declared = Declared(kind: .carried(state: tree.name(index)), location: location)
    if Scope.reservedNames.contains(name) {
      findings.add(.name(.taken(name)), at: location)
    } else if let other = symbols.declared[name] {
      findings.add(DuplicateName.clash(name, declared, with: other))
    } else if let outer = carrier(of: name, above: index) {
      findings.add(DuplicateName.clash(name, declared, with: outer))
    }
  }

  /// The ancestor that carries a field of this name.
  private func carrier(of name: String, above index: StateIndex) -> Declared? {
    for ancestor in tree.pathToRoot(from: index).dropFirst()
    where tree[ancestor].state.carries.contains(where: { $0.name == name }) {
      return Declared(
        kind: .carried(state: tree.name(ancestor)),
        location: Diagnostic.Location(tree[ancestor].pointer["carries"][name], isKey: true))
    }
    return nil
  }

  private mutating func declareEvents() {
    for event in definition.events {
      let fields = fields(
        event.fields, at: Pointer.root["events"][event.name]["carries"])
      parts.events.append(
        CheckedEvent(
          name: event.name, fields: fields, variables: fields.map { symbols.eventVariable($0) },
          isOwn: event.source == .own, doneState: nil))
    }
    for index in tree.nodes.indices where tree.canBeDone(index) {
      let fields = tree[index].kind == .parallel ? [] : fieldsOfFinals(of: index)
      let name = "done." + tree.name(index)
      if symbols.doneEvents[name] == nil { symbols.doneEvents[name] = parts.events.count }
      parts.events.append(
        CheckedEvent(
          name: name, fields: fields,
          variables: fields.map { symbols.eventVariable($0) }, isOwn: false, doneState: index))
    }
  }

  /// The data that all final children carry, by name and type.
  private func fieldsOfFinals(of index: StateIndex) -> [Declarations.Field] {
    let finals = tree.finals(of: index)
    guard let first = finals.first else { return [] }
    var shared = symbols.carried.fields[first]
    for final in finals.dropFirst() where !shared.isEmpty {
      let types = Dictionary(
        symbols.carried.fields[final].map { ($0.name, $0.type) }
      ) { first, _ in first }
      shared.removeAll { types[$0.name] != $0.type }
    }
    return shared
  }
}
