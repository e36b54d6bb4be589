import CEL

extension Problem.Change {
  var words: Words { Words(message, label: label, help: help) }

  private var message: String {
    switch self {
    case .renamed(let kind, let name, let new): "\(kind.word) `\(name)` is now `\(new)`"
    case .removed(let kind, let name): "\(kind.word) `\(name)` was removed"
    case .added(let kind, let name): "\(kind.word) `\(name)` is new\(Self.duty(of: kind))"
    case .firstCommand(let name, let isPlain):
      "command `\(name)` is new\(isPlain ? Self.plainCalls : "")"
    case .inputOrder(let before, let after, let old):
      "the inputs were (\(before.joined(separator: ", "))) in \(old.text) and are (\(after.joined(separator: ", "))) here"
    case .edited(let kind, let name, let edit, let old): edit.message(kind, name, since: old)
    case .typeEdited(let name, .casesAdded(let cases), let users, let old)
    where users.contains(where: \.getsValues):
      "`\(name)` has \(Words.list(cases)), which \(cases.count == 1 ? "is" : "are") not in \(old.text): a `switch` over it must name \(cases.count == 1 ? "it" : "them")"
    case .typeEdited(let name, let edit, let users, let old):
      "`\(name)`, which `\(users.first?.name ?? "")` uses, differs from \(old.text): \(edit.words)"
    case .timer(let edit, let states): edit.message(in: states)
    case .definitionRemoved(let name): "`\(name)` was removed"
    case .behavior(let cause, let effect, let old): "\(cause.words) \(effect.words) in \(old.text)"
    case .compared(let name, let pairs, let isComplete, let missing, let hasDifferences, let old):
      "`\(name)` has another meaning than in \(old.text)\(hasDifferences ? ", and" : ", and no difference was found in") \(pairs) \(pairs == 1 ? "pair" : "pairs") of states\(hasDifferences ? (pairs == 1 ? " was compared" : " were compared") : ""): \(Self.extent(isComplete, missing))"
    case .draft(let name, isOld: false, _, let old):
      "`\(name)` is a draft here, and could run in \(old.text)"
    case .draft(let name, _, isNew: false, let old):
      "`\(name)` was a draft in \(old.text): only declarations are compared"
    case .draft(let name, _, _, _):
      "`\(name)` is a draft in both versions: only declarations are compared"
    case .caseFails(let title, let difference): "an old case fails: \(title): \(difference)"
    case .specNotRun(let errors, let isPartly, let inOld):
      "\(isPartly ? "parts of this old spec were" : "this old spec was") not run: it has \(errors) \(errors == 1 ? "error" : "errors") with the \(inOld ? "old" : "new") version"
    case .casesFailBefore(1):
      "a case of this old spec fails with the old version, too: what else it expects is not compared"
    case .casesFailBefore(let count):
      "\(count) cases of this old spec fail with the old version, too: what else they expect is not compared"
    }
  }

  /// How much was tried.
  private static func extent(_ isComplete: Bool, _ missing: [String]) -> String {
    if isComplete { return "all that the tried values lead to" }
    if missing.isEmpty { return "not all were tried" }
    return "not all were tried, and \(Words.list(missing)) cannot be compared"
  }

  /// What must be done about a new declaration.
  private static func duty(of kind: NameKind) -> String {
    switch kind {
    case .event: ": an exhaustive `switch` over events must name it"
    case .command: ": a `switch` over commands must name it"
    case .invariant: ": an old snapshot may break it"
    default: ""
    }
  }

  /// What no longer compiles in Swift where a definition gets its first command or timer.
  fileprivate static let plainCalls =
    ": in Swift, call `reduce(_:)` instead of `reduce(state:event:)`"

  private var label: String {
    if case .definitionRemoved = self {
      return "breaks Swift and Kotlin callers, and stored snapshots"
    }
    return Self.label(audience)
  }

