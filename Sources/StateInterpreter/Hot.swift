import CEL

/// What every step and every reading looks at, in memory of its own: no access to it counts
/// references or checks exclusivity.
@usableFromInline
struct Hot: BitwiseCopyable {
  /// What the machine does in its configuration, by event: a row of `Situations.entries`.
  var entries: UnsafeMutablePointer<Situations.Entry>
  /// Where the values of the outputs are in it: a row of `Situations.slots`.
  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  /// The first rows of both, and what the numbers in entries count.
  var allEntries: UnsafeMutablePointer<Situations.Entry>
  var allSlots: UnsafeMutablePointer<Slot>
  var plans: UnsafeMutablePointer<Situations.Plan>
  var sums: UnsafeMutablePointer<Sum>
  @usableFromInline let ints: UnsafeMutablePointer<Int64>
  @usableFromInline let strings: UnsafeMutablePointer<String>
  @usableFromInline let outputCount: Int
  let eventCount: Int
  let rowFacts: UnsafePointer<RowFacts>
  /// Where computed values are kept.
  let outputSlots: UnsafePointer<Slot>
  @usableFromInline let choices: UnsafePointer<Choice>
  @usableFromInline let eventNames: NameTable
  @usableFromInline let outputNames: NameTable
  /// The outputs below 64 whose values are known, by `Core.knownSlots`.
  var knownOutputs: UInt64 = 0
  /// The number of the configuration in `situations`; -1 where it has not been looked up.
  var situation: Int32 = -1
  /// A top-level final state has been entered.
  var hasEnded = false
  /// Whether there is a trace or coverage.
  var isWatched = false
  /// Whether the step has asked for something or raised an event.
  var isBusy = false

  init(_ tables: Tables, _ banks: RegisterFile, _ situations: Situations) {
    entries = situations.noEntries.base
    slots = situations.noSlots.base
    allEntries = situations.entries.base
    allSlots = situations.slots.base
    plans = situations.plans.base
    sums = situations.sums.base
    ints = banks.ints
    strings = banks.strings
    outputCount = tables.outputs.count
    eventCount = tables.events.count
    choices = UnsafePointer(tables.choices.base)
    eventNames = tables.eventNames.table
    outputNames = tables.outputNames.table
    outputSlots = UnsafePointer(tables.outputSlots.base)
    rowFacts = UnsafePointer(tables.rowFacts.base)
  }

  /// The machine, which takes short ways, is in the configuration of this number.
  @inline(__always)
  mutating func shift(to situation: Int32) {
    self.situation = situation
    entries = allEntries + Int(situation) &* eventCount
    slots = allSlots + Int(situation) &* outputCount
  }

  /// Follows the tables of `situations` to where they lie by now.
  mutating func refresh(_ situations: Situations) {
    allEntries = situations.entries.base
    allSlots = situations.slots.base
    plans = situations.plans.base
    sums = situations.sums.base
  }

  /// What a slot of the kind `choice` chooses now.
  @inlinable @inline(__always)
  func chosen(_ slot: Slot) -> Slot {
    let choice = choices + Int(slot.extra)
    return ints[Int(slot.index)] != 0 ? choice.pointee.ifTrue : choice.pointee.ifFalse
  }
}
