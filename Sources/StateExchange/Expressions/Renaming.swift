import CEL

/// Renames names in a CEL text; the rest of the text stays as written.
struct Renaming {
  /// A replacement text and the range that it replaces.
  typealias Replacement = (range: Range<Int32>, text: String)

  /// Why a text has no counterpart.
  struct Problem: Error {
    let message: String
  }

  /// Replaces the parts that `replace` returns a text for, the outermost first; the inside of a
  /// replaced part is not visited.
  static func rename(
    _ text: String,
    _ replace: (Syntax.Index, Syntax) throws(Problem) -> String?
  ) throws(Problem) -> String {
    let (parsed, issues) = Parser.parse(text)
    guard let syntax = parsed else {
      throw Problem(message: issues.first?.message ?? "it is not CEL")
    }
    var replacements: [Replacement] = []
    var index = syntax.root
    // Children precede their parents and subtrees are contiguous, so one pass from the end is
    // enough.
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

  /// The names that a text reads, including loop variables.
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