  /// `breaks Swift and Kotlin callers`, `breaks stored snapshots`, `changes behaviour`.
  private static func label(_ audience: Set<Audience>) -> String {
    var parts: [String] = []
    if audience.contains(.swift) { parts.append("Swift") }
    if audience.contains(.kotlin) { parts.append("Kotlin") }
    if let last = parts.popLast() { parts.append(last + " callers") }
    if audience.contains(.snapshots) { parts.append("stored snapshots") }
    if audience.contains(.eventLogs) { parts.append("event logs") }
    if parts.isEmpty {
      return audience.contains(.behavior) ? "changes behaviour" : "breaks nothing"
    }
    return "breaks "
      + (parts.count > 3 ? ExpressionProblem.list(parts) : parts.joined(separator: " and "))
  }

  private var help: String? {
    switch self {
    case .renamed(.property, _, _), .renamed(.state, _, _): "a migration must name the old one"
    case .removed(.property, _): "a migration must drop it"
    case .added(.property, _): "a migration gives it its `initial`"
    case .added(.input, _): "a snapshot needs a value for it"
    case .inputOrder: Problem.Change.Edit.positions
    case .typeEdited(_, .moved, _, _):
      "generated code nests the types that a definition declares in its state, and no others"
    case .edited(let kind, _, let edit, _): edit.help(kind)
    default: nil
    }
  }
}

extension Problem.Change.Edit {
  fileprivate func message(_ kind: NameKind, _ name: String, since old: Problem.Change.VersionName)
    -> String
  {
    let subject = "\(kind.word) `\(name)`"
    return switch self {
    case .type(let before, let after, _):
      "\(subject) was `\(before)` in \(old.text) and is `\(after)` here"
    case .value(let before, let after):
      Self.value(kind, name, from: before, to: after, since: old)
    case .unstoredInitial(let before, let after):
      Self.value(kind, name, from: before, to: after, since: old)
    case .withoutDefault: "\(subject) had a default in \(old.text) and has none here"
    case .fields(let before, let after):
      (kind == .state ? subject : "`\(name)`")
        + " carried \(Self.words(before)) in \(old.text) and carries \(Self.words(after)) here"
    case .fieldOrder(let before, let after):
      "`\(name)` carried (\(before.joined(separator: ", "))) in \(old.text) and carries (\(after.joined(separator: ", "))) here"
    case .outputKind(let before, let after):
      "\(subject) was of kind `\(before.rawValue)` in \(old.text) and is `\(after.rawValue)` here: it has other observers, which react at another time"
    case .storage(let isStored): "\(subject) is \(isStored ? "stored now" : "no longer stored")"
    case .parent(let before, let after):
      "\(subject) was in \(Self.parent(before)) in \(old.text) and is in \(Self.parent(after)) here"
    case .stateKind: "\(subject) is of another kind than in \(old.text)"
    }
  }

  private static func value(
    _ kind: NameKind, _ name: String, from before: String, to after: String,
    since old: Problem.Change.VersionName
  ) -> String {
    let (before, after) = (before.shown(beside: after), after.shown(beside: before))
    return switch kind {
    case .input:
      "input `\(name)` is `\(after)` where it is left out, and was `\(before)` in \(old.text)"
    case .invariant:
      "invariant `\(name)` was `\(before)` in \(old.text): an old snapshot may break the new condition"
    default: "`initial` of `\(name)` was `\(before)` in \(old.text) and is `\(after)` here"
    }
  }

  /// `(a: int, b: string)` or `nothing`.
  private static func words(_ fields: [Problem.Field]) -> String {
    fields.isEmpty
      ? "nothing" : "(\(fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")))"
  }

  private static func parent(_ name: String?) -> String { name.map { "`\($0)`" } ?? "the root" }

  fileprivate func help(_ kind: NameKind) -> String? {
    switch (self, kind) {
    case (.type(_, _, .becomesOptional), .output):
      "keep it non-optional with a default" + Self.permission
    case (.type(_, _, .becomesRequired), .output): "keep it optional" + Self.permission
    case (.type, .property): "a migration must compute it"
    case (.value, .property): "old snapshots keep the old value"
    case (.unstoredInitial, _): "a restored state begins with it, too"
    case (.withoutDefault, _): "code that leaves it out no longer compiles"
    case (.fields, .state): "a migration must compute what it carries"
    case (.fieldOrder, _): Self.positions
    default: nil
    }
  }

  fileprivate static let positions =
    "a call by position still compiles in Kotlin where the types are equal, and has another meaning"

  private static let permission =
    ", or release it as major: states diff --allow \(RuleID.breakingOutputOptional.rawValue)"
}

