public import CEL

/// Reads outputs. A value is cached until something that it depends on changes.
///
/// A value that is already in a register is read inline, without a call.
extension Machine {
  /// Reads an output.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value, or null for an optional output without a value.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func output(_ output: OutputHandle) throws(MachineError) -> Value {
    let hot = core.hot
    if output.index < hot.pointee.outputCount {
      var slot = hot.pointee.slots[output.index]
      if slot.kind == .choice { slot = hot.pointee.chosen(slot) }
      if slot.kind == .int { return .int(hot.pointee.ints[Int(slot.index)]) }
      if slot.kind == .bool { return .bool(hot.pointee.ints[Int(slot.index)] != 0) }
      if slot.kind == .string { return .string(hot.pointee.strings[Int(slot.index)]) }
    }
    return try value(of: output)
  }

  /// Reads an output of the type int, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func int(_ output: OutputHandle) throws(MachineError) -> Int64? {
    let hot = core.hot
    if output.index < hot.pointee.outputCount {
      let slot = hot.pointee.slots[output.index]
      if slot.kind == .int { return hot.pointee.ints[Int(slot.index)] }
    }
    return try uncachedInt(output)
  }

  /// Reads an output of the type bool, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func bool(_ output: OutputHandle) throws(MachineError) -> Bool? {
    let hot = core.hot
    if output.index < hot.pointee.outputCount {
      let slot = hot.pointee.slots[output.index]
      if slot.kind == .bool { return hot.pointee.ints[Int(slot.index)] != 0 }
    }
    return try uncachedBool(output)
  }

  /// Reads an output of the type double, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func double(_ output: OutputHandle) throws(MachineError) -> Double? {
    let slot = try slot(of: output)
    if slot.kind == .double { return core.registers.doubles[Int(slot.index)] }
    guard case .double(let number) = core.registers.value(of: slot) else { return nil }
    return number
  }

  /// Reads an output of the type string, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func string(_ output: OutputHandle) throws(MachineError) -> String? {
    let hot = core.hot
    if output.index < hot.pointee.outputCount {
      var slot = hot.pointee.slots[output.index]
      if slot.kind == .choice { slot = hot.pointee.chosen(slot) }
      if slot.kind == .string { return hot.pointee.strings[Int(slot.index)] }
    }
    return try uncachedString(output)
  }

  @usableFromInline
  mutating func uncachedInt(_ output: OutputHandle) throws(MachineError) -> Int64? {
    let slot = try slot(of: output)
    if slot.kind == .int { return core.hot.pointee.ints[Int(slot.index)] }
    guard case .int(let number) = core.registers.value(of: slot) else { return nil }
    return number
  }

  @usableFromInline
  mutating func uncachedBool(_ output: OutputHandle) throws(MachineError) -> Bool? {
    let slot = try slot(of: output)
    if slot.kind == .bool { return core.hot.pointee.ints[Int(slot.index)] != 0 }
    guard case .bool(let truth) = core.registers.value(of: slot) else { return nil }
    return truth
  }

  @usableFromInline
  mutating func uncachedString(_ output: OutputHandle) throws(MachineError) -> String? {
    let slot = try slot(of: output)
    if slot.kind == .string { return core.hot.pointee.strings[Int(slot.index)] }
    guard case .string(let text) = core.registers.value(of: slot) else { return nil }
    return text
  }

  @usableFromInline
  mutating func value(of output: OutputHandle) throws(MachineError) -> Value {
    // Find the slot first: this may copy the machine's storage.
    let slot = try slot(of: output)
    return core.registers.value(of: slot)
  }

  /// The slot of an output's value.
  @inline(__always)
  private mutating func slot(of output: OutputHandle) throws(MachineError) -> Slot {
    guard output.index < core.hot.pointee.outputCount else { return Slot(.nothing) }
    if let slot = core.ready(output.index) { return slot }
    makeUnique()
    return try core.compute(output.index)
  }
}

/// Reads outputs by name. A host that reads an output often looks up its handle once.
extension Machine {
  /// Reads an output by its name.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value, or null for an optional output without a value; `nil` if no output has
  ///   the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func output(named name: String) throws(MachineError) -> Value? {
    guard let output = definition.output(named: name) else { return nil }
    return try self.output(output)
  }

  /// Reads an output of the type int by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func int(named name: String) throws(MachineError) -> Int64? {
    guard let output = definition.output(named: name) else { return nil }
    return try int(output)
  }

  /// Reads an output of the type bool by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func bool(named name: String) throws(MachineError) -> Bool? {
    guard let output = definition.output(named: name) else { return nil }
    return try bool(output)
  }

  /// Reads an output of the type double by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func double(named name: String) throws(MachineError) -> Double? {
    guard let output = definition.output(named: name) else { return nil }
    return try double(output)
  }

  /// Reads an output of the type string by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func string(named name: String) throws(MachineError) -> String? {
    guard let output = definition.output(named: name) else { return nil }
    return try string(output)
  }
}
