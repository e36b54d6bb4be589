import CEL
import StateModel

/// Rows of several regions that run in one microstep.
extension SwiftStatements {
  mutating func jointMicrostep(_ statement: Statement) -> [Layout] {
    switch statement {
    case .saveEarlierState: return ["let earlier = self"]
    case .track(let denies):
      tracks = true
      tracksDenied = returnsResult && denies
      return ["var hasRun = false"] + (tracksDenied ? ["var denied: [String] = []"] : [])
    case .ran: return tracks ? ["hasRun = true"] : []
    case .deny(let rows):
      let list = rows.map { "\"/reducer/\($0)\"" }.joined(separator: ", ")
      return tracksDenied ? [.text("denied += [\(list)]")] : []
    case .unlessRan(let statements):
      if !statements.isEmpty {
        return ["if !hasRun {"] + Layout.indented(lines(statements)) + ["}"]
      }
      if tracksDenied {
        return ["if !hasRun { return denied.isEmpty ? .unhandled : .denied(rows: denied) }"]
      }
      return returnsResult ? ["if !hasRun { return .unhandled }"] : []
    default: return []
    }
  }

  /// A switch over the leaf that a slot holds.
  mutating func switchSlot(
    _ slot: Int, _ parts: [GenerationModel.Part], isEnd: Bool
  ) -> [Layout] {
    guard let chart = model.chart else { return [] }
    if let entry = lastEntry(of: parts) {
      let beginnings = parts.map {
        GenerationModel.Part(states: $0.states, body: $0.body.dropLast())
      }
      return switchSlot(slot, beginnings, isEnd: false) + lines([entry])
    }
    let groups = Layout.grouped(parts.map { ($0.states, lines($0.body, isEnd: isEnd)) })
    if groups.count == 1 { return groups[0].body }
    var result: [Layout] = [.text("switch \(chart.slots[slot].name) {")]
    for (states, body) in groups {
      let cases = states.map { Layout.text(".\(SwiftNames.escaped(model.stateIdentifier($0)))") }
      result.append(
        .group(.sequence(["case ", .nested(.filled(Layout.separated(cases))), ":"])))
      result += Layout.indented(body.isEmpty ? ["break"] : body)
    }
    return result + ["}"]
  }

  /// The last statement of all parts, if each one enters a leaf of one slot and one function enters
  /// all these leaves. That call can then follow the switch.
  private func lastEntry(of parts: [GenerationModel.Part]) -> Statement? {
    var names: Set<String> = []
    for part in parts {
      guard case .enter(let leaf)? = part.body.last,
        model.chart?.slotWithSharedEntry(at: leaf) != nil
      else { return nil }
      names.insert(model.actionName(.enter(leaf)))
    }
    return names.count == 1 ? parts.first?.body.last : nil
  }
}
