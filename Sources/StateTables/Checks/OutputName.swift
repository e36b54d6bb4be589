/// An output whose name does not tell what it is for.
enum OutputName: WholeCheck {
  static let rule = Rule("output/name", .note)

  static let reliesOn: Set<Findings.Aspect> = []

  static func findings(in whole: Whole) -> [Diagnostic] {
    let found = misleading(in: whole)
    // A view's and one that is told what to do, each named like the other: their kinds are exchanged.
    let views = found.filter { $0.kind == .ui }
    guard found.count == 2, views.count == 1 else { return found.map(\.finding) }
    return Diagnostic.together(found.map(\.finding))
  }

  private static func misleading(
    in whole: Whole
  ) -> [(kind: Definition.Output.Kind, finding: Diagnostic)] {
    whole.definition.outputs.compactMap { output in
      if output.kind == .ui, output.type != "bool" { return nil }
      // It may be the type or the kind that is wrong.
      if whole.isBroken(Pointer.root["outputs"][output.name]) { return nil }
      let words = NameWords(output.name).words
      guard let first = words.first, let last = words.last else { return nil }
      switch output.kind {
      case .ui:
        guard !questions.contains(first), !Tense.isPast(last) else { return nil }
        return (
          output.kind,
          named(output.name, "a bool for a view begins with is, has, can, should or show")
        )
      case .data, .navigation:
        guard states.contains(first) || Tense.isPast(first) && first != "set" && first != "reset"
        else { return nil }
        return (
          output.kind,
          named(output.name, "\(output.kind.rawValue) is told what to do: a verb, as in `load`")
        )
      }
    }
  }

  private static func named(_ name: String, _ advice: String) -> Diagnostic {
    finding(
      "`\(name)` does not tell what it is for; \(advice)",
      at: Diagnostic.Location(Pointer.root["outputs"][name].text, isKey: true))
  }

  /// First words that ask.
  private static let questions: Set<String> = [
    "is", "are", "was", "has", "have", "had", "can", "could", "may", "might", "must", "should",
    "will", "would", "did", "does", "needs", "wants", "allows", "show", "shows", "hide", "hides",
  ]

  /// First words that tell a state, no deed.
  private static let states: Set<String> = ["is", "are", "was", "has", "have", "can", "should"]
}
