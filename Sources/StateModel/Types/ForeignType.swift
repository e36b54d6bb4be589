/// Types as other languages write them.
package enum ForeignType {
  package typealias Advice = Problem.Name.ForeignTypeAdvice

  /// How this format writes a type that has a name of another language; `nil` for other names.
  ///
  /// - Parameters:
  ///   - type: The type as written.
  ///   - isKnown: Whether a name is declared or built in here.
  /// - Returns: The type, or a choice of types.
  package static func advice(_ type: TypeText, isKnown: (String) -> Bool) -> Advice? {
    guard case .name(let name, let arguments) = type.kind, !isKnown(name) else { return nil }
    let word = name.lowercased()
    let inner = arguments.map { text($0, isKnown: isKnown) }
    switch (word, inner.count) {
    case ("list", 1), ("array", 1), ("arraylist", 1), ("sequence", 1), ("set", 1):
      return .list("[\(inner[0])]")
    case ("optional", 1), ("nullable", 1), ("maybe", 1):
      return .optional(inner[0].utf8.last == UInt8(ascii: "?") ? inner[0] : inner[0] + "?")
    case ("map", 2), ("dictionary", 2), ("dict", 2), ("hashmap", 2), ("record", 2):
      return .map("[\(inner[0]): \(inner[1])]")
    case ("list", 0), ("array", 0): return .listWithoutType
    case ("map", 0), ("dictionary", 0), ("dict", 0), ("object", 0): return .mapWithoutTypes
    case ("number", 0): return .number
    case (_, 0): return names[word].map(Advice.name)
    default: return nil
    }
  }

  private static func text(_ type: TypeText, isKnown: (String) -> Bool) -> String {
    switch type.kind {
    case .nullable(let inner): text(inner, isKnown: isKnown) + "?"
    case .list(let inner): "[\(text(inner, isKnown: isKnown))]"
    case .map(let key, let value):
      "[\(text(key, isKnown: isKnown)): \(text(value, isKnown: isKnown))]"
    case .name: advice(type, isKnown: isKnown)?.text ?? type.text
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

extension Problem.Name.ForeignTypeAdvice {
  /// The type to write, where there is one.
  package var text: String? {
    switch self {
    case .list(let text), .optional(let text), .map(let text), .name(let text): text
    case .listWithoutType, .mapWithoutTypes, .number: nil
    }
  }
}
