import CEL

/// Where the values of outputs are, and which computed values are still valid.
///
/// In a known configuration, a value that needs no guard is in a fixed register or comes from a
/// fixed block: reading S1 to S4 would take 1.6 times (S2) to 10 times (S4) as long without it. A
/// computed value is kept until a step sets something that its cells read, which makes S2 1.7 times
/// as fast.
@usableFromInline
struct OutputCache {
  @usableFromInline let count: Int
  @usableFromInline let ints: UnsafeMutablePointer<Int64>
  @usableFromInline let strings: UnsafeMutablePointer<String>
  /// The slots of the outputs in the current configuration: a row of `all`, or `noSlots`.
  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline let choices: UnsafeMutablePointer<Choice>
  /// The bit mask of the outputs below 64 whose values are in `values`.
  @usableFromInline var known: UInt64 = 0
  /// The slot of each output's cached value.
  @usableFromInline let values: UnsafeMutablePointer<Slot>
  /// By configuration and output.
  private var all = RawArray<Slot>()
  private let noSlots: UnsafeMutablePointer<Slot>

  init(_ tables: Tables, _ registers: RegisterFile) {
    count = tables.outputs.count
    ints = registers.ints
    strings = registers.strings
    noSlots = RawArray(repeating: Slot(.unknown), count: count).base
    values = RawArray(repeating: Slot(.unknown), count: count).base
    choices = RawArray(tables.choices).base
    slots = noSlots
  }

  func free() {
    choices.deallocate()
    values.deallocate()
    all.free()
    noSlots.deallocate()
  }

  mutating func addConfiguration() { all.append(Slot(.unknown), count) }

  @inline(__always)
  mutating func setConfiguration(_ number: Int) { slots = all.base + number &* count }

  mutating func forgetConfiguration() { slots = noSlots }

  mutating func store(_ slot: Slot, output: Int) { slots[output] = slot }

  /// Keeps a computed value.
  mutating func keep(_ slot: Slot, output: Int) {
    guard output < 64 else { return }
    values[output] = slot
    known |= 1 << UInt64(output)
  }

  /// The slot of an output's value if it can be read without computing anything.
  @inlinable @inline(__always)
  func ready(_ output: Int) -> Slot? {
    let slot = slots[output]
    switch slot.kind {
    case .choice:
      let choice = choices + Int(slot.extra)
      return ints[Int(slot.index)] != 0 ? choice.pointee.ifTrue : choice.pointee.ifFalse
    case .computed, .searched:
      return output < 64 && known & (1 << UInt64(output)) != 0 ? values[output] : nil
    case .unknown: return nil
    case .bool, .int, .uint, .duration, .enumeration, .double, .string, .value, .nothing:
      return slot
    }
  }
}

extension Interpreter {
  /// The seam for outputs: finds the slot of an output's value, or returns `nil` if the plain
  /// interpreter has to.
  func acceleratedSlot(of output: Int) throws(MachineError) -> Slot? {
    guard let accelerator, accelerator.pointee.configuration >= 0 || lookUpConfiguration() else {
      return nil
    }
    if accelerator.pointee.outputs.slots[output].kind == .unknown {
      accelerator.pointee.outputs.store(configurationSlot(of: output), output: output)
    }
    if let slot = accelerator.pointee.outputs.ready(output) { return slot }
    let slot = accelerator.pointee.outputs.slots[output]
    guard slot.kind == .computed else {
      let value = try search(output)
      accelerator.pointee.outputs.keep(value, output: output)
      return value
    }
    let index = try run(slot.extra)
    let value = tables.outputs[output].slot.at(UInt16(truncatingIfNeeded: index))
    accelerator.pointee.outputs.keep(value, output: output)
    return value
  }

  /// The slot of an output as far as the configuration alone determines it.
  private func configurationSlot(of output: Int) -> Slot {
    let active = active
    guard
      let row = tables.outputs[output].rows.first(where: { row in
        row.states.contains { active.contains($0) }
      })
    else { return Slot(.nothing) }
    if row.isGuarded { return Slot(.searched) }
    return row.entry < 0 ? row.slot : Slot(.computed, extra: row.entry)
  }

  /// Drops the computed values of outputs after a step of the plain interpreter.
  func forgetOutputs() { accelerator?.pointee.outputs.known = 0 }
}
