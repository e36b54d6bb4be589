import CEL
import StateTables

/// The usual step: what it does is known from the configuration and the rows that guards let
/// through, so nothing is searched.
extension Core {
  /// What the event carries has been written.
  func receive(_ event: Int) throws(MachineError) -> Step {
    do throws(MachineError) {
      if isWatched { return try receiveInGeneral(event) }
      if situation < 0 {
        situation = situations.number(of: active, tables)
        if situation < 0 { return try receiveInGeneral(event) }
      }
      let place = Int(situation) * situations.width + event
      var entry = situations.entries[place]
      if entry.count == Situations.Entry.unknown {
        learnEntry(event, at: place)
        entry = situations.entries[place]
      }
      if entry.count > 1 || entry.key != 0 { return try receive(event, entry, at: place) }
      if entry.count == 0 { return Step(.unhandled) }
      if entry.count < 0 { return try receiveInGeneral(event) }
      let row = Int(try run(entry.first))
      if row < 0 { return nothingRan(for: event) }
      if tables.rows[row].isFused { return try finish(row) }
      return try follow(situations.plan(entry, key: UInt64(row) + 1), UInt64(row) + 1, at: place)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Several leaves try chains of their own, or no guard has to be asked.
  private func receive(
    _ event: Int, _ entry: Situations.Entry, at place: Int
  ) throws(MachineError) -> Step {
    if entry.key != 0 { return try follow(entry.plan, entry.key, at: place) }
    var key: UInt64 = 0
    for number in entry.first..<(entry.first + entry.count) {
      let row = try run(situations.chains[Int(number)])
      key = key * base + UInt64(row + 1)
    }
    if key == 0 { return nothingRan(for: event) }
    return try follow(situations.plan(entry, key: key), key, at: place)
  }

  private var base: UInt64 { UInt64(tables.rows.count) + 1 }

  /// The chosen row has run already.
  private func finish(_ row: Int) throws(MachineError) -> Step {
    if !queue.isEmpty || situations.hasEventless[Int(situation)] {
      save()
      microsteps = 1
      try settle()
      return commit()
    }
    return commit(forgetting: tables.rows[row].forgets, from: situation)
  }

  private func follow(
    _ known: Int32, _ key: UInt64, at place: Int
  ) throws(MachineError) -> Step {
    var number = known
    if number == Situations.unknownPlan { number = learnPlan(key, at: place) }
    guard number >= 0 else {
      save()
      try microstep(resolved(key), event: place % situations.width)
      try settle()
      return commit()
    }
    let plan = situations.plans[Int(number)]
    for place in plan.first..<(plan.first + plan.count) {
      let block = situations.blocks[Int(place)]
      if block >= 0 {
        try run(block)
      } else {
        let change = situations.flagChanges[Int(~block)]
        banks.set(change.register, int: change.isActive ? 1 : 0)
      }
    }
    let from = situation
    let isSettled = queue.isEmpty && !situations.hasEventless[Int(plan.to)]
    if !isSettled { save() }
    if plan.to != from {
      situation = plan.to
      active = situations.configurations[Int(plan.to)]
    }
    if isSettled { return commit(forgetting: plan.forgets, from: from) }
    microsteps = 1
    try settle()
    return commit()
  }

  /// Ends a step that has only followed a plan.
  private func commit(forgetting outputs: UInt64, from: Int32) -> Step {
    var result = Step.Result.unchanged
    if banks.commit() || situation != from {
      knownOutputs &= ~outputs
      result = .changed
    }
    if commands.isEmpty { return Step(result) }
    let step = Step(result, commands: commands)
    commands = []
    return step
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
    var entry = Situations.Entry()
    entry.count = Int32(chains.count)
    var room: UInt64 = 1
    for _ in chains {
      let (product, isOver) = room.multipliedReportingOverflow(by: base)
      if isOver { entry.count = Situations.Entry.general }
      room = product
    }
    let certain = chains.compactMap { tables.certainRows[$0] }
    if entry.count > 0, certain.count == chains.count {
      entry.key = certain.reduce(0) { $0 &* base &+ UInt64($1) &+ 1 }
    }
    if chains.count == 1 {
      entry.first = chains[0]
    } else {
      entry.first = Int32(situations.chains.count)
      situations.chains += chains
    }
    situations.entries[place] = entry
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
    if situations.entries[place].key != 0 {
      situations.entries[place].plan = plan
    } else {
      situations.learn(plan, key: key, at: place)
    }
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
        changes.append(Situations.FlagChange(register: register, isActive: isActive))
        blocks.append(~Int32(situations.flagChanges.count + changes.count - 1))
      case .start, .cancel, .record, .restore, .complete: return Situations.noPlan
      }
    }
    let number = situations.number(of: to, tables)
    guard number >= 0 else { return Situations.noPlan }
    if to != active { forgets |= tables.configurationOutputs }
    return situations.add(
      blocks, changes, to: number, forgets: forgets)
  }
}
