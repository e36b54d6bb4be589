import StateTables

/// One mistake, one diagnostic: two values that stand in each other's place give findings at both.
///
/// So where several errors stand around two entries of one object, or the same key of two entries of
/// one list, it is tried whether all would be right if they were exchanged.
struct ExchangedValues {
  private let json: JSON
  private let fileName: String?
  private let uses: [UsedFile]
  private let diagnostics: [Diagnostic]
  private let errors: [Diagnostic]
  /// Where they are: the steps of their pointers.
  private let ways: [[String]]
  /// Guesses cost a check of the whole definition each.
  private var guessCount: Int

  /// Takes what was found in a definition; `nil` where less than two errors were.
  init?(_ diagnostics: [Diagnostic], in file: DefinitionFolder.File, uses: [UsedFile]) {
    errors = diagnostics.filter { $0.severity == .error }
    guard errors.count > 1, case .definition(let definition) = file.content,
      let json = JSONDocument(file.map.bytes).json
    else { return nil }
    self.json = json
    self.diagnostics = diagnostics
    self.uses = uses
    ways = errors.map { Pointer($0.place.pointer)?.steps ?? [] }
    fileName = file.stem
    let size = (definition.reducer ?? []).count + definition.outputs.count
    guessCount = min(40, 4_000 / (size + 1))
  }

  /// What was found, with one finding in place of those that follow from it.
  mutating func explained() -> [Diagnostic] {
    var steps = common
    // What is around both, and what that stands in.
    for _ in 0..<3 {
      if let found = exchanged(within: steps) { return found }
      if steps.popLast() == nil { break }
    }
    return exchangedSections() ?? diagnostics
  }

  /// Two sections of declarations, where every error is about what one of them declares.
  private mutating func exchangedSections() -> [Diagnostic]? {
    guard case .object(let members) = json else { return nil }
    let sections = members.filter { ExchangedValues.sections.contains($0.key) }
    let names = sections.map { section in Set(section.value.members.map(\.key)) }
    for (one, section) in sections.enumerated() {
      for (other, second) in sections.enumerated().dropFirst(one + 1) {
        let declared = names[one].union(names[other])
        guard errors.allSatisfy({ !declared.isDisjoint(with: $0.arguments) }),
          let result = tried(json.exchanging([section.key], [second.key]))
        else { continue }
        return told(RowShape.swapped(section.key, second.key, at: .root), result)
      }
    }
    return nil
  }

  private static let sections: Set<String> = [
    "types", "inputs", "properties", "computed", "functions", "events", "commands", "outputs",
    "invariants",
  ]

  /// The way that all go, without the last step of any.
  private var common: [String] {
    guard let first = ways.first else { return [] }
    let length = ways.map { way in zip(way, first).prefix { $0 == $1 }.count }.min() ?? 0
    let shortest = ways.map(\.count).min() ?? 0
    return Array(first.prefix(min(length, max(0, shortest - 1))))
  }

  private mutating func exchanged(within steps: [String]) -> [Diagnostic]? {
    let pointer = Pointer(steps)
    let next = Set(ways.compactMap { $0.dropFirst(steps.count).first })
    if next.count > 2 { return nil }
    switch json.value(at: steps) {
    case .object(let members):
      let wrong = members.indices.filter { next.contains(members[$0].key) }
      for (one, other) in pairs(of: wrong, among: members.indices)
      where members[one].key != "about" && members[other].key != "about" {
        let (key, second) = (members[one].key, members[other].key)
        let guess = json.exchanging(steps + [key], steps + [second])
        guard let result = tried(guess) else { continue }
        return told(RowShape.swapped(key, second, at: pointer), result)
      }
    case .array(let elements):
      let wrong = elements.indices.filter { next.contains("\($0)") }
      for (one, other) in pairs(of: wrong, among: elements.indices)
      where abs(one - other) == 1 || wrong.count == 2 {
        for member in elements[one].members where member.key != "about" {
          let key = member.key
          guard let value = elements[other][key], value != member.value else { continue }
          let guess = json.exchanging(steps + ["\(one)", key], steps + ["\(other)", key])
          guard let result = tried(guess) else { continue }
          return told(
            RowShape.exchanged(key, at: pointer[one], and: pointer[other], errors), result)
        }
      }
    default: break
    }
    return nil
  }

  /// Two with errors, or one with an error and one beside it; in order, at most twelve.
  private func pairs(of wrong: [Int], among all: Range<Int>) -> [(Int, Int)] {
    let others = wrong.flatMap { one in
      all.filter { !wrong.contains($0) }.sorted { abs($0 - one) < abs($1 - one) }
        .map { (min(one, $0), max(one, $0)) }
    }
    return Array(((wrong.count == 2 ? [(wrong[0], wrong[1])] : []) + others).prefix(12))
  }

  /// What is found where a guess leaves no error; `nil` where it does.
  private mutating func tried(_ guess: JSON) -> [Diagnostic]? {
    if guessCount == 0 { return nil }
    guessCount -= 1
    let reading = DefinitionReader.read(guess, fileName: fileName)
    guard reading.isWhole, let definition = reading.content else { return nil }
    let found = reading.diagnostics + definition.checked(with: uses, isGuess: true).diagnostics
    return found.contains { $0.severity == .error } ? nil : found
  }

  /// A finding, with the warnings that stay.
  private func told(_ finding: Diagnostic, _ found: [Diagnostic]) -> [Diagnostic] {
    [finding]
      + diagnostics.filter { warning in
        warning.severity != .error
          && found.contains { $0.rule == warning.rule && $0.place == warning.place }
      }
  }
}

extension JSON {
  /// What stands at the end of a way.
  fileprivate func value(at steps: [String]) -> JSON? {
    steps.reduce(Optional(self)) { json, step in
      switch json {
      case .object: return json?[step]
      case .array(let elements):
        guard let place = Int(step), elements.indices.contains(place) else { return nil }
        return elements[place]
      default: return nil
      }
    }
  }

  /// The same with two values in each other's place.
  fileprivate func exchanging(_ one: [String], _ other: [String]) -> JSON {
    guard let first = value(at: one), let second = value(at: other) else { return self }
    return replacing(one[...], with: second).replacing(other[...], with: first)
  }

  /// As deep as the way is long.
  private func replacing(_ steps: ArraySlice<String>, with value: JSON) -> JSON {
    guard let step = steps.first else { return value }
    switch self {
    case .object(let members):
      return .object(
        members.map { member in
          member.key == step
            ? Member(
              key: step, value: member.value.replacing(steps.dropFirst(), with: value)) : member
        })
    case .array(var elements):
      guard let place = Int(step), elements.indices.contains(place) else { return self }
      elements[place] = elements[place].replacing(steps.dropFirst(), with: value)
      return .array(elements)
    default: return self
    }
  }
}
