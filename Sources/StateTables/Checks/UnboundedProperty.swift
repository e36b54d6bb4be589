import CEL

/// A property that only grows.
enum UnboundedProperty: WholeCheck {
  static let rule = Rule("property/unbounded", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.reads, .writes, .events, .states, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    return whole.checked.properties.compactMap { property in
      guard property.type.canGrow else { return nil }
      let writes = whole.writes[property.variable]
      guard !writes.isEmpty,
        writes.allSatisfy({ $0.value.syntax.adds(to: property.variable) })
      else { return nil }
      let growing = whole.checked.rows.filter { $0.writes(property.variable) }
      guard let row = growing.first, !growing.contains(where: { $0.isGuarded }),
        growing.count == writes.count
      else { return nil }
      return grows(property.name, with: row, whole)
    }
  }

  private static func grows(_ name: String, with row: CheckedRow, _ whole: Whole) -> Diagnostic {
    let cause: String
    switch row.trigger {
    case .events(let indices):
      cause = indices.first.map { "every `\(whole.checked.events[$0].name)`" } ?? "every event"
    case .any: cause = "every event"
    case .timer, .eventless: cause = "row \(row.index + 1)"
    }
    return finding(
      "`\(name)` grows with \(cause) and no row shrinks it",
      at: Diagnostic.Location(Pointer.root["properties"][name].text, isKey: true))
  }
}

extension CheckedRow {
  fileprivate func writes(_ variable: VariableIndex) -> Bool {
    assignments.contains { $0.contains { $0.variable == variable } }
  }

  /// A guard, or a state to be left, may bound how often it runs.
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
  /// Whether it is the variable with something added that is not empty.
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
