import CEL

extension Problem.Name {
  var words: Words {
    switch self {
    case .unknown(let kind, let name, let suggestion):
      Words("no \(kind.word) is named `\(name)`", offering: suggestion)
    case .unknownField(let name, let owner, let suggestion):
      Words("`\(owner)` carries no `\(name)`", offering: suggestion)
    case .carriesNothing(let owner): Words("`\(owner)` carries nothing")
    case .foreignType(let name, let advice):
      Words(
        "no type is named `\(name)`", label: advice.words, offersName: advice.offersName)
    case .wrongKind(let name, let kind, let needed):
      Words("`\(name)` is \(kind.wordWithArticle); \(needed.words)")
    case .carriedElsewhere(let name, let state, let position):
      Words("`\(name)` is carried by `\(state)`; \(position.words)")
    case .hidden(let name, let kind, let position):
      Words("`\(name)` is \(kind.wordWithArticle); \(position.words)")
    case .unreadable(let name, .event):
      Words("`\(name)` is an event: it happens and has no value")
    case .unreadable(let name, .command):
      Words("`\(name)` is a command: it is emitted and has no value")
    case .unreadable(let name, let kind):
      Words(
        "`\(name)` is \(kind.wordWithArticle): cells cannot read it",
        help: "a `computed` value can be shared")
    case .unknownValue(let name): Words("nothing here is named `\(name)`")
    case .missingSection(let section, let names):
      Words(
        section.map { "no `\($0)` are declared, but \(Self.some(names)) are used as \($0)" }
          ?? "\(Self.some(names)) are used but not declared")
    case .notAnOutput(let name, let kind):
      Words("`\(name)` is \(kind.wordWithArticle); `then` expects outputs")
    case .insideThen(let key):
      Words(
        "no output is named `\(key)`", help: "`\(key)` is written beside `then`, not inside it")
    case .notCommon(let field, let event, let other):
      Words(
        "`event.\(field)` is carried by `\(event)`, but not with the same type by `\(other)`, which this row takes too"
      )
    case .eventItself(let fields):
      Words(
        fields.isEmpty
          ? "the events of this row carry nothing"
          : "`event` is not a value; it has "
            + fields.map { "`event.\($0)`" }.joined(separator: ", "))
    case .noEvent(let position): Words("there is no `event` in \(position.noun)")
    case .clash(let name, let kind, let earlier):
      Words(Self.clash(name, kind, earlier), label: "second")
    case .taken(let name):
      Words("`\(name)` is reserved", help: "choose another name; the format uses this one")
    case .declaredInFiles(let name, let kind, let first, let second):
      Words(
        "the \(kind.word) `\(name)` is declared \(first.map { "in `\($0)`" } ?? "here") and in `\(second)`"
      )
    case .collision(let first, let second):
      Words("`\(first)` and `\(second)` become one name in generated code", label: "second")
    case .getter(let function, let name):
      Words(
        "the function `\(function)` and `\(name)` become one method in generated Kotlin",
        label: "second")
    case .reserved(let name, let languages):
      Words(
        "`\(name)` is a keyword in \(languages.joined(separator: " and ")); generated in backquotes"
      )
    }
  }

  private static func clash(_ name: String, _ second: NameKind, _ first: NameKind) -> String {
    switch (first, second) {
    case (.carried(let state), .let): "the `let` `\(name)` hides the data that `\(state)` carries"
    case (_, .let): "the `let` `\(name)` hides \(first.wordWithArticle)"
    case (.builtInType, _): "`\(name)` is a built-in type"
    case (.carried(let outer), .carried(let inner)) where outer != inner:
      "`\(name)` is carried by `\(outer)` and again by `\(inner)` inside it"
    case _ where first == second: "two \(plural(first)) are named `\(name)`"
    case (.carried, _), (_, .carried):
      "`\(name)` is \(first.wordWithArticle) and \(second.wordWithArticle)"
    default: "`\(name)` is both \(first.wordWithArticle) and \(second.wordWithArticle)"
    }
  }

  /// The first two, and how many more.
  private static func some(_ names: [String]) -> String {
    let shown = names.prefix(2).map { "`\($0)`" }
    let others = names.count - shown.count
    return others == 0
      ? shown.joined(separator: " and ")
      : shown.joined(separator: ", ") + " and \(others) other\(others == 1 ? "" : "s")"
  }

  private static func plural(_ kind: NameKind) -> String {
    switch kind {
    case .property: "properties"
    case .let: "`let` names"
    default: kind.word + "s"
    }
  }
}

extension Problem.Name.Position {
  /// Why a cell here does not see everything: `this row is in the root`.
  var words: String {
    switch self {
    case .row(let state, _): "this row is in \(Self.name(state))"
    case .action(let state): "this entry is in \(Self.name(state))"
    case .output(nil): "this output is in the root"
    case .output(let state): "this row is in \(Self.name(state))"
    case .computed: "computed values see the root"
    case .invariant: "invariants see the root"
    case .initial: "`initial` sees only the inputs"
    case .inputDefault: "the `default` of an input sees only constants"
    case .carriedDefault: "a `default` sees the root"
    case .function: "a function sees only its parameters"
    }
  }

  /// The position as a noun: `an output`.
  var noun: String {
    switch self {
    case .row(_, let key): key.map { "a row with `\($0)`" } ?? "an eventless row"
    case .action: "`enter` and `exit`"
    case .output: "an output"
    case .computed: "a computed value"
    case .invariant: "an invariant"
    case .initial: "`initial`"
    case .inputDefault, .carriedDefault: "a `default`"
    case .function: "a function"
    }
  }

  private static func name(_ state: String?) -> String { state.map { "`\($0)`" } ?? "the root" }
}

extension Problem.Name.ForeignTypeAdvice {
  fileprivate var offersName: Bool {
    switch self {
    case .name, .number: true
    case .list, .optional, .map, .listWithoutType, .mapWithoutTypes: false
    }
  }

  fileprivate var words: String {
    switch self {
    case .list(let text): "a list is written `\(text)`"
    case .optional(let text): "a type that allows null is written `\(text)`"
    case .map(let text): "a map is written `\(text)`"
    case .name(let text): "did you mean `\(text)`?"
    case .listWithoutType: "a list is written `[string]`"
    case .mapWithoutTypes: "a map is written `[string: string]`, fields are a record"
    case .number: "did you mean `int` or `double`?"
    }
  }
}

extension Problem.Name.Needed {
  fileprivate var words: String {
    switch self {
    case .eventOfRow: "`on` needs an event"
    case .target(let key): "`\(key)` needs a state"
    case .sending("emit"): "`emit` needs a command"
    case .sending(let key): "`\(key)` needs an event"
    case .assignment: "`set` needs a property"
    }
  }
}
