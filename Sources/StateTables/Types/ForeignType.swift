/// Types as other languages write them.
enum ForeignType {
  /// How this format writes a type that has a name of another language; `nil` where it has not.
  ///
  /// - Parameters:
  ///   - type: The type as it is written.
  ///   - isKnown: Whether a name is declared or built in here.
  /// - Returns: The type, or a choice of types.
  static func plain(_ type: TypeText, isKnown: (String) -> Bool) -> Plain? {
    guard case .name(let name, let arguments) = type.kind, !isKnown(name) else { return nil }
    let word = name.lowercased()
    let inner = arguments.map { text($0, isKnown: isKnown) }
    switch (word, inner.count) {
    case ("list", 1), ("array", 1), ("arraylist", 1), ("sequence", 1), ("set", 1):
      return Plain(words: "a list is written `[\(inner[0])]`", text: "[\(inner[0])]")
    case ("optional", 1), ("nullable", 1), ("maybe", 1):
      let text = inner[0].utf8.last == UInt8(ascii: "?") ? inner[0] : inner[0] + "?"
      return Plain(words: "what may be null is written `\(text)`", text: text)
    case ("map", 2), ("dictionary", 2), ("dict", 2), ("hashmap", 2), ("record", 2):
      let text = "[\(inner[0]): \(inner[1])]"
      return Plain(words: "a map is written `\(text)`", text: text)
    case ("list", 0), ("array", 0): return Plain(words: "a list is written `[string]`", text: nil)
    case ("map", 0), ("dictionary", 0), ("dict", 0), ("object", 0):
      return Plain(words: "a map is written `[string: string]`, fields are a record", text: nil)
    case ("number", 0): return Plain(words: "did you mean `int` or `double`?", text: nil)
    case (_, 0): return names[word].map { Plain(words: "did you mean `\($0)`?", text: $0) }
    default: return nil
    }
  }

  /// The advice, and the type where it is certain.
  struct Plain {
    let words: String
    let text: String?
  }

  private static func text(_ type: TypeText, isKnown: (String) -> Bool) -> String {
    switch type.kind {
    case .nullable(let inner): text(inner, isKnown: isKnown) + "?"
    case .list(let inner): "[\(text(inner, isKnown: isKnown))]"
    case .map(let key, let value):
      "[\(text(key, isKnown: isKnown)): \(text(value, isKnown: isKnown))]"
    case .name: plain(type, isKnown: isKnown)?.text ?? type.text
    }
  }

  /// By lower-case names.
  private static let names = [
    "boolean": "bool", "integer": "int", "long": "int", "short": "int", "int32": "int",
    "int64": "int", "float": "double", "decimal": "double", "real": "double", "text": "string",
    "str": "string", "date": "timestamp", "datetime": "timestamp", "instant": "timestamp",
    "timeinterval": "duration", "any": "dyn", "unit": "void",
  ]
}
