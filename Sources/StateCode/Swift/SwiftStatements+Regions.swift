import CEL
import StateTables

/// Where rows of several regions run together.
extension SwiftStatements {
  mutating func together(_ statement: Statement) -> [Layout] {
    switch statement {
    case .remember: return ["let before = self"]
    case .track(let denies):
      tracks = true
      tracksDenied = tells && denies
      return ["var hasRun = false"] + (tracksDenied ? ["var denied: [Int] = []"] : [])
    case .ran: return tracks ? ["hasRun = true"] : []
    case .deny(let rows):
      let list = rows.map { "\($0 + 1)" }.joined(separator: ", ")
      return tracksDenied ? [.text("denied += [\(list)]")] : []
    case .unlessRan(let statements):
      if !statements.isEmpty {
        return ["if !hasRun {"] + SwiftText.indented(lines(statements)) + ["}"]
      }
      if tracksDenied {
        return ["if !hasRun { return denied.isEmpty ? .unhandled : .denied(rows: denied) }"]
      }
      return tells ? ["if !hasRun { return .unhandled }"] : []
    default: return []
    }
  }

  /// What is done by where a slot rests.
  mutating func places(
    _ slot: Int, _ parts: [Blueprint.Part], isEnd: Bool
  ) -> [Layout] {
    guard let chart = plan.chart else { return [] }
    if let entry = lastEntry(of: parts) {
      let ways = parts.map { Blueprint.Part(states: $0.states, body: $0.body.dropLast()) }
      return places(slot, ways, isEnd: false) + lines([entry])
    }
    let groups = Self.grouped(parts.map { ($0.states, lines($0.body, isEnd: isEnd)) })
    if groups.count == 1 { return groups[0].body }
    var result: [Layout] = [.text("switch \(chart.slots[slot].name) {")]
    for (states, body) in groups {
      let cases = states.map { Layout.text(".\(SwiftNames.escaped(plan.placeName($0)))") }
      result.append(
        .group(.sequence(["case ", .nested(.filled(SwiftExpressions.separated(cases))), ":"])))
      result += SwiftText.indented(body.isEmpty ? ["break"] : body)
    }
    return result + ["}"]
  }

  /// What all parts do last, where that is to enter places of one slot that are entered alike: then
  /// it is known how to go on without a look at the place, and only that is chosen by it.
  private func lastEntry(of parts: [Blueprint.Part]) -> Statement? {
    var names: Set<String> = []
    for part in parts {
      guard case .enter(let place)? = part.body.last,
        plan.chart?.slotEnteredAlike(at: place) != nil
      else { return nil }
      names.insert(plan.wayName(.enter(place)))
    }
    return names.count == 1 ? parts.first?.body.last : nil
  }

  /// Places where the same is done stand together.
  static func grouped(
    _ parts: [(states: [Int], body: [Layout])]
  ) -> [(states: [Int], body: [Layout])] {
    var groups: [(states: [Int], body: [Layout])] = []
    for part in parts {
      if let same = groups.firstIndex(where: { $0.body == part.body }) {
        groups[same].states += part.states
      } else {
        groups.append(part)
      }
    }
    return groups
  }
}
