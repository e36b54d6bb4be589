import CEL

/// Why a step, a start or the reading of an output failed; the machine is as it was before.
public struct MachineError: Error, Hashable, Sendable {
  /// The stable name that specs and hosts see.
  public enum ID: String, Hashable, Sendable, CaseIterable {
    case overflow, divideByZero, missingKey, index, conversion, range, argument, duplicateKey
    case noValue, overload, pattern, budget, size
    /// More microsteps in one step than the definition permits.
    case microsteps
    /// Values that do not fit what an event carries or what the inputs are.
    case payload
  }

  /// What went wrong.
  public let id: ID
  /// The JSON pointer of the cell in the definition: `/reducer/7/set/waitSeconds`; of the row for
  /// `microsteps`; for `payload` a pointer into the data: `/codeEntered/text`.
  public let at: String
  /// The pointers of the rows that repeat, for `microsteps`.
  public let cycle: [String]

  /// Makes an error.
  public init(_ id: ID, at pointer: String, cycle: [String] = []) {
    self.id = id
    at = pointer
    self.cycle = cycle
  }

  /// The error of a cell.
  init(_ error: EvaluationError, at pointer: String) {
    self.init(ID(error.id), at: pointer)
  }
}

extension MachineError: CustomStringConvertible {
  /// The error in words.
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
