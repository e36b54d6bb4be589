extension Problem.State {
  var words: Words {
    switch self {
    case .noInitial(let state):
      Words(
        "`\(state)` has child states but no `initial`",
        help: "`\"initial\": null` lets the machine rest in `\(state)` itself")
    case .initialOutside(let target, let state):
      Words("`initial` of `\(state)` leads to `\(target)`, which is not a child of it")
    case .initialWithoutChildren(let state):
      Words("`\(state)` has an `initial` but no child states")
    case .missingData(let fields, let state, let key, let isTarget):
      Words(
        "`\(state)` carries \(Words.list(fields)); this `\(key)` \(isTarget ? "" : "enters it and ")does not give \(fields.count == 1 ? "it and it has" : "them and they have") no default"
      )
    case .targetTwice(let state): Words("`\(state)` is a target twice", label: "second")
    case .targetsApart(let first, let second):
      Words("`\(first)` and `\(second)` cannot be active together", label: "second")
    case .initialOfParallel(let state):
      Words("`\(state)` is parallel, so it has no `initial`: all its children are active")
    case .tooFewRegions(let state, let count):
      Words(
        "`\(state)` is parallel and has \(count == 1 ? "one region" : "no regions"); it needs at least two"
      )
    case .finalRegion(let region, let state):
      Words("`\(region)` is a region of `\(state)`, so it cannot be final")
    case .historyWithoutDefault(let state):
      Words("the history `\(state)` has no `default` for the first time")
    case .historyWithKey(let state, let key):
      Words("`\(state)` is a history: it is never active and has no `\(key)`")
    case .historyWithRow(let state):
      Words("`\(state)` is a history: it is never active, so this is never used")
    case .defaultWithoutHistory(let state):
      Words("`\(state)` has a `default`, but is not a history")
    case .historyDefaultOutside(let target, let parent):
      Words("the `default` leads to `\(target)`, which is not inside `\(parent)`")
    case .finalWithRow(let state): Words("`\(state)` is final: it has no rows")
    case .finalWithKey(let state, let key): Words("`\(state)` is final: it has no `\(key)`")
    case .neverDone(let state, let isParallel):
      Words(
        isParallel
          ? "`done.\(state)`: not every region of `\(state)` has a final state"
          : "`done.\(state)`: nothing in `\(state)` is final")
    case .unreachable(let state): Words("no chain of rows leads to `\(state)`")
    case .neverEntered(let state):
      Words("no events lead to `\(state)`: every possible sequence was tried")
    case .deadEnd(let state): Words("`\(state)` cannot be left and is not `final`")
    case .eventlessLoop(let isOneState, let from, let to, let event):
      Words(
        isOneState
          ? "this row runs again and again without any event, so the step never comes to rest"
          : "these states lead to each other without any event, so the step never comes to rest",
        label: Words.transition(from: from, to: to),
        help: event.map { "let an event (for example `\($0)`) leave `\(from)`" }
          ?? "give the row an `if` that becomes false")
    case .timerWithoutTime(isRepeating: false):
      Words(
        "`after` is 0 or negative", help: "a row without `on`, `after` and `every` runs at once")
    case .timerWithoutTime:
      Words(
        "`every` is 0 or negative: entering the state always fails with `argument`",
        help: "write the interval, above 0")
    }
  }
}

extension Problem.Invariant {
  var words: Words {
    switch self {
    case .brokenAtStart(let name, let text):
      Words("the start breaks `\(name)` (`\(text)`)", label: "false at the start")
    case .constant: Words("this invariant is always true")
    case .broken(let name, let text, let cause, let values, let condition):
      Words(
        "\(cause) can break the invariant `\(name)` (\(text))", label: values,
        help: condition.map { "guard the row with \"if\": \"\($0)\"" })
    case .outOfTime:
      Words("this was false only after timers in an order for which no times were found")
    case .undecided(let count):
      Words("\(count == 1 ? "1 state" : "\(count) states") explored without a counterexample")
    }
  }
}
