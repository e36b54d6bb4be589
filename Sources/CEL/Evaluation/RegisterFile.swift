/// The memory of one machine: its registers, the journal of the current step and the budget.
///
/// Only one thread may use it at a time. Indices are not checked: all of them come from
/// instructions, which the builder numbered within the counts of the `Code`.
@usableFromInline
package final class RegisterFile {
  /// A position in the list or map that a register holds meanwhile.
  struct Iterator {
    /// The register of the collection.
    var collection = 0
    /// The index of the current element; -1 before the first.
    var index = -1
    var count = 0
    /// Whether the element of a map is the value of an entry, not its key.
    var readsValues = false
  }

  package let code: Code
  @usableFromInline let instructions: UnsafePointer<Instruction>
  @usableFromInline package let ints: UnsafeMutablePointer<Int64>
  @usableFromInline package let doubles: UnsafeMutablePointer<Double>
  @usableFromInline package let strings: UnsafeMutablePointer<String>
  @usableFromInline package let values: UnsafeMutablePointer<Value>
  let iterators: UnsafeMutablePointer<Iterator>
  let lists: UnsafeMutablePointer<[Value]>
  let maps: UnsafeMutablePointer<Value.Map.Builder>
  let errors: UnsafeMutablePointer<EvaluationError.ID?>
  let returns: UnsafeMutablePointer<Int32>
  /// One `State`, in memory outside the object, so that accesses need no exclusivity checks.
  @usableFromInline let state: UnsafeMutablePointer<State>
  /// For each stamp, the step in which its register was last saved.
  let stamps: UnsafeMutablePointer<Int64>
  /// For each int register, the step in which it was last saved.
  @usableFromInline let intStamps: UnsafeMutablePointer<Int64>
  @usableFromInline let savedInts: UnsafeMutablePointer<SavedInt>
  /// An empty list of blocks.
  @usableFromInline let noBlocks: UnsafeMutablePointer<Int32>
  let journal: UnsafeMutablePointer<Journal>

  private let sizes: Sizes

  /// The variables that change while a program runs.
  @usableFromInline
  struct State: BitwiseCopyable {
    @usableFromInline var budget = Budget(Limits.eventSteps)
    /// What was taken from earlier budgets.
    @usableFromInline var spent: Int64 = 0
    @usableFromInline var returnCount = 0
    /// The number of the step. A register whose stamp equals it is already saved.
    @usableFromInline var epoch: Int64 = 1
    @usableFromInline var savedInts = 0
    /// Whether the step saved anything but int registers.
    @usableFromInline var hasJournal = false
    /// The blocks to run after the one that an effect has interrupted.
    var following: UnsafePointer<Int32>
  }

  /// An int register and its content before the step.
  @usableFromInline
  struct SavedInt: BitwiseCopyable {
    @usableFromInline var register: Int
    @usableFromInline var old: Int64

    @inlinable
    init(register: Int, old: Int64) {
      self.register = register
      self.old = old
    }
  }

  /// The steps that the next run may take; after a run, the steps that are left.
  package var budget: Budget {
    @inlinable get { state.pointee.budget }
    @inlinable set { state.pointee.budget = newValue }
  }

  /// Begins a new budget, the one of an event.
  @inlinable
  package func renewBudget() {
    state.pointee.spent = work
    state.pointee.budget = Budget(Limits.eventSteps)
  }

  /// What was taken from all budgets so far.
  @inlinable package var work: Int64 {
    state.pointee.spent &+ Limits.eventSteps &- state.pointee.budget.remaining
  }

  /// The number of registers of each bank, and of the other resources.
  private struct Sizes {
    var ints, doubles, strings, values: Int
    var counts: Code.Counts
  }

  /// Creates the memory of a machine that runs `code`, and loads the constants.
  package convenience init(code: Code) {
    self.init(
      code,
      Sizes(
        ints: code.image.ints.count, doubles: code.image.doubles.count,
        strings: code.image.strings.count, values: code.image.values.count, counts: code.counts))
    _ = UnsafeMutableBufferPointer(start: ints, count: sizes.ints).update(
      fromContentsOf: code.image.ints)
    _ = UnsafeMutableBufferPointer(start: doubles, count: sizes.doubles).update(
      fromContentsOf: code.image.doubles)
    _ = UnsafeMutableBufferPointer(start: strings, count: sizes.strings).update(
      fromContentsOf: code.image.strings)
    _ = UnsafeMutableBufferPointer(start: values, count: sizes.values).update(
      fromContentsOf: code.image.values)
  }

  private init(_ code: Code, _ sizes: Sizes) {
    self.code = code
    instructions = UnsafePointer(code.instructions)
    self.sizes = sizes
    noBlocks = Self.filled(1, -1)
    state = Self.filled(1, State(following: noBlocks))
    stamps = Self.filled(sizes.counts.stamps, 0)
    intStamps = Self.filled(sizes.ints, 0)
    savedInts = Self.filled(sizes.counts.stamps, SavedInt(register: 0, old: 0))
    journal = Self.filled(1, Journal())
    ints = Self.filled(sizes.ints, 0)
    doubles = Self.filled(sizes.doubles, 0)
    strings = Self.filled(sizes.strings, "")
    values = Self.filled(sizes.values, .null)
    lists = Self.filled(sizes.counts.lists, [])
    maps = Self.filled(sizes.counts.maps, Value.Map.Builder())
    errors = Self.filled(sizes.counts.errors, nil)
    returns = Self.filled(sizes.counts.blocks + 1, 0)
    iterators = Self.filled(sizes.counts.iterators, Iterator())
  }

  private static func filled<Element>(
    _ count: Int, _ element: Element
  ) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    memory.initialize(repeating: element, count: max(1, count))
    return memory
  }

  private static func discard<Element>(_ memory: UnsafeMutablePointer<Element>, _ count: Int) {
    memory.deinitialize(count: max(1, count))
    memory.deallocate()
  }

  deinit {
    Self.discard(ints, sizes.ints)
    Self.discard(doubles, sizes.doubles)
    Self.discard(strings, sizes.strings)
    Self.discard(values, sizes.values)
    Self.discard(lists, sizes.counts.lists)
    Self.discard(maps, sizes.counts.maps)
    Self.discard(errors, sizes.counts.errors)
    Self.discard(returns, sizes.counts.blocks + 1)
    Self.discard(iterators, sizes.counts.iterators)
    Self.discard(state, 1)
    Self.discard(noBlocks, 1)
    Self.discard(stamps, sizes.counts.stamps)
    Self.discard(intStamps, sizes.ints)
    Self.discard(savedInts, sizes.counts.stamps)
    Self.discard(journal, 1)
  }

  /// A copy with the same content; call it only between steps.
  package func copy() -> RegisterFile {
    let copy = RegisterFile(code, sizes)
    copy.ints.update(from: ints, count: max(1, sizes.ints))
    copy.doubles.update(from: doubles, count: max(1, sizes.doubles))
    copy.strings.update(from: strings, count: max(1, sizes.strings))
    copy.values.update(from: values, count: max(1, sizes.values))
    copy.budget = budget
    copy.state.pointee.spent = state.pointee.spent
    return copy
  }
}

