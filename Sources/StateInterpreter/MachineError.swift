import CEL

/// The reason why a step, a start or the reading of an output failed. The machine is as it was
/// before.
public struct MachineError: Error, Hashable, Sendable {
  /// The stable name that specs and hosts see.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    case overflow, divideByZero, missingKey, index, conversion, range, argument, duplicateKey
    case noValue, overload, pattern, budget, size
    /// One step needs more microsteps than the definition permits.
    case microsteps
    /// Values do not fit the types of an event's fields or of the inputs.
    case payload
  }

  /// The kind of the error.
  public let id: ID
  /// The JSON pointer of the cell in the definition, such as `/reducer/7/set/waitSeconds`. For
  /// `microsteps` it is the pointer of a row, for `payload` a pointer into the data, such as
  /// `/codeEntered/text`.
  public let at: String
  /// For `microsteps`, the pointers of the rows that repeat.
  public let cycle: [String]

  /// Makes an error.
  public init(_ id: ID, at pointer: String, cycle: [String] = []) {
    self.id = id
    at = pointer
    self.cycle = cycle
  }

  /// Makes the error of a cell.
  init(_ error: EvaluationError, at pointer: String) {
    self.init(ID(error.id), at: pointer)
  }
}

extension MachineError: CustomStringConvertible {
  /// The error as text.
  public var description: String {
    switch id {
    case .microsteps:
      "microsteps at \(at): the step does not end; \(cycle.joined(separator: ", ")) repeat"
    case .payload: "payload at \(at): the value is missing, unknown, or of another type"
    case .overflow, .divideByZero, .missingKey, .index, .conversion, .range, .argument,
      .duplicateKey, .noValue, .overload, .pattern, .budget, .size:
      "\(id.rawValue) at \(at)"
    }
  }
}

extension MachineError.ID {
  init(_ id: EvaluationError.ID) {
    switch id {
    case .overflow: self = .overflow
    case .divideByZero: self = .divideByZero
    case .missingKey: self = .missingKey
    case .index: self = .index
    case .conversion: self = .conversion
    case .range: self = .range
    case .argument: self = .argument
    case .duplicateKey: self = .duplicateKey
    case .noValue: self = .noValue
    case .overload: self = .overload
    case .pattern: self = .pattern
    case .budget: self = .budget
    case .size: self = .size
    }
  }
}
