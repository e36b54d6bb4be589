import CEL

/// Two declarations that stand in each other's place: one mistake.
extension WrongDeclaration {
  /// Two declarations of one kind that bear each other's names, where every error has to do with
  /// one of them: it is named there, or, less likely, what is named there is made of it.
  mutating func exchangedNames() -> (Diagnostic, CheckResult)? {
    guard errors.count > 1 else { return nil }
    let declared = declared
    let named = zip(words, errors).map { $0.union(CellTexts.words(in: $1.message)) }
    let types = typeWords(of: declared)
    let around = named.map { reached(from: $0, types) }
    var tried: Set<[Int]> = []
    for words in [named, around] {
      for (index, (place, name, _)) in declared.enumerated() {
        for (second, (otherPlace, other, _)) in declared.enumerated().dropFirst(index + 1)
        where place.isBeside(otherPlace)
          && words.allSatisfy({ $0.contains(name) || $0.contains(other) })
        {
          guard tried.insert([index, second]).inserted else { continue }
          if guessCount == 0 { return nil }
          let guess = changed(names: [index: other, second: name])
          guard let result = self.tried(guess) else { continue }
          return (RowShape.exchanged(name, other, at: otherPlace.pointer), result)
        }
      }
    }
    return nil
  }

  /// The words of the types of everything that is declared, by its name.
  private func typeWords(
    of declared: [(DeclaredName, name: String, type: String)]
  ) -> [String: Set<String>] {
    var words: [String: Set<String>] = [:]
    for (place, name, type) in declared {
      words[name, default: []].formUnion(CellTexts.words(in: type))
      // A record is made of its fields, an event and a command of what they carry.
      let steps = place.pointer.steps
      if steps.count > 2, let owner = CellTexts.words(in: steps[1]).first {
        words[owner, default: []].insert(name)
      }
    }
    return words
  }

  /// The words, those of the types of what they name, those of what these are made of, and so on.
  private func reached(from words: Set<String>, _ types: [String: Set<String>]) -> Set<String> {
    var reached = words
    var pending = Array(words)
    while let word = pending.popLast() {
      for other in types[word, default: []] where reached.insert(other).inserted {
        pending.append(other)
      }
    }
    return reached
  }
}

extension DeclaredName {
  /// Whether both stand in one section or list of fields.
  fileprivate func isBeside(_ other: DeclaredName) -> Bool {
    kind == other.kind && pointer.steps.dropLast() == other.pointer.steps.dropLast()
  }
}
