import CEL
import StateLinking
import StateModel

/// Reports invariants that the start breaks.
enum InitialInvariant: DefinitionCheck {
  static let rule = RuleID.invariantInitial

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    if context.checked.invariants.isEmpty { return [] }
    let known = StartValues(context.checked)
    return context.checked.invariants.compactMap { invariant in
      guard case .bool(false) = known.value(of: invariant.condition.syntax) else { return nil }
      return breaks(invariant)
    }
  }

  private static func breaks(_ invariant: CheckedInvariant) -> Diagnostic {
    let text = invariant.condition.syntax.sources.first?.text ?? "false"
    return Diagnostic(
      .invariant(.brokenAtStart(invariant.name, text: text)),
      at: Diagnostic.Location(invariant.condition.pointer))
  }
}

/// The values after the start that do not depend on the inputs.
private struct StartValues {
  private let declarations: Declarations
  private var values: [VariableIndex: Value] = [:]

  init(_ checked: CheckedDefinition) {
    declarations = checked.declarations
    let changed = StartValues.changed(by: checked)
    let read = StartValues.read(by: checked)
    for property in checked.properties
    where read.contains(property.variable) && !changed.contains(property.variable) {
      values[property.variable] = value(of: property.initial.syntax)
    }
    for computed in checked.computed where read.contains(computed.variable) {
      values[computed.variable] = value(of: computed.value.syntax)
    }
  }

  /// The variables that invariants read, directly or through computed values.
  private static func read(by checked: CheckedDefinition) -> VariableSet {
    var read = VariableSet(checked.declarations.variables.count)
    for invariant in checked.invariants {
      invariant.condition.forEachVariable { _ = read.insert($0) }
    }
    // Each depends only on earlier ones.
    for computed in checked.computed.reversed() where read.contains(computed.variable) {
      computed.value.forEachVariable { _ = read.insert($0) }
    }
    return read
  }

  /// The variables that the first step may write: in entries, and in rows without an event.
  private static func changed(by checked: CheckedDefinition) -> Set<VariableIndex> {
    var changed: Set<VariableIndex> = []
    for action in checked.actions {
      changed.formUnion(action.assignments.flatMap(\.self).map(\.variable))
    }
    let raises =
      checked.actions.contains { !$0.raises.isEmpty }
      || checked.rows.contains { !$0.raises.isEmpty && $0.mayRunByItself(in: checked) }
    for row in checked.rows where raises || row.mayRunByItself(in: checked) {
      changed.formUnion(row.assignments.flatMap(\.self).map(\.variable))
    }
    return changed
  }

  /// The value of an expression whose variables are all known.
  func value(of syntax: TypedSyntax) -> Value? {
    if let value = syntax.constantValue(syntax.root) { return value }
    var known = syntax
    for index in known.nodes.indices {
      guard case .variable(.declared(let variable)) = known.nodes[index].kind else { continue }
      // An expression that reads an unknown value is not constant.
      guard let value = values[variable] else { return nil }
      known.nodes[index].kind = .constant(value)
    }
    return known.foldedValue(declarations)
  }
}

extension CheckedRow {
  /// Whether it needs no event from outside: the start may complete states.
  fileprivate func mayRunByItself(in checked: CheckedDefinition) -> Bool {
    switch trigger {
    case .eventless: true
    case .events(let indices): indices.contains { checked.events[$0].doneState != nil }
    case .any: checked.events.contains { $0.doneState != nil }
    case .timer: false
    }
  }
}
