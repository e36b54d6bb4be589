import CEL
import StateLinking
import StateModel

/// Reads a snapshot into a new machine. It validates everything before it returns the machine.
struct SnapshotReader {
  private let definition: CompiledDefinition
  private let tables: Tables
  private let wire: Wire
  private let core: Interpreter
  private let hashes: Fingerprint
  /// The states and timers by name and id.
  private let stateIndices: [String: Int]
  private let timerIndices: [String: Int]

  init(_ definition: CompiledDefinition, _ hashes: Fingerprint) {
    self.hashes = hashes
    self.definition = definition
    tables = definition.tables
    wire = Wire(tables.source.declarations)
    core = Interpreter(tables)
    let (states, timers) = (definition.tables.states, definition.tables.timers)
    stateIndices = Dictionary(zip(states.map(\.name), states.indices)) { first, _ in first }
    timerIndices = Dictionary(zip(timers.map(\.id), timers.indices)) { first, _ in first }
  }

  func read(_ json: JSON) throws(SnapshotError) -> RestoredMachine {
    let parts = try members(
      json,
      [
        "state", "format", "shape", "fingerprint", "in", "inputs", "properties", "carried",
        "history", "timers",
      ], .root)
    let name = try text(parts[0], Pointer.root["state"])
    guard name == definition.name else {
      throw SnapshotError(.otherState(name), at: Pointer.root["state"])
    }
    guard parts[1] == .number("\(tables.source.definition.format)") else {
      throw SnapshotError(.otherFormat, at: Pointer.root["format"])
    }
    let saved = try text(parts[2], Pointer.root["shape"])
    guard saved == hashes.shape else {
      throw SnapshotError(
        .otherShape(saved: saved, expected: hashes.shape), at: Pointer.root["shape"])
    }
    let savedMeaning = try text(parts[3], Pointer.root["fingerprint"])
    let active = try configuration(parts[4], Pointer.root["in"])
    try values(parts[5], tables.inputs.map { ($0.name, $0.type, $0.slot) }, Pointer.root["inputs"])
    try properties(parts[6])
    try carried(parts[7], active)
    try histories(parts[8])
    activate(active)
    let timers = try timers(parts[9])
    core.begin()
    do throws(MachineError) { try core.computeOutputs() } catch {
      throw SnapshotError(.cell(error), at: .root)
    }
    return RestoredMachine(
      machine: Machine(definition, core), isSameMeaning: savedMeaning == hashes.meaning,
      timers: timers)
  }

  private func activate(_ active: StateSet) {
    core.active = active
    for state in active {
      if let flag = tables.states[state].flag { core.registers.set(flag, int: 1) }
      if tables.tree.kinds[state] == .final, tables.tree.parents[state] == 0 {
        core.chart.hasEnded = true
      }
    }
  }

  /// The values of an object that has exactly these keys, in the order of `keys`.
  private func members(
    _ json: JSON, _ keys: [String], _ pointer: Pointer
  ) throws(SnapshotError) -> [JSON] {
    guard case .object(let members) = json else { throw SnapshotError(.notASnapshot, at: pointer) }
    // Snapshots are written in this order.
    let isInOrder =
      members.count == keys.count
      && zip(members, keys).allSatisfy { CodePoints.equal($0.key, $1) }
    if isInOrder { return members.map(\.value) }
    let known = ExactNames(keys)
    for member in members where known.index(of: member.key) == nil {
      throw SnapshotError(.value("nothing is stored here"), at: pointer[member.key])
    }
    guard members.count == keys.count else {
      throw SnapshotError(.value("there must be exactly \(keys)"), at: pointer)
    }
    let given = ExactNames(members.map(\.key))
    var values: [JSON] = []
    for key in keys {
      guard let index = given.index(of: key) else {
        throw SnapshotError(.value("`\(key)` is missing"), at: pointer)
      }
      values.append(members[index].value)
    }
    return values
  }

