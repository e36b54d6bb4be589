import CEL
import StateLinking
import StateModel

/// Compiles a checked definition into one register program and dense tables.
struct Compiler {
  /// Facts about the code so far.
  struct Emitted {
    /// What blocks and chains cost by their starts, where it is more than 1.
    var costs: [Int32: Int] = [:]
    /// What the actions of rows without targets cost, by row, where it is more than 0.
    var actionCosts: [Int: Int] = [:]
    /// The number of instructions of actions among those of chains.
    var fusedCount = 0
    /// The work that reading the outputs so far can take at most.
    var lazyWork = 0
    /// The row that a chain always chooses, by the start of the chain.
    var certainRows: [Int32: Int] = [:]
    /// The start of the code that gives a state's data its defaults, by state.
    var defaults: [Int: Int32] = [:]
  }

  let source: CheckedDefinition
  let isAccelerated: Bool
  let tree: ChartTree
  let reads: Reads
  var builder: CodeBuilder
  /// The register of each variable that is stored rather than computed, by variable.
  private var registers: [Register?]
  /// The effects of commands, followed by those of raised events.
  var effects: [EffectTable] = []
  /// The registers that hold the data of a row's targets until the entries run: by row, target and
  /// field; none for a target without data that is computed.
  var waitingData: [[[Register?]]] = []
  /// The registers that `isIn` reads, by state.
  var flags: [Int: Register] = [:]
  var events: [EventTable] = []
  /// The event of each state's completion; -1 for none.
  var doneEvents: [Int] = []
  var outputReaders: OutputReaders
  /// The outputs that read something the current block sets, as in `outputReaders`.
  var invalidatedOutputs: UInt64 = 0
  /// The paths of the cells and rows that the code belongs to, by cell number.
  var cellPaths: [Pointer] = []
  var emitted = Emitted()

  private init(_ source: CheckedDefinition, isAccelerated: Bool) {
    self.source = source
    self.isAccelerated = isAccelerated
    tree = ChartTree(source.states)
    reads = Reads(source)
    registers = Array(repeating: nil, count: source.declarations.variables.count)
    outputReaders = OutputReaders(source, reads)
    builder = CodeBuilder(declarations: source.declarations)
  }

  static func compile(
    _ source: CheckedDefinition, isAccelerated: Bool, mayBeDraft: Bool, isExplaining: Bool = false
  ) throws(CompileError) -> Tables {
    if source.definition.isDraft && !mayBeDraft { throw .draft }
    guard source.triggerCount <= Limits.triggers else { throw .tooLarge }
    var compiler = Compiler(source, isAccelerated: isAccelerated)
    return try compiler.compile(isExplaining: isExplaining)
  }

  private mutating func compile(isExplaining: Bool) throws(CompileError) -> Tables {
    declareVariables()
    declareEvents()
    declareEffects()
    declareFlags()
    // Functions never see computed values, but computed values call functions.
    for function in source.functions {
      note(function.value.location)
      builder.defineFunction(
        function.declaration, parameters: function.parameters, body: function.value.syntax)
    }
    for value in source.computed { builder.bind(value.variable, inline: value.value.syntax) }
    let inputs = source.inputs.map { inputTable($0) }
    let initials = source.properties.map { property in
      block { compiler in
        guard let register = compiler.register(of: property.variable) else { return }
        compiler.lower(property.initial, into: register)
      }
    }
    let rows = source.rows.indices.map { rowTable($0) }
    let timersOf = Dictionary(grouping: source.timers.indices) { source.timers[$0].state }
    let states = source.states.indices.map { stateTable($0, timers: timersOf[$0] ?? []) }
    let stateRows = StateRows(source)
    let dispatch = emitDispatch(stateRows)
    let timers = timerTables()
    let outputs = source.outputs.map { outputTable($0) }
    let invariants = source.invariants.map { invariantBlock($0) }
    let probes = isExplaining ? self.probes() : nil
    let code: Code
    do { code = try builder.build() } catch { throw .tooLarge }
    var choices: [Choice] = []
    let simplified = outputs.map { output in
      OutputTable(
        name: output.name, isComputedByStep: output.isComputedByStep, slot: output.slot,
        rows: isAccelerated ? output.rows.map { Self.simplified($0, code, &choices) } : output.rows)
    }
    return Tables(
      self,
      Tables.Parts(
        probes: probes, code: code, states: states, rows: rows, timers: timers,
        outputs: simplified, choices: choices, dispatch: dispatch, stateRows: stateRows,
        inputs: inputs, initials: initials, invariants: invariants))
  }

