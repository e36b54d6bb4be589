import CEL

/// Caches what events do in the configurations that a machine has visited, so that the same event
/// in the same configuration is not resolved again.
///
/// A configuration gets a number when it is first visited. The cache keeps the chains that its
/// leaves try for each event. For the rows that these choose, it keeps a cached transition.
/// Everything derives from the tables: an empty cache only makes steps slower.
struct TransitionCache {
  /// The fast path of an event, and the number of its fields.
  struct Entry: BitwiseCopyable {
    enum Mode: UInt8, BitwiseCopyable {
      /// Not cached yet, or unusual.
      case uncached
      /// Runs the chain at `number`, which chooses the row.
      case chain
      /// Performs the cached transition `number`; no guard is evaluated.
      case transition
      /// Performs the cached transition `number`, which only adds numbers.
      case sums
    }

    var number: Int32 = -1
    var fieldCount: UInt16 = 0
    var mode = Mode.uncached
  }

  /// The chains that leaves try for an event.
  struct Search: BitwiseCopyable {
    static let unknown: Int32 = -2
    /// There are too many chains to cache what they choose.
    static let general: Int32 = -1

    /// The number of chains, or one of the two values above.
    var count = unknown
    /// The chain if there is only one, else the index of the first one in `chains`.
    var first: Int32 = -1
    /// The chosen rows if no guard has to be evaluated, else 0. See `Variant` for the encoding.
    var key: UInt64 = 0
    /// The number of the transition for `key`.
    var transition = unknownTransition
    /// The first variant; -1 for none.
    var variant: Int32 = -1
  }

  /// A combination of rows that chains have chosen, with its transition.
  struct Variant: BitwiseCopyable {
    /// The row indices plus 1 (0 for none), as digits of a number. The base is the number of rows
    /// plus 1.
    var key: UInt64
    var transition: Int32
    var next: Int32
  }

  /// The effect of chosen rows.
  struct CachedTransition: BitwiseCopyable {
    /// The blocks to run in order, up to a negative one.
    var first: Int32
    /// The number of the configuration afterwards.
    var to: Int32
    /// The bit mask of the outputs below 64 that may change.
    var invalidatedOutputs: UInt64
    /// The range in `sums` if the blocks only add numbers.
    var firstSum: Int32 = 0
    var sumCount: Int32 = -1
  }

  static let unknownTransition: Int32 = -1
  /// The effect of the rows depends on more than the configuration.
  static let uncacheable: Int32 = -2

  /// The maximum number of entries in a table.
  private static let limit = 1 << 18

  let width: Int
  let outputCount: Int
  private var numbers: [StateSet: Int32] = [:]
  private(set) var configurations: [StateSet] = []
  /// Whether each configuration has eventless rows.
  private(set) var hasEventless = RawArray<Bool>()
  /// By configuration and event.
  private(set) var entries: RawArray<Entry>
  private(set) var searches: RawArray<Search>
  /// The rows that deny the event; `DeniedRows.unknown` if they are not known or not adjacent. They
  /// are not part of `searches`, so that random events find many of them close together.
  private(set) var denials: RawArray<DeniedRows>
  private(set) var chains = RawArray<Int32>()
  private var variants = RawArray<Variant>()
  private(set) var transitions = RawArray<CachedTransition>()
  private(set) var blocks = RawArray<Int32>()
  private(set) var sums = RawArray<Sum>()
  /// By configuration and output.
  private(set) var slots: RawArray<Slot>
  /// Rows of `entries` and `slots` for machines that do not use the cache.
  private(set) var noEntries: RawArray<Entry>
  private(set) var noSlots: RawArray<Slot>

  init(_ tables: Tables) {
    width = tables.events.count
    outputCount = tables.outputs.count
    entries = RawArray(capacity: width)
    searches = RawArray(capacity: width)
    denials = RawArray(capacity: width)
    slots = RawArray(capacity: outputCount)
    noEntries = RawArray(repeating: Entry(), count: width)
    noSlots = RawArray(repeating: Slot(.unknown), count: outputCount)
  }

