import CEL
import StateLinking
import StateModel

/// Reports properties that only grow.
enum UnboundedProperty: DefinitionCheck {
  static let rule = RuleID.propertyUnbounded

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    context.checked.properties.compactMap { property in
      guard property.type.canGrow else { return nil }
      let writes = context.writes[property.variable]
      let rows = context.checked.rows.filter { $0.writes(property.variable) }
      // As many rows as writes: no `enter` or `exit` action writes it, and each row writes it once.
      guard let first = rows.first, rows.count == writes.count,
        writes.allSatisfy({ $0.value.syntax.adds(to: property.variable) }),
        !rows.contains(where: { $0.mayRunFewTimes })
      else { return nil }
      return finding(property.name, first, context)
    }
  }

  /// The finding for a property that grows each time `row` runs.
  private static func finding(
    _ name: String, _ row: CheckedRow, _ context: DefinitionContext
  ) -> Diagnostic {
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
  /// Whether any object of its `set` writes the variable.
  fileprivate func writes(_ variable: VariableIndex) -> Bool {
    assignments.contains { $0.contains { $0.variable == variable } }
  }

  /// Whether its guard may become false, or its state may be left and not entered again.
  fileprivate var mayRunFewTimes: Bool { condition != nil || targets != nil }
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
  /// Whether it is `variable + literal` or `literal + variable`, and the literal is not empty.
  fileprivate func adds(to variable: VariableIndex) -> Bool {
    guard case .call(.add, let operands) = rootKind, operands.count == 2 else { return false }
    for (one, other) in [(0, 1), (1, 0)] {
      guard case .variable(.declared(variable)) = kind(operands[one]) else { continue }
      switch kind(operands[other]) {
      // An optional element may be absent.
      case .list(let elements): return elements.contains { !$0.isOptional }
      case .constant(.string(let text)): return !text.isEmpty
      case .constant(.list(let elements)): return !elements.isEmpty
      default: return false
      }
    }
    return false
  }
}
