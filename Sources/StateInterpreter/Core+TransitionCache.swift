import CEL
import StateTables

/// The usual step. The configuration and the chosen rows determine its effect, so it comes from the
/// cache. A step that is not cached yet adds its entry.
extension Core {
  /// Performs a step. The event's data has been written; the caller rolls back on failure.
  func step(_ event: Int) throws(MachineError) -> Step {
    if hot.pointee.isWatched || hot.pointee.configurationNumber < 0 && !lookUpConfiguration() {
      return try receiveInGeneral(event)
    }
    let index = entryIndex(of: event)
    if cache.pointee.searches[index].count == TransitionCache.Search.unknown {
      cacheSearch(event, at: index)
    }
    let search = cache.pointee.searches[index]
    if search.key != 0 { return try apply(search.key, known: search.transition, event) }
    if search.count == 0 { return Step(.unhandled) }
    if search.count < 0 { return try receiveInGeneral(event) }
    if search.count == 1 { return try applyChosen(Int(try run(search.first)), event) }
    var key: UInt64 = 0
    for number in search.first..<(search.first + search.count) {
      let row = try run(cache.pointee.chains[Int(number)])
      key = key * base + UInt64(row + 1)
    }
    if key == 0 { return denied(event) }
    return try apply(key, known: cache.pointee.transition(search, key: key), event)
  }

  /// Performs the row that the only chain has chosen; -1 for no row.
  func applyChosen(_ row: Int, _ event: Int) throws(MachineError) -> Step {
    guard row >= 0 else { return denied(event) }
    guard tables.rowFacts[row].isFused else {
      let key = UInt64(row) + 1
      let search = cache.pointee.searches[entryIndex(of: event)]
      return try apply(key, known: cache.pointee.transition(search, key: key), event)
    }
    if hot.pointee.isBusy || cache.pointee.hasEventless[Int(hot.pointee.configurationNumber)] {
      return try finish()
    }
    guard registers.commit() else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~tables.rowFacts[row].invalidatedOutputs
    return Step(.changed)
  }

  /// All guards were false.
  @inline(__always)
  func denied(_ event: Int) -> Step {
    let known = cache.pointee.denials[entryIndex(of: event)]
    return known.count > 0 ? Step(denied: known) : cacheDenial(of: event)
  }

  /// The index of an event's entry in the tables of the cache.
  private func entryIndex(of event: Int) -> Int {
    Int(hot.pointee.configurationNumber) &* hot.pointee.eventCount &+ event
  }

  private var base: UInt64 { UInt64(tables.rowFacts.count) + 1 }

  /// Completes a step whose first microstep is done; others may follow.
  @inline(never)
  private func finish() throws(MachineError) -> Step {
    save()
    microsteps = 1
    try settle()
    return commit()
  }

  private func apply(
    _ key: UInt64, known: Int32, _ event: Int
  ) throws(MachineError) -> Step {
    let number = known == TransitionCache.unknownTransition ? cacheTransition(key, event) : known
    guard number >= 0 else { return try applyUncached(key, event) }
    let transition = cache.pointee.transitions[Int(number)]
    let blocks = cache.pointee.blocks.base + Int(transition.first)
    if blocks.pointee >= 0 {
      let exit = registers.run(from: blocks.pointee, then: blocks + 1)
      if case .finished = exit {} else { _ = try continueRun(exit) }
    }
    return try complete(transition)
  }

  /// Completes a cached transition whose blocks have run.
  func complete(_ transition: TransitionCache.CachedTransition) throws(MachineError) -> Step {
    let isMoved = transition.to != hot.pointee.configurationNumber
    if hot.pointee.isBusy || cache.pointee.hasEventless[Int(transition.to)] {
      save()
      setConfiguration(transition.to)
      return try finish()
    }
    setConfiguration(transition.to)
    // Call `commit` even if the configuration changed: it also resets what the next step compares
    // with.
    let isWritten = registers.commit()
    guard isWritten || isMoved else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~transition.invalidatedOutputs
    return Step(.changed)
  }

  /// Performs rows whose effect cannot be cached.
  @inline(never)
  private func applyUncached(_ key: UInt64, _ event: Int) throws(MachineError) -> Step {
    save()
    try microstep(resolved(key), event: event)
    try settle()
    return commit()
  }
}

/// Fills the cache.
extension Core {
  @inline(never)
  private func cacheDenial(of event: Int) -> Step {
    let step = nothingRan(for: event)
    if step.result == .denied {
      cache.pointee.store(denied: DeniedRows(step.deniedRows), at: entryIndex(of: event))
    }
    return step
  }

