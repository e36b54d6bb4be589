import CEL

/// What every step and every reading looks at, in memory of its own: no access to it counts
/// references or checks exclusivity.
@usableFromInline
struct Hot: BitwiseCopyable {
  /// What the machine does in its configuration, by event: a row of `Situations.entries`.
  var entries: UnsafeMutablePointer<Situations.Entry>
  /// Where the values of the outputs are in it: a row of `Situations.slots`.
  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline let ints: UnsafeMutablePointer<Int64>
  @usableFromInline let strings: UnsafeMutablePointer<String>
  @usableFromInline let outputCount: Int
  let eventCount: Int
  let rowFacts: UnsafePointer<RowFacts>
  @usableFromInline let choices: UnsafePointer<Choice>
  let eventNames: NameTable
  let outputNames: NameTable
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

  init(_ tables: Tables, _ banks: Banks, _ situations: Situations) {
    entries = situations.noEntries.base
    slots = situations.noSlots.base
    ints = banks.ints
    strings = banks.strings
    outputCount = tables.outputs.count
    eventCount = tables.events.count
    choices = UnsafePointer(tables.choices.base)
    eventNames = tables.eventNames
    outputNames = tables.outputNames
    rowFacts = UnsafePointer(tables.rowFacts.base)
  }

  /// What a slot of the kind `choice` chooses now.
  @inlinable @inline(__always)
  func chosen(_ slot: Slot) -> Slot {
    let choice = choices + Int(slot.extra)
    return ints[Int(slot.index)] != 0 ? choice.pointee.ifTrue : choice.pointee.ifFalse
  }
}
