import CEL

/// The expressions about which something was said, by the pointers of their cells.
struct CellTexts {
  private var texts: [String: String] = [:]

  /// Remembers an expression.
  mutating func note(_ text: String, at pointer: String) { texts[pointer] = text }

  /// The words of the expression at a place, and those of the way there.
  func words(around place: Diagnostic.Place) -> Set<String> {
    let steps = Pointer(place.pointer)?.steps ?? []
    return Set((steps + [texts[place.pointer] ?? ""]).flatMap(CellTexts.words))
  }

  /// The names and words of a text.
  static func words(in text: String) -> [String] {
    text.utf8.split { !Identifier.isPart($0) }.map { String(Substring($0)) }
  }
}
