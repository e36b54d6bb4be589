/// The diagnostics of one run: one mistake, one diagnostic.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  /// What an error leaves unknown: checks that look at the whole stay silent about it.
  private(set) var poisoned: Set<Aspect> = []
  private var places: Set<Key> = []
  private var subjects: [String: Int] = [:]
  /// The expressions that were found wrong.
  var texts = CellTexts()

  /// What checks over the whole definition rely on.
  enum Aspect: Hashable, CaseIterable {
    case events, commands, states, reads, writes, rows
    /// Where values come from and go to: something that surely is missing would use them.
    case flow
  }

  private struct Key: Hashable {
    let rule: String
    let place: Diagnostic.Place
  }

  /// What a note says of a name that may be missing with another.
  static let lacksToo = "is missing too"

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Adds a finding, unless the same rule has spoken about the same place: a row with several
  /// states is checked once for each.
  mutating func add(_ diagnostic: Diagnostic, poisoning aspects: Set<Aspect> = []) {
    if diagnostic.severity == .error { poisoned.formUnion(aspects) }
    guard places.insert(Key(rule: diagnostic.rule, place: diagnostic.place)).inserted else {
      return
    }
    diagnostics.append(diagnostic)
  }

  /// Adds a finding about a name that nothing bears. The same name elsewhere is the same mistake,
  /// most likely in its declaration: those places become notes of the first. So do other names where
  /// a whole `group` is missing: all properties, what a state carries, a state with those in it.
  /// The note says that the name `lacksToo` what the first does.
  mutating func add(
    _ diagnostic: Diagnostic, aboutName name: String, group: String? = nil,
    lacksToo: String = Findings.lacksToo, poisoning aspects: Set<Aspect> = []
  ) {
    add(
      diagnostic, aboutName: name, subject: name, group: group.map { "/" + $0 }, lacksToo, aspects)
  }

  /// Adds a finding about a name that is a mistake of its own in each row or output, and one in it.
  mutating func add(
    _ diagnostic: Diagnostic, aboutName name: String, within owner: String,
    poisoning aspects: Set<Aspect> = []
  ) {
    let subject = "\(owner) \(name) \(diagnostic.rule)"
    add(diagnostic, aboutName: name, subject: subject, group: nil, Findings.lacksToo, aspects)
  }

  /// Adds a finding, or a note with its words of an earlier one about the same `subject`.
  mutating func add(_ diagnostic: Diagnostic, subject: String) {
    guard let first = subjects[subject] else {
      subjects[subject] = diagnostics.count
      diagnostics.append(diagnostic)
      return
    }
    diagnostics[first].notes.append(.mention(diagnostic.message, at: diagnostic.place))
  }

  private mutating func add(
    _ diagnostic: Diagnostic, aboutName name: String, subject: String, group: String?,
    _ lacksToo: String, _ aspects: Set<Aspect>
  ) {
    poisoned.formUnion(aspects)
    guard let first = subjects[subject] ?? group.flatMap({ subjects[$0] }) else {
      let count = diagnostics.count
      add(diagnostic)
      if diagnostics.count > count {
        for subject in [subject, group].compactMap(\.self) { subjects[subject] = count }
      }
      return
    }
    guard places.insert(Key(rule: diagnostic.rule, place: diagnostic.place)).inserted else {
      return
    }
    // Most likely it is the declaration that is misspelt: that is not to be spread.
    diagnostics[first].fix?.isSafe = false
    let isAgain = subjects.updateValue(first, forKey: subject) != nil
    diagnostics[first].notes.append(
      .mention("`\(name)` \(isAgain ? Diagnostic.again : lacksToo)", at: diagnostic.place))
  }

  /// Whether a whole group was found missing.
  func lacks(_ group: String) -> Bool { subjects["/" + group] != nil }

  /// Takes back what follows from something else that has been told.
  mutating func drop(_ rule: String) { diagnostics.removeAll { $0.rule == rule } }

  mutating func poison(_ aspect: Aspect) { poisoned.insert(aspect) }

  /// Without what the definition permits; errors cannot be permitted.
  func permitted(by allowances: [Definition.Allowance]) -> [Diagnostic] {
    diagnostics.filter { diagnostic in !allowances.contains { $0.permits(diagnostic) } }
  }
}
