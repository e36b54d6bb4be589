import StateLinking
import StateModel

/// Reports outputs whose names do not fit their kinds.
enum OutputName: DefinitionCheck {
  static let rule = RuleID.outputName

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    context.definition.outputs.filter(isMisleading).map { output in
      Diagnostic(
        .declaration(.outputName(output.name, output.kind)),
        at: Diagnostic.Location(Pointer.root["outputs"][output.name], isKey: true))
    }
  }

  private static func isMisleading(_ output: Definition.Output) -> Bool {
    if output.kind == .ui, output.type != "bool" { return false }
    let words = NameWords(output.name).words
    guard let first = words.first, let last = words.last else { return false }
    switch output.kind {
    case .ui: return !questions.contains(first) && !Tense.isPast(last)
    case .data, .navigation:
      return states.contains(first) || Tense.isPast(first) && first != "set" && first != "reset"
    }
  }

  /// First words of a yes-or-no name.
  private static let questions: Set<String> = [
    "is", "are", "was", "has", "have", "had", "can", "could", "may", "might", "must", "should",
    "will", "would", "did", "does", "needs", "wants", "allows", "show", "shows", "hide", "hides",
  ]

  /// First words that describe a state, not a task.
  private static let states: Set<String> = ["is", "are", "was", "has", "have", "can", "should"]
}
