public import CEL

/// Reads outputs. A value is cached until something that it depends on changes.
///
/// A value that is already in a register is read inline, without a call.
extension Machine {
  /// Reads an output.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value, or null for an optional output without a value.
  @inlinable @inline(__always)
  public mutating func output(_ output: OutputHandle) -> Value {
    if let slot = ready(output), let accelerator = interpreter.accelerator {
      let index = Int(slot.index)
      if slot.kind == .int { return .int(accelerator.pointee.outputs.ints[index]) }
      if slot.kind == .bool { return .bool(accelerator.pointee.outputs.ints[index] != 0) }
      if slot.kind == .string { return .string(accelerator.pointee.outputs.strings[index]) }
    }
    return value(of: output)
  }

  /// Reads an output of the type int, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  @inlinable @inline(__always)
  public mutating func int(_ output: OutputHandle) -> Int64? {
    if let slot = ready(output), slot.kind == .int, let accelerator = interpreter.accelerator {
      return accelerator.pointee.outputs.ints[Int(slot.index)]
    }
    guard case .int(let number) = value(of: output) else { return nil }
    return number
  }

  /// Reads an output of the type bool, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  @inlinable @inline(__always)
  public mutating func bool(_ output: OutputHandle) -> Bool? {
    if let slot = ready(output), slot.kind == .bool, let accelerator = interpreter.accelerator {
      return accelerator.pointee.outputs.ints[Int(slot.index)] != 0
    }
    guard case .bool(let truth) = value(of: output) else { return nil }
    return truth
  }

  /// Reads an output of the type double, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  public mutating func double(_ output: OutputHandle) -> Double? {
    guard case .double(let number) = value(of: output) else { return nil }
    return number
  }

  /// Reads an output of the type string, without making a `Value`.
  ///
  /// - Parameter output: An output of the machine's definition.
  /// - Returns: Its value; `nil` if it is null or of another type.
  @inlinable @inline(__always)
  public mutating func string(_ output: OutputHandle) -> String? {
    if let slot = ready(output), slot.kind == .string, let accelerator = interpreter.accelerator {
      return accelerator.pointee.outputs.strings[Int(slot.index)]
    }
    guard case .string(let text) = value(of: output) else { return nil }
    return text
  }

  /// The slot of an output whose value is known, without a call.
  @inlinable @inline(__always)
  func ready(_ output: OutputHandle) -> Slot? {
    guard let accelerator = interpreter.accelerator,
      output.index < accelerator.pointee.outputs.count
    else { return nil }
    return accelerator.pointee.outputs.ready(output.index)
  }

  /// The value of an output that has to be found or computed. An output of another definition is
  /// null.
  @usableFromInline
  mutating func value(of output: OutputHandle) -> Value {
    guard output.index < definition.tables.outputs.count else { return .null }
    // Computing a value changes registers.
    if ready(output) == nil { makeUnique() }
    let slot = interpreter.readableSlot(of: output.index)
    return interpreter.registers.value(of: slot)
  }
}

/// Reads outputs by name. A host that reads an output often looks up its handle once.
extension Machine {
  /// Reads an output by its name.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value, or null for an optional output without a value; `nil` if no output has
  ///   the name.
  public mutating func output(named name: String) -> Value? {
    guard let output = definition.output(named: name) else { return nil }
    return self.output(output)
  }

  /// Reads an output of the type int by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  public mutating func int(named name: String) -> Int64? {
    guard let output = definition.output(named: name) else { return nil }
    return int(output)
  }

  /// Reads an output of the type bool by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  public mutating func bool(named name: String) -> Bool? {
    guard let output = definition.output(named: name) else { return nil }
    return bool(output)
  }

  /// Reads an output of the type double by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  public mutating func double(named name: String) -> Double? {
    guard let output = definition.output(named: name) else { return nil }
    return double(output)
  }

  /// Reads an output of the type string by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  public mutating func string(named name: String) -> String? {
    guard let output = definition.output(named: name) else { return nil }
    return string(output)
  }
}
