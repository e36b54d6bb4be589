import CEL

/// Remembers what events do in the configurations that a machine has visited.
///
/// It calls functions of the plain interpreter (`Selection`, `MicrostepPlan`) once for each
/// configuration and event, and keeps the result as the blocks of the program to run. A
/// configuration is a number from then on, so a usual step compares no sets of states and allocates
/// nothing. Everything derives from the tables: an empty accelerator only makes steps slower.
///
/// It is in separate memory, because access to members of a class would count references and
/// check exclusivity.
@usableFromInline
struct Accelerator {
  /// What an event does in a configuration.
  struct Entry: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// Not examined yet.
      case unknown
      /// The plain interpreter performs the step.
      case plain
      /// No row exists.
      case unhandled
      /// The chain at `number` chooses the row.
      case chain
      /// The transition `number` happens; no guard is evaluated.
      case transition
      /// The transition `number` happens, and only adds numbers.
      case sums
    }

    var kind: Kind
    /// The number of fields that the event carries.
    var fieldCount: UInt16 = 0
    var number: Int32 = -1
  }

  /// The effect of chosen rows.
  struct Transition: BitwiseCopyable {
    /// The blocks to run in order, up to a negative one: an index in `blocks`.
    var first: Int32
    /// The number of the configuration afterwards.
    var to: Int32
    /// The bit mask of the outputs below 64 that may change.
    var invalidatedOutputs: UInt64
    /// Whether the configuration afterwards has no eventless rows.
    var isQuiet: Bool
    /// The range in `sums` if the blocks only add numbers; else the count is -1.
    var firstSum: Int32
    var sumCount: Int32
  }

  static let unknownTransition: Int32 = -1
  /// The effect of the rows depends on more than the configuration.
  static let plainTransition: Int32 = -2

  /// The maximum number of elements in an array.
  private static let limit = 1 << 18

  let eventCount: Int
  let rowCount: Int
  let ints: UnsafeMutablePointer<Int64>
  /// The number of the configuration; -1 if it has not been looked up.
  @usableFromInline var configuration: Int32 = -1
  private var numbers: [StateSet: Int32] = [:]
  private var configurations: [StateSet] = []
  /// By configuration and event.
  private var entries = RawArray<Entry>()
  /// The rows that deny the event, by configuration and event; `DeniedRows.unknown` if they are not
  /// known or not adjacent.
  private var denials = RawArray<DeniedRows>()
  /// The transition of each row that a chain chooses, by configuration and row.
  private var rowTransitions = RawArray<Int32>()
  private(set) var transitions = RawArray<Transition>()
  private(set) var blocks = RawArray<Int32>()
  private var sums = RawArray<Sum>()
  @usableFromInline var outputs: OutputCache

  private init(_ tables: Tables, _ registers: RegisterFile) {
    eventCount = tables.events.count
    rowCount = tables.rows.count
    ints = registers.ints
    outputs = OutputCache(tables, registers)
  }

  /// Makes an empty accelerator; `nil` if the definition is compiled without acceleration.
  static func make(
    _ tables: Tables, _ registers: RegisterFile
  ) -> UnsafeMutablePointer<Accelerator>? {
    guard tables.isAccelerated else { return nil }
    let memory = UnsafeMutablePointer<Accelerator>.allocate(capacity: 1)
    memory.initialize(to: Accelerator(tables, registers))
    return memory
  }

  func free() {
    entries.free()
    denials.free()
    rowTransitions.free()
    transitions.free()
    blocks.free()
    sums.free()
    outputs.free()
  }

  /// The active states, if the configuration has been looked up.
  var active: StateSet? { configuration < 0 ? nil : configurations[Int(configuration)] }

  /// The number of a configuration; `nil` if there is no room for another one.
  mutating func number(of active: StateSet) -> Int32? {
    if let known = numbers[active] { return known }
    let number = configurations.count
    let width = max(eventCount, rowCount, outputs.count, 1)
    guard (number + 1) * width <= Self.limit else { return nil }
    numbers[active] = Int32(number)
    configurations.append(active)
    entries.append(Entry(kind: .unknown), eventCount)
    denials.append(.unknown, eventCount)
    rowTransitions.append(Self.unknownTransition, rowCount)
    outputs.addConfiguration()
    if configuration >= 0 { setConfiguration(configuration) }
    return Int32(number)
  }

  /// Adds a transition and returns its number.
  mutating func add(
    _ blocks: [Int32], sums: [Sum]?, to: Int32, isQuiet: Bool, invalidatedOutputs: UInt64
  ) -> Int32 {
    guard max(self.blocks.count, self.sums.count, transitions.count) < Self.limit else {
      return Self.plainTransition
    }
    transitions.append(
      Transition(
        first: Int32(self.blocks.count), to: to, invalidatedOutputs: invalidatedOutputs,
        isQuiet: isQuiet,
        firstSum: Int32(self.sums.count), sumCount: sums.map { Int32($0.count) } ?? -1))
    self.sums.append(contentsOf: sums ?? [])
    self.blocks.append(contentsOf: blocks)
    self.blocks.append(-1)
    return Int32(transitions.count - 1)
  }

  @inline(__always)
  mutating func setConfiguration(_ number: Int32) {
    configuration = number
    outputs.setConfiguration(Int(number))
  }

  mutating func forgetConfiguration() {
    configuration = -1
    outputs.forgetConfiguration()
  }
}

