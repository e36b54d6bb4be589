import CEL

/// One mistake, one diagnostic: where a declaration is wrong, everything that uses it looks wrong,
/// in its file and in its spec.
///
/// So where several things are wrong, it is tried whether another type of one declaration, the
/// names of two exchanged, or one more of them would make all of it right; and of a name that nothing
/// bears, whether one that is declared was meant to be it. What was guessed is told only if it
/// resolves all errors.
struct WrongDeclaration {
  let definition: Definition
  let uses: [UsedFile]
  /// The spec, where its errors are to be resolved too.
  let spec: Spec?
  /// What was found without a guess.
  let result: CheckResult
  /// The words around each error: its names, and those of the cell.
  let words: [Set<String>]
  let errors: [Diagnostic]
  /// Guesses cost a check of the whole definition each: so many there may be of one kind.
  private let limit: Int
  /// How many more of the kind there may be.
  private(set) var guessCount: Int

  /// - Parameters:
  ///   - definition: What is wrong.
  ///   - uses: The files that it uses.
  ///   - result: What was found in it.
  ///   - texts: The cells that it was found in.
  ///   - spec: Its spec, with the errors that were found there, if there are any.
  init(
    _ definition: Definition, _ uses: [UsedFile], _ result: CheckResult, _ texts: CellTexts,
    spec: (spec: Spec, errors: [Diagnostic])? = nil
  ) {
    self.definition = definition
    self.uses = uses
    self.spec = spec?.spec
    self.result = result
    let own = result.diagnostics.filter { $0.severity == .error }
    errors = own + (spec?.errors ?? [])
    words =
      own.map { definition.widened(texts.words(around: $0.place), at: $0.place) }
      + (spec?.errors ?? []).map { error in
        CellTexts().words(around: error.place).union(CellTexts.words(in: error.message))
      }
    let size = (definition.reducer ?? []).count + definition.outputs.count
    limit = min(200, 8_000 / (size + 1))
    guessCount = limit
  }

  /// The result, with one finding in place of those that follow from it.
  mutating func explained() -> CheckResult {
    guard let found = explanation() else { return isAmbiguous() ? withoutSafeFixes : result }
    return CheckResult(
      checked: nil, diagnostics: [found.0] + warnings(alsoIn: found.1),
      brokenUses: result.brokenUses)
  }

  /// What explains all errors, with what is found where it is right.
  mutating func explanation() -> (Diagnostic, CheckResult)? {
    let kinds: [(inout WrongDeclaration) -> (Diagnostic, CheckResult)?] = [
      { $0.wrongName() }, { $0.misnamed() }, { $0.wrongType() }, { $0.exchangedNames() },
      { $0.exchangedTexts() }, { $0.goneDeclaration() },
    ]
    for kind in kinds {
      guessCount = limit
      if let found = kind(&self) { return found }
    }
    return nil
  }

  /// Whether the one name that is wrong is near to another, but may be that of something else which
  /// nobody uses: a fix would then add mistakes.
  private mutating func isAmbiguous() -> Bool {
    guessCount = limit
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

  /// The type of what a guess declares that may be of any.
  static let openType = "TypeOfAGuess"

  /// What is found in a definition that is right if the guess is; `nil` where it is not.
  mutating func tried(_ guess: Definition) -> CheckResult? {
    if guessCount == 0 { return nil }
    guessCount -= 1
    var linker = Linker(guess)
    linker.openType = WrongDeclaration.openType
    let result = linker.link(uses: uses)
    if result.diagnostics.contains(where: { $0.severity == .error }) { return nil }
    if let spec {
      guard let checked = result.checked,
        !spec.checked(against: checked).contains(where: { $0.severity == .error })
      else { return nil }
    }
    return result
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

extension Definition {
  /// One mistake of the definition that explains the errors of its spec, and its own where it has
  /// any: then neither has errors left.
  ///
  /// - Parameters:
  ///   - errors: The errors of the spec.
  ///   - spec: The spec.
  ///   - uses: The files that the definition uses.
  /// - Returns: What is told in place of all of them, at its place in the definition.
  package func explanation(
    of errors: [Diagnostic], in spec: Spec, with uses: [UsedFile]
  ) -> Diagnostic? {
    var linker = Linker(self)
    let result = linker.link(uses: uses)
    var guessing = WrongDeclaration(
      self, uses, result, linker.findings.texts, spec: (spec, errors))
    return guessing.errors.count > 1 ? guessing.explanation()?.0 : nil
  }
}
