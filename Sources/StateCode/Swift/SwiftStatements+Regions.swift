import CEL
import StateTables

/// Where rows of several regions run together.
extension SwiftStatements {
  mutating func together(_ statement: Statement) -> [Layout] {
    switch statement {
    case .remember: return ["let before = self"]
    case .track:
      tracks = true
      return ["var hasRun = false"] + (tells ? ["var denied: [Int] = []"] : [])
    case .ran: return tracks ? ["hasRun = true"] : []
    case .deny(let rows):
      let list = rows.map { "\($0 + 1)" }.joined(separator: ", ")
      return tracks && tells ? [.text("denied += [\(list)]")] : []
    case .unlessRan(let statements):
      if !statements.isEmpty {
        return ["if !hasRun {"] + SwiftText.indented(lines(statements)) + ["}"]
      }
      return tells
        ? ["if !hasRun { return denied.isEmpty ? .unhandled : .denied(rows: denied) }"] : []
    default: return []
    }
  }

  /// What is done by where a slot rests.
  mutating func places(
    _ slot: Int, _ parts: [Blueprint.Part], isEnd: Bool
  ) -> [Layout] {
    guard let chart = plan.chart else { return [] }
    var result: [Layout] = [.text("switch \(chart.slots[slot].name) {")]
    for part in parts {
      let states = part.states.map { Layout.text(".\(SwiftNames.escaped(plan.placeName($0)))") }
      result.append(
        .group(
          .sequence(["case ", .nested(.filled(SwiftExpressions.separated(states))), ":"])))
      let body = lines(part.body, isEnd: isEnd)
      result += SwiftText.indented(body.isEmpty ? ["break"] : body)
    }
    return result + ["}"]
  }
}
