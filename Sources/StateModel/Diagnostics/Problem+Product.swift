public import CEL

extension Problem {
  /// What the command writes: a file that is not up to date, or that cannot be made.
  public enum Product: Hashable, Sendable {
    /// A file or section that is missing or outdated, and whether an older one exists.
    case stale(Kind, wasThere: Bool)
    /// A file whose definition no longer exists.
    case orphan(Kind, hasDefinition: Bool)
    /// A feature that generated code lacks, as the end of a sentence: `patterns that are not constant`;
    /// and the change that helps, if there is one.
    case unsupported(String, change: String?)
    /// A run for a diagram that fails: why, as the end of a sentence.
    case runFails(String)
    /// A name in an option that the definition does not have.
    case unknownInOption(NameKind, String, option: String, definition: String, Suggestion)
    /// A spec whose definition uses a file that is broken.
    case specOfBroken
    /// A mark in a document that cannot be filled, in words.
    case mark(String, help: String?)

    /// The kinds of output.
    public enum Kind: Hashable, Sendable {
      case section, page, diagram, source
    }

    var rule: RuleID {
      switch self {
      case .stale(.section, _), .stale(.page, _), .orphan(.section, _), .orphan(.page, _):
        .docsStale
      case .stale(.diagram, _), .orphan(.diagram, _): .diagramStale
      case .stale(.source, _), .orphan(.source, _): .generateStale
      case .unsupported: .generateUnsupported
      case .runFails: .diagramRun
      case .unknownInOption: .nameUnknown
      case .specOfBroken: .shapeDraft
      case .mark: .docsMark
      }
    }
  }
}