  /// Copies the cache into separate memory.
  func copy() -> TransitionCache {
    var copy = self
    copy.hasEventless = hasEventless.copy()
    copy.entries = entries.copy()
    copy.chains = chains.copy()
    copy.variants = variants.copy()
    copy.transitions = transitions.copy()
    copy.blocks = blocks.copy()
    copy.sums = sums.copy()
    copy.searches = searches.copy()
    copy.denials = denials.copy()
    copy.slots = slots.copy()
    copy.noEntries = noEntries.copy()
    copy.noSlots = noSlots.copy()
    return copy
  }

  func free() {
    hasEventless.free()
    entries.free()
    chains.free()
    variants.free()
    transitions.free()
    blocks.free()
    sums.free()
    searches.free()
    denials.free()
    slots.free()
    noEntries.free()
    noSlots.free()
  }

  /// The number of a configuration; -1 if the cache is full.
  mutating func number(of active: StateSet, _ tables: Tables) -> Int32 {
    if let known = numbers[active] { return known }
    let number = configurations.count
    guard (number + 1) * max(width, outputCount, 1) <= Self.limit else { return -1 }
    numbers[active] = Int32(number)
    configurations.append(active)
    hasEventless.append(
      tables.tree.leaves(of: active).contains {
        tables.dispatch.chain(state: $0, event: width) >= 0
      })
    entries.append(Entry(), width)
    searches.append(Search(), width)
    denials.append(.unknown, width)
    slots.append(Slot(.unknown), outputCount)
    return Int32(number)
  }

  /// Caches the chains that leaves try. `key` is set if their choice is certain. If there are too
  /// many chains, they are found again each time.
  mutating func store(_ chains: [Int32], key: UInt64, isGeneral: Bool, at index: Int) {
    var search = Search()
    let isFull = chains.count > 1 && self.chains.count + chains.count > Self.limit
    search.count = isGeneral || isFull ? Search.general : Int32(chains.count)
    search.key = isFull ? 0 : key
    if chains.count == 1 {
      search.first = chains[0]
    } else if !isFull {
      search.first = Int32(self.chains.count)
      self.chains.append(contentsOf: chains)
    }
    searches[index] = search
  }

  /// Sets the fast path of an event.
  func setFastPath(_ mode: Entry.Mode, _ number: Int32, fieldCount: Int, at index: Int) {
    guard let fieldCount = UInt16(exactly: fieldCount) else { return }
    entries[index] = Entry(number: number, fieldCount: fieldCount, mode: mode)
  }

  /// Caches the rows that denied an event.
  func store(denied rows: DeniedRows?, at index: Int) { denials[index] = rows ?? .unknown }

  /// The number of a variant's transition.
  @inline(__always)
  func transition(_ search: Search, key: UInt64) -> Int32 {
    var next = search.variant
    while next >= 0 {
      let variant = variants[Int(next)]
      if variant.key == key { return variant.transition }
      next = variant.next
    }
    return Self.unknownTransition
  }

  /// Caches the transition for the rows of a key.
  mutating func store(_ transition: Int32, key: UInt64, at index: Int) {
    var search = searches[index]
    if search.key != 0 {
      search.transition = transition
    } else {
      guard variants.count < Self.limit else { return }
      variants.append(Variant(key: key, transition: transition, next: search.variant))
      search.variant = Int32(variants.count - 1)
    }
    searches[index] = search
  }

  /// Adds a transition and returns its number, or `uncacheable` if there are too many.
  mutating func add(
    _ blocks: [Int32], sums: [Sum]?, to: Int32, invalidatedOutputs: UInt64
  ) -> Int32 {
    guard max(self.blocks.count, self.sums.count) < Self.limit else { return Self.uncacheable }
    var transition = CachedTransition(
      first: Int32(self.blocks.count), to: to, invalidatedOutputs: invalidatedOutputs)
    if let sums {
      transition.firstSum = Int32(self.sums.count)
      transition.sumCount = Int32(sums.count)
      self.sums.append(contentsOf: sums)
    }
    transitions.append(transition)
    self.blocks.append(contentsOf: blocks)
    self.blocks.append(-1)
    return Int32(transitions.count - 1)
  }

  func store(_ slot: Slot, output: Int, in configurationNumber: Int32) {
    slots[Int(configurationNumber) * outputCount + output] = slot
  }
}
