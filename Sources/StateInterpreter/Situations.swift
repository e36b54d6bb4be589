import CEL

/// What has been learned about the configurations that a machine has been in, so that the same
/// event in the same configuration is not worked out twice.
///
/// A configuration gets a number when it is first met. For it and an event: the chains that its
/// leaves try. For it and the rows that these choose: a plan. All of it follows from the tables;
/// forgetting it changes nothing but the time a step takes.
struct Situations: Sendable {
  /// What leaves try for an event.
  struct Entry: Sendable {
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
  struct Variant: Sendable {
    /// The rows plus 1, 0 for none, as digits of a number to the base of rows plus 1.
    var key: UInt64
    var plan: Int32
    var next: Int32
  }

  /// What chosen rows do.
  struct Plan: Sendable {
    /// Blocks to run in order; `~n` is the change `n` of a flag.
    var first: Int32
    var count: Int32
    /// The configuration afterwards.
    var to: Int32
    /// The known outputs that may be others afterwards.
    var forgets: UInt64
  }

  /// A register that `isIn` reads changes.
  struct FlagChange: Sendable {
    var register: Register
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
  private(set) var hasEventless: [Bool] = []
  /// By configuration and event.
  var entries: [Entry] = []
  var chains: [Int32] = []
  private var variants: [Variant] = []
  private(set) var plans: [Plan] = []
  private(set) var blocks: [Int32] = []
  private(set) var flagChanges: [FlagChange] = []
  /// By configuration and output: the row that gives its value, the count of rows for none.
  var outputRows: [Int32] = []

  init(_ tables: Tables) {
    width = tables.events.count
    outputCount = tables.outputs.count
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
    entries += Array(repeating: Entry(), count: width)
    outputRows += Array(repeating: Self.unknownRow, count: outputCount)
    return Int32(number)
  }

  /// The plan of a variant.
  func plan(_ entry: Entry, key: UInt64) -> Int32 {
    var next = entry.variant
    while next >= 0 {
      let variant = variants[Int(next)]
      if variant.key == key { return variant.plan }
      next = variant.next
    }
    return Self.unknownPlan
  }

  mutating func learn(_ plan: Int32, key: UInt64, at place: Int) {
    guard variants.count < Self.limit else { return }
    variants.append(Variant(key: key, plan: plan, next: entries[place].variant))
    entries[place].variant = Int32(variants.count - 1)
  }

  /// Adds a plan and gives its number; none where there are too many.
  mutating func add(
    _ blocks: [Int32], _ changes: [FlagChange], to: Int32, forgets: UInt64
  ) -> Int32 {
    guard self.blocks.count < Self.limit else { return Self.noPlan }
    plans.append(
      Plan(
        first: Int32(self.blocks.count), count: Int32(blocks.count), to: to, forgets: forgets))
    self.blocks += blocks
    flagChanges += changes
    return Int32(plans.count - 1)
  }
}
