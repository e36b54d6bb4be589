/// What a step has overwritten, so that it can be undone, and so that it can be told whether
/// anything differs in the end.
///
/// A whole register is kept once a step: its stamp tells that it is. Of an assignment by path only
/// the old element is kept, with where it was. Entries of `values` are undone from the last to the
/// first.
struct Journal {
  /// How an element was reached, key by key.
  enum Step: Hashable {
    case field(Int)
    case index(Int)
    /// The place of an entry in a map.
    case entry(Int)
  }

  enum Old {
    case string(String)
    case value(Value)
    /// An element; its path is `steps[path]`.
    case part(Value, path: Range<Int>)
    /// A key that was not there before.
    case absent(path: Range<Int>, key: Value)
  }

  var doubles: [(register: UInt16, old: Double)] = []
  var values: [(register: UInt16, old: Old)] = []
  var steps: [Step] = []

  var isEmpty: Bool { values.isEmpty && doubles.isEmpty }

  mutating func clear() {
    doubles.removeAll(keepingCapacity: true)
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
    journal.clear()
  }

  /// Keeps what an int register holds, once a step.
  @inline(__always)
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
    case .double: journal.doubles.append((i.a, doubles[index]))
    case .string: journal.values.append((i.a, .string(strings[index])))
    case .int, .value, nil: journal.values.append((i.a, .value(values[index])))
    }
  }

  /// Whether the whole register with this stamp is kept in this step.
  func isKept(_ stamp: UInt16) -> Bool { stamps[Int(stamp)] == state.pointee.epoch }

  /// Undoes the step.
  package func rollback() {
    for place in 0..<state.pointee.savedInts {
      ints[savedInts[place].register] = savedInts[place].old
    }
    for entry in journal.doubles { doubles[Int(entry.register)] = entry.old }
    for entry in journal.values.reversed() {
      let register = Int(entry.register)
      switch entry.old {
      case .string(let text): strings[register] = text
      case .value(let value): values[register] = value
      case .part, .absent: undo(entry.old, in: &values[register])
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
    for entry in journal.doubles
    where doubles[Int(entry.register)].bitPattern != entry.old.bitPattern { return true }
    guard !journal.values.isEmpty else { return false }
    var isDoubtful = false
    for (place, entry) in journal.values.enumerated() {
      let register = Int(entry.register)
      switch entry.old {
      case .string(let text):
        if !CodePoints.equal(text, strings[register]) { return true }
      case .value(let value):
        if !Self.areIdentical(value, values[register]) { return true }
      case .part(let old, let path):
        if isDifferent(old, register, path) {
          if !isAssignedAgain(place, entry.register) { return true }
          isDoubtful = true
        }
      case .absent: isDoubtful = true
      }
    }
    return isDoubtful && differsWhenUndone
  }

  /// Whether other entries of the register may have brought the element back.
  private func isAssignedAgain(_ place: Int, _ register: UInt16) -> Bool {
    for (other, entry) in journal.values.enumerated()
    where other != place && entry.register == register {
      switch entry.old {
      case .part, .absent, .value: return true
      case .string: break
      }
    }
    return false
  }

  private func isDifferent(_ old: Value, _ register: Int, _ path: Range<Int>) -> Bool {
    var isDifferent = true
    Self.visit(&values[register], journal.steps[path]) { isDifferent = !Self.areIdentical($0, old) }
    return isDifferent
  }

  /// The slow and sure way: undoes the step on copies of the registers that were changed in part.
  private var differsWhenUndone: Bool {
    var before: [UInt16: Value] = [:]
    for entry in journal.values.reversed() {
      switch entry.old {
      case .string: break
      case .value(let value): before[entry.register] = value
      case .part, .absent:
        var value = before[entry.register] ?? values[Int(entry.register)]
        undo(entry.old, in: &value)
        before[entry.register] = value
      }
    }
    return before.contains { !Self.areIdentical($0.value, values[Int($0.key)]) }
  }

  private func undo(_ old: Journal.Old, in value: inout Value) {
    switch old {
    case .string, .value: break
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
