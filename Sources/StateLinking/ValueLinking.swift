import CEL
import StateModel

/// Functions, inputs, computed values, properties and invariants.
extension Linker {
  /// Checks the bodies of functions; those of used files without findings.
  mutating func linkFunctions(_ pending: [TypeLinking.PendingFunction]) {
    let positions = Dictionary(
      zip(pending.map(\.index), pending.indices), uniquingKeysWith: { first, _ in first })
    let dependencies = pending.map { function in
      function.function.value.mentionedNames.compactMap { name in
        function.scope.functions[name].flatMap { positions[$0] }
      }.sorted()
    }
    let sorted = DependencyOrder(dependencies)
    for circle in sorted.circles {
      for position in circle { poison(pending[position]) }
      let names = circle.map { pending[$0].function.name }
      guard let first = circle.first, pending[first].isOwn else { continue }
      findings.add(
        Recursion.circle(
          .function, names, at: Diagnostic.Location("/functions/\(names[0])", isKey: true)))
    }
    for index in sorted.order { link(pending[index]) }
  }

  /// Makes the result of a function unknown because the function has an error.
  private mutating func poison(_ pending: TypeLinking.PendingFunction) {
    let signature = symbols.declarations.functions[Int(pending.index)]
    symbols.declarations.functions[Int(pending.index)] = Declarations.FunctionType(
      name: signature.name, parameters: signature.parameters, result: .unknown)
  }

  private mutating func link(_ pending: TypeLinking.PendingFunction) {
    let function = pending.function
    let signature = symbols.declarations.functions[Int(pending.index)]
    let base = Pointer.root["functions"][function.name]
    // The scope comes last: it would share the variables, and adding one would copy all.
    var parameters: [VariableIndex] = []
    for field in signature.parameters {
      let location = Diagnostic.Location(base["takes"][field.name].text, isKey: true)
      if pending.isOwn { checkParameter(field.name, at: location, in: pending.scope) }
      let index = symbols.variable(
        field.name, field.type, .parameter(function: Int(pending.index)))
      parameters.append(index)
    }
    var scope = scope(.function)
    scope.surroundings.functions = pending.scope.functions
    scope.surroundings.typeNames = pending.scope.types
    for (field, index) in zip(signature.parameters, parameters) {
      scope.innerNames[field.name] = index
    }
    let value = checkBody(of: pending, against: signature.result, in: scope, at: base["value"])
    if value.isPlaceholder { poison(pending) }
    parts.functions.append(
      CheckedFunction(
        name: function.name, declaration: pending.index, parameters: parameters, value: value))
  }

  /// Checks the body of a function. The findings of a used file are reported with that file.
  private mutating func checkBody(
    of pending: TypeLinking.PendingFunction, against type: ValueType, in scope: Scope,
    at pointer: Pointer
  ) -> Expression {
    let own = findings
    if !pending.isOwn { findings = Findings() }
    let value = check(
      pending.function.value, against: type, in: scope, at: pointer,
      as: .result(pending.function.name)
    ).expression
    if !pending.isOwn, findings.hasErrors, brokenUses.isEmpty { brokenUses = definition.uses }
    findings = own
    return value
  }

  private func checkParameter(
    _ name: String, at location: Diagnostic.Location, in scope: FileScope
  ) {
    let declared = Declared(kind: .parameter, location: location)
    if Scope.reservedNames.contains(name) {
      findings.add(DuplicateName.taken(name, at: location))
    } else if scope.functions[name] != nil || scope.types[name] != nil,
      let other = symbols.declared[name]
    {
      findings.add(DuplicateName.clash(name, declared, with: other))
    }
  }

  mutating func linkInputs() {
    for (index, input) in definition.inputs.enumerated() {
      guard let cell = input.defaultValue else { continue }
      let known = parts.inputs[index]
      let value = check(
        cell, against: known.type, in: scope(.defaultValue),
        at: Pointer.root["inputs"][input.name]["default"], as: .named(input.name)
      ).expression
      if value.isPlaceholder { symbols.poison(known.variable) }
      parts.inputs[index] = CheckedInput(
        name: known.name, type: known.type, variable: known.variable, defaultValue: value)
    }
  }

  /// The computed values by index, each after those that it depends on. Finds out which of them
  /// depend on inputs alone, or on nothing, so that `initial` and `default` cells may use them.
  mutating func orderComputed() -> [Int] {
    let computed = definition.computed
    let positions = Dictionary(
      zip(computed.map(\.name), computed.indices), uniquingKeysWith: { first, _ in first })
    let mentioned = computed.map(\.value.mentionedNames)
    let sorted = DependencyOrder(mentioned.map { $0.compactMap { positions[$0] }.sorted() })
    for circle in sorted.circles {
      let names = circle.map { computed[$0].name }
      for position in circle { symbols.poison(parts.computed[position].variable) }
      findings.add(
        Recursion.circle(
          .computed, names,
          at: Diagnostic.Location(Pointer.root["computed"][names[0]].text, isKey: true)))
    }
    for input in parts.inputs where symbols.declared[input.name]?.kind == .input {
      symbols.addInitialName(input.name, input.variable)
    }
    for index in sorted.order { noteSources(of: computed[index].name, mentioned[index]) }
    return sorted.order
  }

  /// Notes whether a computed value depends on inputs alone, or on nothing.
  private mutating func noteSources(of name: String, _ names: Set<String>) {
    guard !names.contains("isIn"), let variable = symbols.variables[name] else { return }
    let sources = names.filter { symbols.variables[$0] != nil }
    if sources.allSatisfy({ symbols.isInitialName($0) }) { symbols.addInitialName(name, variable) }
    if sources.allSatisfy({ symbols.isConstantName($0) }) {
      symbols.addConstantName(name, variable)
    }
  }

  mutating func linkComputed(_ order: [Int]) {
    parts.computed = order.map { index in
      let known = parts.computed[index]
      let value = check(
        definition.computed[index].value, against: symbols.type(of: known.variable),
        in: scope(.computed), at: Pointer.root["computed"][known.name]["value"],
        as: .named(known.name)
      ).expression
      if value.isPlaceholder { symbols.poison(known.variable) }
      return CheckedComputed(name: known.name, variable: known.variable, value: value)
    }
  }

  mutating func linkProperties() {
    let scope = scope(.initial)
    let section = Pointer.root["properties"]
    for (index, property) in definition.properties.enumerated() {
      let known = parts.properties[index]
      let initial = check(
        property.initial, against: known.type, in: scope,
        at: section[property.name]["initial"], as: .named(property.name)
      ).expression
      if initial.isPlaceholder { symbols.poison(known.variable) }
      parts.properties[index] = CheckedProperty(
        name: known.name, type: known.type, variable: known.variable, initial: initial,
        isStored: known.isStored)
    }
  }

  mutating func linkInvariants() {
    let scope = scope(.invariant)
    for invariant in definition.invariants {
      let pointer = Pointer.root["invariants"][invariant.name]
      if Identifier(invariant.name) == nil {
        findings.add(
          TypeShape.noName(invariant.name, at: Diagnostic.Location(pointer.text, isKey: true)))
      }
      let condition = check(
        invariant.condition, against: .bool, in: scope, at: pointer, as: .condition("an invariant"))
      parts.invariants.append(
        CheckedInvariant(name: invariant.name, condition: condition.expression))
    }
  }
}
