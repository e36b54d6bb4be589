import CEL

/// One mistake, one diagnostic: where a declaration is wrong, everything that uses it looks wrong.
///
/// So where several things are wrong, it is tried whether another type of one declaration, or the
/// names of two exchanged, would make all of it right; and of a name that nothing bears, whether
/// one that is declared was meant to be it. What was guessed is told only if it resolves all errors.
struct WrongDeclaration {
  let definition: Definition
  let uses: [UsedFile]
  /// What was found without a guess.
  let result: CheckResult
  /// The words around each error: its names, and those of the cell.
  let words: [Set<String>]
  let errors: [Diagnostic]
  /// Guesses cost a check of the whole definition each.
  private(set) var guessCount: Int

  init(_ definition: Definition, _ uses: [UsedFile], _ result: CheckResult, _ texts: CellTexts) {
    self.definition = definition
    self.uses = uses
    self.result = result
    errors = result.diagnostics.filter { $0.severity == .error }
    words = errors.map { definition.widened(texts.words(around: $0.place), at: $0.place) }
    let size = (definition.reducer ?? []).count + definition.outputs.count
    guessCount = min(60, 4_000 / (size + 1))
  }

  /// The result, with one finding in place of those that follow from it.
  mutating func explained() -> CheckResult {
    guard
      let found = wrongName() ?? misnamed() ?? wrongType() ?? exchangedNames() ?? exchangedTexts()
    else {
      return isAmbiguous() ? withoutSafeFixes : result
    }
    return CheckResult(
      checked: nil, diagnostics: [found.0] + warnings(alsoIn: found.1),
      brokenUses: result.brokenUses)
  }

  /// Whether the one name that is wrong is near to another, but may be that of something else which
  /// nobody uses: a fix would then add mistakes.
  private mutating func isAmbiguous() -> Bool {
    guard errors.count == 1, let error = errors.first, error.rule == UnknownName.rule.id,
      let fix = error.fix, fix.isSafe, let name = error.arguments.last
    else { return false }
    let kind = kind(of: error)
    for (index, (place, other, _)) in declared.enumerated()
    where other != name && other != fix.replacement
      && (kind.map { $0 == place.kind } ?? !NameKind.plain.contains(place.kind))
    {
      if guessCount == 0 { return false }
      if tried(changed(names: [index: name])) != nil { return true }
    }
    return false
  }

  private var withoutSafeFixes: CheckResult {
    var diagnostics = result.diagnostics
    for index in diagnostics.indices where diagnostics[index].severity == .error {
      diagnostics[index].fix?.isSafe = false
    }
    return CheckResult(
      checked: result.checked, diagnostics: diagnostics, brokenUses: result.brokenUses)
  }

  /// The kind of name that an error misses, where that has a section of its own.
  private func kind(of error: Diagnostic) -> NameKind? {
    NameKind.plain.first { error.message.utf8.starts(with: "no \($0.word) is".utf8) }
  }

  private func warnings(alsoIn other: CheckResult) -> [Diagnostic] {
    result.diagnostics.filter { warning in
      warning.severity != .error
        && other.diagnostics.contains { $0.rule == warning.rule && $0.place == warning.place }
    }
  }

  /// What is found in a definition that is right if the guess is; `nil` where it is not.
  mutating func tried(_ guess: Definition) -> CheckResult? {
    if guessCount == 0 { return nil }
    guessCount -= 1
    var linker = Linker(guess)
    let result = linker.link(uses: uses)
    return result.diagnostics.contains { $0.severity == .error } ? nil : result
  }

  var declared: [(DeclaredName, name: String, type: String)] {
    var all: [(DeclaredName, String, String)] = []
    var copy = definition
    copy.visitDeclarations { all.append(($0, $1, $2)) }
    return all
  }

  /// The definition with other names or types for some of what is declared.
  func changed(names: [Int: String] = [:], types: [Int: String] = [:]) -> Definition {
    var copy = definition
    var index = 0
    copy.visitDeclarations { _, name, type in
      name = names[index] ?? name
      type = types[index] ?? type
      index += 1
    }
    return copy
  }
}

