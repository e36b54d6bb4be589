import CEL
import StateChecks
import StateLinking
import StateModel

/// Proves invariants by induction: the start makes them hold, and every write to a variable they
/// read preserves them under its guard. Proven invariants need no search.
struct Induction {
  private let checked: CheckedDefinition
  private let risks: Risks
  /// The groups of simultaneous assignments, with the assumptions that hold before them.
  private var writes: [Write] = []
  /// The invariants assumed to hold while each of them is checked, by index.
  private var candidates: [Int] = []
  private var initial: [VariableIndex: Value] = [:]

  /// How many other invariants are assumed beside each: further ones seldom help to prove it.
  private static let assumedLimit = 32
  /// So many times candidates are removed. After that, each must be proven alone.
  private static let roundLimit = 16

  private struct Write {
    let assignments: [CheckedAssignment]
    let assumptions: Assumptions
  }

  /// The indices of the invariants that are proven.
  static func proven(_ checked: CheckedDefinition, _ risks: Risks) -> Set<Int> {
    if checked.invariants.isEmpty { return [] }
    var induction = Induction(checked, risks)
    return induction.search()
  }

  private init(_ checked: CheckedDefinition, _ risks: Risks) {
    self.checked = checked
    self.risks = risks
    for property in checked.properties {
      guard case .constant(let value) = property.initial.syntax.rootKind else { continue }
      initial[property.variable] = value
    }
    candidates = checked.invariants.indices.filter { isCandidate(checked.invariants[$0].condition) }
    if candidates.isEmpty { return }
    let read = candidates.reduce(into: Set<VariableIndex>()) { read, index in
      read.formUnion(checked.invariants[index].condition.variablesRead)
    }
    take([checked.restoredValues], read) { .none }
    for (index, row) in checked.rows.enumerated() {
      take(row.assignments, read) { risks.assumptions(in: index, checked) }
    }
    for state in checked.states {
      for action in state.enter + state.exit {
        take(action.assignments, read) {
          let condition = action.condition?.syntax
          return condition.map { Assumptions.none.assuming($0.root, of: $0) } ?? .none
        }
      }
    }
  }

  /// Whether an invariant only reads properties with constant initial values, and holds at the
  /// start.
  private func isCandidate(_ condition: Expression) -> Bool {
    guard !risks.isRisky(condition) else { return false }
    var start = condition.syntax
    for index in start.nodes.indices {
      switch start.nodes[index].kind {
      case .variable(.declared(let variable)):
        guard let value = initial[variable] else { return false }
        start.nodes[index].kind = .constant(value)
      case .isIn, .callDeclared: return false
      default: break
      }
    }
    return holds(start)
  }

  /// Whether a condition of constants is true.
  private func holds(_ syntax: TypedSyntax) -> Bool {
    syntax.plainTruth ?? (ConstantCondition.verdict(on: syntax, checked.declarations) == true)
  }

  private mutating func take(
    _ groups: [[CheckedAssignment]], _ read: Set<VariableIndex>, _ assumptions: () -> Assumptions
  ) {
    for (index, group) in groups.enumerated()
    where group.contains(where: { read.contains($0.variable) }) {
      // After its first group of assignments, nothing is known about a row.
      writes.append(Write(assignments: group, assumptions: index == 0 ? assumptions() : .none))
    }
  }

  /// Removes candidates that a write may break, until none is left to remove.
  private mutating func search() -> Set<Int> {
    for _ in 0..<Induction.roundLimit {
      let kept = candidates.filter { index in
        writes.allSatisfy { keeps($0, index, besides: candidates) }
      }
      if kept.count == candidates.count { return Set(kept) }
      candidates = kept
    }
    return Set(
      candidates.filter { index in writes.allSatisfy { keeps($0, index, besides: []) } })
  }

  /// Whether an invariant holds after a write if it held before it, and others did.
  private func keeps(_ write: Write, _ index: Int, besides others: [Int]) -> Bool {
    WorkCount.add(1)
    let condition = checked.invariants[index].condition.syntax
    var goal = condition
    var assumptions = write.assumptions
    var hasChanged = false
    var isConstant = true
    let count = VariableIndex(truncatingIfNeeded: checked.declarations.variables.count)
    for node in goal.nodes.indices {
      guard case .variable(.declared(let variable)) = goal.nodes[node].kind else { continue }
      guard let assignment = write.assignments.first(where: { $0.variable == variable }) else {
        isConstant = false
        continue
      }
      guard assignment.path.isEmpty else { return false }
      hasChanged = true
      if case .constant(let value) = assignment.value.syntax.rootKind {
        goal.nodes[node].kind = .constant(value)
      } else {
        isConstant = false
        // The new value needs a separate name: the assumptions are about the old one.
        goal.nodes[node].kind = .variable(.declared(count + variable))
        assumptions.define(count + variable, assignment.value.syntax)
      }
    }
    guard hasChanged else { return true }
    if isConstant { return holds(goal) }
    for other in [index] + others.lazy.filter({ $0 != index }).prefix(Induction.assumedLimit) {
      let known = checked.invariants[other].condition.syntax
      assumptions.assume(known.root, of: known)
    }
    return assumptions.imply(goal)
  }
}

extension CheckedDefinition {
  /// What a restore sets: properties that snapshots do not hold.
  fileprivate var restoredValues: [CheckedAssignment] {
    properties.filter { !$0.isStored }.map {
      CheckedAssignment(variable: $0.variable, path: [], value: $0.initial)
    }
  }
}

extension TypedSyntax {
  /// Whether a comparison of two integers is true; `nil` for other conditions.
  fileprivate var plainTruth: Bool? {
    guard case .call(let function, let operands) = rootKind, operands.count == 2,
      let left = constant(operands[0]), let right = constant(operands[1])
    else { return nil }
    switch function {
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .greater: return left > right
    case .greaterOrEqual: return left >= right
    case .equal: return left == right
    case .notEqual: return left != right
    default: return nil
    }
  }
}
