import CEL
import StateLinking
import StateModel

/// Compiles states, and the chains of rows that active leaves try.
extension Compiler {
  mutating func rowTable(_ index: Int) -> RowTable {
    let row = source.rows[index]
    let request = row.targets.map {
      Traversal.Request(source: row.state, targets: $0.map(\.state), reentry: row.reentry)
    }
    let isFused = isFused(row)
    let body: Int32 =
      isFused
      ? -1 : block { $0.emitActions(of: index, data: $0.waitingData[index]) }
    let data = (row.targets ?? []).enumerated().map { number, target in
      let waiting = waitingData[index][number]
      return targetData(target, isGiven: !waiting.isEmpty) { compiler, field, register in
        guard let from = waiting[field] else { return false }
        compiler.builder.move(from, to: register)
        return true
      }
    }
    return RowTable(
      reducerIndex: row.index, state: row.state, isGuarded: row.condition != nil, isFused: isFused,
      body: body, request: request, data: data)
  }

  mutating func stateTable(_ index: Int, timers: [Int]) -> StateTable {
    let state = source.states[index]
    let carried = zip(state.variables, state.fields).compactMap { slot(of: $0, $1.type) }
    let hasDefaults = !state.defaults.isEmpty && !state.defaults.contains { $0 == nil }
    let initialData = state.initial.map { target in
      let given = Dictionary(target.data.map { ($0.field, $0.value) }) { first, _ in first }
      return targetData(target, isGiven: !given.isEmpty) { compiler, field, register in
        guard let value = given[field] else { return false }
        compiler.lower(value, into: register)
        return true
      }
    }
    return StateTable(
      name: state.name,
      enter: block { $0.emitActions(state.enter) },
      exit: block { $0.emitActions(state.exit) },
      carried: carried,
      defaults: hasDefaults ? defaults(of: index) : -1,
      clear: block { $0.emitClear(state, carried) },
      flag: flags[index], raiseFlag: flagBlock(index, 1), lowerFlag: flagBlock(index, 0),
      timers: timers, initialData: initialData, doneEvent: doneEvents[index])
  }

  /// Flags are not in the journal: a failed step computes them again from the configuration.
  private mutating func flagBlock(_ index: Int, _ number: Int64) -> Int32 {
    guard let flag = flags[index] else { return -1 }
    let start = builder.position
    builder.load(.bool(number == 1), into: flag)
    builder.finish(0)
    outputReaders.byBlock[start] = 0
    return start
  }

  /// The code that gives a target its data: each field the value from `give`, or else its default.
  private mutating func targetData(
    _ target: CheckedTarget, isGiven: Bool, give: (inout Compiler, Int, Register) -> Bool
  ) -> TargetData {
    let code =
      isGiven
      ? block { $0.emitCarried(target.state, give: give) } : defaults(of: target.state)
    return TargetData(state: target.state, give: code)
  }

  /// The code that gives every field that a state carries its default.
  private mutating func defaults(of state: Int) -> Int32 {
    if let known = emitted.defaults[state] { return known }
    let code = block { $0.emitCarried(state) { _, _, _ in false } }
    emitted.defaults[state] = code
    return code
  }

  /// Gives every field that a state carries a value: the one from `give`, or else its default.
  private mutating func emitCarried(
    _ index: Int, give: (inout Compiler, Int, Register) -> Bool
  ) {
    let state = source.states[index]
    for (field, variable) in state.variables.enumerated() {
      guard let register = register(of: variable) else { continue }
      builder.save(register)
      invalidatedOutputs |= outputReaders[variable]
      if give(&self, field, register) { continue }
      if field < state.defaults.count, let value = state.defaults[field] {
        lower(value, into: register)
      }
    }
  }

  /// Clears the data of a state that is left, so that inactive data never counts as a change.
  private mutating func emitClear(_ state: CheckedState, _ carried: [Slot]) {
    for variable in state.variables { invalidatedOutputs |= outputReaders[variable] }
    for slot in carried {
      builder.save(slot.register)
      builder.load(slot.nothing, into: slot.register)
    }
  }

  mutating func timerTables() -> [TimerTable] {
    var rows: [[Int]] = Array(repeating: [], count: source.timers.count)
    for (index, row) in source.rows.enumerated() {
      if case .timer(let timer) = row.trigger { rows[timer].append(index) }
    }
    return rows.enumerated().map { timerTable($0, rows: $1) }
  }

