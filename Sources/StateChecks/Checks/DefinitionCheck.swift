import StateLinking
import StateModel

/// A check of a definition as a whole. It needs a definition without errors.
protocol DefinitionCheck: Sendable {
  /// The rule of its findings.
  static var rule: RuleID { get }

  static func findings(in context: DefinitionContext) -> [Diagnostic]
}

/// A linked definition, and what several checks compute from it.
///
/// A class, because every check receives it and copying a value of this size is slow.
final class DefinitionContext: Sendable {
  let definition: Definition
  let tree: StateTree
  let checked: CheckedDefinition
  /// The variables that are written, and those that influence something visible from outside.
  let flow: DataFlow
  /// The writes of each variable.
  let writes: Writes
  /// The states that some chain of rows leads to.
  let reached: Set<StateIndex>

  init(_ checked: CheckedDefinition, tree: StateTree? = nil) {
    definition = checked.definition
    self.tree = tree ?? StateTree(root: checked.definition.root)
    self.checked = checked
    flow = DataFlow(checked)
    writes = Writes(checked)
    reached = Reachability(tree: self.tree, checked: checked).reached
  }
}
