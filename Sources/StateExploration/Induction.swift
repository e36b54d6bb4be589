import CEL
import StateTables

/// Which invariants hold always, by the words of the definition: the start makes them hold, and all
/// that writes what they read keeps them where its guard does. Of these nothing has to be asked.
struct Induction {
  private let checked: CheckedDefinition
  private let risks: Risks
  /// What is written at once, and what is known where that happens.
  private var writes: [Write] = []
  /// The invariants that are taken for granted while each is looked at, by place.
  private var candidates: [Int] = []
  private var initial: [VariableIndex: Value] = [:]

  private struct Write {
    let assignments: [CheckedAssignment]
    let premises: Premises
  }

  /// The places of the invariants that surely hold.
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
    let read = candidates.reduce(into: Set<VariableIndex>()) { read, place in
      read.formUnion(checked.invariants[place].condition.variablesRead)
    }
    for (place, row) in checked.rows.enumerated() {
      take(row.assignments, read) { risks.premises(in: place, checked) }
    }
    for state in checked.states {
      for action in state.enter + state.exit {
        take(action.assignments, read) {
          let condition = action.condition?.syntax
          return condition.map { Premises.none.assuming($0.root, of: $0) } ?? .none
        }
      }
    }
  }

  /// Those that read nothing but properties of which the start is known, and hold there.
  private func isCandidate(_ condition: Expression) -> Bool {
    guard !risks.isRisky(condition) else { return false }
    var start = condition.syntax
    for place in start.nodes.indices {
      switch start.nodes[place].kind {
      case .variable(.declared(let variable)):
        guard let value = initial[variable] else { return false }
        start.nodes[place].kind = .constant(value)
      case .isIn, .callDeclared: return false
      default: break
      }
    }
    return holds(start)
  }

  /// Whether what is made of constants alone is true.
  private func holds(_ syntax: TypedSyntax) -> Bool {
    syntax.plainTruth ?? (ConstantCondition.verdict(on: syntax, checked.declarations) == true)
  }

  private mutating func take(
    _ groups: [[CheckedAssignment]], _ read: Set<VariableIndex>, _ premises: () -> Premises
  ) {
    for (place, group) in groups.enumerated()
    where group.contains(where: { read.contains($0.variable) }) {
      // What was known of a row is known no longer once it has written.
      writes.append(Write(assignments: group, premises: place == 0 ? premises() : .none))
    }
  }

  /// Those that are left once all are given up that something may break.
  private mutating func search() -> Set<Int> {
    while !candidates.isEmpty {
      let kept = candidates.filter { place in writes.allSatisfy { keeps($0, place) } }
      if kept.count == candidates.count { break }
      candidates = kept
    }
    return Set(candidates)
  }

  /// Whether an invariant holds after a write where all candidates held before.
  private func keeps(_ write: Write, _ place: Int) -> Bool {
    let condition = checked.invariants[place].condition.syntax
    var goal = condition
    var premises = write.premises
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
        // A name of its own for the new value: the premises speak of the old one.
        goal.nodes[node].kind = .variable(.declared(count + variable))
        premises.mean(count + variable, assignment.value.syntax)
      }
    }
    guard hasChanged else { return true }
    if isConstant { return holds(goal) }
    for other in candidates {
      let known = checked.invariants[other].condition.syntax
      premises.assume(known.root, of: known)
    }
    return premises.imply(goal)
  }
}

extension TypedSyntax {
  /// Whether a comparison of two numbers is true; nil where it is more than that.
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
