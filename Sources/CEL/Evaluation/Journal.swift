/// The undo log of a step. It can undo the step and determine whether the step changed anything.
///
/// A whole register is saved once a step; its stamp records that. Whole registers are saved in
/// memory of `RegisterFile`, which every step reuses. An assignment by path saves only the old
/// element and its path, and nothing after the whole register has been saved. The entries of
/// `values` are undone from the last to the first.
struct Journal {
  /// One step of the path to an element.
  enum Step: Hashable {
    case field(Int)
    case index(Int)
    /// The index of an entry in a map.
    case entry(Int)
  }

  enum Old {
    /// An element; its path is `steps[path]`.
    case part(Value, path: Range<Int>)
    /// A key that did not exist before.
    case absent(path: Range<Int>, key: Value)
  }

  var values: [(register: UInt16, old: Old)] = []
  var steps: [Step] = []

  mutating func clear() {
    values.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
  }
}

extension RegisterFile {
  /// Starts a step: nothing is saved yet.
  package func begin() {
    state.pointee.epoch &+= 1
    state.pointee.savedInts = 0
    guard state.pointee.hasJournal else { return }
    state.pointee.hasJournal = false
    state.pointee.savedDoubles = 0
    savedTexts.deinitialize(count: state.pointee.savedTexts)
    state.pointee.savedTexts = 0
    savedValues.deinitialize(count: state.pointee.savedValues)
    state.pointee.savedValues = 0
    guard state.pointee.hasParts else { return }
    state.pointee.hasParts = false
    journal.clear()
  }

  /// Saves the content of an int register, at most once a step.
  @inlinable @inline(__always)
  func save(int register: Int, _ old: Int64) {
    guard intStamps[register] != state.pointee.epoch else { return }
    intStamps[register] = state.pointee.epoch
    savedInts[state.pointee.savedInts] = SavedInt(register: register, old: old)
    state.pointee.savedInts &+= 1
  }

  /// Saves the content of a register of another bank, at most once a step.
  func saveOther(_ i: Instruction) {
    let stamp = stamps + Int(i.b)
    guard stamp.pointee != state.pointee.epoch else { return }
    stamp.pointee = state.pointee.epoch
    state.pointee.hasJournal = true
    let index = Int(i.a)
    switch Bank(rawValue: i.sub) {
    case .double:
      savedDoubles[state.pointee.savedDoubles] = SavedDouble(register: index, old: doubles[index])
      state.pointee.savedDoubles &+= 1
    case .string:
      (savedTexts + state.pointee.savedTexts).initialize(
        to: Saved(register: index, old: strings[index]))
      state.pointee.savedTexts &+= 1
    case .int, .value, nil:
      (savedValues + state.pointee.savedValues).initialize(
        to: Saved(register: index, old: values[index]))
      state.pointee.savedValues &+= 1
    }
  }

  /// Whether the whole register with this stamp is already saved in this step.
  func isKept(_ stamp: UInt16) -> Bool { stamps[Int(stamp)] == state.pointee.epoch }

  /// Undoes the step.
  package func rollback() {
    for index in 0..<state.pointee.savedInts {
      ints[savedInts[index].register] = savedInts[index].old
    }
    for index in 0..<state.pointee.savedDoubles {
      doubles[savedDoubles[index].register] = savedDoubles[index].old
    }
    for index in 0..<state.pointee.savedTexts {
      strings[savedTexts[index].register] = savedTexts[index].old
    }
    // The parts were changed before the whole register was saved.
    for index in 0..<state.pointee.savedValues {
      values[savedValues[index].register] = savedValues[index].old
    }
    if state.pointee.hasParts {
      for entry in journal.values.reversed() {
        undo(entry.old, in: &values[Int(entry.register)])
      }
    }
    begin()
  }

  /// Ends the step and returns whether it changed anything. Doubles are compared by bits and text
  /// by code points; a change that was reverted does not count.
  @inlinable @inline(__always)
  package func commit() -> Bool {
    let state = state
    if state.pointee.hasJournal { return commitJournal() }
    let ints = ints
    var saved = savedInts
    let end = saved + state.pointee.savedInts
    state.pointee.epoch &+= 1
    state.pointee.savedInts = 0
    while saved != end {
      if ints[saved.pointee.register] != saved.pointee.old { return true }
      saved += 1
    }
    return false
  }

  @usableFromInline
  func commitJournal() -> Bool {
    let differs = intsDiffer || othersDiffer
    begin()
    return differs
  }

  private var intsDiffer: Bool {
    for index in 0..<state.pointee.savedInts
    where ints[savedInts[index].register] != savedInts[index].old { return true }
    return false
  }

