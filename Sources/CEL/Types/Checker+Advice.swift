/// Advice for idioms of other languages. A replacement is shown only after it was checked in the scope
/// of the expression.
extension Checker {
  /// The idioms that an issue may be about. One is chosen when the whole text has been checked.
  struct Advice {
    /// The index of the issue.
    var issue: Int
    var matches: [IdiomMatch]
    /// The problem to report if no replacement fits; `nil` for the idiom without a replacement.
    var otherwise: ExpressionProblem?
  }

  /// What a text is checked with, for replacements of it.
  struct TextContext {
    let expected: Expected
    let facts: Facts
    let assumed: Facts
  }

  /// How many replacements are checked for one cell.
  private static let trialLimit = 100
  /// How many idioms one replacement may combine.
  private static let depthLimit = 5
  /// UTF-8 bytes of a text; a longer one gets no replacements.
  private static let lengthLimit = 1_000
  /// UTF-8 bytes of an expression that a message shows as a whole.
  private static let shownLength = 120

  /// Reports an idiom; its replacement is chosen later.
  mutating func report(
    _ matches: [IdiomMatch], at range: Range<Int32>, otherwise: ExpressionProblem? = nil,
    type: ValueType = .unknown
  ) -> Typed? {
    guard let first = matches.first else { return nil }
    replacements.pending.append(Advice(issue: issues.count, matches: matches, otherwise: otherwise))
    return report(.foreign(first.use()), at: range, type: type)
  }

  /// Chooses the replacements of the idioms that were found in `text`.
  mutating func completeAdvice(in text: String, _ context: TextContext, firstIssue: Int) {
    let count = issues.count - firstIssue
    for item in replacements.pending
    where item.issue >= firstIssue && issues.indices.contains(item.issue) {
      let problem: ExpressionProblem
      if let use = verified(item.matches, of: text, context, below: count) {
        problem = .foreign(use)
      } else if let otherwise = item.otherwise {
        problem = otherwise
      } else {
        problem = .foreign(item.matches[0].use())
      }
      issues[item.issue] = issues[item.issue].replacing(problem)
    }
    replacements.pending.removeAll { $0.issue >= firstIssue }
  }

  /// Drops a fix if it leaves no fewer issues in `text`, and one of them has no fix.
  mutating func dropFixes(of text: String, _ context: TextContext, firstIssue: Int) {
    let count = issues.count - firstIssue
    for index in issues.indices[firstIssue...] {
      guard let fix = issues[index].fix, let range = issues[index].range,
        let rest = trial(Rewriting(range: range, replacement: fix).applied(to: text), context),
        rest.count >= count, rest.contains(where: { $0.fix == nil })
      else { continue }
      issues[index] = issues[index].withoutFix
    }
  }

  /// The issues of a text that has no syntax.
  mutating func advised(
    _ found: [Issue], _ advice: SyntaxAdvice?, of text: String, _ context: TextContext
  ) -> [Issue] {
    guard let advice, let issue = found.first, case .syntax = issue.problem,
      issue.range != nil
    else { return found }
    if case .syntax(.number(let number, isDuration: true)) = issue.problem,
      let type = context.expected.type, [.int, .uint, .double].contains(resolved(type).withoutNull)
    {
      let digits = String(number.prefix { $0.isNumber || $0 == "." })
      let use = ForeignUse(
        written: "a number with a unit", kind: .construct, replacement: digits, corrected: nil,
        note: nil, example: nil)
      return [Issue(.foreign(use), range: issue.range)]
    }
    if let special = advice.special(found) { return special }
    var matches = advice.matches(of: issue)
    if case .set(let target) = position.role {
      // In the `set` of `x`, `x = y` means the value `y`.
      for index in matches.indices where matches[index].written == "=" {
        matches[index].rewritings.removeAll { $0.replacement.hasPrefix("\(target) == ") }
      }
    }
    for match in matches {
      if let use = verified([match], of: text, context, below: 1) {
        return [Issue(.foreign(use), range: match.range)]
      }
    }
    if let noted = matches.first(where: { $0.idiom.note != nil }) {
      return [Issue(.foreign(noted.use()), range: noted.range)]
    }
    // The rest after a replacement is another mistake.
    for match in matches where match.isSwap {
      guard let rewriting = match.rewritings.first else { continue }
      if Parser.canParse(rewriting.applied(to: text)) {
        return [Issue(.foreign(match.use(rewriting.replacement)), range: match.range)]
      }
    }
    return found
  }

  /// The first idiom with a replacement after which there are fewer than `count` issues.
  private mutating func verified(
    _ matches: [IdiomMatch], of text: String, _ context: TextContext, below count: Int
  ) -> ForeignUse? {
    guard replacements.depth < Checker.depthLimit, text.utf8.count <= Checker.lengthLimit else {
      return nil
    }
    let rewritings = matches.flatMap { match in match.rewritings.map { (match, $0) } }
    for (match, rewriting) in rewritings {
      guard let result = corrected(rewriting.applied(to: text), context, below: count) else {
        continue
      }
      return match.use(shown(match, rewriting, of: text, result.text), corrected: result.text)
    }
    if replacements.depth > 0 { return nil }
    // A function without advice may be the idiom itself.
    for (_, rewriting) in rewritings {
      if case .foreign(let use)? = trial(rewriting.applied(to: text), context)?.first?.problem,
        use.kind == .function, use.replacement == nil, use.note != nil
      {
        return use
      }
    }
    return nil
  }

