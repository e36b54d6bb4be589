public import CEL

extension Problem {
  /// A cell that parses and has a type, and is still wrong.
  public enum CellFact: Hashable, Sendable {
    /// A part that fails whatever the data.
    /// `correct`: the call that was most likely meant.
    case alwaysFails(String, EvaluationError.ID, correct: String?)
    /// A part that fails for some data, by the id of the error.
    case mayFail(String, error: String, values: String?)
    /// Parts that may fail, in a search that was cut short: the number of cells, and of the steps
    /// that were tried.
    case mayFailUnseen(cells: Int, steps: Int)
    /// A cell or row that fails only on paths for which no times were found.
    case failsOutOfTime
    /// Too large to be compiled.
    case tooLarge
    /// More steps than a step of the machine may take, whatever the data.
    case tooManySteps(Int)
    /// More steps than allowed when the named lists are full.
    case mayTakeTooManySteps(Int, lists: [String])
    /// A guard with one value only.
    case constantGuard(Bool, String, isExplored: Bool)
    /// A function, computed value or `let` that uses itself, along these names.
    case recursion(NameKind, [String])

    var rule: RuleID {
      switch self {
      case .alwaysFails: .exprAlwaysFails
      case .mayFail, .mayFailUnseen, .failsOutOfTime: .exprMayFail
      case .tooLarge, .tooManySteps, .mayTakeTooManySteps: .exprCost
      case .constantGuard: .exprConstantGuard
      case .recursion: .exprRecursive
      }
    }
  }
}
