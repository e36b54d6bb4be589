import CEL

/// Keys of a row that hold each other's values: one finding, and the row as it was meant.
extension Linker {
  /// The row, with two keys swapped where each holds what the other needs.
  mutating func meant(_ row: Definition.Row, at pointer: Pointer) -> Definition.Row {
    guard case .on(let names) = row.trigger, names != .none else { return meantToGo(row, pointer) }
    var meant = row
    if row.states != .none, areStates(names), areEvents(row.states) {
      meant.trigger = .on(row.states)
      meant.states = names
      findings.add(RowShape.swapped(at: pointer), poisoning: [.events, .states, .rows])
    } else if let targets = row.targets?.plainNames, areStates(names), areEvents(targets) {
      meant.trigger = .on(targets)
      meant.targets = names.targets
      tellSwapped("on", "goTo", at: pointer)
    } else if case .one(let text) = names, Identifier(text) == nil, let name = row.conditionName,
      events[name] != nil
    {
      meant.trigger = .on(.one(name))
      meant.condition = .expression(text)
      tellSwapped("on", "if", at: pointer)
    } else {
      return meantToGo(row, pointer)
    }
    return meant
  }

  /// The row, with `if` and `goTo` swapped where each holds what the other needs.
  private mutating func meantToGo(
    _ row: Definition.Row, _ pointer: Pointer
  ) -> Definition.Row {
    guard case .one(let target)? = row.targets, target.data == nil,
      Identifier(target.name) == nil, let name = row.conditionName, tree.byName[name] != nil
    else { return row }
    tellSwapped("if", "goTo", at: pointer)
    var row = row
    row.condition = .expression(target.name)
    row.targets = .one(Sending(name: name))
    return row
  }

  private mutating func tellSwapped(_ key: String, _ other: String, at pointer: Pointer) {
    findings.add(
      RowShape.swapped(key, other, at: pointer), poisoning: [.events, .states, .rows])
  }

  private func areStates(_ names: Names) -> Bool {
    names.all.allSatisfy { tree.byName[$0] != nil && events[$0] == nil }
  }

  private func areEvents(_ names: Names) -> Bool {
    names.all.allSatisfy { name in
      tree.byName[name] == nil && checkedEvents.contains { $0.name == name }
    }
  }
}

extension Targets {
  /// The names, where none has data.
  fileprivate var plainNames: Names? {
    guard all.allSatisfy({ $0.data == nil }) else { return nil }
    return switch self {
    case .rest: nil
    case .one(let target): .one(target.name)
    case .list(let targets): .list(targets.map(\.name))
    }
  }
}

extension Definition.Row {
  /// The guard, where it is nothing but a name.
  fileprivate var conditionName: String? {
    guard case .expression(let text)? = condition, Identifier(text) != nil else { return nil }
    return text
  }
}

extension Names {
  /// The same as places to go to.
  fileprivate var targets: Targets {
    switch self {
    case .none: .list([])
    case .one(let name): .one(Sending(name: name))
    case .list(let names): .list(names.map { Sending(name: $0) })
    }
  }
}
