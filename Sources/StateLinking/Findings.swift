import CEL
package import StateModel

/// The diagnostics of one run, in the order found. The first errors are listed, the others counted.
///
/// It is a class because the linker and everything that it calls report to the same collection.
package final class Findings {
  package init() {}

  /// The names that one declaration of a kind can clash with.
  package enum Namespace: Hashable {
    /// Inputs, properties, computed values, carried fields, functions, types and `let` names.
    case value
    /// Types, where only types can be. A subject names them as values: a cell can use a type too.
    case type
    case event, command, output, state, timer, error
    /// What records, cases, events, commands and states carry.
    case field
  }

  /// What several findings can have in common: together they are one finding, with a note for each
  /// further location.
  package enum Subject: Hashable {
    /// A name that nothing in its namespace has.
    case name(Namespace, String)
    /// A type of another language.
    case foreignType(String)
    /// An event, command or state that carries nothing, although data are read or given.
    case emptyData(String)
    /// A value that may be null, or of another case, because nothing tests it.
    case untested(String)
    /// A declared name whose type does not fit where it is read or written.
    case typeOf(String)
    /// Data that an event, command or state needs.
    case missingData(String, [String])
    /// A state of which `done` never happens.
    case neverDone(Int)
    /// A declaration that values of a spec do not fit.
    case literal(String, Wire.Problem.Reason)
  }

  /// The diagnostics that are listed.
  private var listed: [Diagnostic] = []
  private var listedErrorCount = 0
  private var furtherErrors = CountedMistakes()
  /// How many errors were reported, with those that became notes.
  private(set) var errorCount = 0
  package private(set) var unknownNames: [UndeclaredName] = []
  /// Unknown names whose errors are not listed.
  private var furtherUnknownNames: Set<String> = []
  /// The index in `unknownNames` by that of the finding.
  private var unknownNameOfFinding: [Int: Int] = [:]
  /// Declared names that are not valid, without the characters that are not allowed. An unknown name
  /// like one of these has been reported at the declaration.
  private(set) var invalidNames: Set<String> = []
  private var reported: Set<Key> = []
  /// The hashes of those that are only counted: the keys themselves would take too much memory.
  private var counted: Set<Int> = []
  private var indices: [Subject: Int] = [:]

  /// A name that is used but not declared.
  package struct UndeclaredName {
    package fileprivate(set) var namespace: Namespace
    package let name: String
    /// The index of its finding.
    package let index: Int
    /// Where it is used first.
    package let firstUse: Diagnostic.Location
    /// How often it is used.
    package fileprivate(set) var useCount = 1
  }

  /// A problem at a location. It shares the memory of the finding.
  private struct Key: Hashable {
    let finding: Diagnostic

    static func == (left: Key, right: Key) -> Bool {
      left.finding.problem == right.finding.problem
        && left.finding.location == right.finding.location
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(finding.problem)
      hasher.combine(finding.location)
    }
  }

  package var hasErrors: Bool { errorCount > 0 }

  /// The diagnostics that are listed, then how many errors follow.
  package var diagnostics: [Diagnostic] { listed + furtherErrors.findings }

  /// Every name that is used but not declared, or declared but not valid.
  var allUnknownNames: Set<String> {
    invalidNames.union(furtherUnknownNames).union(unknownNames.lazy.map(\.name))
  }

  /// Whether further unknown names get suggestions.
  var isSuggesting: Bool { unknownNames.count < Suggestion.mostMistakes }

  /// The names to suggest for a further unknown one; none if it gets no suggestion.
  package func candidates(_ names: @autoclosure () -> [String]) -> [String] {
    isSuggesting ? names() : []
  }

  /// Adds a finding, unless the same problem is known at the same location: a row with several states
  /// is checked once for each.
  package func add(_ diagnostic: Diagnostic) { _ = append(diagnostic) }

  /// Adds a problem without a fix.
  package func add(
    _ problem: Problem, at location: Diagnostic.Location, notes: [Diagnostic.Note] = []
  ) {
    add(Diagnostic(problem, at: location, notes: notes))
  }

  /// Adds a finding, or a note of the first finding with the same subject.
  package func add(_ diagnostic: Diagnostic, about subject: Subject) {
    add(diagnostic, aboutAny: [subject])
  }

  /// Adds an unknown type, or a note of the first finding about its name.
  func add(_ diagnostic: Diagnostic, aboutType name: String) {
    let count = unknownNames.count
    add(diagnostic, about: .name(.value, name))
    if unknownNames.count > count { unknownNames[count].namespace = .type }
  }

  /// Adds a finding, or a note of the first finding with one of the subjects.
  func add(_ diagnostic: Diagnostic, aboutAny subjects: [Subject]) {
    guard let subject = subjects.first(where: { indices[$0] != nil }) ?? subjects.first else {
      add(diagnostic)
      return
    }
    // A further use of a name whose error is only counted is no further error.
    if case .name(_, let name) = subject, furtherUnknownNames.contains(name),
      indices[subject] == nil
    {
      return
    }
    guard let first = indices[subject] else {
      guard append(diagnostic) else {
        if case .name(_, let name) = subject { furtherUnknownNames.insert(name) }
        return
      }
      for subject in subjects { indices[subject] = listed.count - 1 }
      if case .name(let namespace, let name) = subject {
        unknownNameOfFinding[listed.count - 1] = unknownNames.count
        unknownNames.append(
          UndeclaredName(
            namespace: namespace, name: name, index: listed.count - 1,
            firstUse: diagnostic.location))
      }
      return
    }
    let isListed = listed[first].notes.count < Diagnostic.mostNotes
    guard isNew(diagnostic, isListed: isListed) else { return }
    errorCount += diagnostic.severity == .error ? 1 : 0
    // The declaration may have the mistake: a fix of one use would be a guess.
    listed[first].fix?.isSafe = false
    listed[first].add(Findings.further(diagnostic, about: subject))
    guard case .name(let namespace, let name) = subject else { return }
    if let group = unknownNameOfFinding[first] {
      unknownNames[group].useCount += 1
    }
    if listed[first].rule == .nameBareText, namespace == .value {
      // A word that is used several times is a name, not text without quotes.
      listed[first] = Diagnostic(
        .name(.unknownValue(name)), at: listed[first].location, notes: listed[first].notes
      )
    }
  }

  /// The note for a further location of a finding.
  private static func further(
    _ diagnostic: Diagnostic, about subject: Subject
  ) -> Diagnostic.Note {
    switch subject {
    case .name(_, let name), .foreignType(let name):
      .mention(.alsoUsed(name), at: diagnostic.location)
    default: .mention(.problem(diagnostic.problem), at: diagnostic.location)
    }
  }

  /// Lists a finding, or counts it; `false` if it is not listed, or known.
  private func append(_ diagnostic: Diagnostic) -> Bool {
    let isError = diagnostic.severity == .error
    let isListed = !isError || listedErrorCount < Diagnostic.mostListed
    guard isNew(diagnostic, isListed: isListed) else { return false }
    errorCount += isError ? 1 : 0
    guard isListed else {
      furtherErrors.add(diagnostic)
      return false
    }
    listedErrorCount += isError ? 1 : 0
    listed.append(diagnostic)
    return true
  }

  /// Whether the same problem is not known at the same location.
  private func isNew(_ diagnostic: Diagnostic, isListed: Bool) -> Bool {
    let key = Key(finding: diagnostic)
    if isListed { return reported.insert(key).inserted }
    return !reported.contains(key) && counted.insert(key.hashValue).inserted
  }

  /// Remembers a declared name with characters that are not allowed.
  func addInvalid(_ name: String) {
    let letters = name.utf8.filter { Identifier.isPart($0) }
    invalidNames.insert(String(decoding: letters, as: UTF8.self))
  }

  /// Changes a finding that was added.
  func change(at index: Int, _ body: (inout Diagnostic) -> Void) { body(&listed[index]) }

  /// Replaces each group of findings by one finding. All indices are those before the call.
  package func replace(_ groups: [(indices: [Int], by: Diagnostic)]) {
    var removed: Set<Int> = []
    for (indices, diagnostic) in groups {
      guard let first = indices.min() else { continue }
      listed[first] = diagnostic
      removed.formUnion(indices.filter { $0 != first })
    }
    listed = listed.indices.filter { !removed.contains($0) }.map { listed[$0] }
  }
}