  /// Emits a separate block that ends with `finish(0)`; returns -1 if it would be empty.
  mutating func block(_ body: (inout Compiler) -> Void) -> Int32 {
    let start = builder.position
    invalidatedOutputs = 0
    body(&self)
    guard builder.position > start else { return -1 }
    builder.finish(0)
    outputReaders.byBlock[start] = invalidatedOutputs
    noteCost(of: start, instructions: Int(builder.position - start))
    return start
  }

  mutating func noteCost(of start: Int32, instructions: Int) {
    let cost = instructions / Tables.instructionsPerStep
    if cost > emitted.costs[start, default: 1] { emitted.costs[start] = cost }
  }

  private mutating func declare(_ variable: VariableIndex, _ type: ValueType) {
    guard registers.indices.contains(Int(variable)), registers[Int(variable)] == nil else { return }
    let register = builder.declare(type, isStored: true)
    registers[Int(variable)] = register
    builder.bind(variable, to: register)
  }

  func register(of variable: VariableIndex) -> Register? {
    registers.indices.contains(Int(variable)) ? registers[Int(variable)] : nil
  }

  func slot(of variable: VariableIndex, _ type: ValueType) -> Slot? {
    register(of: variable).map { Slot(register: $0, type: type) }
  }

  private mutating func declareVariables() {
    for input in source.inputs { declare(input.variable, input.type) }
    for property in source.properties { declare(property.variable, property.type) }
    for state in source.states {
      for (variable, field) in zip(state.variables, state.fields) { declare(variable, field.type) }
    }
    for row in source.rows {
      for item in row.lets { declare(item.variable, item.value.syntax.type) }
      waitingData.append(
        (row.targets ?? []).map { target in
          let cells = cells(for: target)
          if cells.isEmpty { return [] }
          var fields: [Register?] = Array(
            repeating: nil, count: source.states[target.state].fields.count)
          for item in cells {
            fields[item.field] = builder.declare(
              source.states[target.state].fields[item.field].type)
          }
          return fields
        })
    }
  }

  /// Declares the events, including the completion events that some row handles.
  private mutating func declareEvents() {
    doneEvents = Array(repeating: -1, count: source.states.count)
    for (index, event) in source.events.enumerated() {
      for (variable, field) in zip(event.variables, event.fields) { declare(variable, field.type) }
      let slots = zip(event.variables, event.fields).compactMap { slot(of: $0, $1.type) }
      events.append(
        EventTable(
          name: event.name, fields: slots,
          fieldNames: event.fields.map(\.name),
          isOwn: event.isOwn, doneState: event.doneState))
      if let state = event.doneState { doneEvents[state] = index }
    }
  }

  private mutating func declareEffects() {
    for (index, command) in source.commands.enumerated() {
      effects.append(EffectTable(kind: .emit(index), values: slots(command.fields)))
    }
    for (index, event) in source.events.enumerated() {
      effects.append(EffectTable(kind: .raise(index), values: slots(event.fields)))
    }
  }

  private mutating func slots(_ fields: [Declarations.Field]) -> [Slot] {
    fields.map { Slot(register: builder.declare($0.type), type: $0.type) }
  }

  /// Every state that a cell tests with `isIn` gets a register. The root needs none: it is always
  /// active.
  private mutating func declareFlags() {
    if let root = source.states.first { builder.bind(alwaysActive: root.name) }
    guard source.states.count > 1 else { return }
    var tested: Set<String> = []
    source.forEachCell { cell in
      for state in reads.states(in: cell.syntax) { tested.insert(state) }
    }
    if tested.isEmpty { return }
    for (index, state) in source.states.enumerated().dropFirst() where tested.contains(state.name) {
      let register = builder.declare(.bool)
      builder.bind(state: state.name, to: register)
      flags[index] = register
    }
  }

  var propertySlots: [Slot] {
    source.properties.compactMap { slot(of: $0.variable, $0.type) }
  }

  private mutating func inputTable(_ input: CheckedInput) -> InputTable {
    let register = register(of: input.variable) ?? builder.declare(input.type)
    var entry: Int32 = -1
    if let value = input.defaultValue { entry = block { $0.lower(value, into: register) } }
    return InputTable(
      name: input.name, type: input.type, slot: Slot(register: register, type: input.type),
      defaultValue: entry)
  }
}