/// Reads and writes the tables for the current configuration.
extension Accelerator {
  /// What an event does.
  @inline(__always)
  subscript(event event: Int) -> Entry {
    get { entries[Int(configuration) &* eventCount &+ event] }
    nonmutating set { entries[Int(configuration) &* eventCount &+ event] = newValue }
  }

  /// The rows that deny an event.
  @inline(__always)
  subscript(denied event: Int) -> DeniedRows {
    get { denials[Int(configuration) &* eventCount &+ event] }
    nonmutating set { denials[Int(configuration) &* eventCount &+ event] = newValue }
  }

  /// The transition of a row that a chain has chosen.
  @inline(__always)
  subscript(row row: Int32) -> Int32 {
    get { rowTransitions[Int(configuration) &* rowCount &+ Int(row)] }
    nonmutating set { rowTransitions[Int(configuration) &* rowCount &+ Int(row)] = newValue }
  }
}

/// Performs transitions that only add numbers, without running the program.
///
/// It makes a step 1.3 times (S1) to 1.9 times (S4) as fast. `Code.sums` proves for the blocks of a
/// transition that they write exactly the values of the sums.
extension Accelerator {
  /// Performs a transition. Returns whether anything differs, or `nil` without any effect if a sum
  /// overflows: then the program reports the error.
  @inline(__always)
  mutating func add(_ number: Int32) -> Bool? {
    let transition = transitions.base + Int(number)
    let sums = sums.base + Int(transition.pointee.firstSum)
    var isChanged = false
    if transition.pointee.sumCount == 1 {
      guard let isDifferent = RegisterFile.write(sums.pointee, ints) else { return nil }
      isChanged = isDifferent
    } else if transition.pointee.sumCount > 1 {
      guard let isDifferent = addAll(sums, transition.pointee.sumCount) else { return nil }
      isChanged = isDifferent
    }
    if transition.pointee.to != configuration {
      setConfiguration(transition.pointee.to)
      isChanged = true
    }
    if isChanged { outputs.known &= ~transition.pointee.invalidatedOutputs }
    return isChanged
  }

  /// Computes all sums before it writes the first one: each reads the old values, and any may
  /// overflow.
  @inline(__always)
  private func addAll(_ sums: UnsafeMutablePointer<Sum>, _ count: Int32) -> Bool? {
    for index in 0..<Int(count) {
      guard let result = RegisterFile.result(of: sums[index], ints) else { return nil }
      sums[index].result = result
    }
    var isChanged = false
    for index in 0..<Int(count) {
      let register = ints + Int(sums[index].register)
      let result = sums[index].result
      if register.pointee != result { isChanged = true }
      register.pointee = result
    }
    return isChanged
  }
}
