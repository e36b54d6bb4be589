import CEL

/// An invariant that the start breaks already.
enum InitialInvariant: WholeCheck {
  static let rule = Rule("invariant/initial", .error)

  static let reliesOn: Set<Findings.Aspect> = [.reads, .writes]

  static func findings(in whole: Whole) -> [Diagnostic] {
    if whole.checked.invariants.isEmpty { return [] }
    let known = StartValues(whole.checked)
    return whole.checked.invariants.compactMap { invariant in
      guard case .bool(false) = known.value(of: invariant.condition.syntax) else { return nil }
      return breaks(invariant)
    }
  }

  private static func breaks(_ invariant: CheckedInvariant) -> Diagnostic {
    let text = invariant.condition.syntax.sources.first?.text ?? "false"
    return finding(
      "the start breaks `\(invariant.name)` (`\(text)`)",
      at: Diagnostic.Location(invariant.condition.pointer), label: "false at the start")
  }
}

/// What is known of the values after the start, whatever the inputs.
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

  /// What invariants read, and what computed values that they read do.
  private static func read(by checked: CheckedDefinition) -> VariableSet {
    var read = VariableSet(checked.declarations.variables.count)
    for invariant in checked.invariants {
      invariant.condition.forEachVariable { _ = read.insert($0) }
    }
    // Each depends on earlier ones alone.
    for computed in checked.computed.reversed() where read.contains(computed.variable) {
      computed.value.forEachVariable { _ = read.insert($0) }
    }
    return read
  }

  /// What actions of the first step may write: entries, and rows that need no event from outside.
  private static func changed(by checked: CheckedDefinition) -> Set<VariableIndex> {
    var changed: Set<VariableIndex> = []
    for action in checked.actions {
      changed.formUnion(action.assignments.flatMap(\.self).map(\.variable))
    }
    let raises = checked.actions.contains { !$0.raises.isEmpty }
    for row in checked.rows where raises || row.mayRunByItself(in: checked) {
      changed.formUnion(row.assignments.flatMap(\.self).map(\.variable))
    }
    return changed
  }

  /// The value of an expression where everything that it reads is known.
  func value(of syntax: TypedSyntax) -> Value? {
    if syntax.nodes.indices.contains(Int(syntax.root)),
      case .constant(let value) = syntax.nodes[Int(syntax.root)].kind
    {
      return value
    }
    var known = syntax
    for index in known.nodes.indices {
      guard case .variable(.declared(let variable)) = known.nodes[index].kind else { continue }
      // What reads something unknown is no constant.
      guard let value = values[variable] else { return nil }
      known.nodes[index].kind = .constant(value)
    }
    let folded = known.folded(declarations).syntax
    guard folded.nodes.indices.contains(Int(folded.root)),
      case .constant(let value) = folded.nodes[Int(folded.root)].kind
    else { return nil }
    return value
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
