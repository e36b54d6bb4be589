import CEL
import StateInterpreter
import StateTables

/// Finds nodes in which an invariant does not hold.
enum InvariantFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    var open = Array(ground.checked.invariants.indices)
    var found: [Int: Diagnostic] = [:]
    for place in ground.exploration.nodes.indices {
      if open.isEmpty { break }
      ground.machine.go(to: ground.exploration.nodes[place].moment)
      for invariant in open where (try? ground.machine.holds(invariant)) == false {
        guard let diagnostic = broken(invariant, at: place, ground) else { continue }
        found[invariant] = diagnostic
        open.removeAll { $0 == invariant }
      }
    }
    return ground.checked.invariants.indices.compactMap { found[$0] }
  }

  private static func broken(_ number: Int, at node: Int, _ ground: Ground) -> Diagnostic? {
    let invariant = ground.checked.invariants[number]
    let trail = ground.trail(to: node)
    guard let command = trail.command else { return nil }
    let after = assignments(invariant.condition, in: node, ground)
    guard let origin = ground.exploration.nodes[node].origin else {
      let inputs = trail.inputWords.isEmpty ? "" : " \(trail.inputWords)"
      return BrokenInvariant.breaks(
        invariant.name, invariant.condition.text, by: "the start",
        at: invariant.condition.wholePlace, label: "false at the start",
        trace:
          "the start is enough\(inputs)\(after.isEmpty ? "" : ": \(after)")  (replay: \(command))",
        help: nil)
    }
    let edge = ground.exploration.edges[origin]
    let cause = ground.exploration.causes[edge.cause]
    let before = assignments(invariant.condition, in: edge.from, ground)
    let result = after.isEmpty ? "" : " -> \(after)"
    let way =
      trail.causes.count == 1
      ? "one event is enough: \(before.isEmpty ? "" : "\(before), ")\(trail.words)\(result)"
      : "shortest trace: \(trail.words)\(result)"
    let blame = Blame(edge: origin, ground)
    let culprit = blame.assignment(toVariablesOf: invariant.condition, ground)
    return BrokenInvariant.breaks(
      invariant.name, invariant.condition.text, by: Trail.name(cause, ground),
      at: culprit?.value.wholePlace ?? blame.place ?? invariant.condition.wholePlace,
      label: culprit.map { label($0, edge, cause, node, ground) } ?? "false afterwards",
      trace: "\(way)  (replay: \(command))",
      help: culprit.flatMap { remedy($0, invariant, ground) })
  }

  /// Text such as `count = -1` for the variables that the invariant reads.
  private static func assignments(
    _ condition: Expression, in node: Int, _ ground: Ground
  ) -> String {
    ground.values(readBy: condition, in: node).map { words in
      words.split(separator: " is ", maxSplits: 1).joined(separator: " = ")
    }.joined(separator: ", ")
  }

  /// Text such as `-1 when count is 0`.
  private static func label(
    _ culprit: CheckedAssignment, _ edge: Exploration.Edge, _ cause: Exploration.Cause,
    _ node: Int, _ ground: Ground
  ) -> String {
    let before = ground.values(readBy: culprit.value, in: edge.from, at: cause)
    guard culprit.path.isEmpty,
      let place = ground.checked.properties.firstIndex(where: { $0.variable == culprit.variable })
    else { return "false afterwards" }
    let value = ground.exploration.nodes[node].moment.property(place, of: ground.compiled)
    let text = ground.texts.text(value)
    return before.isEmpty ? text : "\(text) when \(before.listed)"
  }

  /// Suggests a guard for the row: for the invariant `p >= c` and a row that sets p to `p - k`, it
  /// is `p >= c + k`.
  private static func remedy(
    _ culprit: CheckedAssignment, _ invariant: CheckedInvariant, _ ground: Ground
  ) -> String? {
    guard let bound = Bound(invariant.condition.syntax), bound.variable == culprit.variable,
      let step = Increment(culprit.value.syntax), step.variable == culprit.variable,
      culprit.path.isEmpty, culprit.value.pointer.hasPrefix("/reducer/"),
      let name = ground.checked.properties.first(where: { $0.variable == bound.variable })?.name
    else { return nil }
    let (least, isOver) = bound.least.subtractingReportingOverflow(step.amount)
    if isOver { return nil }
    let condition = least == 1 ? "\(name) > 0" : "\(name) >= \(least)"
    return "guard the row with \"if\": \"\(condition)\""
  }
}

/// A condition such as `p >= 3`.
private struct Bound {
  let variable: VariableIndex
  let least: Int64

  init?(_ syntax: TypedSyntax) {
    guard case .call(let function, let operands) = syntax.rootKind, operands.count == 2,
      case .variable(.declared(let variable)) = syntax.kind(operands[0]),
      case .constant(.int(let number)) = syntax.kind(operands[1])
    else { return nil }
    switch function {
    case .greaterOrEqual: least = number
    case .greater where number < Int64.max: least = number + 1
    default: return nil
    }
    self.variable = variable
  }
}

/// A value such as `p - 1` or `p + 2`.
private struct Increment {
  let variable: VariableIndex
  let amount: Int64

  init?(_ syntax: TypedSyntax) {
    guard case .call(let function, let operands) = syntax.rootKind, operands.count == 2,
      case .variable(.declared(let variable)) = syntax.kind(operands[0]),
      case .constant(.int(let number)) = syntax.kind(operands[1]), number != Int64.min
    else { return nil }
    switch function {
    case .add: amount = number
    case .subtract: amount = -number
    default: return nil
    }
    self.variable = variable
  }
}

extension TypedSyntax {
  /// The kind of a node; `nil` if there is no such node.
  func kind(_ index: Index) -> Kind? {
    nodes.indices.contains(Int(index)) ? nodes[Int(index)].kind : nil
  }

  var rootKind: Kind? { kind(root) }
}
