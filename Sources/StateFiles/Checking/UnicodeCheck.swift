import StateTables

/// Looks at all texts of a file for what deceives the eye; recursive, as deep as the scanner lets
/// values nest.
enum UnicodeCheck {
  static func findings(in json: JSON, at pointer: Pointer = .root) -> [Diagnostic] {
    switch json {
    case .null, .bool, .number: return []
    case .string(let text): return finding(in: text, at: Diagnostic.Place(pointer.text))
    case .array(let elements):
      return elements.enumerated().flatMap { findings(in: $1, at: pointer[$0]) }
    case .object(let members):
      return members.flatMap { member in
        finding(in: member.key, at: Diagnostic.Place(pointer[member.key].text, isKey: true))
          + findings(in: member.value, at: pointer[member.key])
      }
    }
  }

  private static func finding(in text: String, at place: Diagnostic.Place) -> [Diagnostic] {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }
    return isPlain ? [] : UnicodeText.finding(in: text, at: place).map { [$0] } ?? []
  }
}
