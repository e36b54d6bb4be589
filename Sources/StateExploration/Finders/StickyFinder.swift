import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Finds navigation outputs that stay set once they are set.
enum StickyFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    context.compiled.outputs.compactMap { output in
      guard context.checked.outputs[output.index].kind == .navigation else { return nil }
      return sticky(output, &context)
    }
  }

  /// Whether one property decides the output, and nothing sets that property to null again.
  static func mayStay(_ output: CheckedOutput, _ checked: CheckedDefinition) -> Bool {
    Source(output, checked) != nil
  }

  private static func sticky(
    _ output: OutputHandle, _ context: inout ExplorationContext
  ) -> Diagnostic? {
    let declared = context.checked.outputs[output.index]
    let source = Source(declared, context.checked)
    let nodes = context.exploration.nodes
    guard source != nil || context.isProof, !nodes.isEmpty else { return nil }
    var isSet: [Bool] = []
    for node in nodes {
      context.machine.jump(to: node.state)
      if case .null = context.machine.output(output) {
        isSet.append(false)
      } else {
        isSet.append(true)
      }
    }
    let edges = context.exploration.edges
    // A restore also forgets it, but no user waits for that.
    let causes = context.exploration.causes
    if edges.contains(where: { isSet[$0.from] && !isSet[$0.to] && !causes[$0.cause].isRestore }) {
      return nil
    }
    // An output that is set from the start, or by a step that ends the machine, is intended.
    guard let first = isSet.firstIndex(of: true), let setting = nodes[first].origin else {
      return nil
    }
    if !nodes.indices.contains(where: { isSet[$0] && !ended($0, &context) }) { return nil }
    let next = edges.indices.first { number in
      guard edges[number].from == first, edges[number].cause != edges[setting].cause,
        isSet[edges[number].to], case .success(let step) = edges[number].result
      else { return false }
      return step.result == .changed || step.result == .unchanged
    }
    // On another path, another event may set it.
    let replay = Replay(context, to: first, then: next)
    guard replay.command != nil else { return nil }
    let cause = causes[edges[setting].cause]
    let location = source?.location ?? declared.rows.first?.value.wholeLocation
    return StickyOutput.stays(
      declared.name, at: location ?? .init("/outputs/\(declared.name)"),
      setBy: Replay.name(cause, context), trace: replay.words, property: source?.property)
  }

  private static func ended(_ node: Int, _ context: inout ExplorationContext) -> Bool {
    context.machine.jump(to: context.exploration.nodes[node].state)
    return context.machine.hasEnded
  }

  /// The property that decides whether the output is set, if no cell sets it to null again.
  private struct Source {
    let property: String
    let location: Diagnostic.Location

    init?(_ output: CheckedOutput, _ checked: CheckedDefinition) {
      guard output.rows.count == 1, let row = output.rows.first, row.states == [0] else {
        return nil
      }
      let test: (VariableIndex, Expression, TypedSyntax.Index)?
      if let condition = row.condition {
        guard case .isNotNull(let operand) = condition.syntax.rootKind,
          case .variable(.declared(let variable)) = condition.syntax.kind(operand)
        else { return nil }
        test = (variable, condition, operand)
      } else {
        test = Source.path(row.value)
      }
      guard let (variable, cell, node) = test,
        let property = checked.properties.first(where: { $0.variable == variable }),
        case .nullable = property.type, case .constant(.null) = property.initial.syntax.rootKind
      else { return nil }
      let writes = checked.assignments.filter { $0.variable == variable && $0.path.isEmpty }
      guard !writes.isEmpty, writes.allSatisfy({ Source.isNeverNull($0.value, checked) }) else {
        return nil
      }
      self.property = property.name
      location = cell.location(of: node)
    }

    /// The variable whose value, or a field of it, is the value of the cell.
    private static func path(
      _ cell: Expression
    ) -> (VariableIndex, Expression, TypedSyntax.Index)? {
      var next = cell.syntax.root
      while let kind = cell.syntax.kind(next) {
        switch kind {
        case .variable(.declared(let variable)): return (variable, cell, next)
        case .widen(let operand), .orNull(let operand), .optionalField(let operand, _):
          next = operand
        default: return nil
        }
      }
      return nil
    }

    /// Whether a cell cannot be null: a `T` that is converted to `T?`.
    private static func isNeverNull(_ cell: Expression, _ checked: CheckedDefinition) -> Bool {
      switch cell.syntax.rootKind {
      case .widen(let operand):
        switch cell.syntax.type(of: operand) {
        case .nullable, .null, .dyn, .unknown: return false
        default: return true
        }
      case .record, .union, .list: return true
      case .constant(let value):
        if case .null = value { return false }
        return true
      default: return false
      }
    }
  }
}

extension CheckedDefinition {
  /// All assignments of rows and actions.
  var assignments: [CheckedAssignment] {
    rows.flatMap { Array($0.assignments.joined()) }
      + states.flatMap { $0.enter + $0.exit }.flatMap { Array($0.assignments.joined()) }
  }
}
