import CEL

/// A CEL text with other names in it; everything else stays as it was written.
struct Renaming {
  /// What is put in place of a part, by its place.
  typealias Replacement = (range: Range<Int32>, text: String)

  /// Why a text has no counterpart.
  struct Problem: Error {
    let message: String
  }

  /// Renames what `replace` knows, the outermost first; what is inside a renamed part is left alone.
  static func rename(
    _ text: String,
    _ replace: (Syntax.Index, Syntax) throws(Problem) -> String?
  ) throws(Problem) -> String {
    let (parsed, issues) = Parser.parse(text)
    guard let syntax = parsed else {
      throw Problem(message: issues.first?.message ?? "it is no CEL")
    }
    var replacements: [Replacement] = []
    var index = syntax.root
    // Children stand before their parents and a subtree stands together: one pass from the end.
    while index >= 0 {
      if let new = try replace(index, syntax) {
        replacements.append((syntax.range(index), new))
        index -= syntax.size(index)
      } else {
        index -= 1
      }
    }
    return apply(replacements, to: text)
  }

  /// The names that a text reads, those of loops included.
  static func names(in text: String) -> Set<String> {
    guard let syntax = Parser.parse(text).syntax else { return [] }
    var names: Set<String> = []
    for node in syntax.nodes {
      if case .name(let name, _) = node.kind { names.insert(name.text) }
    }
    return names
  }

  private static func apply(_ replacements: [Replacement], to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for (range, new) in replacements.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard Int(range.lowerBound) >= position else { continue }
      result += bytes[position..<Int(range.lowerBound)]
      result += Array(new.utf8)
      position = Int(range.upperBound)
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
