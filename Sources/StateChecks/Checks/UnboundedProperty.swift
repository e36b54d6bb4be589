import CEL
import StateLinking
import StateModel

/// Reports properties that only grow.
enum UnboundedProperty: DefinitionCheck {
  static let rule = RuleID.propertyUnbounded

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    return context.checked.properties.compactMap { property in
      guard property.type.canGrow else { return nil }
      let writes = context.writes[property.variable]
      guard !writes.isEmpty,
        writes.allSatisfy({ $0.value.syntax.adds(to: property.variable) })
      else { return nil }
      let growing = context.checked.rows.filter { $0.writes(property.variable) }
      guard let row = growing.first, !growing.contains(where: { $0.isGuarded }),
        growing.count == writes.count
      else { return nil }
      return grows(property.name, with: row, context)
    }
  }

  private static func grows(_ name: String, with row: CheckedRow, _ context: DefinitionContext)
    -> Diagnostic
  {
    let growth: Problem.Declaration.Growth
    switch row.trigger {
    case .events(let indices):
      growth = indices.first.map { .event(context.checked.events[$0].name) } ?? .anyEvent
    case .any: growth = .anyEvent
    case .timer, .eventless: growth = .row(Pointer.root["reducer"][row.index])
    }
    return Diagnostic(
      .declaration(.unboundedProperty(name, growth)),
      at: Diagnostic.Location(Pointer.root["properties"][name], isKey: true))
  }
}

extension CheckedRow {
  fileprivate func writes(_ variable: VariableIndex) -> Bool {
    assignments.contains { $0.contains { $0.variable == variable } }
  }

  /// Whether a guard, or a state that is left, may bound how often it runs.
  fileprivate var isGuarded: Bool { condition != nil || targets != nil }
}

extension ValueType {
  fileprivate var canGrow: Bool {
    switch self {
    case .list, .string: true
    default: false
    }
  }
}

extension TypedSyntax {
  /// Whether it is the variable with a non-empty value added.
  fileprivate func adds(to variable: VariableIndex) -> Bool {
    guard nodes.indices.contains(Int(root)),
      case .call(.add, let operands) = nodes[Int(root)].kind, operands.count == 2
    else { return false }
    for (one, other) in [(0, 1), (1, 0)] {
      guard case .variable(.declared(variable)) = nodes[Int(operands[one])].kind else { continue }
      switch nodes[Int(operands[other])].kind {
      case .list(let elements): return elements.contains { !$0.isOptional }
      case .constant(.string(let text)): return !text.isEmpty
      case .constant(.list(let elements)): return !elements.isEmpty
      default: return false
      }
    }
    return false
  }
}
