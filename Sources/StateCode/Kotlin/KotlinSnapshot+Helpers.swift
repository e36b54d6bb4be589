import CEL
import StateLinking
import StateModel

/// Members of nested types that snapshots need.
extension KotlinSnapshot {
  /// Further members of the state.
  var helpers: [Layout] {
    guard hasPeriods, let chart = model.general else { return [] }
    var cases: [Layout] = chart.timers.filter(\.isRepeating).map { item in
      .sequence([
        .text("\"\(item.id)\" -> "), file.expressions.cell(item.duration),
      ])
    }
    cases.append("else -> null")
    return KotlinText.comment("The period of a timer, by its id; null if it does not repeat.") + [
      .text(
        "private fun period(timer: \(names.builtIn("String"))): TimeSpan? = when (timer) {"),
      .nested(Layout.lines(cases)), "}",
    ]
  }

  /// In which state each timer runs, for the companion.
  var timerStates: [Layout] {
    guard let chart = model.general, model.hasTimers else { return [] }
    let cases = chart.timers.indices.map { index -> Layout in
      let owner = model.definition.timers[index].state
      return .text(
        "\(timer).\(chart.timers[index].label.asClass) -> \(file.stateName(owner))")
    }
    return [
      .text("private val \(timer).state: \(state)"),
      .nested(
        .sequence([
          "get() = when (this) {", .nested(.sequence(Layout.stacked(cases))), .newLine,
          "}",
        ])),
    ]
  }

  /// The function that writes the carried data.
  var cargoWriter: [Layout] {
    let members = model.statesWithData.map { index -> Layout in
      let node = model.definition.states[index]
      let fields = node.fields.map {
        member($0.name, write("it.\(KotlinNames.escaped($0.name))", $0.type))
      }
      return .group(
        .sequence([
          .text("\(KotlinNames.escaped(model.stateIdentifier(index)))?.let {"),
          .nested(
            .sequence([
              .line, .text("\"\(node.name)\" to "), KotlinText.call("wireObject", fields),
            ])), .line, "},",
        ]))
    }
    return [
      .sequence([
        "fun toWire(): Wire = Wire.Object(",
        .nested(
          .sequence([
            .newLine, "listOfNotNull(", .nested(.sequence(Layout.stacked(members))),
            .newLine, "),",
          ])), .newLine, ")",
      ])
    ]
  }

  /// The function of the companion that reads the carried data.
  var cargoReader: [Layout] {
    guard model.general != nil, !model.statesWithData.isEmpty else { return [] }
    let type = names.inner("Carried")
    let reading = model.statesWithData.map { index -> (label: String, value: Layout) in
      let node = model.definition.states[index]
      let construction = file.expressions.labelled(
        names.inner(model.cargoName(index)),
        node.fields.map {
          ($0.name, KotlinWire.read("it[\"\($0.name)\"]", $0.type, file.namesOutside))
        })
      let arguments = ["$path/\(node.name)"] + node.fields.map(\.name)
      let call = "reader.carried(\(arguments.map { "\"\($0)\"" }.joined(separator: ", ")))"
      return (
        model.stateIdentifier(index),
        .group(
          .sequence([.text("\(call) {"), .nested(.sequence([.line, construction])), .line, "}"]))
      )
    }
    return KotlinText.comment("Reads what these states carry.") + [
      KotlinText.function(
        "private fun readCarried",
        [
          "reader: SnapshotReader", .text("path: \(names.builtIn("String"))"),
          .text("states: \(names.collection("List"))<\(state)>"),
        ], suffix: ": \(type) {"),
      .nested(
        .sequence([
          "reader.check(path, states.filter { it.node.carries }.map { it.wireName })", .newLine,
          "return ", file.expressions.labelled(type, reading),
        ])), "}",
    ]
  }
}
