import CEL

/// What has been learned about the configurations that a machine has been in, so that the same
/// event in the same configuration is not worked out twice.
///
/// A configuration gets a number when it is first met. For it and an event: the chains that its
/// leaves try. For it and the rows that these choose: a plan. All of it follows from the tables;
/// forgetting it changes nothing but the time a step takes.
struct Situations {
  /// What leaves try for an event.
  struct Entry: BitwiseCopyable {
    static let unknown: Int32 = -2
    /// Too many chains to remember what they choose.
    static let general: Int32 = -1

    /// How many chains there are, or one of the two above.
    var count = unknown
    /// The chain where there is one, else the place of the first in `chains`.
    var first: Int32 = -1
    /// The rows that are chosen where no guard has to be asked, else 0; see `Variant`.
    var key: UInt64 = 0
    /// What they do.
    var plan = unknownPlan
    /// The first variant; -1 for none.
    var variant: Int32 = -1
  }

  /// Rows that chains have chosen once, and what they lead to.
  struct Variant: BitwiseCopyable {
    /// The rows plus 1, 0 for none, as digits of a number to the base of rows plus 1.
    var key: UInt64
    var plan: Int32
    var next: Int32
  }

  /// What chosen rows do.
  struct Plan: BitwiseCopyable {
    /// Blocks to run in order; `~n` is the change `n` of a flag.
    var first: Int32
    var count: Int32
    /// The configuration afterwards.
    var to: Int32
    /// The known outputs that may be others afterwards.
    var forgets: UInt64
  }

  /// A register that `isIn` reads changes.
  struct FlagChange: BitwiseCopyable {
    /// In the int bank.
    var register: UInt16
    var isActive: Bool
  }

  static let unknownPlan: Int32 = -1
  /// What the rows do depends on more than the configuration.
  static let noPlan: Int32 = -2
  /// Where the row that gives an output is not worked out yet, and where a guard decides.
  static let unknownRow: Int32 = -1
  static let guardedRow: Int32 = -2

  /// The most entries of a table.
  private static let limit = 1 << 18

  let width: Int
  let outputCount: Int
  private var numbers: [StateSet: Int32] = [:]
  private(set) var configurations: [StateSet] = []
  /// Whether a configuration has eventless rows.
  private(set) var hasEventless = Store<Bool>()
  /// By configuration and event.
  private(set) var entries: Store<Entry>
  private(set) var chains = Store<Int32>()
  private var variants = Store<Variant>()
  private(set) var plans = Store<Plan>()
  private(set) var blocks = Store<Int32>()
  private(set) var flagChanges = Store<FlagChange>()
  /// By configuration and output: the row that gives its value, the count of rows for none.
  private(set) var outputRows: Store<Int32>

  init(_ tables: Tables) {
    width = tables.events.count
    outputCount = tables.outputs.count
    entries = Store(capacity: width)
    outputRows = Store(capacity: outputCount)
  }

  /// The same in memory of its own.
  func copy() -> Situations {
    var copy = self
    copy.hasEventless = hasEventless.copy()
    copy.entries = entries.copy()
    copy.chains = chains.copy()
    copy.variants = variants.copy()
    copy.plans = plans.copy()
    copy.blocks = blocks.copy()
    copy.flagChanges = flagChanges.copy()
    copy.outputRows = outputRows.copy()
    return copy
  }

  func free() {
    hasEventless.free()
    entries.free()
    chains.free()
    variants.free()
    plans.free()
    blocks.free()
    flagChanges.free()
    outputRows.free()
  }

  /// The number of a configuration; -1 where there are too many to remember.
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
    outputRows.append(Self.unknownRow, outputCount)
    return Int32(number)
  }

  /// Remembers the chains that leaves try; `key` where what they choose is certain.
  mutating func learn(_ chains: [Int32], key: UInt64, isGeneral: Bool, at place: Int) {
    var entry = Entry()
    entry.count = isGeneral ? Entry.general : Int32(chains.count)
    entry.key = key
    if chains.count == 1 {
      entry.first = chains[0]
    } else {
      entry.first = Int32(self.chains.count)
      self.chains.append(contentsOf: chains)
    }
    entries[place] = entry
  }

  /// The plan of a variant.
  @inline(__always)
  func plan(_ entry: Entry, key: UInt64) -> Int32 {
    var next = entry.variant
    while next >= 0 {
      let variant = variants[Int(next)]
      if variant.key == key { return variant.plan }
      next = variant.next
    }
    return Self.unknownPlan
  }

  /// Remembers what the rows of a key do.
  mutating func learn(_ plan: Int32, key: UInt64, at place: Int) {
    var entry = entries[place]
    if entry.key != 0 {
      entry.plan = plan
    } else {
      guard variants.count < Self.limit else { return }
      variants.append(Variant(key: key, plan: plan, next: entry.variant))
      entry.variant = Int32(variants.count - 1)
    }
    entries[place] = entry
  }

  /// Adds a plan and gives its number; none where there are too many.
  mutating func add(
    _ blocks: [Int32], _ changes: [FlagChange], to: Int32, forgets: UInt64
  ) -> Int32 {
    guard self.blocks.count < Self.limit else { return Self.noPlan }
    plans.append(
      Plan(
        first: Int32(self.blocks.count), count: Int32(blocks.count), to: to, forgets: forgets))
    self.blocks.append(contentsOf: blocks)
    flagChanges.append(contentsOf: changes)
    return Int32(plans.count - 1)
  }

  func learn(_ row: Int32, output: Int, in situation: Int32) {
    outputRows[Int(situation) * outputCount + output] = row
  }
}
