extension String {
  /// The words of a comment in generated code. A character that commands a terminal, or changes the
  /// direction of text, is shown by its code: a comment must not look like code, or hide it.
  var commentWords: [String] {
    split(whereSeparator: \.isWhitespace).map { word in
      let isPlain = word.unicodeScalars.allSatisfy { !$0.isControl }
      return isPlain ? String(word) : word.unicodeScalars.reduce(into: "") { $0 += $1.inComment }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control || properties.isBidiControl
  }

  fileprivate var inComment: String {
    isControl ? "U+" + String(value, radix: 16, uppercase: true) : String(self)
  }
}
