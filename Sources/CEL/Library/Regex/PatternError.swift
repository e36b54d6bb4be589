/// Why a text is not a regular expression in RE2's syntax.
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

  /// The kind of the error.
  package let reason: Reason
  /// The location of the error: a 0-based index of a code point in the pattern.
  package let offset: Int

  /// The error message.
  package var description: String {
    switch reason {
    case .missingParenthesis: "`)` is missing"
    case .unexpectedParenthesis: "`)` has no matching `(`"
    case .missingBracket: "`]` is missing"
    case .trailingBackslash: "the pattern ends with a backslash"
    case .lookaround: "lookahead and lookbehind are not supported"
    case .backreference: "back-references are not supported"
    case .singleByte: "`\\C` is not supported"
    case .emptyGroupName: "a group name must consist of letters, digits and `_`"
    case .tooLong: "the pattern has more than \(Limits.patternLength) code points"
    case .tooLarge: "the pattern needs more than \(Limits.patternInstructions) instructions"
    case .tooDeep: "groups are nested deeper than \(Limits.nesting)"
    case .invalidGroup(let text): "`\(text)` is not a valid group"
    case .duplicateName(let name): "two groups are named `\(name)`"
    case .invalidEscape(let text): "`\(text)` is not a valid escape"
    case .invalidRange(let text): "`\(text)` is not a valid character range"
    case .unknownClass(let text): "`\(text)` is not a character class"
    case .missingOperand(let text): "`\(text)` has nothing to repeat"
    case .stackedRepetition(let text):
      "`\(text)` repeats a repetition; put the inner one in a group"
    case .invalidRepetition(let text):
      "`\(text)` is not a valid repetition; counts go up to \(Limits.patternRepetitions)"
    }
  }
}
