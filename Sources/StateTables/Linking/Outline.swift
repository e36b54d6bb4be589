import CEL

/// A definition with errors, as far as a spec can be read with it: what is declared, also where its
/// declaration is broken. It cannot run.
package struct Outline: Sendable {
  let definition: CheckedDefinition

  /// What the errors of a definition leave open.
  struct Doubts {
    /// The names that they are about: the same elsewhere is the same mistake.
    private var names: Set<String> = []
    /// Whether names are used that nothing bears: what they stand for may lack its declaration.
    private var lacksNames = false
    /// Whether what is declared can be taken at its word: else it may be its type that is wrong.
    private(set) var areTypesSure = true

    init(_ diagnostics: [Diagnostic]) {
      for error in diagnostics where error.severity == .error {
        note(error.arguments)
        // What is near to a name that nothing bears is declared, and most likely well.
        for note in error.notes where !note.message.hasSuffix(" is declared") {
          self.note(Diagnostic.arguments(of: note.message))
        }
        if Doubts.lacking.contains(error.rule) { lacksNames = true }
        // What carries something else than is read may carry what others should.
        if !Doubts.keepTypes(error.rule) || error.isAboutField { areTypesSure = false }
      }
    }

    /// Rules about what is not there, or not where it is looked for.
    private static let lacking: Set<String> = [
      UnknownName.rule.id, InitialState.rule.id, RowShape.rule.id,
    ]

    private mutating func note(_ arguments: [String]) {
      for argument in arguments {
        for name in argument.utf8.split(whereSeparator: { !Identifier.isPart($0) }) {
          names.insert(String(Substring(name)))
        }
        // What is torn is meant to be one.
        names.insert(
          String(decoding: argument.utf8.filter { Identifier.isPart($0) }, as: UTF8.self))
      }
    }

    /// Whether an error says nothing against the types that are declared.
    private static func keepTypes(_ rule: String) -> Bool {
      switch rule {
      case UnknownName.rule.id, BareText.rule.id, ScopedName.rule.id: true
      default: ["state/", "row/", "output/", "invariant/"].contains { rule.hasPrefix($0) }
      }
    }

    /// Whether a finding in the spec may follow from the errors.
    func cover(_ diagnostic: Diagnostic) -> Bool {
      if lacksNames, diagnostic.rule == UnknownName.rule.id, diagnostic.fix == nil { return true }
      let steps = Pointer(diagnostic.place.pointer)?.steps ?? []
      return (diagnostic.arguments + steps).contains { argument in
        argument.utf8.split(whereSeparator: { !Identifier.isPart($0) })
          .contains { names.contains(String(Substring($0))) }
      }
    }
  }
}

extension Spec {
  /// Checks the spec against a definition with errors: what may follow from these is not told.
  package func checked(against outline: Outline, with errors: [Diagnostic]) -> [Diagnostic] {
    checked(by: SpecChecking(outline.definition, Outline.Doubts(errors)))
  }
}
