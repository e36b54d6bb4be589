import StateModel

/// A character between the parts of a JSON text that is invisible, or looks like a sign of JSON.
struct LookAlikeSign {
  /// `no-break space`, `full-width comma`.
  let name: String
  /// The plain character to write; empty where it is to be removed.
  let plain: String

  /// Finds the sign in the table; `nil` for any other character.
  init?(_ scalar: UnicodeScalar) {
    guard let row = LookAlikeSign.table[scalar] else { return nil }
    name = row.name
    plain = row.plain
  }

  private static let table: [UnicodeScalar: (name: String, plain: String)] = [
    "\u{A0}": ("a no-break space", " "), "\u{2007}": ("a figure space", " "),
    "\u{2009}": ("a thin space", " "), "\u{202F}": ("a narrow no-break space", " "),
    "\u{2003}": ("an em space", " "), "\u{2002}": ("an en space", " "),
    "\u{3000}": ("an ideographic space", " "), "\u{2028}": ("a line separator", " "),
    "\u{85}": ("a next-line character", " "), "\u{2029}": ("a paragraph separator", " "),
    "\u{200B}": ("a zero width space", ""), "\u{200C}": ("a zero width non-joiner", ""),
    "\u{200D}": ("a zero width joiner", ""), "\u{2060}": ("a word joiner", ""),
    "\u{FEFF}": ("a byte order mark", ""), "\u{AD}": ("a soft hyphen", ""),
    "\u{200E}": ("a left-to-right mark", ""), "\u{200F}": ("a right-to-left mark", ""),
    "\u{201C}": ("a curly quote", "\""), "\u{201D}": ("a curly quote", "\""),
    "\u{201E}": ("a low quote", "\""), "\u{201F}": ("a curly quote", "\""),
    "\u{2018}": ("a curly quote", "\""), "\u{2019}": ("a curly quote", "\""),
    "\u{AB}": ("an angle quote", "\""), "\u{BB}": ("an angle quote", "\""),
    "\u{FF02}": ("a full-width quote", "\""), "\u{2033}": ("a double prime", "\""),
    "\u{FF0C}": ("a full-width comma", ","), "\u{3001}": ("an ideographic comma", ","),
    "\u{201A}": ("a low quote", ","), "\u{FF1A}": ("a full-width colon", ":"),
    "\u{FF5B}": ("a full-width brace", "{"), "\u{FF5D}": ("a full-width brace", "}"),
    "\u{FF3B}": ("a full-width bracket", "["), "\u{FF3D}": ("a full-width bracket", "]"),
    "\u{2013}": ("an en dash", "-"), "\u{2014}": ("an em dash", "-"),
    "\u{2212}": ("a minus sign", "-"),
  ]
}

extension Scanner {
  /// Reports a sign here that only looks like one of JSON, or that cannot be seen.
  mutating func failOfLookAlike() -> Bool {
    let range = foundRange
    guard let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first,
      let sign = LookAlikeSign(scalar)
    else { return false }
    fail(.lookAlike(scalar, name: sign.name, plain: sign.plain), at: range)
    diagnostics[diagnostics.count - 1].fix = Diagnostic.Fix(
      .replaceCharacter, at: .init("", fileRange: range), replacement: sign.plain,
      isSafe: sign.plain.isEmpty || sign.plain == " ")
    return true
  }
}
