import CEL

extension Machine {
  /// A key that is equal for two machines of one definition if and only if no event can distinguish
  /// them. It covers inputs, properties, configuration, carried data, histories and timers.
  package var identity: [UInt8] {
    var writer = IdentityWriter()
    writeIdentity(to: &writer)
    return writer.bytes
  }

  /// Writes this key.
  ///
  /// - Parameters:
  ///   - writer: Receives the bytes.
  ///   - ignored: Whether each input and then each property has no influence, by index.
  package func writeIdentity(to writer: inout IdentityWriter, ignoring ignored: [Bool] = []) {
    let core = storage
    let tables = core.tables
    for state in core.active { writer.write(Int64(state)) }
    writer.write(Int64(core.chart.hasEnded ? -2 : -1))
    var index = 0
    func write(_ slot: Slot) {
      if index >= ignored.count || !ignored[index] { writer.write(core.registers.value(of: slot)) }
      index += 1
    }
    for input in tables.inputs { write(input.slot) }
    for property in tables.properties { write(property) }
    if !tables.carried.isEmpty {
      for state in core.active {
        for slot in tables.states[state].carried { writer.write(core.registers.value(of: slot)) }
      }
    }
    for memory in core.chart.memories {
      writer.write(Int64(memory?.states.count ?? -1))
      for state in memory?.states ?? [] { writer.write(Int64(state)) }
      for (state, values) in memory?.carried ?? [] {
        writer.write(Int64(state))
        for value in values { writer.write(value) }
      }
    }
    for timer in core.chart.timers { writer.write(Int64(timer.timer)) }
  }
}

/// Encodes values so that equal bytes mean identical values: doubles by bits, text by its UTF-8,
/// maps without regard to order.
package struct IdentityWriter {
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty writer.
  package init() {}

  /// Removes all bytes but keeps the memory.
  package mutating func reset() { bytes.removeAll(keepingCapacity: true) }

  /// Writes seven bits a byte, the last one below 128: most numbers are small.
  mutating func write(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ value: Value) {
    switch value {
    case .null: bytes.append(0)
    case .bool(let truth): bytes.append(truth ? 2 : 1)
    case .int(let number): write(3, number)
    case .uint(let number): write(4, Int64(bitPattern: number))
    case .double(let number): write(5, Int64(bitPattern: number.bitPattern))
    case .string(let text):
      write(6, Int64(text.utf8.count))
      bytes += text.utf8
    case .bytes(let content):
      write(7, Int64(content.count))
      bytes += content
    case .timestamp(let moment):
      write(8, moment.seconds)
      write(Int64(moment.nanoseconds))
    case .duration(let span): write(9, span.nanoseconds)
    case .list(let values): write(10, 0, values)
    case .map(let map): write(map)
    case .record(let values, let type): write(12, Int64(type.index), values)
    case .union(let unionCase, let values):
      write(13, Int64(unionCase.type.index))
      write(14, Int64(unionCase.index), values)
    case .enumeration(let type, let index):
      write(15, Int64(type.index))
      write(Int64(index))
    case .unit: bytes.append(16)
    case .optional(let optional): write(17, 0, [optional.value].compactMap { $0 })
    case .type: bytes.append(18)
    }
  }

  private mutating func write(_ tag: UInt8, _ number: Int64) {
    bytes.append(tag)
    write(number)
  }

  private mutating func write(_ tag: UInt8, _ number: Int64, _ values: [Value]) {
    write(tag, number)
    write(Int64(values.count))
    for value in values { write(value) }
  }

  private mutating func write(_ map: Value.Map) {
    write(11, Int64(map.count))
    for entry in map.entries {
      write(entry.key)
      write(entry.value)
    }
  }
}
