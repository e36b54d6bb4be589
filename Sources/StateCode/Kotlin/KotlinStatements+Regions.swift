import CEL
import StateLinking
import StateModel

/// Rows of several regions that run in one microstep.
extension KotlinStatements {
  mutating func jointMicrostep(_ statement: Statement) -> [Layout] {
    switch statement {
    case .saveEarlierState: return ["val before = state"]
    case .track(let denies):
      tracks = true
      tracksDenied = returnsResult && denies
      return ["var hasRun = false"] + (tracksDenied ? ["var denied = emptyList<Int>()"] : [])
    case .ran: return tracks ? ["hasRun = true"] : []
    case .deny(let rows):
      let list = rows.map { "\($0)" }.joined(separator: ", ")
      return tracksDenied ? [.text("denied = denied + listOf(\(list))")] : []
    case .unlessRan(let statements):
      if !statements.isEmpty {
        return ["if (!hasRun) {"] + Layout.indented(lines(statements)) + ["}"]
      }
      if tracksDenied {
        return [
          "if (!hasRun) {",
          .nested(
            .sequence([
              "if (denied.isEmpty()) return StepResult.Unhandled", .newLine,
              "return celDenied(denied)",
            ])), "}",
        ]
      }
      return returnsResult ? ["if (!hasRun) return StepResult.Unhandled"] : []
    default: return []
    }
  }

  /// A `when` over the leaf that a slot holds.
  mutating func switchSlot(_ slot: Int, _ parts: [GenerationModel.Part]) -> [Layout] {
    guard let chart = model.chart else { return [] }
    let type = expressions.names.inner(chart.slots[slot].typeName)
    let groups = Layout.grouped(parts.map { ($0.states, lines($0.body)) })
    if groups.count == 1 { return groups[0].body }
    var result: [Layout] = [.text("when (state.\(chart.slots[slot].name)) {")]
    for (states, body) in groups {
      let patterns = states.map { Layout.text("is \(type).\(model.stateIdentifier($0).asClass)") }
      let head = Layout.filled(Layout.separated(patterns))
      result += Layout.indented(
        body.isEmpty
          ? [.sequence([head, " -> {}"])]
          : [.sequence([head, " -> {"])] + Layout.indented(body) + ["}"])
    }
    return result + ["}"]
  }

  /// Statements that run once all regions of a state are in final states.
  mutating func whenDone(_ state: Int, _ statements: [Statement]) -> [Layout] {
    guard let ends = model.chart?.ends(of: state, model.definition.states) else { return [] }
    let tests = ends.map { end -> Layout in
      let type = expressions.names.inner(end.slot.typeName)
      let tests = end.leaves.map {
        "state.\(end.slot.name) is \(type).\(model.stateIdentifier($0).asClass)"
      }
      let text = tests.joined(separator: " || ")
      return .text(tests.count > 1 && ends.count > 1 ? "(\(text))" : text)
    }
    if tests.isEmpty { return lines(statements) }
    let test = Layout.joined(tests, [" &&", .line])
    return [
      .group(.sequence(["if (", .nested(.sequence([.softLine, test])), .softLine, ") {"]))
    ] + Layout.indented(lines(statements)) + ["}"]
  }
}
