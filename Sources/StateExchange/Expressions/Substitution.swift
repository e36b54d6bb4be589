import CEL

/// Replaces names by their expressions, for `let` names and computed values.
struct Substitution {
  private let texts: [String: String]

  /// Stores names with their expressions; a name without a text is left unchanged.
  init(_ texts: [(name: String, text: String?)]) {
    self.texts = Dictionary(
      texts.compactMap { entry in entry.text.map { (entry.name, "(\($0))") } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns a text with all names replaced, also inside of replaced expressions.
  ///
  /// Throws if the text grows beyond the length of an expression, because it is parsed again each
  /// time.
  func applied(to text: String) throws(Renaming.Problem) -> String {
    var text = text
    for _ in texts {
      let next = try Renaming.rename(text) { (index, syntax) throws(Renaming.Problem) -> String? in
        guard case .name(let name, _) = syntax[index] else { return nil }
        return texts[name.text]
      }
      if next == text { break }
      text = next
    }
    return text
  }
}
