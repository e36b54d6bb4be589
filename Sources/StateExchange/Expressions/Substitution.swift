import CEL

/// Names that stand for texts, as `let` names and computed values do.
struct Substitution {
  private let texts: [String: String]

  /// Takes names with what they stand for; one without a text is left as it is.
  init(_ texts: [(name: String, text: String?)]) {
    self.texts = Dictionary(
      texts.compactMap { entry in entry.text.map { (entry.name, "(\($0))") } },
      uniquingKeysWith: { first, _ in first })
  }

  /// A text with all of them written out, those inside others too.
  ///
  /// What grows beyond the length of an expression is a problem: it is read again each time.
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
