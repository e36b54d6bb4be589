import CEL
import StateChecks
import StateInterpreter
import StateLinking
import StateModel

/// Finds events that are denied, and guards that hold at the same time.
enum RowFinder: Finder {
  static func findings(in context: inout ExplorationContext) -> [Diagnostic] {
    gaps(context) + overlaps(context)
  }

  private static func gaps(_ context: ExplorationContext) -> [Diagnostic] {
    var reported: Set<[Int]> = []
    var found: [Diagnostic] = []
    for (number, edge) in context.exploration.edges.enumerated() {
      guard case .success(let step) = edge.result, step.result == .denied,
        let last = step.deniedRows.last, !reported.contains(step.deniedRows),
        case .event(let event, _) = context.exploration.causes[edge.cause]
      else { continue }
      let replay = context.replay(to: edge.from, then: number)
      guard let command = replay.command else { continue }
      reported.insert(step.deniedRows)
      found.append(
        GapInRows.denied(
          "`\(context.compiled.name(of: event))`", when: condition(step.deniedRows, context),
          row: last, trace: "\(replay.trace)  (replay: \(command))"))
    }
    let rows = Set(reported.joined())
    return found
      + BooleanGuardGaps(context).gaps.filter { !rows.contains($0.row) }.map { gap in
        GapInRows.denied(
          "`\(context.checked.events[gap.event].name)`", when: condition([gap.row], context),
          row: gap.row, trace: nil)
      }
  }

  /// The condition of the gap, such as `` `isLoading` `` for the only guard `!isLoading`.
  private static func condition(_ rows: [Int], _ context: ExplorationContext) -> String {
    guard rows.count == 1, let index = rows.first,
      let guarding = context.checked.rows.first(where: { $0.index == index })?.condition,
      !guarding.text.isEmpty
    else { return "no guard holds" }
    if case .call(.not, let operands) = guarding.syntax.rootKind, let inner = operands.first {
      return "`\(guarding.text(of: inner))`"
    }
    switch guarding.syntax.rootKind {
    case .variable, .field, .isIn, .isCase: return "`!\(guarding.text)`"
    default: return "`!(\(guarding.text))`"
    }
  }

  /// Two rows with guards of one state for one event.
  private struct Pair {
    let first: Int
    let second: Int
    let state: StateIndex
    let event: Int
  }

  private static func overlaps(_ context: ExplorationContext) -> [Diagnostic] {
    let pairs = pairs(context.checked)
    guard !pairs.isEmpty,
      let probes = GuardProbes(context.checked, pairs.flatMap { [$0.first, $0.second] }),
      let working = context.exploration.starts.first(where: { $0.node != nil }),
      var machine = try? Machine.start(probes.compiled, inputs: working.inputs).machine
    else { return [] }
    var budget = 2_000
    return pairs.compactMap { pair in
      for index in context.exploration.nodes.indices {
        let node = context.exploration.nodes[index]
        guard node.state.isActive(pair.state) else { continue }
        for cause in context.alphabet.causes {
          guard case .event(let event, let values) = cause, event.index == pair.event else {
            continue
          }
          budget -= 1
          if budget < 0 { return nil }
          machine.jump(to: node.state)
          guard probes.holds(pair.first, &machine, event, values),
            probes.holds(pair.second, &machine, event, values)
          else { continue }
          return overlap(pair, at: index, cause, context)
        }
      }
      return nil
    }
  }

  private static func overlap(
    _ pair: Pair, at node: Int, _ cause: Exploration.Cause, _ context: ExplorationContext
  ) -> Diagnostic? {
    let rows = context.checked.rows
    let replay = Replay(context, to: node, and: cause)
    guard let command = replay.command else { return nil }
    var values: [ReadValue] = []
    for row in [rows[pair.first], rows[pair.second]] {
      for cell in [row.condition].compactMap({ $0 }) + row.lets.map(\.value) {
        for value in context.values(readBy: cell, in: node, at: cause)
        where !values.contains(value) { values.append(value) }
      }
    }
    return OverlappingRows.match(
      rows[pair.first].index, rows[pair.second].index,
      when: values.words.map { " when \($0)" } ?? "",
      trace: "\(replay.trace)  (replay: \(command))")
  }

  /// Adjacent rows among those for an event. Another check finds guards with the same text.
  private static func pairs(_ checked: CheckedDefinition) -> [Pair] {
    var found: [Pair] = []
    var reported: Set<[Int]> = []
    for (later, row) in checked.rows.enumerated() {
      guard row.condition != nil, case .events(let events) = row.trigger else { continue }
      for event in events {
        let earlier = checked.rows[..<later].lastIndex { other in
          guard other.state == row.state, other.condition != nil,
            case .events(let others) = other.trigger
          else { return false }
          return others.contains(event)
        }
        guard let earlier, reported.insert([checked.rows[earlier].index, row.index]).inserted else {
          continue
        }
        found.append(Pair(first: earlier, second: later, state: row.state, event: event))
      }
    }
    return found
  }
}
