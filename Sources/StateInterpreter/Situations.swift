import CEL

/// What has been learned about the configurations that a machine has been in, so that the same
/// event in the same configuration is not worked out twice.
///
/// A configuration gets a number when it is first met. For it and an event: the chains that its
/// leaves try. For it and the rows that these choose: a plan. All of it follows from the tables;
/// forgetting it changes nothing but the time a step takes.
struct Situations {
  /// What a usual step does for an event, and what it carries.
  struct Entry: BitwiseCopyable {
    enum Mode: UInt8, BitwiseCopyable {
      /// It has to be worked out, or is unusual.
      case other
      /// Runs the chain at `number`, which tells the row.
      case chain
      /// Follows the plan `number`: no guard has to be asked.
      case plan
      /// Follows the plan `number`, which is nothing but sums.
      case sums
    }

    var number: Int32 = -1
    var fieldCount: UInt16 = 0
    var mode = Mode.other
  }

  /// What leaves try for an event.
  struct Search: BitwiseCopyable {
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
    /// Blocks to run in order, up to a negative one.
    var first: Int32
    /// The configuration afterwards.
    var to: Int32
    /// The known outputs that may be others afterwards.
    var forgets: UInt64
    /// What the blocks do, in `sums`, where they do no more.
    var firstSum: Int32 = 0
    var sumCount: Int32 = -1
  }

  static let unknownPlan: Int32 = -1
  /// What the rows do depends on more than the configuration.
  static let noPlan: Int32 = -2

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
  private(set) var searches: Store<Search>
  /// The rows that deny the event; `DeniedRows.unknown` where they are not known, or do not stand side
  /// by side. Apart from `searches`, so that events by lot find many of them close together.
  private(set) var denials: Store<DeniedRows>
  private(set) var chains = Store<Int32>()
  private var variants = Store<Variant>()
  private(set) var plans = Store<Plan>()
  private(set) var blocks = Store<Int32>()
  private(set) var sums = Store<Sum>()
  /// By configuration and output.
  private(set) var slots: Store<Slot>
  /// Rows of `entries` and `slots` for machines that take no short way.
  private(set) var noEntries: Store<Entry>
  private(set) var noSlots: Store<Slot>

  init(_ tables: Tables) {
    width = tables.events.count
    outputCount = tables.outputs.count
    entries = Store(capacity: width)
    searches = Store(capacity: width)
    denials = Store(capacity: width)
    slots = Store(capacity: outputCount)
    noEntries = Store(repeating: Entry(), count: width)
    noSlots = Store(repeating: Slot(.unknown), count: outputCount)
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
    plans.free()
    blocks.free()
    sums.free()
    searches.free()
    denials.free()
    slots.free()
    noEntries.free()
    noSlots.free()
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
    searches.append(Search(), width)
    denials.append(.unknown, width)
    slots.append(Slot(.unknown), outputCount)
    return Int32(number)
  }

  /// Remembers the chains that leaves try; `key` where what they choose is certain. Where there are
  /// too many to remember, they are worked out each time.
  mutating func learn(_ chains: [Int32], key: UInt64, isGeneral: Bool, at place: Int) {
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
    searches[place] = search
  }

  /// Lets usual steps take the short way.
  func shorten(_ mode: Entry.Mode, _ number: Int32, fieldCount: Int, at place: Int) {
    guard let fieldCount = UInt16(exactly: fieldCount) else { return }
    entries[place] = Entry(number: number, fieldCount: fieldCount, mode: mode)
  }

  /// Remembers the rows that denied an event.
  func learn(denied rows: DeniedRows?, at place: Int) { denials[place] = rows ?? .unknown }

  /// The plan of a variant.
  @inline(__always)
  func plan(_ search: Search, key: UInt64) -> Int32 {
    var next = search.variant
    while next >= 0 {
      let variant = variants[Int(next)]
      if variant.key == key { return variant.plan }
      next = variant.next
    }
    return Self.unknownPlan
  }

  /// Remembers what the rows of a key do.
  mutating func learn(_ plan: Int32, key: UInt64, at place: Int) {
    var search = searches[place]
    if search.key != 0 {
      search.plan = plan
    } else {
      guard variants.count < Self.limit else { return }
      variants.append(Variant(key: key, plan: plan, next: search.variant))
      search.variant = Int32(variants.count - 1)
    }
    searches[place] = search
  }

  /// Adds a plan and gives its number; none where there are too many.
  mutating func add(
    _ blocks: [Int32], sums: [Sum]?, to: Int32, forgets: UInt64
  ) -> Int32 {
    guard max(self.blocks.count, self.sums.count) < Self.limit else { return Self.noPlan }
    var plan = Plan(first: Int32(self.blocks.count), to: to, forgets: forgets)
    if let sums {
      plan.firstSum = Int32(self.sums.count)
      plan.sumCount = Int32(sums.count)
      self.sums.append(contentsOf: sums)
    }
    plans.append(plan)
    self.blocks.append(contentsOf: blocks)
    self.blocks.append(-1)
    return Int32(plans.count - 1)
  }

  func learn(_ slot: Slot, output: Int, in situation: Int32) {
    slots[Int(situation) * outputCount + output] = slot
  }
}
