import CEL
package import StateTables

/// Makes the model of what is generated.
package struct BlueprintBuilder {
  let definition: CheckedDefinition
  var known = ExpressionBuilder.Known()
  var plan: Blueprint
  /// Whether a row may set what its state carries: it goes nowhere, and sets once.
  var canSetCarried = false
  /// Values of which parts are replaced, while an object of `set` is under way.
  var changed: [VariableIndex: Code] = [:]
  /// How many locals of our own there are.
  var localCount = 0
  /// Whether states are of every kind.
  var isGeneral = false
  /// How many rows were written down so far, for all places.
  var trialCount = 0

  /// What is generated for a definition, or why nothing is.
  package static func blueprint(
    of definition: CheckedDefinition, source: String, isGeneral: Bool = false
  ) -> Result<Blueprint, GenerationRefusal> {
    if !isGeneral {
      var builder = BlueprintBuilder(definition, source)
      if case .success(let plan) = builder.made() { return .success(plan) }
    }
    var builder = BlueprintBuilder(definition, source)
    builder.isGeneral = true
    return builder.made()
  }

  private init(_ definition: CheckedDefinition, _ source: String) {
    self.definition = definition
    let hashes = Fingerprint(of: definition)
    plan = Blueprint(
      definition: definition, source: source, fingerprint: hashes.meaning, shape: hashes.shape)
  }

  private mutating func made() -> Result<Blueprint, GenerationRefusal> {
    do throws(Refusal) {
      try make()
      return .success(plan)
    } catch {
      return .failure(GenerationRefusal(error))
    }
  }

  private mutating func make() throws(Refusal) {
    try checkTypes()
    for function in definition.functions { try add(function) }
    try addInputs()
    for computed in definition.computed { try add(computed) }
    for (property, written) in zip(definition.properties, definition.definition.properties) {
      plan.properties.append(
        Blueprint.Property(
          name: property.name, type: property.type, about: written.about,
          initial: try cell(property.initial), isStored: property.isStored))
    }
    addMessages()
    plan.commands = zip(definition.commands, definition.definition.commands).map {
      command, written in
      Blueprint.Command(
        name: command.name, fields: Self.fields(command.fields, written.fields),
        about: written.about)
    }
    if isGeneral {
      try addGeneralChart()
      try addGeneralParts()
    } else {
      try addChart()
      try addParts()
    }
    for (output, written) in zip(definition.outputs, definition.definition.outputs) {
      try add(output, about: written.about)
    }
    plan.patterns = known.patterns
  }

  mutating func cell(_ expression: Expression) throws(Refusal) -> Cell {
    try ExpressionBuilder.cell(expression, definition, &known)
  }

  private static func fields(
    _ checked: [Declarations.Field], _ written: [Definition.Field]
  ) -> [Blueprint.Field] {
    checked.map { field in
      Blueprint.Field(
        name: field.name, type: field.type,
        about: written.first { $0.name == field.name }?.about)
    }
  }

  private mutating func addInputs() throws(Refusal) {
    for (input, written) in zip(definition.inputs, definition.definition.inputs) {
      plan.inputs.append(
        Blueprint.Field(
          name: input.name, type: input.type, about: written.about,
          defaultValue: try input.defaultValue.map { value throws(Refusal) in try cell(value) }))
    }
  }

  private mutating func add(_ computed: CheckedComputed) throws(Refusal) {
    let value = try cell(computed.value)
    known.computedFails.append(value.code.fails)
    plan.computed.append(
      Blueprint.Computed(
        name: computed.name,
        about: definition.definition.computed.first { $0.name == computed.name }?.about,
        value: value))
  }

  private mutating func add(_ function: CheckedFunction) throws(Refusal) {
    let value = try cell(function.value)
    known.functionFails[function.declaration] = value.code.fails
    let declared = definition.declarations.functions[Int(function.declaration)]
    plan.functions[Int(function.declaration)] = Blueprint.Function(
      name: function.name,
      parameters: declared.parameters.map {
        Blueprint.Field(name: $0.name, type: $0.type, about: nil)
      }, value: value)
  }

  private mutating func addMessages() {
    let raised = raisedMessages
    for (index, event) in definition.events.enumerated() {
      let written = definition.definition.events.first { $0.name == event.name }
      plan.messages.append(
        Blueprint.Message(
          name: event.doneState.map { "done\(definition.states[$0].name.capitalized)" }
            ?? event.name, fields: Self.fields(event.fields, written?.fields ?? []),
          about: written?.about, isOwn: event.isOwn || event.doneState != nil))
      if raised.contains(index) { plan.raises = true }
    }
  }

  /// The events that anything raises.
  private var raisedMessages: Set<Int> {
    var raised: Set<Int> = []
    for row in definition.rows { raised.formUnion(row.raises.map(\.index)) }
    for state in definition.states {
      for action in state.enter + state.exit { raised.formUnion(action.raises.map(\.index)) }
    }
    return raised
  }

  private mutating func add(_ output: CheckedOutput, about: String?) throws(Refusal) {
    var rows: [Blueprint.Output.Row] = []
    let only = onlySlot(of: output)
    let slot = only ?? 0
    for row in output.rows {
      if only == nil {
        rows.append(try generalRow(row))
        continue
      }
      let places = plan.chart.map { chart in
        chart.slots[slot].places.filter { place in
          row.states.contains { chart.paths[place].contains($0) }
        }
      }
      let isEverywhere = places == nil || places == plan.chart?.slots[slot].places
      rows.append(
        Blueprint.Output.Row(
          states: isEverywhere ? [] : places ?? [],
          condition: try row.condition.map { condition throws(Refusal) in try cell(condition) },
          value: try cell(row.value)))
    }
    if only == nil, output.type == output.type.present, let last = rows.popLast() {
      // One of the rows matches, so the last needs no question.
      rows.append(Blueprint.Output.Row(states: [], condition: nil, value: last.value))
    }
    plan.outputs.append(
      Blueprint.Output(
        name: output.name, kind: output.kind, type: output.type, about: about, rows: rows,
        shown: shown(output.name, rows), slot: slot))
  }

  /// The slot whose places tell which row of an output matches, if one alone does.
  private func onlySlot(of output: CheckedOutput) -> Int? {
    if isGeneral { return nil }
    guard let chart = plan.chart, chart.hasRegions else { return 0 }
    let states = output.rows.filter { !$0.states.contains(0) }.flatMap(\.states)
    guard let first = states.first else { return 0 }
    let slot = chart.slot(of: first)
    let isTold = states.allSatisfy { state in
      chart.slot(of: state) == slot
        && chart.tests(for: state).allSatisfy { chart.slot(of: $0) == slot }
    }
    return isTold ? slot : nil
  }

  /// In states of every kind a row asks for its states like a guard.
  private mutating func generalRow(_ row: CheckedOutput.Row) throws(Refusal) -> Blueprint.Output.Row
  {
    let value = try cell(row.value)
    let guarded = try row.condition.map { condition throws(Refusal) in try cell(condition) }
    guard !row.states.contains(0) else {
      return Blueprint.Output.Row(states: [], condition: guarded, value: value)
    }
    let tests = row.states.map { Code(.isIn($0), .bool) }
    guard let first = tests.first else {
      return Blueprint.Output.Row(states: [], condition: guarded, value: value)
    }
    let isThere = tests.dropFirst().reduce(first) { Code(.infix(.or, $0, $1), .bool) }
    guard let guarded else {
      return Blueprint.Output.Row(
        states: [], condition: Cell(code: isThere, pointer: value.pointer), value: value)
    }
    let both =
      guarded.code.fails
      ? Code(.absorbing(isAnd: true, isThere, guarded.code), .bool)
      : Code(.infix(.and, isThere, guarded.code), .bool)
    return Blueprint.Output.Row(
      states: [], condition: Cell(code: both, pointer: guarded.pointer), value: value)
  }

  /// The property or input that an output of the same name just hands out.
  private func shown(_ name: String, _ rows: [Blueprint.Output.Row]) -> Code.Name? {
    guard rows.count == 1, rows[0].condition == nil, rows[0].states.isEmpty,
      let shown = rows[0].value.code.name
    else { return nil }
    // A local of generated functions hides what is stored under its name.
    let isHidden = SwiftNames.taken.contains(name) || KotlinNames.taken.contains(name)
    if isHidden, !Members.isOurs(name) { return nil }
    switch shown {
    case .property(let index) where plan.properties[index].name == name: return shown
    case .input(let index) where plan.inputs[index].name == name: return shown
    default: return nil
    }
  }
}

/// Why a definition cannot be generated.
package struct GenerationRefusal: Error, Hashable, Sendable {
  /// What is not supported, as the end of a sentence that starts with "generated code has no".
  package let missing: String
  /// The JSON pointer of what needs it.
  package let pointer: String

  init(_ refusal: Refusal) {
    missing = refusal.missing
    pointer = refusal.pointer
  }

  /// What to tell of it.
  package var diagnostic: Diagnostic {
    UnsupportedSource.without(missing, at: pointer)
  }
}