  /// The replacement that a message shows: a token for a token, the whole expression if it is short.
  private func shown(
    _ match: IdiomMatch, _ rewriting: Rewriting, of text: String, _ corrected: String?
  ) -> String {
    let fragment = rewriting.inContext(of: text)
    guard let corrected, corrected.utf8.count <= Checker.shownLength else { return fragment }
    return match.isSwap && corrected == rewriting.applied(to: text) ? fragment : corrected
  }

  /// The text without issues that comes of `text`, or no text if only its number of issues is below
  /// `count`; `nil` if it has as many.
  private mutating func corrected(
    _ text: String, _ context: TextContext, below count: Int
  ) -> (text: String?, Void)? {
    guard let issues = trial(text, context) else { return nil }
    if issues.isEmpty { return (text, ()) }
    if issues.count == 1, let issue = issues.first {
      if case .foreign(let use) = issue.problem, let corrected = use.corrected {
        return (corrected, ())
      }
      if let fix = issue.problem.meant ?? issue.fix, !issue.problem.isBareText,
        let range = issue.range
      {
        let whole = Rewriting(range: range, replacement: fix).applied(to: text)
        if trial(whole, context)?.isEmpty == true { return (whole, ()) }
      }
    }
    // The test that the first part lacks may also be what the others lack.
    if issues.allSatisfy({ $0.problem.missingTest != nil }),
      let tested = tested(text, issues[0], context)
    {
      return (tested, ())
    }
    return issues.count < count ? (nil, ()) : nil
  }

  /// The text with the test that an issue lacks, and with a second one where a value that is tested
  /// has another that may be null; `nil` if issues remain.
  private mutating func tested(
    _ text: String, _ issue: Issue, _ context: TextContext, isSecond: Bool = false
  ) -> String? {
    guard let test = issue.problem.missingTest, let range = issue.range else { return nil }
    for repair in Rewriting.tests(test, around: range, in: text) {
      let whole = repair.applied(to: text)
      guard let issues = trial(whole, context) else { return nil }
      if issues.isEmpty { return whole }
      guard !isSecond, issues.count == 1 else { continue }
      if let tested = tested(whole, issues[0], context, isSecond: true) { return tested }
    }
    return nil
  }

  /// The issues of another text in the same context; `nil` if too many have been checked.
  private mutating func trial(_ text: String, _ context: TextContext) -> [Issue]? {
    guard replacements.trials < Checker.trialLimit else { return nil }
    replacements.trials += 1
    var checker = Checker(scope: scope, facts: context.facts)
    checker.reported.facts = context.assumed
    checker.position.role = position.role
    checker.replacements.depth = replacements.depth + 1
    checker.replacements.trials = replacements.trials
    _ = checker.checkText(text, closed(context.expected))
    checker.finish()
    replacements.trials = checker.replacements.trials
    return checker.issues
  }

  /// The expected type, without the type variables of this checker.
  private func closed(_ expected: Expected) -> Expected {
    switch expected {
    case .nothing: return .nothing
    case .hint(let type): return inference.isOpen(type) ? .nothing : .hint(resolved(type))
    case .required(let type, let part):
      return inference.isOpen(type) ? .nothing : .required(resolved(type), as: part)
    }
  }
}

extension Issue {
  func replacing(_ problem: ExpressionProblem) -> Issue {
    Issue(problem, fix: fix, pointer: pointer, isKey: isKey, range: range)
  }

  fileprivate var withoutFix: Issue {
    Issue(problem, pointer: pointer, isKey: isKey, range: range)
  }
}

extension ExpressionProblem {
  /// The expression that is surely meant by an unknown name.
  fileprivate var meant: String? {
    if case .name(.misnamed(_, let meant)) = self { return meant }
    return nil
  }

  fileprivate var isBareText: Bool {
    if case .name(.bareText) = self { true } else { false }
  }

  /// The test that solves the problem.
  fileprivate var missingTest: String? {
    switch self {
    case .type(.mayBeNull(let text?, isTestable: true)): "\(text) != null"
    case .type(.unprovenCase(let text, unnamed: nil)): "has(\(text))"
    default: nil
    }
  }
}

extension IdiomMatch {
  /// Whether a token replaces another.
  var isSwap: Bool {
    if case .tokens = idiom.form { return !idiom.replacements.contains { $0.contains("$") } }
    return false
  }
}

extension Rewriting {
  /// Tests before the part of an expression that needs them, with all values that it may have
  /// otherwise.
  static func tests(_ test: String, around range: Range<Int>, in text: String) -> [Rewriting] {
    let tokens = Lexer.tokens(of: Array(text.utf8)).tokens
    let idiomTokens = IdiomTokens(bytes: Array(text.utf8), tokens: tokens)
    let part = idiomTokens.surroundings(of: range)
    let own = String(decoding: Array(text.utf8)[part], as: UTF8.self)
    return ["\(test) && \(own)"].map { Rewriting(range: part, replacement: $0) }
      + ["null", "''", "0", "false", "[]", "0.0", "0u"].map {
        Rewriting(range: part, replacement: "\(test) ? \(own) : \($0)")
      }
  }
}
