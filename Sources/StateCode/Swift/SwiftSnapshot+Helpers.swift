import CEL
import StateLinking
import StateModel

/// Members of nested types that snapshots need.
extension SwiftSnapshot {
  /// Extensions of the nested timer and carried data types.
  var helpers: [Layout] {
    var lines: [Layout] = []
    if let chart = model.general, model.hasTimers {
      var body: [Layout] = ["switch self {"]
      for (index, timer) in chart.timers.enumerated() {
        let state = model.definition.timers[index].state
        body.append(
          .text("case .\(timer.name): .\(SwiftNames.escaped(model.stateIdentifier(state)))"))
      }
      lines += [.blank, .text("extension \(file.typeName).\(timer) {")]
      lines +=
        Layout.indented(
          [.text("fileprivate var state: \(file.typeName).\(file.names.inner("State")) {")]
            + Layout.indented(body + ["}"]) + ["}"]) + ["}"]
      if chart.timers.contains(where: \.isRepeating) { lines += period(chart) }
    }
    if model.general != nil, !model.statesWithData.isEmpty { lines += carried }
    return lines
  }

  private func period(_ chart: GeneralChart) -> [Layout] {
    var cases: [Layout] = ["switch running.timer {"]
    for timer in chart.timers where timer.isRepeating {
      cases.append(
        .sequence([
          .text("case .\(timer.name): "), file.expressions.cell(timer.duration, isExpected: true),
        ]))
    }
    let single = chart.timers.filter { !$0.isRepeating }
    if !single.isEmpty {
      cases.append(
        .text("case \(single.map { ".\($0.name)" }.joined(separator: ", ")): running.duration"))
    }
    return [.blank, .text("extension \(file.typeName) {")]
      + Layout.indented(
        SwiftText.comment("The period of a timer that repeats; of any other what remains.") + [
          .text(
            "private func period(_ running: NamedRunningTimer<\(timer)>) throws(EvaluationError) -> TimeSpan {"
          )
        ] + Layout.indented(cases + ["}"]) + ["}"]) + ["}"]
  }

  private var carried: [Layout] {
    let type = file.names.inner("Carried")
    let state = "\(file.typeName).\(file.names.inner("State"))"
    var reading: [Layout] = [
      "let names = states.filter { $0.node.carries }.map { state in",
      .nested(.text("\(file.typeName).wireNames[state.rawValue]")), "}",
      "try reader.check(path, names)",
    ]
    var writing: [Layout] = ["var members: [WireMember] = []"]
    for index in model.statesWithData {
      let carrier = model.definition.states[index]
      let name = SwiftNames.escaped(model.stateIdentifier(index))
      reading += [
        .text("if states.contains(.\(name)) {"),
        .nested(
          .sequence([
            file.expressions.call(
              "try reader.check",
              [.text("path + [\"\(carrier.name)\"]"), Self.list(carrier.fields.map(\.name))]),
            .newLine, .text("\(name) = "),
            file.expressions.labelled(
              "\(file.typeName).\(file.names.inner(model.cargoName(index)))",
              carrier.fields.map { field in
                (
                  field.name,
                  .text("try reader.value(path + [\"\(carrier.name)\", \"\(field.name)\"])")
                )
              }),
          ])), "}",
      ]
      let members = carrier.fields.map { field in
        Self.member(field.name, .text("cargo.\(SwiftNames.escaped(field.name)).wire"))
      }
      writing += [
        .text("if let cargo = \(name) {"),
        .nested(
          .sequence([
            "members.append(",
            Self.member(carrier.name, Self.object(members)), ")",
          ])), "}",
      ]
    }
    return [.blank, .text("extension \(file.typeName).\(type) {")]
      + Layout.indented(
        [
          SwiftText.head(
            "fileprivate init",
            ["_ reader: SnapshotReader", "_ path: [String]", "_ states: [\(state)]"],
            " throws(SnapshotError)")
        ] + Layout.indented(reading) + ["}", .blank, "fileprivate var wire: Wire {"]
          + Layout.indented(writing + ["return .object(members)"]) + ["}"]) + ["}"]
  }
}
