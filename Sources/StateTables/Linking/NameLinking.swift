import CEL

extension Definition.Property {
  fileprivate var startsNull: Bool { initial == .null || initial == .expression("null") }
}

extension ValueType {
  /// Whether null is a value of it, as far as that is known.
  var allowsNull: Bool {
    switch self {
    case .nullable, .null, .dyn, .unknown: true
    default: false
    }
  }
}

/// One name, one meaning; and the variables that names stand for.
extension Linker {
  /// Names that the machinery of events and commands uses itself.
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
      outputs[output.name] = pointer
    }
    for (index, event) in definition.events.enumerated() where events[event.name] == nil {
      events[event.name] = index
    }
    for (index, command) in definition.commands.enumerated() where commands[command.name] == nil {
      commands[command.name] = index
    }
    checkDistinct(definition.events.map(\.name), in: "events", kind: .event)
    checkDistinct(definition.commands.map(\.name), in: "commands", kind: .command)
    checkTypeNames()
    checkStateNames()
    checkGetters()
  }

  /// Tables that grow while they are filled are copied several times.
  private mutating func reserve() {
    let (events, outputs) = (definition.events.count, definition.outputs.count)
    let values =
      definition.inputs.count + definition.properties.count + definition.computed.count
    names.reserveCapacity(names.count + values + definition.functions.count)
    variables.reserveCapacity(values)
    self.outputs.reserveCapacity(outputs)
    self.events.reserveCapacity(events)
    commands.reserveCapacity(definition.commands.count)
    declarations.variables.reserveCapacity(values + events)
    roles.reserveCapacity(values + events)
    checkedProperties.reserveCapacity(definition.properties.count)
    checkedEvents.reserveCapacity(events)
    checkedOutputs.reserveCapacity(outputs)
    checkedRows.reserveCapacity(definition.reducer?.count ?? 0)
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

  private mutating func checkIdentifier(_ name: String, at pointer: Pointer) {
    guard Identifier(name) == nil else { return }
    findings.add(
      TypeShape.noName(name, at: Diagnostic.Place(pointer.text, isKey: true)),
      poisoning: [.reads, .writes])
  }

  /// Notes what a name stands for, unless it stands for something already.
  private mutating func declare(_ name: String, _ declared: Declared) {
    if Scope.reservedNames.contains(name) {
      findings.add(
        DuplicateName.taken(name, at: declared.place), poisoning: [.reads, .writes])
    } else if let other = names[name] {
      findings.add(
        DuplicateName.clash(name, declared, with: other), poisoning: [.reads, .writes])
    } else {
      names[name] = declared
    }
  }

  private mutating func checkDistinct(_ names: [String], in section: String, kind: NameKind) {
    func place(_ index: Int) -> Diagnostic.Place {
      Diagnostic.Place(Pointer.root[section][names[index]].text, isKey: true)
    }
    for (index, name) in names.enumerated() where Linker.takenNames.contains(name) {
      findings.add(DuplicateName.taken(name, at: place(index)), poisoning: kind.aspects)
    }
    checkDistinct(names, kind: kind, at: place)
  }

  private mutating func checkDistinct(
    _ names: [String], kind: NameKind, at place: (Int) -> Diagnostic.Place
  ) {
    typeLinking.findings = findings
    typeLinking.checkDistinct(names, kind: kind, at: place)
    findings = typeLinking.findings
  }

  private mutating func checkTypeNames() {
    if definition.types.isEmpty { return }
    var byPointer: [String: (String, Diagnostic.Place)] = [:]
    for (name, place) in typeLinking.ownTypes { byPointer[place.pointer] = (name, place) }
    let keys = definition.types.compactMap { byPointer[Pointer.root["types"][$0.key].text] }
    checkDistinct(keys.map(\.0), kind: .type) { keys[$0].1 }
    for (name, place) in keys where Scope.reservedNames.contains(name) {
      findings.add(DuplicateName.taken(name, at: place))
    }
  }

  private mutating func checkStateNames() {
    let nodes = tree.nodes.indices.dropFirst()
    if nodes.isEmpty { return }
    let count = findings.diagnostics.count
    var seen: Set<String> = []
    for index in nodes where !isWithinDouble(index) && !seen.insert(tree.name(index)).inserted {
      doubles.insert(index)
    }
    let tree = self.tree
    let told = nodes.filter { doubles.contains($0) || !isWithinDouble($0) }
    checkDistinct(told.map { tree.name($0) }, kind: .state) { tree.place(told[$0]) }
    for index in nodes where tree.name(index) == definition.name {
      let root = Diagnostic.Place("/state", range: 0..<definition.name.utf8.count)
      findings.add(
        DuplicateName.clash(
          definition.name, Declared(kind: .state, place: place(ofName: index)),
          with: Declared(kind: .state, place: root)))
    }
    if findings.diagnostics.count > count { findings.poison(.states) }
  }

  /// Whether a state or one around it bears a name that another has: what is in it is not told.
  func isWithinDouble(_ index: StateIndex) -> Bool {
    !doubles.isEmpty && tree.path(to: index).contains { doubles.contains($0) }
  }

  /// A function `getCode` and a value `code` are one method in Kotlin.
  private mutating func checkGetters() {
    if definition.functions.isEmpty { return }
    var getters: [String: [String]] = [:]
    for name in Set(definition.outputs.map(\.name)).sorted() {
      let first = name.utf8.first.map { UnicodeScalar($0) }.map(String.init) ?? ""
      getters["get" + first.uppercased() + name.dropFirst(), default: []].append(name)
    }
    for function in definition.functions where function.parameters.isEmpty {
      for name in getters[function.name] ?? [] {
        guard let pointer = outputs[name] else { continue }
        findings.add(
          NameCollision.getter(
            function: function.name,
            at: Diagnostic.Place(Pointer.root["functions"][function.name].text, isKey: true),
            name: name, at: Diagnostic.Place(pointer.text, isKey: true)))
      }
    }
  }

  mutating func variable(_ name: String, _ type: ValueType, _ role: VariableRole) -> VariableIndex {
    let index = VariableIndex(declarations.variables.count)
    declarations.variables.append(Declarations.Variable(name: name, type: type))
    roles.append(role)
    return index
  }

  /// Gives every declared value its variable. A name that is declared twice keeps its first meaning.
  mutating func declareVariables() {
    for (index, input) in definition.inputs.enumerated() {
      var pointer: Pointer { Pointer.root["inputs"][input.name] }
      let type = type(
        input.type, at: input.isExpanded ? pointer["type"] : pointer, of: input.name)
      let variable = variable(input.name, type, .input(index))
      if names[input.name]?.kind == .input { variables[input.name] = variable }
      checkedInputs.append(
        CheckedInput(name: input.name, type: type, variable: variable, defaultValue: nil))
    }
    for (index, property) in definition.properties.enumerated() {
      let type = type(
        property.type, at: Pointer.root["properties"][property.name]["type"], of: property.name)
      // One that starts as null was meant to be optional: what reads it is not told as well.
      let known = property.startsNull && !type.allowsNull ? .unknown : type
      let variable = variable(property.name, known, .property(index))
      if names[property.name]?.kind == .property { variables[property.name] = variable }
      checkedProperties.append(
        CheckedProperty(
          name: property.name, type: type, variable: variable,
          initial: Expression.placeholder(at: .root), isStored: property.isStored))
    }
    for (index, computed) in definition.computed.enumerated() {
      let type = type(
        computed.type, at: Pointer.root["computed"][computed.name]["type"], of: computed.name)
      let variable = variable(computed.name, type, .computed(index))
      if names[computed.name]?.kind == .computed { variables[computed.name] = variable }
      checkedComputed.append(
        CheckedComputed(
          name: computed.name, variable: variable, value: Expression.placeholder(at: .root)))
    }
    declareCarried()
    declareEvents()
    for command in definition.commands {
      checkedCommands.append(
        CheckedCommand(
          name: command.name,
          fields: fields(
            command.fields, at: Pointer.root["commands"][command.name]["carries"])))
    }
  }

  private mutating func declareCarried() {
    var declaredFields: [[Declarations.Field]] = []
    for (index, node) in tree.nodes.enumerated() {
      let base = node.pointer["carries"]
      let fields = fields(node.state.carries, at: base)
      declaredFields.append(fields)
      carried.append(
        fields.enumerated().map { place, field in
          variable(field.name, field.type, .carried(state: index, field: place))
        })
      for field in fields {
        let place = Diagnostic.Place(base[field.name].text, isKey: true)
        let declared = Declared(kind: .carried(state: node.state.name), place: place)
        if Scope.reservedNames.contains(field.name) {
          findings.add(DuplicateName.taken(field.name, at: place))
        } else if let other = names[field.name] {
          findings.add(DuplicateName.clash(field.name, declared, with: other))
        } else if let outer = carrier(of: field.name, above: index) {
          findings.add(DuplicateName.clash(field.name, declared, with: outer))
        }
      }
    }
    carriedFields = declaredFields
    hasCarried = declaredFields.contains { !$0.isEmpty }
  }

  /// The ancestor that carries a field of this name.
  private func carrier(of name: String, above index: StateIndex) -> Declared? {
    for ancestor in tree.path(to: index).dropFirst()
    where tree[ancestor].state.carries.contains(where: { $0.name == name }) {
      return Declared(
        kind: .carried(state: tree.name(ancestor)),
        place: Diagnostic.Place(tree[ancestor].pointer["carries"][name].text, isKey: true))
    }
    return nil
  }

  private mutating func declareEvents() {
    for event in definition.events {
      let fields = fields(
        event.fields, at: Pointer.root["events"][event.name]["carries"])
      checkedEvents.append(
        CheckedEvent(
          name: event.name, fields: fields, variables: fields.map { eventVariable($0) },
          isOwn: event.source == .own))
    }
    for index in tree.nodes.indices where tree.canBeDone(index) {
      let fields = tree[index].kind == .parallel ? [] : fieldsOfFinals(of: index)
      checkedEvents.append(
        CheckedEvent(
          name: "done." + tree.name(index), fields: fields,
          variables: fields.map { eventVariable($0) }, isOwn: false, doneState: index))
    }
  }

  /// What all final children carry, by name and type.
  private func fieldsOfFinals(of index: StateIndex) -> [Declarations.Field] {
    let finals = tree.finals(of: index)
    guard let first = finals.first else { return [] }
    return carriedFields[first].filter { field in
      finals.allSatisfy { final in
        carriedFields[final].contains { $0.name == field.name && $0.type == field.type }
      }
    }
  }

  private mutating func eventVariable(_ field: Declarations.Field) -> VariableIndex {
    let key = EventField(name: field.name, type: field.type)
    if let known = eventVariables[key] { return known }
    let index = variable("event." + field.name, field.type, .event)
    eventVariables[key] = index
    return index
  }
}