/// Wrong names.
extension WrongDeclaration {
  /// A name that nothing bears, where something bears another that nobody uses.
  private mutating func wrongName() -> (Diagnostic, CheckResult)? {
    guard errors.count == 1, let error = errors.first, error.isOpenName,
      let name = error.arguments.last
    else { return nil }
    let kind = kind(of: error)
    for (index, (place, other, _)) in declared.enumerated()
    where other != name && (kind.map { $0 == place.kind } ?? !NameKind.plain.contains(place.kind)) {
      if guessCount == 0 { return nil }
      let guess = changed(names: [index: name])
      guard let result = tried(guess) else { continue }
      return (UnknownName.renamed(error, name, to: other, declared: place), result)
    }
    return nil
  }

  /// Two declarations of one kind that bear each other's names.
  private mutating func exchangedNames() -> (Diagnostic, CheckResult)? {
    guard errors.count > 1 else { return nil }
    let declared = declared
    let words = zip(words, errors).map { $0.union(CellTexts.words(in: $1.message)) }
    for (index, (place, name, _)) in declared.enumerated() {
      for (second, (otherPlace, other, _)) in declared.enumerated().dropFirst(index + 1)
      where place.isBeside(otherPlace)
        && words.allSatisfy({ $0.contains(name) || $0.contains(other) })
      {
        if guessCount == 0 { return nil }
        let guess = changed(names: [index: other, second: name])
        guard let result = tried(guess) else { continue }
        return (RowShape.exchanged(name, other, at: otherPlace.pointer), result)
      }
    }
    return nil
  }
}

/// Wrong texts.
extension WrongDeclaration {
  /// A declaration whose type stands where its cell belongs, and the other way round.
  private mutating func exchangedTexts() -> (Diagnostic, CheckResult)? {
    if guessCount == 0 { return nil }
    for (index, output) in definition.outputs.enumerated() {
      guard case .value(.expression(let text)) = output.content else { continue }
      var guess = definition
      guess.outputs[index].content = .value(.expression(output.type))
      guess.outputs[index].type = text
      let pointer = Pointer.root["outputs"][output.name]
      if let found = exchanged("value", in: guess, at: pointer) { return found }
    }
    for (index, property) in definition.properties.enumerated() {
      guard case .expression(let text) = property.initial else { continue }
      var guess = definition
      guess.properties[index].initial = .expression(property.type)
      guess.properties[index].type = text
      let pointer = Pointer.root["properties"][property.name]
      if let found = exchanged("initial", in: guess, at: pointer) { return found }
    }
    return nil
  }

  private mutating func exchanged(
    _ key: String, in guess: Definition, at pointer: Pointer
  ) -> (Diagnostic, CheckResult)? {
    guard errors.contains(where: { $0.place.pointer == pointer["type"].text }),
      let result = tried(guess)
    else { return nil }
    return (RowShape.swapped("type", key, at: pointer), result)
  }
}

extension Definition {
  /// The words of a cell, and of the `let` names and computed values among them.
  fileprivate func widened(_ words: Set<String>, at place: Diagnostic.Place) -> Set<String> {
    let steps = Pointer(place.pointer)?.steps ?? []
    var words = words
    if steps.count > 1, steps[0] == "reducer", let row = Int(steps[1]),
      let lets = reducer?.indices.contains(row) == true ? reducer?[row].lets : nil
    {
      for value in lets where words.contains(value.key) {
        words.formUnion(value.value.mentionedNames)
      }
    }
    if steps.count > 1, steps[0] == "reducer", let row = Int(steps[1]),
      let reducer, reducer.indices.contains(row)
    {
      // What the row reads depends on what it takes, and where.
      if case .on(let names) = reducer[row].trigger { words.formUnion(names.all) }
      words.formUnion(reducer[row].states.all)
    }
    for value in computed where words.contains(value.name) {
      words.formUnion(value.value.mentionedNames)
    }
    return words
  }
}

extension Diagnostic {
  /// Whether it is about a name that nothing bears or is near to.
  fileprivate var isOpenName: Bool {
    if rule == BareText.rule.id { return true }
    return rule == UnknownName.rule.id && fix?.isSafe != true && label?.contains("` or `") != true
  }
}

extension NameKind {
  /// What has a section of its own and stands in no cell.
  fileprivate static let plain: [NameKind] = [.event, .command, .state, .type]
}

extension DeclaredName {
  /// Whether both stand in one section or list of fields.
  fileprivate func isBeside(_ other: DeclaredName) -> Bool {
    kind == other.kind && pointer.steps.dropLast() == other.pointer.steps.dropLast()
  }
}
