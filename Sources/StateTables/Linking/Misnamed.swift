import CEL

/// A declaration that cannot bear its name, and a name that is missed: one mistake.
extension WrongDeclaration {
  /// A declaration that an error is about - its name is another's as well, or is none -, where under
  /// a name that other errors miss all would be right.
  mutating func misnamed() -> (Diagnostic, CheckResult)? {
    guard errors.count > 1 else { return nil }
    let missed = missedNames
    for (index, (place, name, _)) in declared.enumerated() {
      guard
        let error = errors.first(where: {
          $0.isAboutName(at: place.pointer, isKey: !place.isValue)
        })
      else { continue }
      for other in missed where other != name {
        if guessCount == 0 { return nil }
        guard let result = tried(changed(names: [index: other])) else { continue }
        return (told(error, name, as: other, at: place), result)
      }
      // Nothing may miss its name where it is the initial of what bears the same.
      guard error.rule == DuplicateName.rule.id, guessCount > 0,
        let result = tried(changed(names: [index: freshName]))
      else { continue }
      return (told(error, name, as: nil, at: place), result)
    }
    return nil
  }

  /// The names that errors miss, each once.
  private var missedNames: [String] {
    var seen: Set<String> = []
    return errors.filter { $0.missesName }.flatMap(\.arguments).filter { name in
      Identifier(name) != nil && seen.insert(name).inserted
    }
  }

  /// A name that nothing bears.
  private var freshName: String {
    let taken = Set(declared.map(\.name))
    var name = "another"
    while taken.contains(name) { name += "Name" }
    return name
  }

  /// The error, with what follows from it and the name that was meant.
  private func told(
    _ error: Diagnostic, _ name: String, as other: String?, at declared: DeclaredName
  ) -> Diagnostic {
    var error = error
    error.notes += errors.filter { $0.place != error.place }.prefix(8).map {
      .mention($0.message, at: $0.place)
    }
    guard let other else { return error }
    let place = Diagnostic.Place(
      declared.pointer.text, isKey: !declared.isValue, range: 0..<name.utf8.count)
    if error.place.pointer == place.pointer { error.label = "did you mean `\(other)`?" }
    error.fix = Diagnostic.Fix(
      title: "write `\(other)`", place: place, replacement: other, isSafe: false)
    return error
  }
}

extension Diagnostic {
  /// Whether it is about a name that nothing bears, or nothing of the kind that is needed.
  var missesName: Bool {
    [UnknownName.rule.id, BareText.rule.id, ScopedName.rule.id].contains(rule)
  }

  /// Whether it is about the name that is declared at a place; of what stands under a key its type
  /// has the place, too.
  fileprivate func isAboutName(at pointer: Pointer, isKey: Bool) -> Bool {
    if missesName { return false }
    return place.pointer == pointer.text && (place.isKey || !isKey)
      || notes.contains { $0.place?.pointer == pointer.text }
  }
}
