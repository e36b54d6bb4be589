/// An error in an expression or a cell, with its location.
public struct Issue: Hashable, Sendable {
  /// The problem, as facts.
  public let problem: ExpressionProblem
  /// The text that replaces `range`, where that is safe.
  public let fix: String?
  /// A JSON pointer relative to the cell: `""` for the cell itself.
  public let pointer: String
  /// Whether the issue is about the key at `pointer`, not about its value.
  public let isKey: Bool
  /// UTF-8 offsets in the text at `pointer`; `nil` for the whole value.
  public let range: Range<Int>?

  /// Makes an issue.
  public init(
    _ problem: ExpressionProblem, fix: String? = nil, pointer: String = "", isKey: Bool = false,
    range: Range<Int>? = nil
  ) {
    self.problem = problem
    self.fix = fix
    self.pointer = pointer
    self.isKey = isKey
    self.range = range
  }

  /// The stable id of the rule that is broken: `expr/syntax`, `name/unknown`, `type/mismatch` …
  public var id: String { problem.id }
  /// The problem in words: lower case, code in backquotes, no full stop.
  public var message: String { problem.words.message }
  /// The text under the caret, where there is something to add.
  public var label: String? { problem.words.label }
  /// How to fix it, where that is known.
  public var help: String? { problem.words.help }

  /// The same issue in the part of a cell at `pointer`.
  func moved(to pointer: String) -> Issue {
    Issue(problem, fix: fix, pointer: pointer, isKey: isKey, range: range)
  }
}
