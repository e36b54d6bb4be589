/// A declared thing that has a name.
struct Symbol: Hashable {
  enum Kind: String, Hashable {
    case definition, state, event, command, output, input, property, computed, function, type
    case invariant
    /// Parts of another declaration, which `container` names.
    case eventField, commandField, carriedField, typeField, enumValue, unionCase, caseField
    case parameter, letName, local

    /// The noun in texts for people.
    var noun: String {
      switch self {
      case .eventField, .commandField, .carriedField, .typeField, .caseField: "field"
      case .computed: "computed value"
      case .enumValue: "value"
      case .unionCase: "case"
      case .letName: "name"
      case .local: "variable"
      case .definition, .state, .event, .command, .output, .input, .property, .function, .type,
        .invariant, .parameter:
        rawValue
      }
    }
  }

  let kind: Kind
  let name: String
  /// The absolute path of the file that declares it.
  let file: String
  /// What it is part of: the event of a field, the type of a value; empty for others.
  let container: String

  init(_ kind: Kind, _ name: String, in file: String, of container: String = "") {
    self.kind = kind
    self.name = name
    self.file = file
    self.container = container
  }
}

/// A location where a symbol is declared or used.
struct Occurrence: Hashable {
  enum Role: Hashable {
    case declaration, read, write
  }

  let symbol: Symbol
  let role: Role
  /// The bytes of the name in the file.
  let range: Range<Int>
}