  private func text(_ json: JSON, _ pointer: Pointer) throws(SnapshotError) -> String {
    guard case .string(let text) = json else {
      throw SnapshotError(.value("expected text"), at: pointer)
    }
    return text
  }

  private func elements(_ json: JSON, _ pointer: Pointer) throws(SnapshotError) -> [JSON] {
    guard case .array(let elements) = json else {
      throw SnapshotError(.value("expected an array"), at: pointer)
    }
    return elements
  }

  private func state(_ json: JSON, _ pointer: Pointer) throws(SnapshotError) -> Int {
    let name = try text(json, pointer)
    guard let state = stateIndices[name] else {
      throw SnapshotError(.value("no state is named `\(name)`"), at: pointer)
    }
    return state
  }

  /// Reads the leaves of a configuration, and adds their ancestors.
  private func configuration(
    _ json: JSON, _ pointer: Pointer
  ) throws(SnapshotError) -> StateSet {
    var active = StateSet()
    var leaves: [Int] = []
    for (index, name) in try elements(json, pointer).enumerated() {
      var state = try state(name, pointer[index])
      leaves.append(state)
      while state >= 0 {
        active.insert(state)
        state = tables.tree.parents[state]
      }
    }
    guard tables.tree.isConfiguration(active), tables.tree.leaves(of: active) == leaves else {
      throw SnapshotError(.configuration, at: pointer)
    }
    return active
  }

  private func values(
    _ json: JSON, _ slots: [(name: String, type: ValueType, slot: Slot)], _ pointer: Pointer
  ) throws(SnapshotError) {
    let parts = try members(json, slots.map(\.name), pointer)
    for (part, (name, type, slot)) in zip(parts, slots) {
      let value = try value(part, type, pointer[name])
      _ = core.registers.set(slot.register, to: value)
    }
  }

  private func value(
    _ json: JSON, _ type: ValueType, _ pointer: Pointer
  ) throws(SnapshotError) -> Value {
    switch wire.value(of: json, as: type) {
    case .success(let value): return value
    case .failure(let problem):
      throw SnapshotError(
        .value(problem.description), at: pointer.appending(problem.pointer.text))
    }
  }

  /// Reads the properties. Those that are not stored get their initial values.
  private func properties(_ json: JSON) throws(SnapshotError) {
    do throws(MachineError) { try core.resetUnstored() } catch {
      throw SnapshotError(.cell(error), at: Pointer.root["properties"])
    }
    let stored = zip(tables.source.properties, tables.properties).filter { $0.0.isStored }
    try values(
      json, stored.map { ($0.0.name, $0.0.type, $0.1) }, Pointer.root["properties"])
  }

  private func carried(_ json: JSON, _ active: StateSet) throws(SnapshotError) {
    let states = active.filter { !tables.states[$0].carried.isEmpty }
    let pointer = Pointer.root["carried"]
    let parts = try members(json, states.map { tables.states[$0].name }, pointer)
    for (part, state) in zip(parts, states) {
      let fields = zip(tables.source.states[state].fields, tables.states[state].carried)
      try values(
        part, fields.map { ($0.name, $0.type, $1) }, pointer[tables.states[state].name])
    }
  }

  private func histories(_ json: JSON) throws(SnapshotError) {
    let pointer = Pointer.root["history"]
    guard case .object(let members) = json else {
      throw SnapshotError(.value("expected an object"), at: pointer)
    }
    for member in members {
      let here = pointer[member.key]
      guard
        let index = tables.tree.histories.firstIndex(where: {
          CodePoints.equal(tables.states[$0].name, member.key)
        }), core.chart.memories[index] == nil
      else { throw SnapshotError(.history, at: here) }
      core.chart.memories[index] = try memory(member.value, tables.tree.histories[index], here)
    }
  }

