import CEL
package import StateLinking
import StateModel

/// Builds the generation model of a checked definition.
package struct GenerationModelBuilder {
  let definition: CheckedDefinition
  /// The names that cells can read: a local variable of generated code must not hide one.
  let variableNames: Set<String>
  /// The indices of the rows of each state, in declared order.
  let rowsOfStates: [StateIndex: [Int]]
  var known = ExpressionBuilder.KnownFacts()
  var model: GenerationModel
  /// Whether the current row may assign carried data: it has no target and at most one `set`
  /// object.
  var canSetCarried = false
  /// The new values of variables whose parts the current `set` object replaces.
  var changed: [VariableIndex: GenerationCode] = [:]
  /// The number of local variables that the builder has added.
  var localCount = 0
  /// Whether the definition uses the general chart, which supports every kind of state.
  var isGeneral = false
  /// The number of row candidates written so far, over all leaves.
  var candidateCount = 0

  /// Builds the model of a definition, or returns why it cannot be generated. Falls back to the
  /// general chart if the simple chart does not support the definition.
  package static func model(
    of definition: CheckedDefinition, source: String, isGeneral: Bool = false
  ) -> Result<GenerationModel, GenerationRefusal> {
    if !isGeneral {
      var builder = GenerationModelBuilder(definition, source)
      if case .success(let model) = builder.build() { return .success(model) }
    }
    var builder = GenerationModelBuilder(definition, source)
    builder.isGeneral = true
    return builder.build()
  }

  private init(_ definition: CheckedDefinition, _ source: String) {
    self.definition = definition
    variableNames = definition.variableNames
    rowsOfStates = Dictionary(grouping: definition.rows.indices) { definition.rows[$0].state }
    let hashes = Fingerprint(of: definition)
    model = GenerationModel(
      definition: definition, source: source, fingerprint: hashes.meaning, shape: hashes.shape)
  }

  private mutating func build() -> Result<GenerationModel, GenerationRefusal> {
    do throws(Refusal) {
      try buildModel()
      return .success(model)
    } catch {
      return .failure(GenerationRefusal(error))
    }
  }

  private mutating func buildModel() throws(Refusal) {
    try checkTypes()
    for function in definition.functions { try add(function) }
    try addInputs()
    for computed in definition.computed { try add(computed) }
    for (property, written) in zip(definition.properties, definition.definition.properties) {
      model.properties.append(
        GenerationModel.Property(
          name: property.name, type: property.type, about: written.about,
          initial: try cell(property.initial), isStored: property.isStored))
    }
    addMessages()
    model.commands = zip(definition.commands, definition.definition.commands).map {
      command, written in
      GenerationModel.Command(
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
    model.patterns = known.patterns
    model.removeUnread()
    model.sendsOwnMessages = !model.raisedMessages.isEmpty
  }

  mutating func cell(_ expression: Expression) throws(Refusal) -> GenerationCell {
    try ExpressionBuilder.cell(expression, definition, &known)
  }

  private static func fields(
    _ checked: [Declarations.Field], _ written: [Definition.Field]
  ) -> [GenerationModel.Field] {
    checked.map { field in
      GenerationModel.Field(
        name: field.name, type: field.type,
        about: written.first { $0.name == field.name }?.about)
    }
  }

  private mutating func addInputs() throws(Refusal) {
    let hidden = PrivateParts(of: definition)
    for (input, written) in zip(definition.inputs, definition.definition.inputs) {
      model.inputs.append(
        GenerationModel.Field(
          name: input.name, type: input.type, about: written.about,
          defaultValue: try input.defaultValue.map { value throws(Refusal) in try cell(value) },
          blank: hidden.blank(ofInput: input.name)))
    }
  }

  private mutating func add(_ computed: CheckedComputed) throws(Refusal) {
    let value = try cell(computed.value)
    known.computedFails.append(value.code.fails)
    model.computed.append(
      GenerationModel.Computed(
        name: computed.name,
        about: definition.definition.computed.first { $0.name == computed.name }?.about,
        value: value))
  }

  private mutating func add(_ function: CheckedFunction) throws(Refusal) {
    let value = try cell(function.value)
    known.functionFails[function.declaration] = value.code.fails
    let declared = definition.declarations.functions[Int(function.declaration)]
    model.functions[Int(function.declaration)] = GenerationModel.Function(
      name: function.name,
      parameters: declared.parameters.map {
        GenerationModel.Field(name: $0.name, type: $0.type, about: nil)
      }, value: value)
  }

  private mutating func addMessages() {
    let raised = raisedMessages
    let hidden = PrivateParts(of: definition)
    for (index, event) in definition.events.enumerated() {
      let written = definition.definition.events.first { $0.name == event.name }
      var fields = Self.fields(event.fields, written?.fields ?? [])
      for field in fields.indices {
        fields[field].blank = hidden.blank(of: fields[field].name, in: event.name)
      }
      model.messages.append(
        GenerationModel.Message(
          name: event.doneState.map { "done\(definition.states[$0].name.capitalized)" }
            ?? event.name, fields: fields,
          about: written?.about, isOwn: event.isOwn || event.doneState != nil))
      if raised.contains(index) { model.raises = true }
    }
  }

  /// The indices of the events that rows or actions raise.
  private var raisedMessages: Set<Int> {
    var raised: Set<Int> = []
    for row in definition.rows { raised.formUnion(row.raises.map(\.index)) }
    for state in definition.states {
      for action in state.enter + state.exit { raised.formUnion(action.raises.map(\.index)) }
    }
    return raised
  }

  private mutating func add(_ output: CheckedOutput, about: String?) throws(Refusal) {
    var rows: [GenerationModel.Output.Row] = []
    let only = decidingSlot(of: output)
    let slot = only ?? 0
    for row in output.rows {
      if only == nil {
        rows.append(try generalRow(row))
        continue
      }
      let leaves = model.chart.map { chart in
        chart.slots[slot].leaves.filter { leaf in
          row.states.contains { chart.paths[leaf].contains($0) }
        }
      }
      let isEverywhere = leaves == nil || leaves == model.chart?.slots[slot].leaves
      rows.append(
        GenerationModel.Output.Row(
          states: isEverywhere ? [] : leaves ?? [],
          condition: try row.condition.map { condition throws(Refusal) in try cell(condition) },
          value: try cell(row.value)))
    }
    if only == nil, output.type == output.type.present, let last = rows.popLast() {
      // One of the rows always matches, so the last one needs no condition.
      rows.append(GenerationModel.Output.Row(states: [], condition: nil, value: last.value))
    }
    model.outputs.append(
      GenerationModel.Output(
        name: output.name, kind: output.kind, type: output.type, about: about, rows: rows,
        storedName: storedName(output.name, rows), slot: slot))
  }

  /// The index of the slot whose leaf alone decides which row of an output matches; `nil` if the
  /// rows depend on several slots.
  private func decidingSlot(of output: CheckedOutput) -> Int? {
    if isGeneral { return nil }
    guard let chart = model.chart, chart.hasRegions else { return 0 }
    let states = output.rows.filter { !$0.states.contains(0) }.flatMap(\.states)
    guard let first = states.first else { return 0 }
    let slot = chart.slot(of: first)
    let isDecided = states.allSatisfy { state in
      chart.slot(of: state) == slot
        && chart.tests(for: state).allSatisfy { chart.slot(of: $0) == slot }
    }
    return isDecided ? slot : nil
  }

  /// In a general chart, the states of an output row become a part of its condition.
  private mutating func generalRow(_ row: CheckedOutput.Row) throws(Refusal)
    -> GenerationModel.Output.Row
  {
    let value = try cell(row.value)
    let guarded = try row.condition.map { condition throws(Refusal) in try cell(condition) }
    guard !row.states.contains(0) else {
      return GenerationModel.Output.Row(states: [], condition: guarded, value: value)
    }
    let tests = row.states.map { GenerationCode(.isIn($0), .bool) }
    guard let first = tests.first else {
      return GenerationModel.Output.Row(states: [], condition: guarded, value: value)
    }
    let isThere = tests.dropFirst().reduce(first) { GenerationCode(.infix(.or, $0, $1), .bool) }
    guard let guarded else {
      return GenerationModel.Output.Row(
        states: [], condition: GenerationCell(code: isThere, pointer: value.pointer), value: value)
    }
    let both =
      guarded.code.fails
      ? GenerationCode(.absorbing(isAnd: true, isThere, guarded.code), .bool)
      : GenerationCode(.infix(.and, isThere, guarded.code), .bool)
    return GenerationModel.Output.Row(
      states: [], condition: GenerationCell(code: both, pointer: guarded.pointer), value: value)
  }

  /// The property or input of the same name, if the output only returns its value.
  private func storedName(_ name: String, _ rows: [GenerationModel.Output.Row]) -> GenerationCode
    .Name?
  {
    guard rows.count == 1, rows[0].condition == nil, rows[0].states.isEmpty,
      let storedName = rows[0].value.code.name
    else { return nil }
    // A local variable of a generated function would hide the stored member of this name.
    let isHidden = SwiftNames.taken.contains(name) || KotlinNames.taken.contains(name)
    if isHidden, !ReservedMembers.isReserved(name) { return nil }
    switch storedName {
    case .property(let index) where model.properties[index].name == name: return storedName
    case .input(let index) where model.inputs[index].name == name: return storedName
    default: return nil
    }
  }
}
