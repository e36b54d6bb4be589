/// A complaint about an expression or cell before it runs: facts here, words in `description`.
public struct Issue: Hashable, Sendable {
  /// The stable id of the rule it falls under, in the vocabulary of the checks:
  /// `expr/syntax`, `expr/limit`, `expr/regex`, `name/unknown`, `name/bare-text`, `type/mismatch` …
  public let id: String
  /// What is wrong: lower case, code in backquotes, no full stop.
  public let message: String
  /// What stands under the caret, where there is something to add.
  public let label: String?
  /// The way out, where one is known.
  public let help: String?
  /// The text that replaces `range`, where that is safe.
  public let fix: String?
  /// A JSON pointer relative to the cell: `""` for the cell itself.
  public let pointer: String
  /// Whether the key at `pointer` is meant, not its value.
  public let isKey: Bool
  /// UTF-8 offsets in the text at `pointer`; `nil` for the whole value.
  public let range: Range<Int>?

  /// Makes a complaint.
  public init(
    id: String, message: String, label: String? = nil, help: String? = nil, fix: String? = nil,
    pointer: String = "", isKey: Bool = false, range: Range<Int>? = nil
  ) {
    self.id = id
    self.message = message
    self.label = label
    self.help = help
    self.fix = fix
    self.pointer = pointer
    self.isKey = isKey
    self.range = range
  }
}