  private mutating func timerTable(_ index: Int, rows: [Int]) -> TimerTable {
    let timer = source.timers[index]
    let register = builder.declare(.duration)
    let duration = builder.position
    lower(timer.duration, into: register)
    builder.finish(0)
    let chain = builder.position
    emitChain(rows[...], next: -1)
    return TimerTable(
      id: timer.id, state: timer.state, duration: duration, register: register,
      isRepeating: timer.isRepeating, chain: chain, rows: rows, pointer: timer.duration.pointer)
  }

  /// Emits the chains of all states, for every event and for eventless rows.
  mutating func emitDispatch(_ own: StateRows) -> Dispatch {
    let width = events.count + 1
    var dispatch = Dispatch(
      tree: tree, owners: source.states.indices.map { !own.groups(of: $0).isEmpty }, width: width)
    for state in source.states.indices {
      dispatch.inherit(state)
      /// Code that starts at a row and already exists, for rows that several events share.
      var known: [Suffix: Int32] = [:]
      let parent = tree.parents[state]
      for group in own.groups(of: state) {
        let next = parent < 0 ? -1 : dispatch.chain(state: parent, event: group.event)
        let (first, fusedCount) = (builder.position, emitted.fusedCount)
        let chain = emitChain(own[group], next: next, &known)
        let guardCount = Int(builder.position - first) - (emitted.fusedCount - fusedCount)
        let inherited = (emitted.costs[next] ?? 0) * Tables.instructionsPerStep
        noteCost(of: chain, instructions: guardCount + inherited)
        dispatch.set(chain, state: state, event: group.event)
      }
    }
    return dispatch
  }

  /// The rest of a chain: the remaining rows, and the chain that continues after them.
  struct Suffix: Hashable {
    var rows: ArraySlice<Int>
    var next: Int32
  }

  /// Emits the rows of one state for one event, in order, and then a jump to the chain at `next`.
  private mutating func emitChain(
    _ rows: ArraySlice<Int>, next: Int32, _ known: inout [Suffix: Int32]
  ) -> Int32 {
    var rest = rows
    var start: Int32?
    while let index = rest.first {
      if isShared(source.rows[index]) {
        let suffix = Suffix(rows: rest, next: next)
        if let position = known[suffix] {
          guard start != nil else { return position }
          builder.jump(to: position)
          return start ?? position
        }
        known[suffix] = builder.position
      }
      if start == nil {
        start = builder.position
        if isCertain(source.rows[index]) { emitted.certainRows[builder.position] = index }
      }
      emitChoice(index)
      rest = rest.dropFirst()
    }
    let begin = start ?? builder.position
    if next >= 0 { builder.jump(to: next) } else { builder.finish(-1) }
    return begin
  }

  private mutating func emitChain(_ rows: ArraySlice<Int>, next: Int32) {
    var known: [Suffix: Int32] = [:]
    _ = emitChain(rows, next: next, &known)
  }

  /// Whether choosing the row computes nothing.
  private func isCertain(_ row: CheckedRow) -> Bool {
    row.condition == nil && row.lets.isEmpty && !isFused(row)
  }

  private func isShared(_ row: CheckedRow) -> Bool {
    switch row.trigger {
    case .any: true
    case .events(let indices): indices.count > 1
    case .timer, .eventless: false
    }
  }

  /// Emits one row of a chain. The code finishes with the row's index if the row is chosen.
  private mutating func emitChoice(_ index: Int) {
    let row = source.rows[index]
    // A guard without `let` notes its own path.
    if row.condition == nil || !row.lets.isEmpty { note(Self.reducer[row.index]) }
    if !row.lets.isEmpty { emitLets(row.lets.prefix(row.letsBeforeCondition)) }
    let skip = row.condition.map { branch(ifFalse: $0) }
    if !row.lets.isEmpty { emitLets(row.lets.dropFirst(row.letsBeforeCondition)) }
    if isFused(row) { emitted.fusedCount += emitActions(of: index, data: []) }
    builder.finish(Int32(truncatingIfNeeded: index))
    if let skip { builder.patch(skip) }
  }

  /// Emits the actions of a row, and returns the number of instructions.
  @discardableResult
  private mutating func emitActions(of index: Int, data: [[Register?]]) -> Int {
    let start = builder.position
    emitBody(source.rows[index], data: data)
    let count = Int(builder.position - start)
    let cost = count / Tables.instructionsPerStep
    if cost > 0 { emitted.actionCosts[index] = cost }
    return count
  }

  /// Whether a row runs as soon as it is chosen, to save time: no other row runs beside it, and it
  /// has no target.
  private func isFused(_ row: CheckedRow) -> Bool {
    isAccelerated && !tree.hasParallel && row.targets == nil
  }
}