  private var othersDiffer: Bool {
    for index in 0..<state.pointee.savedDoubles
    where doubles[savedDoubles[index].register].bitPattern != savedDoubles[index].old.bitPattern {
      return true
    }
    for index in 0..<state.pointee.savedTexts
    where !CodePoints.equal(savedTexts[index].old, strings[savedTexts[index].register]) {
      return true
    }
    if state.pointee.hasParts { return partsDiffer }
    for index in 0..<state.pointee.savedValues
    where !Self.areIdentical(savedValues[index].old, values[savedValues[index].register]) {
      return true
    }
    return false
  }

  private var partsDiffer: Bool {
    var isDoubtful = false
    for index in 0..<state.pointee.savedValues {
      let saved = savedValues[index]
      if journal.values.contains(where: { Int($0.register) == saved.register }) {
        isDoubtful = true
      } else if !Self.areIdentical(saved.old, values[saved.register]) {
        return true
      }
    }
    for (index, entry) in journal.values.enumerated() {
      switch entry.old {
      case .part(let old, let path):
        if isDifferent(old, Int(entry.register), path) {
          if !isAssignedAgain(index, entry.register) { return true }
          isDoubtful = true
        }
      case .absent: isDoubtful = true
      }
    }
    return isDoubtful && differsWhenUndone
  }

  /// Whether another assignment may have restored the element.
  private func isAssignedAgain(_ index: Int, _ register: UInt16) -> Bool {
    if (0..<state.pointee.savedValues).contains(where: {
      savedValues[$0].register == Int(register)
    }) {
      return true
    }
    return journal.values.enumerated().contains { other, entry in
      other != index && entry.register == register
    }
  }

  private func isDifferent(_ old: Value, _ register: Int, _ path: Range<Int>) -> Bool {
    var isDifferent = true
    Self.visit(&values[register], journal.steps[path]) { isDifferent = !Self.areIdentical($0, old) }
    return isDifferent
  }

  /// Compares exactly but slowly: undoes the step on copies of the registers that were changed in
  /// part.
  private var differsWhenUndone: Bool {
    var before: [UInt16: Value] = [:]
    for index in 0..<state.pointee.savedValues {
      before[UInt16(truncatingIfNeeded: savedValues[index].register)] = savedValues[index].old
    }
    for entry in journal.values.reversed() {
      var value = before[entry.register] ?? values[Int(entry.register)]
      undo(entry.old, in: &value)
      before[entry.register] = value
    }
    return before.contains { !Self.areIdentical($0.value, values[Int($0.key)]) }
  }

  private func undo(_ old: Journal.Old, in value: inout Value) {
    switch old {
    case .part(let old, let path): Self.visit(&value, journal.steps[path]) { $0 = old }
    case .absent(let path, let key):
      Self.visit(&value, journal.steps[path]) { Self.remove(key, from: &$0) }
    }
  }

  /// Removes the key's entry, which is the last: keys are only added at the end.
  private static func remove(_ key: Value, from value: inout Value) {
    guard case .map(let map) = value else { return }
    var rest = Value.Map(capacity: map.count)
    for entry in map.entries where !entry.key.isIdentical(to: key) {
      _ = rest.insert(entry.key, entry.value)
    }
    value = .map(rest)
  }

  /// Calls `body` with the element at the end of a path, in place.
  private static func visit(
    _ value: inout Value, _ path: ArraySlice<Journal.Step>, _ body: (inout Value) -> Void
  ) {
    guard let step = path.first else {
      body(&value)
      return
    }
    let rest = path.dropFirst()
    // The payload is moved out first: with a second reference, the change would copy it.
    switch value {
    case .record(var fields, let type):
      guard case .field(let field) = step, fields.indices.contains(field) else { return }
      value = .null
      visit(&fields[field], rest, body)
      value = .record(fields, type)
    case .union(let unionCase, var fields):
      guard case .field(let field) = step, fields.indices.contains(field) else { return }
      value = .null
      visit(&fields[field], rest, body)
      value = .union(unionCase, fields)
    case .list(var elements):
      guard case .index(let index) = step, elements.indices.contains(index) else { return }
      value = .null
      visit(&elements[index], rest, body)
      value = .list(elements)
    case .map(var map):
      guard case .entry(let index) = step, index < map.count else { return }
      value = .null
      map.change(at: index) { visit(&$0, rest, body) }
      value = .map(map)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration,
      .enumeration, .unit, .optional, .type:
      return
    }
  }

  /// `isIdentical`, without a comparison of elements if both lists share their memory.
  private static func areIdentical(_ left: Value, _ right: Value) -> Bool {
    if case .list(let left) = left, case .list(let right) = right, left.count == right.count,
      left.withUnsafeBufferPointer({ $0.baseAddress })
        == right.withUnsafeBufferPointer({ $0.baseAddress })
    {
      return true
    }
    return left.isIdentical(to: right)
  }
}
