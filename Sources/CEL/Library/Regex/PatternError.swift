/// Why a text is no regular expression of RE2's syntax.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case missingParenthesis, unexpectedParenthesis, missingBracket, trailingBackslash
    case lookaround, backreference, singleByte, emptyGroupName
    case tooLong, tooLarge, tooDeep
    case invalidGroup(String)
    case duplicateName(String)
    case invalidEscape(String)
    case invalidRange(String)
    case unknownClass(String)
    case missingOperand(String)
    case stackedRepetition(String)
    case invalidRepetition(String)
  }

  /// What is wrong.
  package let reason: Reason
  /// Where, in code points of the pattern from 0.
  package let offset: Int

  /// The reason in words.
  package var description: String {
    switch reason {
    case .missingParenthesis: "`)` is missing"
    case .unexpectedParenthesis: "`)` closes nothing"
    case .missingBracket: "`]` is missing"
    case .trailingBackslash: "nothing follows the backslash at the end"
    case .lookaround: "lookahead and lookbehind are not supported"
    case .backreference: "back-references are not supported"
    case .singleByte: "`\\C` is not supported"
    case .emptyGroupName: "a group's name consists of letters, digits and `_`"
    case .tooLong: "the pattern has more than \(Limits.patternLength) code points"
    case .tooLarge: "the pattern needs more than \(Limits.patternInstructions) instructions"
    case .tooDeep: "groups are nested deeper than \(Limits.nesting)"
    case .invalidGroup(let text): "`\(text)` is no kind of group"
    case .duplicateName(let name): "two groups are called `\(name)`"
    case .invalidEscape(let text): "`\(text)` is no escape"
    case .invalidRange(let text): "`\(text)` is no range of characters"
    case .unknownClass(let text): "`\(text)` is no class of characters"
    case .missingOperand(let text): "nothing stands before `\(text)` that it could repeat"
    case .stackedRepetition(let text):
      "`\(text)` repeats a repetition; put the inner one in a group"
    case .invalidRepetition(let text):
      "`\(text)` is no repetition; counts go up to \(Limits.patternRepetitions)"
    }
  }
}
