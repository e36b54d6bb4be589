import CEL
package import StateModel

/// The diagnostics of one run, in the order found.
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

  package private(set) var diagnostics: [Diagnostic] = []
  /// How many errors were reported, with those that became notes.
  private(set) var errorCount = 0
  package private(set) var unknownNames: [UndeclaredName] = []
  /// The index in `unknownNames` by that of the finding.
  private var unknownNameOfFinding: [Int: Int] = [:]
  /// Declared names that are not valid, without the characters that are not allowed. An unknown name
  /// like one of these has been reported at the declaration.
  private(set) var invalidNames: Set<String> = []
  private var reported: Set<Key> = []
  private var indices: [Subject: Int] = [:]

  /// A name that is used but not declared.
  package struct UndeclaredName {
    package fileprivate(set) var namespace: Namespace
    package let name: String
    /// The index of its finding.
    package let index: Int
    /// Where it is used, in the order found.
    package var locations: [Diagnostic.Location]
  }

  private struct Key: Hashable {
    let problem: Problem
    let location: Diagnostic.Location
  }

  package var hasErrors: Bool { errorCount > 0 }

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
    guard let first = indices[subject] else {
      guard append(diagnostic) else { return }
      for subject in subjects { indices[subject] = diagnostics.count - 1 }
      if case .name(let namespace, let name) = subject {
        unknownNameOfFinding[diagnostics.count - 1] = unknownNames.count
        unknownNames.append(
          UndeclaredName(
            namespace: namespace, name: name, index: diagnostics.count - 1,
            locations: [diagnostic.location]))
      }
      return
    }
    let key = Key(problem: diagnostic.problem, location: diagnostic.location)
    guard reported.insert(key).inserted else { return }
    errorCount += diagnostic.severity == .error ? 1 : 0
    // The declaration may have the mistake: a fix of one use would be a guess.
    diagnostics[first].fix?.isSafe = false
    diagnostics[first].add(Findings.further(diagnostic, about: subject))
    guard case .name(let namespace, let name) = subject else { return }
    if let group = unknownNameOfFinding[first] {
      unknownNames[group].locations.append(diagnostic.location)
    }
    if diagnostics[first].rule == .nameBareText, namespace == .value {
      // A word that is used several times is a name, not text without quotes.
      diagnostics[first] = Diagnostic(
        .name(.unknownValue(name)), at: diagnostics[first].location, notes: diagnostics[first].notes
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

  private func append(_ diagnostic: Diagnostic) -> Bool {
    let key = Key(problem: diagnostic.problem, location: diagnostic.location)
    guard reported.insert(key).inserted else { return false }
    errorCount += diagnostic.severity == .error ? 1 : 0
    diagnostics.append(diagnostic)
    return true
  }

  /// Remembers a declared name with characters that are not allowed.
  func addInvalid(_ name: String) {
    let letters = name.utf8.filter { Identifier.isPart($0) }
    invalidNames.insert(String(decoding: letters, as: UTF8.self))
  }

  /// Changes a finding that was added.
  func change(at index: Int, _ body: (inout Diagnostic) -> Void) { body(&diagnostics[index]) }

  /// Replaces each group of findings by one finding. All indices are those before the call.
  package func replace(_ groups: [(indices: [Int], by: Diagnostic)]) {
    var removed: Set<Int> = []
    for (indices, diagnostic) in groups {
      guard let first = indices.min() else { continue }
      diagnostics[first] = diagnostic
      removed.formUnion(indices.filter { $0 != first })
    }
    diagnostics = diagnostics.indices.filter { !removed.contains($0) }.map { diagnostics[$0] }
  }
}
