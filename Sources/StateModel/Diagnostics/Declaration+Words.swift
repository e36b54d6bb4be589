extension Problem.Declaration {
  var words: Words {
    switch self {
    case .unhandledEvent(let name):
      Words(
        "no row takes `\(name)`", help: "a row { \"on\": \"\(name)\" } handles it without a change")
    case .eventTense(let name, let past):
      Words(
        "an event names what just happened, `\(name)` does not",
        label: past.map { "for example `\($0)`" },
        help: "where the name is given: \"allow\": { \"event/name-tense\": \"why\" }")
    case .unreadFields(let names, let event):
      Words(
        "\(Words.list(names, last: ", ")) of `\(event)` \(names.count == 1 ? "is" : "are") never read"
      )
    case .unreadProperty(let name): Words("no output, guard or command depends on `\(name)`")
    case .unwrittenProperty(let name):
      Words("`\(name)` never changes; make it an input or a computed value")
    case .derivedProperty(let name, let other, let isOpposite):
      Words("`\(name)` is always `\(isOpposite ? "!" : "")\(other)`; make it a computed value")
    case .unboundedProperty(let name, let growth):
      Words("`\(name)` grows with \(growth.words) and no row shrinks it")
    case .optionalUI(let name, let type):
      Words("ui outputs are usually not optional: `\(name): \(type)`")
    case .requiredData(let name, let type):
      Words("data outputs usually are optional: `\(name): \(type)`")
    case .requiredNavigation(let name, let type):
      Words("navigation outputs are always optional: `\(name): \(type)`")
    case .openOutput(let name, let type, _, _, hasStates: false):
      Words("`\(name)` is a \(type) and no row without `if` gives it a value")
    case .openOutput(let name, let type, let states, let count, _):
      Words(
        "`\(name)` is a \(type) and has no value in \(Self.some(states, of: count)): no row without `if` covers \(count == 1 ? "it" : "them")"
      )
    case .outputRowWithoutValue(let name, _):
      Words("this row of `\(name)` has no `value`; only rows of `void?` need none")
    case .outputName(let name, .ui):
      Words(
        "`\(name)` does not describe a yes or no; a bool for a view begins with is, has, can, should or show"
      )
    case .outputName(let name, let kind):
      Words(
        "`\(name)` does not name a task; a \(kind.rawValue) output requests work: a verb, as in `load`"
      )
    case .unusedOutput(let name): Words("no spec expects `\(name)`")
    case .constantOutput(let name, let value):
      Words("`\(name)` is \(value) in every reachable state")
    case .stickyOutput(let name, let setter, let property):
      Words(
        "`\(name)` stays set after the screen was shown, so it would be shown again",
        label: "set by \(setter), cleared by no row",
        help: property.map {
          "add { \"on\": \"\(Self.shown(name))\", \"set\": { \"\($0)\": null } }, or make it a command"
        } ?? "let an event that reports that the screen was shown end it, or make it a command")
    case .unsentCommand(let name): Words("no row emits `\(name)`")
    }
  }

  /// The first names, and how many more of `count` there are.
  private static func some(_ names: [String], of count: Int) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
      + (count > names.count ? " and \(count - names.count) more" : "")
  }

  /// `stopShown` of `showStop`.
  private static func shown(_ name: String) -> String {
    let rest = name.drop { !$0.isUppercase }
    guard let first = rest.first else { return name + "Shown" }
    return first.lowercased() + rest.dropFirst() + "Shown"
  }
}

extension Problem.Declaration.Growth {
  fileprivate var words: String {
    switch self {
    case .event(let name): "every `\(name)`"
    case .anyEvent: "every event"
    case .row(let row): "row `\(row)`"
    }
  }
}
