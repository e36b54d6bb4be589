import CEL
import StateModel

/// Links the cells outside of rows and states: functions, inputs, computed values, properties and
/// invariants.
extension Linker {
  /// Checks the bodies of functions. Findings of used files are dropped here: they are reported with
  /// those files.
  mutating func linkFunctions(_ functions: [TypeLinking.PendingFunction]) {
    let positions = Dictionary(
      zip(functions.map(\.index), functions.indices), uniquingKeysWith: { first, _ in first })
    let dependencies = functions.map { entry in
      entry.function.value.mentionedNames.compactMap { name in
        entry.scope.functions[name].flatMap { positions[$0] }
      }.sorted()
    }
    let sorted = DependencyOrder(dependencies)
    for position in sorted.circular { poison(functions[position]) }
    for circle in sorted.circles where functions[circle.first].isOwn {
      let names = circle.names { functions[$0].function.name }
      findings.add(
        .cell(.recursion(.function, names)),
        at: Diagnostic.Location("/functions/\(names[0])", isKey: true))
    }
    for index in sorted.order { link(functions[index]) }
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
    // Only `checkBody` has a scope: it holds a copy of the declarations, and a change while that
    // exists copies the whole array.
    var parameters: [VariableIndex] = []
    for field in signature.parameters {
      let location = Diagnostic.Location(base["takes"][field.name], isKey: true)
      if pending.isOwn { checkParameter(field.name, at: location, in: pending.scope) }
      let index = symbols.variable(
        field.name, field.type, .parameter(function: Int(pending.index)))
      parameters.append(index)
    }
    let value = checkBody(
      of: pending, against: signature.result, at: base["value"],
      parameters: zip(signature.parameters, parameters))
    if value.isPlaceholder { poison(pending) }
    parts.functions.append(
      CheckedFunction(
        name: function.name, declaration: pending.index, parameters: parameters, value: value))
  }

  /// Checks the body of a function. The findings of a used file are reported with that file.
  private mutating func checkBody(
    of pending: TypeLinking.PendingFunction, against type: ValueType, at pointer: Pointer,
    parameters: Zip2Sequence<[Declarations.Field], [VariableIndex]>
  ) -> Expression {
    var scope = scope(.function)
    scope.surroundings.functions = pending.scope.functions
    scope.surroundings.typeNames = pending.scope.types
    for (field, index) in parameters { scope.innerNames[field.name] = index }
    // `Findings` is a class: those of a used file go to another collection, which is dropped.
    let own = findings
    if !pending.isOwn { findings = Findings() }
    defer { findings = own }
    let value = check(
      pending.function.value, against: type, in: scope, at: pointer,
      as: .result(pending.function.name)
    ).expression
    // Which used file has the error is not known here, so all are marked.
    if !pending.isOwn, findings.hasErrors, brokenUses.isEmpty { brokenUses = definition.uses }
    return value
  }

  /// Checks the name of a parameter. It may be that of an input or property: the body cannot read
  /// those.
  private func checkParameter(
    _ name: String, at location: Diagnostic.Location, in scope: FileScope
  ) {
    let declared = Declared(kind: .parameter, location: location)
    if Scope.reservedNames.contains(name) {
      findings.add(.name(.taken(name)), at: location)
    } else if scope.functions[name] != nil || scope.types[name] != nil,
      let other = symbols.declared[name]
    {
      findings.add(DuplicateName.clash(name, declared, with: other))
    }
  }

  mutating func linkInputs() {
    for (index, input) in definition.inputs.enumerated() {
      guard let cell = input.defaultValue else { continue }
      let declared = parts.inputs[index]
      let value = check(
        cell, against: declared.type, in: scope(.defaultValue),
        at: Pointer.root["inputs"][input.name]["default"], as: .named(input.name)
      ).expression
      if value.isPlaceholder { symbols.poison(declared.variable) }
      parts.inputs[index] = CheckedInput(
        name: declared.name, type: declared.type, variable: declared.variable, defaultValue: value)
    }
  }

  /// The indices of the computed values, each after those it reads. Also reports circles, and lists
  /// the names that `initial` and `default` cells may read.
  mutating func orderComputedAndListSources() -> [Int] {
    let computed = definition.computed
    let positions = Dictionary(
      zip(computed.map(\.name), computed.indices), uniquingKeysWith: { first, _ in first })
    let mentioned = computed.map(\.value.mentionedNames)
    let sorted = DependencyOrder(mentioned.map { $0.compactMap { positions[$0] }.sorted() })
    for circle in sorted.circles {
      let names = circle.names { computed[$0].name }
      findings.add(
        .cell(.recursion(.computed, names)),
        at: Diagnostic.Location(Pointer.root["computed"][names[0]], isKey: true))
    }
    for position in sorted.circular { symbols.poison(parts.computed[position].variable) }
    for input in parts.inputs where symbols.declared[input.name]?.kind == .input {
      symbols.addInitialName(input.name, input.variable)
    }
    // In this order, the sources of what a value reads are listed before it.
    for index in sorted.order { listSources(of: computed[index].name, mentioned[index]) }
    return sorted.order
  }

  /// Lists a computed value that reads only inputs for `initial` cells, and one that reads nothing
  /// also for `default` cells. `isIn` reads the active states.
  private mutating func listSources(of name: String, _ names: Set<String>) {
    guard !names.contains("isIn"), let variable = symbols.variables[name] else { return }
    let sources = names.filter { symbols.variables[$0] != nil }
    if sources.allSatisfy({ symbols.isInitialName($0) }) { symbols.addInitialName(name, variable) }
    if sources.allSatisfy({ symbols.isConstantName($0) }) {
      symbols.addConstantName(name, variable)
    }
  }

  mutating func linkComputed(_ order: [Int]) {
    parts.computed = order.map { index in
      let declared = parts.computed[index]
      let value = check(
        definition.computed[index].value, against: symbols.type(of: declared.variable),
        in: scope(.computed), at: Pointer.root["computed"][declared.name]["value"],
        as: .named(declared.name)
      ).expression
      if value.isPlaceholder { symbols.poison(declared.variable) }
      return CheckedComputed(name: declared.name, variable: declared.variable, value: value)
    }
  }

  mutating func linkProperties() {
    let scope = scope(.initial)
    let section = Pointer.root["properties"]
    for (index, property) in definition.properties.enumerated() {
      let declared = parts.properties[index]
      let initial = check(
        property.initial, against: declared.type, in: scope,
        at: section[property.name]["initial"], as: .named(property.name)
      ).expression
      if initial.isPlaceholder { symbols.poison(declared.variable) }
      parts.properties[index] = CheckedProperty(
        name: declared.name, type: declared.type, variable: declared.variable, initial: initial,
        isStored: declared.isStored)
    }
  }

  mutating func linkInvariants() {
    let scope = scope(.invariant)
    for invariant in definition.invariants {
      let pointer = Pointer.root["invariants"][invariant.name]
      if Identifier(invariant.name) == nil {
        findings.add(
          .type(.invalidName(invariant.name)), at: Diagnostic.Location(pointer, isKey: true))
      }
      let condition = check(
        invariant.condition, against: .bool, in: scope, at: pointer, as: .condition("an invariant"))
      parts.invariants.append(
        CheckedInvariant(name: invariant.name, condition: condition.expression))
    }
  }
}
