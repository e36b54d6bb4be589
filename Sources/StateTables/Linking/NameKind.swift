/// The kind of a name, with its words in diagnostics.
enum NameKind: Hashable {
  case input, property, computed, carried(state: String), function, parameter, `let`
  case type, builtInType, typeParameter, enumValue, unionCase, field
  case event, command, output, invariant, state, timer, error

  /// `property`, `enum value` …
  var word: String {
    switch self {
    case .input: "input"
    case .property: "property"
    case .computed: "computed value"
    case .carried: "carried field"
    case .function: "function"
    case .parameter: "parameter"
    case .let: "`let`"
    case .type: "type"
    case .builtInType: "built-in type"
    case .typeParameter: "type parameter"
    case .enumValue: "enum value"
    case .unionCase: "case"
    case .field: "field"
    case .event: "event"
    case .command: "command"
    case .output: "output"
    case .invariant: "invariant"
    case .state: "state"
    case .timer: "timer"
    case .error: "error"
    }
  }

  /// The word after its article.
  var wordWithArticle: String {
    switch self {
    case .input, .enumValue, .event, .output, .invariant, .error: "an \(word)"
    case .carried(let state): "carried by `\(state)`"
    default: "a \(word)"
    }
  }
}

/// A declared name: its kind and where it is declared.
struct Declared: Hashable {
  let kind: NameKind
  private let spot: Spot

  private enum Spot: Hashable {
    case location(Diagnostic.Location)
    case key(Pointer)
  }

  /// Where it is declared.
  var location: Diagnostic.Location {
    switch spot {
    case .location(let location): location
    case .key(let pointer): Diagnostic.Location(pointer.text, isKey: true)
    }
  }

  init(kind: NameKind, location: Diagnostic.Location) {
    self.kind = kind
    spot = .location(location)
  }

  /// Declared by the key at a pointer.
  init(kind: NameKind, key pointer: Pointer) {
    self.kind = kind
    spot = .key(pointer)
  }
}
