public import CEL

extension Problem {
  /// A name outside of expressions: unknown, declared twice, or not readable at its position.
  public enum Name: Hashable, Sendable {
    /// No `kind` has the name; `Suggestion` has the near ones, or those that exist.
    case unknown(NameKind, String, Suggestion)
    /// An event, command or state carries no such field.
    case unknownField(String, of: String, Suggestion)
    /// An event, command or state carries nothing at all.
    case carriesNothing(String)
    /// A type by the name that another language gives it, and what it is called here.
    case foreignType(String, ForeignTypeAdvice)
    /// The name is declared as something else than the key needs.
    case wrongKind(String, is: NameKind, needed: Needed)
    /// The name is carried by a state that is not active at the position.
    case carriedElsewhere(String, by: String, Position)
    /// The name is declared, but cells at the position do not see it.
    case hidden(String, NameKind, Position)
    /// Cells can never read what this kind declares.
    case unreadable(String, NameKind)
    /// Nothing has the name, of whatever kind.
    case unknownValue(String)
    /// Names that are used but not declared; the section that is missing, where it is one.
    case missingSection(String?, names: [String])
    /// A private value that a spec expects.
    case notAnOutput(String, NameKind)
    /// A key of a case that was written inside `then`.
    case insideThen(String)
    /// A field of `event` that not all events of the row carry alike.
    case notCommon(field: String, of: String, missing: String)
    /// `event` used as a value; its fields.
    case eventItself(fields: [String])
    /// `event` where there is none.
    case noEvent(Position)
    /// Two declarations of one name: the later kind, then the earlier.
    case clash(String, NameKind, earlier: NameKind)
    /// A name that the format itself uses.
    case taken(String)
    /// Declared by two files; `nil` is the file itself.
    case declaredInFiles(String, NameKind, first: String?, second: String)
    /// Two names that are one in generated code.
    case collision(String, String)
    /// A function and a value that are one method in generated Kotlin.
    case getter(function: String, name: String)
    /// A keyword of the languages.
    case reserved(String, languages: [String])

    /// Where a cell is, as far as it decides which names the cell sees.
    public enum Position: Hashable, Sendable {
      /// A row in a state; `nil` is the root.
      case row(state: String?, key: String?)
      /// An entry of `enter` or `exit` of a state.
      case action(state: String?)
      /// An output, or a row of one in a state.
      case output(state: String?)
      /// A computed value, an invariant, `initial` of a property, `default` of an input or of a
      /// carried field, a function.
      case computed, invariant, initial, inputDefault, carriedDefault, function
    }

    /// How this format writes a type that has a name in other languages.
    public enum ForeignTypeAdvice: Hashable, Sendable {
      /// The type as text.
      case list(String), optional(String), map(String), name(String)
      /// A list or map without the types of its parts.
      case listWithoutType, mapWithoutTypes
      /// `number`.
      case number
    }

    /// What a key needs where it names something of another kind.
    public enum Needed: Hashable, Sendable {
      /// `on` needs an event.
      case eventOfRow
      /// `goTo`, `initial` or `default` needs a state.
      case target(key: String)
      /// `emit` needs a command, `raise` an event.
      case sending(key: String)
      /// `set` needs a property or a carried field.
      case assignment
    }

    var rule: RuleID {
      switch self {
      case .unknown, .unknownField, .carriesNothing, .foreignType, .wrongKind, .eventItself,
        .unknownValue, .missingSection, .notAnOutput, .insideThen:
        .nameUnknown
      case .carriedElsewhere, .hidden, .unreadable, .notCommon, .noEvent: .nameScope
      case .clash, .taken, .declaredInFiles: .nameDuplicate
      case .collision, .getter: .nameCollision
      case .reserved: .nameReserved
      }
    }
  }
}
