/// The diagnostics of one run: one mistake, one diagnostic.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  /// What an error leaves unknown: checks that look at the whole stay silent about it.
  private(set) var poisoned: Set<Aspect> = []
  private var places: Set<Key> = []
  private var subjects: [String: Int] = [:]

  /// What checks over the whole definition rely on.
  enum Aspect: Hashable, CaseIterable {
    case events, commands, states, reads, writes, rows
  }

  private struct Key: Hashable {
    let rule: String
    let place: Diagnostic.Place
  }

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
  /// most likely in its declaration: those places become notes of the first. Where nothing of its
  /// kind is declared at all, every name is: `subject` is the kind then.
  mutating func add(
    _ diagnostic: Diagnostic, aboutName name: String, subject: String? = nil,
    poisoning aspects: Set<Aspect> = []
  ) {
    poisoned.formUnion(aspects)
    let subject = subject ?? name
    guard let first = subjects[subject] else {
      let count = diagnostics.count
      add(diagnostic)
      if diagnostics.count > count { subjects[subject] = count }
      return
    }
    guard places.insert(Key(rule: diagnostic.rule, place: diagnostic.place)).inserted else {
      return
    }
    diagnostics[first].notes.append(
      .mention("`\(name)` is also written", at: diagnostic.place))
  }

  mutating func poison(_ aspect: Aspect) { poisoned.insert(aspect) }

  /// Without what the definition permits; errors cannot be permitted.
  func permitted(by allowances: [Definition.Allowance]) -> [Diagnostic] {
    diagnostics.filter { diagnostic in !allowances.contains { $0.permits(diagnostic) } }
  }
}
