import CEL
import StateTables

/// The usual step: what it does is known from the configuration and the rows that guards let
/// through, so nothing is searched.
extension Core {
  /// What the event carries has been written.
  func receive(_ event: Int) throws(MachineError) -> Step {
    begin()
    do throws(MachineError) {
      if hot.pointee.isWatched || hot.pointee.situation < 0 && !settleSituation() {
        return try receiveInGeneral(event)
      }
      let place = Int(hot.pointee.situation) * situations.pointee.width + event
      var entry = situations.pointee.entries[place]
      if entry.count == Situations.Entry.unknown {
        learnEntry(event, at: place)
        entry = situations.pointee.entries[place]
      }
      if entry.count != 1 || entry.key != 0 { return try receive(event, entry, at: place) }
      let row = Int(try run(entry.first))
      if row < 0 { return nothingRan(for: event) }
      if !tables.rowFacts[row].isFused {
        let key = UInt64(row) + 1
        return try follow(situations.pointee.plan(entry, key: key), key, at: place)
      }
      if hot.pointee.isBusy || situations.pointee.hasEventless[Int(hot.pointee.situation)] {
        return try finish()
      }
      guard banks.commit() else { return Step(.unchanged) }
      hot.pointee.knownOutputs &= ~tables.rowFacts[row].forgets
      return Step(.changed)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Several leaves try chains of their own, or none does, or no guard has to be asked.
  private func receive(
    _ event: Int, _ entry: Situations.Entry, at place: Int
  ) throws(MachineError) -> Step {
    if entry.key != 0 { return try follow(entry.plan, entry.key, at: place) }
    if entry.count == 0 { return Step(.unhandled) }
    if entry.count < 0 { return try receiveInGeneral(event) }
    var key: UInt64 = 0
    for number in entry.first..<(entry.first + entry.count) {
      let row = try run(situations.pointee.chains[Int(number)])
      key = key * base + UInt64(row + 1)
    }
    if key == 0 { return nothingRan(for: event) }
    return try follow(situations.pointee.plan(entry, key: key), key, at: place)
  }

  private var base: UInt64 { UInt64(tables.rowFacts.count) + 1 }

  /// The first microstep is done; others may follow.
  @inline(never)
  private func finish() throws(MachineError) -> Step {
    save()
    microsteps = 1
    try settle()
    return commit()
  }

  private func follow(
    _ known: Int32, _ key: UInt64, at place: Int
  ) throws(MachineError) -> Step {
    var number = known
    if number == Situations.unknownPlan { number = learnPlan(key, at: place) }
    guard number >= 0 else { return try work(key, at: place) }
    let plan = situations.pointee.plans[Int(number)]
    for place in plan.first..<(plan.first + plan.count) {
      let block = situations.pointee.blocks[Int(place)]
      if block >= 0 {
        try run(block)
      } else {
        let change = situations.pointee.flagChanges[Int(~block)]
        banks.set(
          Register(bank: .int, index: change.register), int: change.isActive ? 1 : 0)
      }
    }
    let isMoved = plan.to != hot.pointee.situation
    if hot.pointee.isBusy || situations.pointee.hasEventless[Int(plan.to)] {
      save()
      hot.pointee.situation = plan.to
      return try finish()
    }
    hot.pointee.situation = plan.to
    // Both must be asked: the registers of the next step are compared from here on.
    let isWritten = banks.commit()
    guard isWritten || isMoved else { return Step(.unchanged) }
    hot.pointee.knownOutputs &= ~plan.forgets
    return Step(.changed)
  }

  /// Rows that do what no plan can say.
  @inline(never)
  private func work(_ key: UInt64, at place: Int) throws(MachineError) -> Step {
    save()
    try microstep(resolved(key), event: place % situations.pointee.width)
    try settle()
    return commit()
  }
}

/// Learning.
extension Core {
  private func learnEntry(_ event: Int, at place: Int) {
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
  }

  /// The rows that run of those that chains have chosen.
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

  private func learnPlan(_ key: UInt64, at place: Int) -> Int32 {
    let plan = makePlan(resolved(key))
    situations.pointee.learn(plan, key: key, at: place)
    return plan
  }

  /// The plan for rows whose itinerary has neither timers nor histories nor an end.
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
    var changes: [Situations.FlagChange] = []
    let itinerary = Itinerary(chosen, tables, active: active, memories: memories)
    for operation in itinerary.operations {
      switch operation {
      case .run(let block):
        blocks.append(block)
        forgets |= tables.blockForgets[block] ?? ~0
      case .activate(let state), .deactivate(let state):
        let isActive = operation == .activate(state)
        if isActive { to.insert(state) } else { to.remove(state) }
        guard let register = tables.states[state].flag else { continue }
        changes.append(Situations.FlagChange(register: register.index, isActive: isActive))
        let number = situations.pointee.flagChanges.count + changes.count - 1
        blocks.append(~Int32(truncatingIfNeeded: number))
      case .start, .cancel, .record, .restore, .complete: return Situations.noPlan
      }
    }
    let number = situations.pointee.number(of: to, tables)
    guard number >= 0 else { return Situations.noPlan }
    if to != active { forgets |= tables.configurationOutputs }
    return situations.pointee.add(blocks, changes, to: number, forgets: forgets)
  }
}
