/// The kind of thing that a name is declared as.
public enum NameKind: Hashable, Sendable {
  case input, property, computed, carried(state: String), function, parameter, `let`
  case type, builtInType, typeParameter, enumValue, unionCase, field
  case event, command, output, invariant, state, timer, error

  /// `property`, `enum value` …
  package var word: String {
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
  package var wordWithArticle: String {
    switch self {
    case .input, .enumValue, .event, .output, .invariant, .error: "an \(word)"
    case .carried(let state): "carried by `\(state)`"
    default: "a \(word)"
    }
  }
}