extension RegisterFile {
  @inline(__always)
  func value(of register: Register, as form: InstructionForm) -> Value {
    switch register.bank {
    case .int: Self.box(ints[Int(register.index)], form)
    case .double: .double(doubles[Int(register.index)])
    case .string: .string(strings[Int(register.index)])
    case .value: values[Int(register.index)]
    }
  }

  /// Stores a value in a register. If the register's bank cannot hold the value, it changes nothing
  /// and returns `false`.
  package func set(_ register: Register, to value: Value) -> Bool {
    let index = Int(register.index)
    switch (register.bank, value) {
    case (.double, .double(let number)): doubles[index] = number
    case (.string, .string(let text)): strings[index] = text
    case (.value, _): values[index] = value
    case (.int, _):
      guard let number = Self.unbox(value) else { return false }
      ints[index] = number
    case (.double, _), (.string, _): return false
    }
    return true
  }

  /// The number in an int register.
  @inlinable
  package func int(_ register: Register) -> Int64 { ints[Int(register.index)] }

  @inlinable
  package func set(_ register: Register, int number: Int64) { ints[Int(register.index)] = number }

  static func box(_ number: Int64, _ form: InstructionForm) -> Value {
    switch form {
    case .bool: .bool(number != 0)
    case .uint: .uint(UInt64(bitPattern: number))
    case .duration: .duration(Value.Duration(nanoseconds: number))
    case .enumeration(let type): .enumeration(type, Int32(truncatingIfNeeded: number))
    case .int, .double, .string, .value: .int(number)
    }
  }

  /// The integer that represents a value in the int bank.
  @inline(__always)
  static func unbox(_ value: Value) -> Int64? {
    switch value {
    case .bool(let truth): truth ? 1 : 0
    case .int(let number): number
    case .uint(let number): Int64(bitPattern: number)
    case .duration(let span): span.nanoseconds
    case .enumeration(_, let index): Int64(index)
    case .null, .double, .string, .bytes, .timestamp, .list, .map, .record, .union, .unit,
      .optional, .type:
      nil
    }
  }
}