  private func cacheSearch(_ event: Int, at index: Int) {
    var chains: [Int32] = []
    for leaf in tables.tree.leaves(of: active) {
      let chain = tables.dispatch.chain(state: leaf, event: event)
      if chain >= 0, !chains.contains(chain) { chains.append(chain) }
    }
    var isGeneral = false
    var room: UInt64 = 1
    for _ in chains {
      let (product, isOver) = room.multipliedReportingOverflow(by: base)
      isGeneral = isGeneral || isOver
      room = product
    }
    let certain = chains.compactMap { tables.certainRows[$0] }
    let isCertain = !chains.isEmpty && !isGeneral && certain.count == chains.count
    let key = isCertain ? certain.reduce(0) { $0 * base + UInt64($1) + 1 } : 0
    cache.pointee.store(chains, key: key, isGeneral: isGeneral, at: index)
    if chains.count == 1, key == 0, !isGeneral,
      !cache.pointee.hasEventless[Int(hot.pointee.configurationNumber)]
    {
      let transition = fusedTransition(chains[0])
      cache.pointee.setFastPath(
        transition < 0 ? .chain : .sums, transition < 0 ? chains[0] : transition,
        fieldCount: tables.eventFacts[event].fieldCount, at: index)
    }
  }

  /// The cached transition of a chain whose first row always runs and only adds numbers.
  private func fusedTransition(_ chain: Int32) -> Int32 {
    guard let (sums, row) = tables.code.sums(of: [chain], flags: []), row >= 0,
      tables.rowFacts[Int(row)].isFused
    else { return TransitionCache.uncacheable }
    let transition = cache.pointee.add(
      [], sums: sums, to: hot.pointee.configurationNumber,
      invalidatedOutputs: tables.rowFacts[Int(row)].invalidatedOutputs)
    hot.pointee.refresh(cache.pointee)
    return transition
  }

  /// The rows to run, of those that the chains have chosen.
  private func resolved(_ key: UInt64) -> [Selection.Chosen] {
    var rows: [Int] = []
    var rest = key
    while rest > 0 {
      let digit = Int(rest % base)
      rest /= base
      if digit > 0 { rows.insert(digit - 1, at: 0) }
    }
    var chosen: [Selection.Chosen] = []
    for row in rows where !chosen.contains(where: { $0.row == row }) { chosen.append(choice(row)) }
    return Selection.resolve(chosen, tree: tables.tree, active: active)
  }

  private func cacheTransition(_ key: UInt64, _ event: Int) -> Int32 {
    let index = entryIndex(of: event)
    let transition = makeTransition(resolved(key))
    // The cache may have grown, and its tables may have moved.
    setConfiguration(hot.pointee.configurationNumber)
    cache.pointee.store(transition, key: key, at: index)
    if transition >= 0, cache.pointee.searches[index].key != 0,
      !cache.pointee.hasEventless[Int(cache.pointee.transitions[Int(transition)].to)]
    {
      let isSums = cache.pointee.transitions[Int(transition)].sumCount >= 0
      cache.pointee.setFastPath(
        isSums ? .sums : .transition, transition, fieldCount: tables.eventFacts[event].fieldCount,
        at: index)
    }
    return transition
  }

  /// Makes the cached transition for rows whose microstep has no timers, no histories and no end.
  private func makeTransition(_ chosen: [Selection.Chosen]) -> Int32 {
    guard tables.microstepLimit > 0 else { return TransitionCache.uncacheable }
    let memories = memories.map { $0?.states }
    let usesHistory = chosen.contains { row in
      tables.rows[row.row].request?.targets.contains { tables.tree.isHistory($0) } ?? false
        || row.move.map { !$0.restored.isEmpty || !$0.defaultsTaken.isEmpty } ?? false
    }
    if usesHistory { return TransitionCache.uncacheable }
    let active = active
    var to = active
    var invalidatedOutputs: UInt64 = 0
    var blocks: [Int32] = []
    let plan = MicrostepPlan(chosen, tables, active: active, memories: memories)
    for operation in plan.operations {
      switch operation {
      case .run(let block):
        blocks.append(block)
        invalidatedOutputs |= tables.blockInvalidatedOutputs[block] ?? ~0
      case .activate(let state), .deactivate(let state):
        let isActive = operation == .activate(state)
        if isActive { to.insert(state) } else { to.remove(state) }
        let table = tables.states[state]
        let block = isActive ? table.raiseFlag : table.lowerFlag
        if block >= 0 { blocks.append(block) }
      case .start, .cancel, .record, .restore, .complete: return TransitionCache.uncacheable
      }
    }
    let number = cache.pointee.number(of: to, tables)
    guard number >= 0 else { return TransitionCache.uncacheable }
    if to != active { invalidatedOutputs |= tables.configurationOutputs }
    let sums = tables.code.sums(of: blocks, flags: tables.flags)?.sums
    return cache.pointee.add(blocks, sums: sums, to: number, invalidatedOutputs: invalidatedOutputs)
  }
}
