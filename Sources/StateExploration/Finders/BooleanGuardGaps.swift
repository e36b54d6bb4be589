import CEL
import StateInterpreter
import StateLinking
import StateModel

/// Finds events that only one row handles in a state, if its guard is a plain boolean. When the
/// guard is false the event is denied. This needs no search.
struct BooleanGuardGaps {
  /// An event, and the 0-based index of the row that denies it.
  struct Gap: Hashable {
    let event: Int
    let row: Int
  }

  private let context: ExplorationContext
  private var checked: CheckedDefinition { context.checked }

  /// The values written to each variable.
  private let written: [VariableIndex: [Expression]]

  init(_ context: ExplorationContext) {
    self.context = context
    let checked = context.checked
    let actions = checked.states.flatMap { $0.enter + $0.exit }
    let assignments = checked.rows.map(\.assignments) + actions.map(\.assignments)
    var written: [VariableIndex: [Expression]] = [:]
    if !context.isProof {
      for assignment in assignments.joined().joined() {
        written[assignment.variable, default: []].append(assignment.value)
      }
    }
    self.written = written
  }

  /// The gaps in the order of the rows, at most one for each; empty if the exploration is a proof.
  var gaps: [Gap] {
    if context.isProof { return [] }
    var reported: Set<Int> = []
    var found: [Gap] = []
    for (index, row) in checked.rows.enumerated() where !reported.contains(row.index) {
      guard case .events(let events) = row.trigger, let condition = row.condition,
        mayBeFalse(condition), isReached(row.state),
        let event = events.first(where: { isDenied($0, besides: index) })
      else { continue }
      reported.insert(row.index)
      found.append(Gap(event: event, row: row.index))
    }
    return found
  }

  /// Whether an event from outside has no other row in the states that can be active together.
  private func isDenied(_ event: Int, besides index: Int) -> Bool {
    let declared = checked.events[event]
    guard !declared.isOwn, declared.doneState == nil else { return false }
    let state = checked.rows[index].state
    return !checked.rows.enumerated().contains { other, row in
      switch row.trigger {
      case .events(let events): guard events.contains(event) else { return false }
      case .any: break
      case .timer, .eventless: return false
      }
      return other != index && checked.canBeActiveTogether(row.state, state)
    }
  }

  private func isReached(_ state: StateIndex) -> Bool {
    context.exploration.nodes.contains { $0.state.isActive(state) }
  }

  /// Whether the guard is a boolean variable, or its negation, that may have the other value.
  private func mayBeFalse(_ condition: Expression) -> Bool {
    let syntax = condition.syntax
    if case .call(.not, let operands) = syntax.rootKind, let operand = operands.first {
      return mayBe(true, syntax.kind(operand))
    }
    return mayBe(false, syntax.rootKind)
  }

  private func mayBe(_ truth: Bool, _ kind: TypedSyntax.Kind?) -> Bool {
    guard case .variable(.declared(let variable)) = kind else { return false }
    switch checked.roles[Int(variable)] {
    case .input, .event, .carried: return true
    case .property(let index):
      let values = [checked.properties[index].initial] + written[variable, default: []]
      return values.contains { value in
        guard case .constant(.bool(let constant)) = value.syntax.rootKind else { return true }
        return constant == truth
      }
    case .computed, .let, .parameter: return false
    }
  }
}
