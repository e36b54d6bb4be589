import CEL
import StateInterpreter
import StateTables

/// Finds events that are denied, and guards that hold at the same time.
enum RowFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    gaps(ground) + overlaps(ground)
  }

  private static func gaps(_ ground: Ground) -> [Diagnostic] {
    var told: Set<[Int]> = []
    var found: [Diagnostic] = []
    for (number, edge) in ground.exploration.edges.enumerated() {
      guard case .success(let step) = edge.result, step.result == .denied,
        let last = step.deniedRows.last, !told.contains(step.deniedRows),
        case .event(let event, _) = ground.exploration.causes[edge.cause]
      else { continue }
      let trail = ground.trail(to: edge.from, then: number)
      guard let command = trail.command else { continue }
      told.insert(step.deniedRows)
      found.append(
        GapInRows.denied(
          "`\(ground.compiled.name(of: event))`", when: condition(step.deniedRows, ground),
          row: last, trace: "shortest trace: \(trail.words)  (replay: \(command))"))
    }
    let rows = Set(told.joined())
    return found
      + PlainGaps(ground).gaps.filter { !rows.contains($0.row) }.map { gap in
        GapInRows.denied(
          "`\(ground.checked.events[gap.event].name)`", when: condition([gap.row], ground),
          row: gap.row, trace: nil)
      }
  }

  /// The condition of the gap, such as `` `isLoading` `` for the only guard `!isLoading`.
  private static func condition(_ rows: [Int], _ ground: Ground) -> String {
    guard rows.count == 1, let place = rows.first,
      let guarding = ground.checked.rows.first(where: { $0.place == place })?.condition,
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

  private static func overlaps(_ ground: Ground) -> [Diagnostic] {
    let pairs = pairs(ground.checked)
    guard !pairs.isEmpty,
      let probes = Probes(ground.checked, pairs.flatMap { [$0.first, $0.second] }),
      let working = ground.exploration.starts.first(where: { $0.node != nil }),
      var machine = try? Machine.start(probes.compiled, inputs: working.inputs).machine
    else { return [] }
    var budget = 2_000
    return pairs.compactMap { pair in
      for place in ground.exploration.nodes.indices {
        let node = ground.exploration.nodes[place]
        guard node.moment.isActive(pair.state) else { continue }
        for cause in ground.alphabet.causes {
          guard case .event(let event, let values) = cause, event.place == pair.event else {
            continue
          }
          budget -= 1
          if budget < 0 { return nil }
          machine.go(to: node.moment)
          guard probes.holds(pair.first, &machine, event, values),
            probes.holds(pair.second, &machine, event, values)
          else { continue }
          return overlap(pair, at: place, cause, ground)
        }
      }
      return nil
    }
  }

  private static func overlap(
    _ pair: Pair, at node: Int, _ cause: Exploration.Cause, _ ground: Ground
  ) -> Diagnostic? {
    let rows = ground.checked.rows
    let trail = Trail(ground, to: node, and: cause)
    guard let command = trail.command else { return nil }
    var words: [String] = []
    for row in [rows[pair.first], rows[pair.second]] {
      for cell in [row.condition].compactMap({ $0 }) + row.lets.map(\.value) {
        for word in ground.values(readBy: cell, in: node, at: cause) where !words.contains(word) {
          words.append(word)
        }
      }
    }
    return OverlappingRows.match(
      rows[pair.first].place, rows[pair.second].place,
      when: words.isEmpty ? "" : " when \(words.listed)",
      trace: "shortest trace: \(trail.words)  (replay: \(command))")
  }

  /// Adjacent rows among those for an event. Another check finds guards with the same text.
  private static func pairs(_ checked: CheckedDefinition) -> [Pair] {
    var found: [Pair] = []
    var told: Set<[Int]> = []
    for (later, row) in checked.rows.enumerated() {
      guard row.condition != nil, case .events(let events) = row.trigger else { continue }
      for event in events {
        let earlier = checked.rows[..<later].lastIndex { other in
          guard other.state == row.state, other.condition != nil,
            case .events(let others) = other.trigger
          else { return false }
          return others.contains(event)
        }
        guard let earlier, told.insert([checked.rows[earlier].place, row.place]).inserted else {
          continue
        }
        found.append(Pair(first: earlier, second: later, state: row.state, event: event))
      }
    }
    return found
  }
}