extension Problem.Change.TypeEdit {
  fileprivate var words: String {
    switch self {
    case .casesAdded(let names): "\(Words.list(names)) \(Self.were(names)) added"
    case .casesRemoved(let names): "\(Words.list(names)) \(Self.were(names)) removed"
    case .caseFields(let name): "case `\(name)` has other fields"
    case .fields: "its fields differ"
    case .fieldOrder(nil): "its fields have another order"
    case .fieldOrder(let name?): "the fields of case `\(name)` have another order"
    case .kind: "it is another kind of type"
    case .moved(intoDefinition: true): "a types file declared it, and the definition does now"
    case .moved(intoDefinition: false): "the definition declared it, and a types file does now"
    }
  }

  private static func were(_ names: [String]) -> String { names.count == 1 ? "was" : "were" }
}

extension Problem.Change.Timer {
  fileprivate var key: String { isRepeating ? "every" : "after" }
}

extension Problem.Change.TimerEdit {
  fileprivate func message(in states: [String]) -> String {
    let states = Words.list(states)
    return switch self {
    case .added(let timer): "`\(timer.key)` `\(timer.duration)` in \(states) is new"
    case .first(let timer):
      "`\(timer.key)` `\(timer.duration)` in \(states) is new\(Problem.Change.plainCalls)"
    case .removed(let timer): "`\(timer.key)` `\(timer.duration)` in \(states) was removed"
    case .changed(let before, let after, let old):
      "`\(after.key)` in \(states) is `\(after.duration)`, and was \(before.isRepeating == after.isRepeating ? "" : "`\(before.key)` ")`\(before.duration)` in \(old.text)"
    case .renumbered(let timer, let before, let after, let old):
      "`\(timer.key)` `\(timer.duration)` in \(states) is timer \(after) of its state, and was timer \(before) in \(old.text): stored snapshots and recordings name it by that number"
    }
  }
}

extension Problem.Change.Cause {
  fileprivate var words: String {
    switch self {
    case .start: "the start"
    case .event(let name): "`\(name)`"
    case .timer(let id): "the timer `\(id)`"
    case .restore: "a restore"
    }
  }
}

extension Problem.Change.Effect {
  /// The predicate of the cause. `in` and the name of the old version follow.
  fileprivate var words: String {
    switch self {
    case .failure(nil, let error): "fails with `\(error ?? "")`, and did not"
    case .failure(let error?, nil): "no longer fails with `\(error)`, as"
    case .failure(let before?, let after?): "fails with `\(after)`, and failed with `\(before)`"
    case .output(let name, let before, let after):
      "makes `\(name)` \(after.shown(beside: before)), and made it \(before.shown(beside: after))"
    case .commands(_, let before, let after):
      "emits \(Self.calls(after, beside: before)), and emitted \(Self.calls(before, beside: after))"
    case .timer(let id, let before, let after): Self.timer("the timer `\(id)`", before, after)
    case .timerOrder(let before, let after):
      "starts the timers `\(after.joined(separator: "`, `"))` in this order, and started "
        + "`\(before.joined(separator: "`, `"))`"
    }
  }

  private static func calls(_ calls: [String], beside others: [String]) -> String {
    if calls.isEmpty { return "nothing" }
    return "`\(calls.joined(separator: ", ").shown(beside: others.joined(separator: ", ")))`"
  }

  /// ``starts the timer `a.1` (every 90s), and started it (every 60s)``.
  private static func timer(
    _ name: String, _ before: Problem.Change.TimerAction?, _ after: Problem.Change.TimerAction?
  ) -> String {
    let now =
      switch after {
      case .start(let timer): "starts \(name) (\(timer.key) \(timer.duration))"
      case .cancel: "ends \(name)"
      case nil: "leaves \(name) alone"
      }
    let was =
      switch before {
      case .start(let timer): "started it (\(timer.key) \(timer.duration))"
      case .cancel: "ended it"
      case nil: "did not"
      }
    return "\(now), and \(was)"
  }
}

extension String {
  /// The text as it is shown beside another: with escapes if both differ only in their normal form.
  package func shown(beside other: String) -> String {
    if self != other { return self }
    return unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
  }
}
