import CEL

/// The fields that every step and every reading accesses. They are in separate memory, so that no
/// access counts references or checks exclusivity.
@usableFromInline
struct HotState: BitwiseCopyable {
  /// The fast paths in the current configuration, by event: a row of `TransitionCache.entries`.
  var entries: UnsafeMutablePointer<TransitionCache.Entry>
  /// The slots of the outputs in the current configuration: a row of `TransitionCache.slots`.
  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  /// The tables of the cache, from their beginning.
  var allEntries: UnsafeMutablePointer<TransitionCache.Entry>
  var allSlots: UnsafeMutablePointer<Slot>
  var transitions: UnsafeMutablePointer<TransitionCache.CachedTransition>
  var sums: UnsafeMutablePointer<Sum>
  @usableFromInline let ints: UnsafeMutablePointer<Int64>
  @usableFromInline let strings: UnsafeMutablePointer<String>
  @usableFromInline let outputCount: Int
  let eventCount: Int
  let rowFacts: UnsafePointer<RowFacts>
  /// The slots that keep computed values.
  let outputSlots: UnsafePointer<Slot>
  @usableFromInline let choices: UnsafePointer<Choice>
  /// The bit mask of the outputs below 64 whose values are in `Core.knownSlots`.
  var knownOutputs: UInt64 = 0
  /// The number of the configuration in the cache; -1 if it has not been looked up.
  var configurationNumber: Int32 = -1
  /// Whether a top-level final state has been entered.
  var hasEnded = false
  /// Whether there is a trace or coverage.
  var isWatched = false
  /// Whether the step has emitted a command or raised an event.
  var isBusy = false

  init(_ tables: Tables, _ registers: RegisterFile, _ cache: TransitionCache) {
    entries = cache.noEntries.base
    slots = cache.noSlots.base
    allEntries = cache.entries.base
    allSlots = cache.slots.base
    transitions = cache.transitions.base
    sums = cache.sums.base
    ints = registers.ints
    strings = registers.strings
    outputCount = tables.outputs.count
    eventCount = tables.events.count
    choices = UnsafePointer(tables.choices.base)
    outputSlots = UnsafePointer(tables.outputSlots.base)
    rowFacts = UnsafePointer(tables.rowFacts.base)
  }

  /// Sets the number of the configuration, for a machine that uses the cache.
  @inline(__always)
  mutating func setConfiguration(_ configurationNumber: Int32) {
    self.configurationNumber = configurationNumber
    entries = allEntries + Int(configurationNumber) &* eventCount
    slots = allSlots + Int(configurationNumber) &* outputCount
  }

  /// Updates the pointers after tables of the cache have moved.
  mutating func refresh(_ cache: TransitionCache) {
    allEntries = cache.entries.base
    allSlots = cache.slots.base
    transitions = cache.transitions.base
    sums = cache.sums.base
  }

  /// Resolves a slot of the kind `choice`.
  @inlinable @inline(__always)
  func chosen(_ slot: Slot) -> Slot {
    let choice = choices + Int(slot.extra)
    return ints[Int(slot.index)] != 0 ? choice.pointee.ifTrue : choice.pointee.ifFalse
  }
}
