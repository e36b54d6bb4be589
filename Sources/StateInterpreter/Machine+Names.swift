public import CEL

/// Reads outputs by name.
extension Machine {
  /// Reads an output by its name.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value, or null for an optional output without a value; `nil` if no output has
  ///   the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func output(named name: String) throws(MachineError) -> Value? {
    let index = outputIndex(of: name)
    return index < 0 ? nil : try output(OutputHandle(index: index))
  }

  /// Reads an output of the type int by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func int(named name: String) throws(MachineError) -> Int64? {
    let index = outputIndex(of: name)
    return index < 0 ? nil : try int(OutputHandle(index: index))
  }

  /// Reads an output of the type bool by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func bool(named name: String) throws(MachineError) -> Bool? {
    let index = outputIndex(of: name)
    return index < 0 ? nil : try bool(OutputHandle(index: index))
  }

  /// Reads an output of the type double by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  public mutating func double(named name: String) throws(MachineError) -> Double? {
    let index = outputIndex(of: name)
    return index < 0 ? nil : try double(OutputHandle(index: index))
  }

  /// Reads an output of the type string by its name, without making a `Value`.
  ///
  /// - Parameter name: The name of the output.
  /// - Returns: Its value; `nil` if it is null or of another type, or if no output has the name.
  /// - Throws: The error of a cell that fails; the machine is unchanged.
  @inlinable @inline(__always)
  public mutating func string(named name: String) throws(MachineError) -> String? {
    let index = outputIndex(of: name)
    return index < 0 ? nil : try string(OutputHandle(index: index))
  }

  /// The index of an output; -1 if no output has the name.
  @inlinable @inline(__always)
  func outputIndex(of name: String) -> Int {
    let index = core.hot.pointee.outputNames.index(of: name)
    return index < 0 ? core.outputIndex(of: name) : index
  }
}
