import StateFiles

/// A pattern of paths: `*` and `?` within a name, `**` for any folders.
struct FilePattern {
  private let parts: [[UnicodeScalar]]

  init(_ text: String) {
    parts = FilePath.plain(text).split(separator: "/").map { Array($0.unicodeScalars) }
  }

  /// Whether a path has signs of a pattern.
  static func isPattern(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "*")) || text.utf8.contains(UInt8(ascii: "?"))
  }

  /// The folder in which the search starts: all parts before the first with a sign.
  static func base(of text: String) -> String {
    let plain = FilePath.plain(text)
    let parts = plain.split(separator: "/")
    let fixed = parts.prefix { !isPattern(String($0)) }.joined(separator: "/")
    return (plain.hasPrefix("/") ? "/" : "")
      + (fixed.isEmpty && !plain.hasPrefix("/") ? "." : fixed)
  }

  /// Whether a plain path matches.
  func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map { Array($0.unicodeScalars) }
    // Row by row: whether the first parts match the first names, as in a table of edit distances.
    var reached = Array(repeating: false, count: names.count + 1)
    reached[0] = true
    for part in parts {
      var next = Array(repeating: false, count: names.count + 1)
      let isAnyFolders = part == ["*", "*"]
      next[0] = isAnyFolders && reached[0]
      for (index, name) in names.enumerated() {
        next[index + 1] =
          isAnyFolders
          ? reached[index + 1] || next[index]
          : reached[index] && FilePattern.matches(name, part)
      }
      reached = next
    }
    return reached[names.count]
  }

  private static func matches(_ name: [UnicodeScalar], _ part: [UnicodeScalar]) -> Bool {
    var reached = Array(repeating: false, count: name.count + 1)
    reached[0] = true
    for sign in part {
      var next = Array(repeating: false, count: name.count + 1)
      next[0] = sign == "*" && reached[0]
      for (index, scalar) in name.enumerated() {
        next[index + 1] =
          sign == "*"
          ? reached[index + 1] || next[index] : reached[index] && (sign == "?" || sign == scalar)
      }
      reached = next
    }
    return reached[name.count]
  }
}
