/// The undo log of a step, except for int registers. It can undo the step and determine whether the
/// step changed anything.
///
/// A whole register is saved once a step; its stamp records that. An assignment by path saves only
/// the old element and its path, and nothing after the whole register has been saved. The entries
/// are undone from the last to the first.
struct Journal {
  /// One step of the path to an element.
  enum Step: Hashable {
    case field(Int)
    case index(Int)
    /// The index of an entry in a map.
    case entry(Int)
  }

  enum Old {
    case whole(Value)
    /// An element; its path is `steps[path]`.
    case part(Value, path: Range<Int>)
    /// A key that did not exist before.
    case absent(path: Range<Int>, key: Value)
  }

  struct Entry {
    var register: Register
    var old: Old
  }

  var entries: [Entry] = []
  var steps: [Step] = []
  /// Whether any entry is a part of a register, so that several can be of the same.
  var hasParts = false
}

extension RegisterFile {
  /// Starts a step: nothing is saved yet.
  package func begin() {
    state.pointee.epoch &+= 1
    state.pointee.savedInts = 0
    guard state.pointee.hasJournal else { return }
    state.pointee.hasJournal = false
    journal.pointee.entries.removeAll(keepingCapacity: true)
    journal.pointee.steps.removeAll(keepingCapacity: true)
    journal.pointee.hasParts = false
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
    let register = Register(bank: Bank(rawValue: i.sub) ?? .value, index: i.a)
    journal.pointee.entries.append(.init(register: register, old: .whole(value(of: register))))
  }

  /// Whether the whole register with this stamp is already saved in this step.
  func isKept(_ stamp: UInt16) -> Bool { stamps[Int(stamp)] == state.pointee.epoch }

  /// Undoes the step.
  package func rollback() {
    for index in 0..<state.pointee.savedInts {
      ints[savedInts[index].register] = savedInts[index].old
    }
    for entry in journal.pointee.entries.reversed() { undo(entry) }
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
    let entries = journal.pointee.entries
    if journal.pointee.hasParts, Set(entries.map(\.register)).count < entries.count {
      return differsWhenUndone
    }
    return entries.contains(where: differs)
  }

  /// Whether the content differs from the only entry of its register.
  private func differs(_ entry: Journal.Entry) -> Bool {
    switch entry.old {
    case .whole(let old): return !Self.areIdentical(old, value(of: entry.register))
    case .part(let old, let path):
      var isDifferent = true
      Self.visit(&values[Int(entry.register.index)], journal.pointee.steps[path]) {
        isDifferent = !Self.areIdentical($0, old)
      }
      return isDifferent
    case .absent: return true
    }
  }

  /// Compares exactly but slowly: undoes the step on copies of the registers.
  private var differsWhenUndone: Bool {
    var before: [Register: Value] = [:]
    for entry in journal.pointee.entries.reversed() {
      undo(entry.old, in: &before[entry.register, default: value(of: entry.register)])
    }
    return before.contains { !Self.areIdentical($0.value, value(of: $0.key)) }
  }

  /// The content of a register of any bank but that of ints.
  private func value(of register: Register) -> Value { value(of: register, as: .value) }

  private func undo(_ entry: Journal.Entry) {
    if entry.register.bank == .value {
      undo(entry.old, in: &values[Int(entry.register.index)])
    } else if case .whole(let old) = entry.old {
      _ = set(entry.register, to: old)
    }
  }

  private func undo(_ old: Journal.Old, in value: inout Value) {
    switch old {
    case .whole(let old): value = old
    case .part(let old, let path): Self.visit(&value, journal.pointee.steps[path]) { $0 = old }
    case .absent(let path, let key):
      Self.visit(&value, journal.pointee.steps[path]) { Self.remove(key, from: &$0) }
    }
  }

  private static func remove(_ key: Value, from value: inout Value) {
    guard case .map(var map) = value else { return }
    value = .null
    map.remove(key)
    value = .map(map)
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
