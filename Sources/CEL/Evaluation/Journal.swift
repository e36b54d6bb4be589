/// What a step has overwritten, so that it can be undone, and so that it can be told whether
/// anything differs in the end.
///
/// A whole register is kept once a step: its stamp tells that it is. Whole registers are kept in
/// plain memory of `Banks`, which is used again. Of an assignment by path only the old element is
/// kept, with where it was; after its whole register has been kept, not even that.
/// Entries of `values` are undone from the last to the first.
struct Journal {
  /// How an element was reached, key by key.
  enum Step: Hashable {
    case field(Int)
    case index(Int)
    /// The place of an entry in a map.
    case entry(Int)
  }

  enum Old {
    /// An element; its path is `steps[path]`.
    case part(Value, path: Range<Int>)
    /// A key that was not there before.
    case absent(path: Range<Int>, key: Value)
  }

  var values: [(register: UInt16, old: Old)] = []
  var steps: [Step] = []

  mutating func clear() {
    values.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
  }
}

extension Banks {
  /// A step begins: nothing is kept yet.
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

  /// Keeps what an int register holds, once a step.
  @inlinable @inline(__always)
  func save(int register: Int, _ old: Int64) {
    guard intStamps[register] != state.pointee.epoch else { return }
    intStamps[register] = state.pointee.epoch
    savedInts[state.pointee.savedInts] = SavedInt(register: register, old: old)
    state.pointee.savedInts &+= 1
  }

  /// Keeps what a register of another bank holds, once a step.
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

  /// Whether the whole register with this stamp is kept in this step.
  func isKept(_ stamp: UInt16) -> Bool { stamps[Int(stamp)] == state.pointee.epoch }

  /// Undoes the step.
  package func rollback() {
    for place in 0..<state.pointee.savedInts {
      ints[savedInts[place].register] = savedInts[place].old
    }
    for place in 0..<state.pointee.savedDoubles {
      doubles[savedDoubles[place].register] = savedDoubles[place].old
    }
    for place in 0..<state.pointee.savedTexts {
      strings[savedTexts[place].register] = savedTexts[place].old
    }
    // Parts were changed before their whole register was kept.
    for place in 0..<state.pointee.savedValues {
      values[savedValues[place].register] = savedValues[place].old
    }
    if state.pointee.hasParts {
      for entry in journal.values.reversed() {
        undo(entry.old, in: &values[Int(entry.register)])
      }
    }
    begin()
  }

  /// The step is done. Says whether anything differs from before it, exactly: doubles by bits, text
  /// by code points; what changed and changed back does not differ.
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
    for place in 0..<state.pointee.savedInts
    where ints[savedInts[place].register] != savedInts[place].old { return true }
    return false
  }

  private var othersDiffer: Bool {
    for place in 0..<state.pointee.savedDoubles
    where doubles[savedDoubles[place].register].bitPattern != savedDoubles[place].old.bitPattern {
      return true
    }
    for place in 0..<state.pointee.savedTexts
    where !CodePoints.equal(savedTexts[place].old, strings[savedTexts[place].register]) {
      return true
    }
    if state.pointee.hasParts { return partsDiffer }
    for place in 0..<state.pointee.savedValues
    where !Self.areIdentical(savedValues[place].old, values[savedValues[place].register]) {
      return true
    }
    return false
  }

  private var partsDiffer: Bool {
    var isDoubtful = false
    for place in 0..<state.pointee.savedValues {
      let saved = savedValues[place]
      if journal.values.contains(where: { Int($0.register) == saved.register }) {
        isDoubtful = true
      } else if !Self.areIdentical(saved.old, values[saved.register]) {
        return true
      }
    }
    for (place, entry) in journal.values.enumerated() {
      switch entry.old {
      case .part(let old, let path):
        if isDifferent(old, Int(entry.register), path) {
          if !isAssignedAgain(place, entry.register) { return true }
          isDoubtful = true
        }
      case .absent: isDoubtful = true
      }
    }
    return isDoubtful && differsWhenUndone
  }

  /// Whether something else may have brought the element back.
  private func isAssignedAgain(_ place: Int, _ register: UInt16) -> Bool {
    if (0..<state.pointee.savedValues).contains(where: {
      savedValues[$0].register == Int(register)
    }) {
      return true
    }
    return journal.values.enumerated().contains { other, entry in
      other != place && entry.register == register
    }
  }

  private func isDifferent(_ old: Value, _ register: Int, _ path: Range<Int>) -> Bool {
    var isDifferent = true
    Self.visit(&values[register], journal.steps[path]) { isDifferent = !Self.areIdentical($0, old) }
    return isDifferent
  }

  /// The slow and sure way: undoes the step on copies of the registers that were changed in part.
  private var differsWhenUndone: Bool {
    var before: [UInt16: Value] = [:]
    for place in 0..<state.pointee.savedValues {
      before[UInt16(truncatingIfNeeded: savedValues[place].register)] = savedValues[place].old
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

  /// The last entry goes: keys are only added at the end.
  private static func remove(_ key: Value, from value: inout Value) {
    guard case .map(let map) = value else { return }
    var rest = Value.Map(capacity: map.count)
    for entry in map.entries where !entry.key.isIdentical(to: key) {
      _ = rest.insert(entry.key, entry.value)
    }
    value = .map(rest)
  }

  /// Lends the element at the end of a path, in place.
  private static func visit(
    _ value: inout Value, _ path: ArraySlice<Journal.Step>, _ body: (inout Value) -> Void
  ) {
    guard let step = path.first else {
      body(&value)
      return
    }
    let rest = path.dropFirst()
    // The payload is taken out first: a second reference would make the change copy it.
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

  /// `isIdentical`, without a walk where both are one piece of memory.
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
