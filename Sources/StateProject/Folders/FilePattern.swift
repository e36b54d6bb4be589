import StateFiles

/// A pattern of paths: `*` and `?` within a name, `**` for any folders.
struct FilePattern: Sendable {
  private enum Part {
    /// Any folders, also none.
    case folders
    /// A name without signs, as UTF-8.
    case name([UInt8])
    case signs([UnicodeScalar])

    func matches(_ name: Substring) -> Bool {
      switch self {
      case .folders: true
      case .name(let bytes): name.utf8.elementsEqual(bytes)
      case .signs(let signs): FilePattern.matches(Array(name.unicodeScalars), signs)
      }
    }
  }

  /// The pattern as it was written.
  let text: String
  private let parts: [Part]

  init(_ text: String) {
    self.text = text
    parts = FilePath.plain(text).split(separator: "/").map { part in
      if part == "**" { return .folders }
      return FilePattern.isPattern(String(part))
        ? .signs(Array(part.unicodeScalars)) : .name(Array(part.utf8))
    }
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
  func matches(_ path: String) -> Bool { reached(path).last ?? false }

  /// Whether a plain path or a folder around it matches.
  func covers(_ path: String) -> Bool { reached(path).contains(true) }

  /// Whether all parts match the first names of a path, by the number of these names.
  private func reached(_ path: String) -> [Bool] {
    let names = path.split(separator: "/")
    // Row by row: whether the first parts match the first names, as in a table of edit distances.
    var reached = Array(repeating: false, count: names.count + 1)
    reached[0] = true
    for part in parts {
      var next = Array(repeating: false, count: names.count + 1)
      if case .folders = part { next[0] = reached[0] }
      for (index, name) in names.enumerated() {
        if case .folders = part {
          next[index + 1] = reached[index + 1] || next[index]
        } else {
          next[index + 1] = reached[index] && part.matches(name)
        }
      }
      guard next.contains(true) else { return next }
      reached = next
    }
    return reached
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
