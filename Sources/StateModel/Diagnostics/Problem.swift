public import CEL

/// A problem, as a fact with typed arguments. `DiagnosticRenderer` turns it into words.
///
/// Its arguments are stored apart, because lists of findings are long and are copied.
public indirect enum Problem: Hashable, Sendable {
  /// A text that is not JSON.
  case json(JSONFact)
  /// A file as a whole.
  case file(FileFact)
  /// Keys and values that the format does not have.
  case shape(Shape)
  /// An expression that does not parse, or whose names or types are wrong.
  case expression(ExpressionProblem)
  /// A name outside of expressions.
  case name(Name)
  /// A type text, or the data of a type.
  case type(TypeFact)
  /// A cell that parses and has a type, and is still wrong.
  case cell(CellFact)
  /// Rows of the reducer or of an output.
  case row(Row)
  /// Declared events, properties, outputs and commands.
  case declaration(Declaration)
  /// States, their targets and timers.
  case state(State)
  /// Named invariants.
  case invariant(Invariant)
  /// A spec, or how a spec covers its definition.
  case spec(SpecFact)
  /// An entry of `allow`.
  case allowance(Allowance)
  /// What the command writes.
  case product(Product)
  /// A setting of a project file.
  case setting(Setting)
  /// A difference between two versions of a definition.
  case change(Change)
  /// A remark about a translation, or a message of another program. The text is printed unchanged.
  case text(RuleID, String, label: String? = nil, help: String? = nil)

  /// The rule that reports it.
  public var rule: RuleID {
    switch self {
    case .json(let problem): problem.rule
    case .file(let problem): problem.rule
    case .shape(let problem): problem.rule
    case .expression(let problem): RuleID(rawValue: problem.id) ?? .nameScope
    case .name(let problem): problem.rule
    case .type(let problem): problem.rule
    case .cell(let problem): problem.rule
    case .row(let problem): problem.rule
    case .declaration(let problem): problem.rule
    case .state(let problem): problem.rule
    case .invariant(let problem): problem.rule
    case .spec(let problem): problem.rule
    case .allowance(let problem): problem.rule
    case .product(let problem): problem.rule
    case .setting(let problem): problem.rule
    case .change(let change): change.rule
    case .text(let rule, _, _, _): rule
    }
  }

  /// A field as it is declared: its name and the text of its type.
  public struct Field: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The type as written.
    public let type: String

    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }
}
