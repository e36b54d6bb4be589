import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Finds nodes in which an invariant does not hold.
enum InvariantFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    var found: [Int: Diagnostic] = [:]
    var open = Array(context.checked.invariants.indices)
    /// The nodes in which open invariants are false, although no exact replay leads there.
    var others: [Int: [(node: Int, failure: MachineError?)]] = [:]
    for index in context.exploration.nodes.indices {
      if open.isEmpty { break }
      context.machine.jump(to: context.exploration.nodes[index].state)
      for invariant in open {
        let failure: MachineError?
        do throws(MachineError) {
          if try context.machine.holds(invariant) { continue }
          failure = nil
        } catch {
          failure = error
        }
        if let diagnostic = broken(invariant, failure, at: index, exactly: true, context) {
          found[invariant] = diagnostic
          open.removeAll { $0 == invariant }
        } else if others[invariant, default: []].count < mostInexact {
          others[invariant, default: []].append((index, failure))
        }
      }
    }
    for invariant in open {
      for (node, failure) in others[invariant] ?? [] where found[invariant] == nil {
        found[invariant] = broken(invariant, failure, at: node, exactly: false, context)
      }
    }
    context.brokenInvariants = Set(found.keys)
    context.outOfTimeInvariants = Set(others.keys).subtracting(found.keys)
    return context.checked.invariants.indices.compactMap { found[$0] }
  }

  /// So many nodes are tried with the timers that are due earlier.
  private static let mostInexact = 20

  /// The finding about an invariant that is false in a node, or fails; `nil` if time cannot lead
  /// there.
  private static func broken(
    _ number: Int, _ failure: MachineError?, at node: Int, exactly: Bool,
    _ context: ExplorationContext
  ) -> Diagnostic? {
    let invariant = context.checked.invariants[number]
    let path = path(to: node, breaking: number, context)
    let node = path.edges.last.map { context.exploration.edges[$0].to } ?? node
    let replay = context.replay(along: path)
    // Other timers may be due earlier: then the state that time leads to must break it as well.
    let command =
      exactly
      ? replay.command
      : replay.command { machine in
        var machine = machine
        return (try? machine.holds(number)) != true
      }
    guard let command else { return nil }
    let truth = failure.map { "fails with `\($0.id)`" } ?? "false"
    let after = assignments(invariant.condition, in: node, context)
    guard let origin = path.edges.last else {
      let inputs = replay.inputWords.isEmpty ? "" : " \(replay.inputWords)"
      return BrokenInvariant.breaks(
        invariant.name, invariant.condition.text, by: "the start",
        at: invariant.condition.wholeLocation, label: "\(truth) at the start",
        trace:
          "the start is enough\(inputs)\(after.isEmpty ? "" : ": \(after)")  (replay: \(command))",
        guard: nil)
    }
    let edge = context.exploration.edges[origin]
    let cause = context.exploration.causes[edge.cause]
    let before = assignments(invariant.condition, in: edge.from, context)
    let result = after.isEmpty ? "" : " -> \(after)"
    let trace =
      replay.causes.count == 1
      ? "one \(cause.isRestore ? "restore" : "event") is enough: \(before.isEmpty ? "" : "\(before), ")\(replay.words)\(result)"
      : replay.trace + result
    let responsible = ResponsibleRows(edge: origin, context)
    let culprit = responsible.assignment(toVariablesOf: invariant.condition, context)
    return BrokenInvariant.breaks(
      invariant.name, invariant.condition.text, by: Replay.name(cause, context),
      at: culprit?.value.wholeLocation ?? responsible.location ?? invariant.condition.wholeLocation,
      label: culprit.map { label($0, edge, cause, node, context) } ?? "\(truth) afterwards",
      trace: "\(trace)  (replay: \(command))",
      guard: culprit.flatMap { suggestedGuard($0, invariant, context) })
  }

  /// The path to a node in which an invariant is false, up to the first step that makes it so.
  private static func path(
    to node: Int, breaking number: Int, _ context: ExplorationContext
  ) -> ExplorationPath {
    let path = context.path(to: node)
    if path.isShortest { return path }
    var machine = context.machine
    let first = path.edges.firstIndex { edge in
      machine.jump(to: context.exploration.nodes[context.exploration.edges[edge].to].state)
      return (try? machine.holds(number)) != true
    }
    guard let first else { return path }
    return ExplorationPath(
      start: path.start, edges: Array(path.edges[...first]), waits: path.waits, isShortest: false)
  }

  /// Text such as `count = -1` for the variables that the invariant reads.
  private static func assignments(
    _ condition: Expression, in node: Int, _ context: ExplorationContext
  ) -> String {
    context.values(readBy: condition, in: node).map { "\($0.name) = \($0.text)" }
      .joined(separator: ", ")
  }

  /// Text such as `-1 when count is 0`.
  private static func label(
    _ culprit: CheckedAssignment, _ edge: Exploration.Edge, _ cause: Exploration.Cause,
    _ node: Int, _ context: ExplorationContext
  ) -> String {
    let before = context.values(readBy: culprit.value, in: edge.from, at: cause)
    guard culprit.path.isEmpty,
      let index = context.checked.properties.firstIndex(where: { $0.variable == culprit.variable })
    else { return "false afterwards" }
    let value = context.exploration.nodes[node].state.property(index, of: context.compiled)
    let text = context.texts.text(value)
    return before.words.map { "\(text) when \($0)" } ?? text
  }

  /// Suggests a guard for the row: for the invariant `p >= c` and a row that sets p to `p - k`, it
  /// is `p >= c + k`.
  private static func suggestedGuard(
    _ culprit: CheckedAssignment, _ invariant: CheckedInvariant, _ context: ExplorationContext
  ) -> String? {
    guard let bound = Bound(invariant.condition.syntax), bound.variable == culprit.variable,
      let step = Increment(culprit.value.syntax), step.variable == culprit.variable,
      culprit.path.isEmpty, culprit.value.pointer.hasPrefix("/reducer/"),
      let name = context.checked.properties.first(where: { $0.variable == bound.variable })?.name
    else { return nil }
    let (least, isOver) = bound.least.subtractingReportingOverflow(step.amount)
    if isOver { return nil }
    return least == 1 ? "\(name) > 0" : "\(name) >= \(least)"
  }
}

/// Reports invariants that are neither known to break nor proven: the exploration ended early, or an
/// invariant is false only after timers in an order that time does not give.
enum UndecidedFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    let count = context.exploration.nodes.count
    let open =
      context.isProof
      ? context.outOfTimeInvariants.sorted()
      : context.checked.invariants.indices.filter { !context.brokenInvariants.contains($0) }
    return open.compactMap { index -> Diagnostic? in
      let condition = context.checked.invariants[index].condition
      guard ConstantCondition.verdict(on: condition.syntax, context.checked.declarations) == nil
      else {
        return nil
      }
      return context.outOfTimeInvariants.contains(index)
        ? UndecidedInvariant.outOfTime(at: condition.wholeLocation)
        : UndecidedInvariant.explored(count, at: condition.wholeLocation)
    }
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
