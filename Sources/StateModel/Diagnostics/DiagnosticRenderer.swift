import CEL

/// Makes words of diagnostics. The only code that does; nothing reads its result but people.
public struct DiagnosticRenderer: Hashable, Sendable {
  private let showsCaseNames: Bool

  /// English sentences.
  public static let english = DiagnosticRenderer(showsCaseNames: false)
  /// The names of the cases of `Problem` in place of sentences. Tests use it to prove that no code
  /// reads the words.
  package static let caseNames = DiagnosticRenderer(showsCaseNames: true)

  /// The problem: lower case, code in backquotes, no full stop.
  public func message(_ diagnostic: Diagnostic) -> String { words(diagnostic.problem).message }

  /// The message, and the name that was probably meant where only the label has it.
  public func sentence(_ diagnostic: Diagnostic) -> String {
    let words = words(diagnostic.problem)
    guard let label = words.label, words.offersName else { return words.message }
    return words.message + "; " + label
  }

  /// The text behind the caret; `nil` where there is nothing to add.
  public func label(_ diagnostic: Diagnostic) -> String? { words(diagnostic.problem).label }

  /// How to fix it; `nil` where that is not known.
  public func help(_ diagnostic: Diagnostic) -> String? {
    diagnostic.advice.map(\.words) ?? words(diagnostic.problem).help
  }

  /// What a note adds.
  public func message(_ note: Diagnostic.Note) -> String {
    if showsCaseNames { return DiagnosticRenderer.caseName(of: note.fact) }
    switch note.fact {
    case .startsHere: return "it starts here"
    case .sameFor(let key): return "the same for `\(key)`"
    case .soIs(let key): return "so is `\(key)`"
    case .more(let count): return "and \(count) more"
    case .first: return "first"
    case .declared(let name): return "`\(name)` is declared"
    case .alsoUsed(let name): return "`\(name)` is also written"
    case .otherCase: return "the other case is"
    case .used(let name): return "`\(name)` is used"
    case .nearDeclaration(let name, let unknown, let uses):
      return uses == 1
        ? "`\(name)` is declared but never used; `\(unknown)` is close to it"
        : "`\(name)` is declared but never used; \(uses) unknown names are close to it"
    case .hasNoGuard(let row): return "row `\(row)` has no guard"
    case .comesFirst(let row): return "row `\(row)` comes first"
    case .rowWins: return "this row wins"
    case .alsoUnreachable(let hasGuard): return hasGuard ? "never evaluated" : "never reached"
    case .transition(let from, let to): return Words.transition(from: from, to: to)
    case .entrySets(let state, let property, let value):
      return "entering `\(state)` sets \(property) = \(value), so the guard holds again"
    case .inVersion(let name): return "this is in \(name.text)"
    case .problem(let problem): return words(problem).message
    case .text(let text): return text
    }
  }

  /// What a change affects, for reports that programs read; `nil` for a problem of one version.
  public func audience(_ diagnostic: Diagnostic) -> [String]? {
    diagnostic.problem.audience.map { audience in
      audience.isEmpty
        ? ["documents only"]
        : Problem.Change.Audience.allCases.filter(audience.contains).map(\.rawValue)
    }
  }

  /// What a fix does.
  public func title(_ fix: Diagnostic.Fix) -> String {
    switch fix.action {
    case .write: "write `\(fix.replacement)`"
    case .replaceCharacter: Words.replacement(fix.replacement)
    case .removeGuard: "remove the guard"
    case .removeByteOrderMark: "remove the byte order mark"
    case .format: "write it in canonical form"
    }
  }

  private func words(_ problem: Problem) -> Words {
    showsCaseNames ? Words(problem.caseName) : problem.words
  }

  fileprivate static func caseName(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label
    else { return "\(value)" }
    return label
  }
}

extension Problem {
  /// `name.unknown`: the group and the case, without arguments.
  package var caseName: String {
    let group = Mirror(reflecting: self).children.first
    guard let group, let label = group.label else { return "\(self)" }
    if case .text = self { return label }
    return "\(label).\(DiagnosticRenderer.caseName(of: group.value))"
  }
}

extension Problem {
  /// The names and texts that the problem is about, in order. They stay when words change.
  package var arguments: [String] {
    if case .expression(let problem) = self { return problem.arguments }
    return Problem.texts(in: self)
  }

  private static func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    // Other names of the file, which may change, and the name of the version it is compared with.
    case is Suggestion, is Problem.Change.VersionName: []
    default: Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }
  }
}
