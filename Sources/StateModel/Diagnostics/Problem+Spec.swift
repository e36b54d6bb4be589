public import CEL

extension Problem {
  /// A spec, or how a spec covers its definition.
  public enum SpecFact: Hashable, Sendable {
    /// A literal that is not a value of its type.
    case literal(String, Wire.Problem.Reason, isWhole: Bool)
    case negativeWait
    case missingFields(of: String, [Field])
    /// `exactly` without these outputs.
    case notExact([String])
    case expectsNothing
    case duplicateName(String)
    case duplicateCase
    /// A definition without a spec.
    case missing(String)
    /// A row that no case reaches, by its 0-based index.
    case rowUncovered(Pointer)
    case outputUncovered(String)
    /// A part that no case reaches.
    case unreached(CoveredPart)
    /// A case that the definition fails: its title and the first difference.
    case failed(title: String, difference: String, found: String, isUnhandled: Bool)
    /// Cases that reach less than is wanted, in percent; `nil` without a spec.
    case lowCoverage(percent: Int?, wanted: Int)

    var rule: RuleID {
      switch self {
      case .literal, .negativeWait, .missingFields, .notExact: .specLiteral
      case .expectsNothing: .specEmpty
      case .duplicateName, .duplicateCase: .specDuplicate
      case .missing: .specMissing
      case .rowUncovered, .unreached: .specRowUncovered
      case .outputUncovered: .specOutputUncovered
      case .failed: .specFailed
      case .lowCoverage: .specCoverage
      }
    }
  }

  /// A part of a definition that cases can reach: its JSON pointer, after its name if it has one.
  public enum CoveredPart: Hashable, Sendable {
    case row(String)
    case `guard`(String, isTrue: Bool)
    /// The only row of an output.
    case output(String, String)
    case outputRow(String)
    case state(String, String)
    case exit(String, String)
    case transition(from: String, to: [String], row: String)
  }

  /// An entry of `allow`, by its rule.
  public enum Allowance: Hashable, Sendable {
    case unused(String)
    case isError(String)
    case unknown(String, Suggestion)

    var rule: RuleID {
      switch self {
      case .unused, .isError: .allowUnused
      case .unknown: .allowUnknown
      }
    }
  }

  /// A setting of a project file.
  public enum Setting: Hashable, Sendable {
    case unknownRule(String, Suggestion)
    /// A rule whose findings are errors in every project.
    case loweredError(String)
    /// A pattern of paths that matches no file.
    case unmatchedPaths(String)

    var rule: RuleID {
      switch self {
      case .unknownRule, .unmatchedPaths: .nameUnknown
      case .loweredError: .shapeConflict
      }
    }
  }
}
