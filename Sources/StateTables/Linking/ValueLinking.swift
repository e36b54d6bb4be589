import CEL

/// Functions, inputs, computed values, properties and invariants.
extension Linker {
  /// Checks the bodies of functions, of used files in silence.
  mutating func link(_ pending: [TypeLinking.PendingFunction]) {
    let places = Dictionary(
      zip(pending.map(\.index), pending.indices), uniquingKeysWith: { first, _ in first })
    let dependencies = pending.map { function in
      function.function.value.mentionedNames.compactMap { name in
        function.scope.functions[name].flatMap { places[$0] }
      }.sorted()
    }
    let sorted = DependencyOrder(dependencies)
    for circle in sorted.circles {
      let names = circle.map { pending[$0].function.name }
      guard let first = circle.first, pending[first].isOwn else { continue }
      findings.add(
        Recursion.circle(
          .function, names, at: Diagnostic.Place("/functions/\(names[0])", isKey: true)),
        poisoning: [.reads])
    }
    for index in sorted.order { link(pending[index]) }
  }

  private mutating func link(_ pending: TypeLinking.PendingFunction) {
    let function = pending.function
    let signature = declarations.functions[Int(pending.index)]
    let base = Pointer.root["functions"][function.name]
    var scope = scope(.function)
    scope.surroundings.functions = pending.scope.functions
    scope.surroundings.typeNames = pending.scope.types
    var parameters: [VariableIndex] = []
    for field in signature.parameters {
      let place = Diagnostic.Place(base["takes"][field.name].text, isKey: true)
      if pending.isOwn { checkParameter(field.name, at: place, in: pending.scope) }
      let index = variable(field.name, field.type, .parameter(function: Int(pending.index)))
      parameters.append(index)
      scope.innerNames[field.name] = index
    }
    scope.declarations = declarations
    let kept = pending.isOwn ? nil : findings
    let value = check(
      function.value, against: signature.result, in: scope, at: base["value"],
      as: .result(function.name)
    ).expression
    if let kept {
      if findings.hasErrors, !kept.hasErrors, brokenUses.isEmpty {
        brokenUses = definition.uses
      }
      findings = kept
    }
    checkedFunctions.append(
      CheckedFunction(
        name: function.name, declaration: pending.index, parameters: parameters, value: value))
  }

  private mutating func checkParameter(
    _ name: String, at place: Diagnostic.Place, in scope: FileScope
  ) {
    let declared = Declared(kind: .parameter, place: place)
    if Scope.reservedNames.contains(name) {
      findings.add(DuplicateName.taken(name, at: place))
    } else if scope.functions[name] != nil || scope.types[name] != nil, let other = names[name] {
      findings.add(DuplicateName.clash(name, declared, with: other))
    }
  }

  mutating func linkInputs() {
    for (index, input) in definition.inputs.enumerated() {
      guard let cell = input.defaultValue else { continue }
      let known = checkedInputs[index]
      let value = check(
        cell, against: known.type, in: scope(.defaultValue),
        at: Pointer.root["inputs"][input.name]["default"], as: .named(input.name))
      checkedInputs[index] = CheckedInput(
        name: known.name, type: known.type, variable: known.variable,
        defaultValue: value.expression)
    }
  }

  mutating func linkComputed() {
    let computed = definition.computed
    let places = Dictionary(
      zip(computed.map(\.name), computed.indices), uniquingKeysWith: { first, _ in first })
    let mentioned = computed.map(\.value.mentionedNames)
    let sorted = DependencyOrder(mentioned.map { $0.compactMap { places[$0] }.sorted() })
    for circle in sorted.circles {
      let names = circle.map { computed[$0].name }
      findings.add(
        Recursion.circle(
          .computed, names,
          at: Diagnostic.Place(Pointer.root["computed"][names[0]].text, isKey: true)),
        poisoning: [.reads])
    }
    let scope = scope(.computed)
    for input in checkedInputs where names[input.name]?.kind == .input {
      initialNames[input.name] = input.variable
    }
    checkedComputed = sorted.order.map { index in
      let known = checkedComputed[index]
      let value = check(
        computed[index].value, against: declarations.variables[Int(known.variable)].type,
        in: scope, at: Pointer.root["computed"][known.name]["value"], as: .named(known.name))
      noteSources(of: known.name, mentioning: mentioned[index])
      return CheckedComputed(
        name: known.name, variable: known.variable, value: value.expression)
    }
  }

  /// Notes whether a computed value depends on inputs alone, or on nothing: then `initial` cells
  /// may use it.
  private mutating func noteSources(of name: String, mentioning names: Set<String>) {
    guard !names.contains("isIn") else { return }
    let sources = names.filter { variables[$0] != nil }
    guard let variable = variables[name] else { return }
    if sources.allSatisfy({ initialNames[$0] != nil }) {
      initialNames[name] = variable
    }
    if sources.allSatisfy({ constantNames[$0] != nil }) { constantNames[name] = variable }
  }

  mutating func linkProperties() {
    let scope = scope(.initial)
    let section = Pointer.root["properties"]
    for (index, property) in definition.properties.enumerated() {
      let known = checkedProperties[index]
      let initial = check(
        property.initial, against: known.type, in: scope,
        at: section[property.name]["initial"], as: .named(property.name))
      checkedProperties[index] = CheckedProperty(
        name: known.name, type: known.type, variable: known.variable,
        initial: initial.expression, isStored: known.isStored)
    }
  }

  mutating func linkInvariants() {
    let scope = scope(.invariant)
    for invariant in definition.invariants {
      let pointer = Pointer.root["invariants"][invariant.name]
      if Identifier(invariant.name) == nil {
        findings.add(
          TypeShape.noName(invariant.name, at: Diagnostic.Place(pointer.text, isKey: true)))
      }
      let condition = check(
        invariant.condition, against: .bool, in: scope, at: pointer, as: .condition("an invariant"))
      checkedInvariants.append(
        CheckedInvariant(name: invariant.name, condition: condition.expression))
    }
  }
}
