import CEL
import StateTables

/// The usual step. The configuration and the chosen rows determine its effect, so it comes from the
/// cache. A step that is not cached yet adds its entry.
extension Core {
  /// Performs a step. The event's data has been written; the caller rolls back on failure.
  func step(_ event: Int) throws(MachineError) -> Step {
    if hot.pointee.isWatched || hot.pointee.situation < 0 && !settleSituation() {
      return try receiveInGeneral(event)
    }
    let place = self.place(event)
    if situations.pointee.searches[place].count == Situations.Search.unknown {
      learnSearch(event, at: place)
    }
    let search = situations.pointee.searches[place]
    if search.key != 0 { return try follow(search.key, known: search.plan, event) }
    if search.count == 0 { return Step(.unhandled) }
    if search.count < 0 { return try receiveInGeneral(event) }
    if search.count == 1 { return try act(Int(try run(search.first)), event) }
    var key: UInt64 = 0
    for number in search.first..<(search.first + search.count) {
      let row = try run(situations.pointee.chains[Int(number)])
      key = key * base + UInt64(row + 1)
    }
    if key == 0 { return denied(event) }
    return try follow(key, known: situations.pointee.plan(search, key: key), event)
  }

  /// Performs the row that the only chain has chosen; -1 for no row.
  func act(_ row: Int, _ event: Int) throws(MachineError) -> Step {
    guard row >= 0 else { return denied(event) }
    guard tables.rowFacts[row].isFused else {
      let key = UInt64(row) + 1
      let search = situations.pointee.searches[place(event)]
      return try follow(key, known: situations.pointee.plan(search, key: key), event)
    }
    if hot.pointee.isBusy || situations.pointee.hasEventless[Int(hot.pointee.situation)] {
      return try finish()
    }
    guard banks.commit() else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~tables.rowFacts[row].forgets
    return Step(.changed)
  }

  /// All guards were false.
  @inline(__always)
  func denied(_ event: Int) -> Step {
    let known = situations.pointee.denials[place(event)]
    return known.count > 0 ? Step(denied: known) : learnDenial(of: event)
  }

  /// The index of an event's entry in the tables of the cache.
  private func place(_ event: Int) -> Int {
    Int(hot.pointee.situation) &* hot.pointee.eventCount &+ event
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

  private func follow(
    _ key: UInt64, known: Int32, _ event: Int
  ) throws(MachineError) -> Step {
    let number = known == Situations.unknownPlan ? learnPlan(key, event) : known
    guard number >= 0 else { return try work(key, event) }
    let plan = situations.pointee.plans[Int(number)]
    let blocks = situations.pointee.blocks.base + Int(plan.first)
    if blocks.pointee >= 0 {
      let exit = banks.run(from: blocks.pointee, then: blocks + 1)
      if case .finished = exit {} else { _ = try goOn(exit) }
    }
    return try arrive(plan)
  }

  /// Completes a cached transition whose blocks have run.
  func arrive(_ plan: Situations.Plan) throws(MachineError) -> Step {
    let isMoved = plan.to != hot.pointee.situation
    if hot.pointee.isBusy || situations.pointee.hasEventless[Int(plan.to)] {
      save()
      move(to: plan.to)
      return try finish()
    }
    move(to: plan.to)
    // Call `commit` even if the configuration changed: it also resets what the next step compares
    // with.
    let isWritten = banks.commit()
    guard isWritten || isMoved else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~plan.forgets
    return Step(.changed)
  }

  /// Performs rows whose effect cannot be cached.
  @inline(never)
  private func work(_ key: UInt64, _ event: Int) throws(MachineError) -> Step {
    save()
    try microstep(resolved(key), event: event)
    try settle()
    return commit()
  }
}

/// Fills the cache.
extension Core {
  @inline(never)
  private func learnDenial(of event: Int) -> Step {
    let step = nothingRan(for: event)
    if step.result == .denied {
      situations.pointee.learn(denied: DeniedRows(step.deniedRows), at: place(event))
    }
    return step
  }

  private func learnSearch(_ event: Int, at place: Int) {
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
    situations.pointee.learn(chains, key: key, isGeneral: isGeneral, at: place)
    if chains.count == 1, key == 0, !isGeneral,
      !situations.pointee.hasEventless[Int(hot.pointee.situation)]
    {
      let plan = fusedPlan(chains[0])
      situations.pointee.shorten(
        plan < 0 ? .chain : .sums, plan < 0 ? chains[0] : plan,
        fieldCount: tables.eventFacts[event].fieldCount, at: place)
    }
  }

  /// The cached transition of a chain whose first row always runs and only adds numbers.
  private func fusedPlan(_ chain: Int32) -> Int32 {
    guard let (sums, row) = tables.code.sums(of: [chain], flags: []), row >= 0,
      tables.rowFacts[Int(row)].isFused
    else { return Situations.noPlan }
    let plan = situations.pointee.add(
      [], sums: sums, to: hot.pointee.situation, forgets: tables.rowFacts[Int(row)].forgets)
    hot.pointee.refresh(situations.pointee)
    return plan
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

  private func learnPlan(_ key: UInt64, _ event: Int) -> Int32 {
    let place = place(event)
    let plan = makePlan(resolved(key))
    // The cache may have grown, and its tables may have moved.
    move(to: hot.pointee.situation)
    situations.pointee.learn(plan, key: key, at: place)
    if plan >= 0, situations.pointee.searches[place].key != 0,
      !situations.pointee.hasEventless[Int(situations.pointee.plans[Int(plan)].to)]
    {
      let isSums = situations.pointee.plans[Int(plan)].sumCount >= 0
      situations.pointee.shorten(
        isSums ? .sums : .plan, plan, fieldCount: tables.eventFacts[event].fieldCount, at: place)
    }
    return plan
  }

  /// Makes the cached transition for rows whose microstep has no timers, no histories and no end.
  private func makePlan(_ chosen: [Selection.Chosen]) -> Int32 {
    guard tables.microstepLimit > 0 else { return Situations.noPlan }
    let memories = memories.map { $0?.states }
    let usesHistory = chosen.contains { row in
      tables.rows[row.row].request?.targets.contains { tables.tree.isHistory($0) } ?? false
        || row.move.map { !$0.restored.isEmpty || !$0.defaultsTaken.isEmpty } ?? false
    }
    if usesHistory { return Situations.noPlan }
    let active = active
    var to = active
    var forgets: UInt64 = 0
    var blocks: [Int32] = []
    let itinerary = Itinerary(chosen, tables, active: active, memories: memories)
    for operation in itinerary.operations {
      switch operation {
      case .run(let block):
        blocks.append(block)
        forgets |= tables.blockForgets[block] ?? ~0
      case .activate(let state), .deactivate(let state):
        let isActive = operation == .activate(state)
        if isActive { to.insert(state) } else { to.remove(state) }
        let table = tables.states[state]
        let block = isActive ? table.raiseFlag : table.lowerFlag
        if block >= 0 { blocks.append(block) }
      case .start, .cancel, .record, .restore, .complete: return Situations.noPlan
      }
    }
    let number = situations.pointee.number(of: to, tables)
    guard number >= 0 else { return Situations.noPlan }
    if to != active { forgets |= tables.configurationOutputs }
    let sums = tables.code.sums(of: blocks, flags: tables.flags)?.sums
    return situations.pointee.add(blocks, sums: sums, to: number, forgets: forgets)
  }
}