  private func memory(
    _ json: JSON, _ history: Int, _ pointer: Pointer
  ) throws(SnapshotError) -> Interpreter.Memory {
    let parts = try members(json, ["in", "carried"], pointer)
    var states: [Int] = []
    for (index, name) in try elements(parts[0], pointer["in"]).enumerated() {
      states.append(try state(name, pointer["in"][index]))
    }
    guard tables.tree.canRecord(history, states) else {
      throw SnapshotError(.history, at: pointer["in"])
    }
    let parent = tables.tree.parents[history]
    var kept = StateSet(states)
    for state in states {
      var above = tables.tree.parents[state]
      while above > parent {
        kept.insert(above)
        above = tables.tree.parents[above]
      }
    }
    let carrying = kept.filter { !tables.states[$0].carried.isEmpty }
    let data = try members(
      parts[1], carrying.map { tables.states[$0].name }, pointer["carried"])
    var carried: [(state: Int, values: [Value])] = []
    for (part, state) in zip(data, carrying) {
      let here = pointer["carried"][tables.states[state].name]
      let fields = tables.source.states[state].fields
      var values: [Value] = []
      for (part, field) in zip(try members(part, fields.map(\.name), here), fields) {
        values.append(try value(part, field.type, here[field.name]))
      }
      carried.append((state: state, values: values))
    }
    return Interpreter.Memory(states: states, carried: carried)
  }

  /// Reads the timers. Each belongs to an active state and occurs once. While the machine runs, the
  /// repeating timers of active states must all be present.
  private func timers(
    _ json: JSON
  ) throws(SnapshotError) -> [(id: String, remaining: Value.Duration)] {
    let pointer = Pointer.root["timers"]
    var result: [(id: String, remaining: Value.Duration)] = []
    var running: Set<Int> = []
    for (index, element) in try elements(json, pointer).enumerated() {
      let parts = try members(element, ["id", "remaining"], pointer[index])
      let id = try text(parts[0], pointer[index]["id"])
      let rest = try value(parts[1], .duration, pointer[index]["remaining"])
      guard let timer = timerIndices[id],
        core.active.contains(tables.timers[timer].state), !core.chart.hasEnded,
        case .duration(let span) = rest, span.nanoseconds >= 0, running.insert(timer).inserted
      else { throw SnapshotError(.timer, at: pointer[index]) }
      core.chart.timers.append(
        Interpreter.RunningTimer(timer: timer, duration: try duration(timer, span, pointer[index])))
      result.append((id: id, remaining: span))
    }
    for (timer, table) in tables.timers.enumerated()
    where table.isRepeating && core.active.contains(table.state) && !core.chart.hasEnded
      && !running.contains(timer)
    {
      throw SnapshotError(.timer, at: pointer)
    }
    return result
  }

  /// Computes the period of a repeating timer again. For any other timer, the remaining time is
  /// enough.
  private func duration(
    _ timer: Int, _ rest: Value.Duration, _ pointer: Pointer
  ) throws(SnapshotError) -> Int64 {
    guard tables.timers[timer].isRepeating else { return rest.nanoseconds }
    do throws(MachineError) { return try core.period(of: timer) } catch {
      throw SnapshotError(.cell(error), at: pointer)
    }
  }
}

extension ChartTree {
  /// Whether a history can have recorded these states, which are in document order.
  func canRecord(_ history: Int, _ states: [Int]) -> Bool {
    let parent = parents[history]
    guard states.allSatisfy({ isAncestor(parent, of: $0) && !isHistory($0) }) else { return false }
    if kinds[history] == .shallowHistory {
      let isFull =
        kinds[parent] == .parallel ? states.count == regions(of: parent) : states.count < 2
      return isFull && states == states.filter { parents[$0] == parent }.sorted()
        && (!states.isEmpty || initials[parent].isEmpty)
    }
    var active = StateSet([parent])
    for leaf in states {
      var state = leaf
      while state > parent {
        active.insert(state)
        state = parents[state]
      }
    }
    return isConfiguration(active, below: parent)
      && leaves(of: active).filter { $0 != parent } == states
  }

  private func regions(of state: Int) -> Int { children[state].count { !isHistory($0) } }
}
