import CEL
import StateLinking
import StateModel

/// Members of nested types that snapshots need.
extension KotlinSnapshot {
  /// Further members of the state.
  var helpers: [Layout] {
    guard let chart = model.general, chart.timers.contains(where: \.isRepeating) else { return [] }
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
        "\(timer).\(chart.timers[index].name.capitalized) -> \(file.stateName(owner))")
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

  /// The members of the carried data type.
  var cargoMembers: [Layout] {
    let type = names.inner("Carried")
    let members = model.statesWithData.map { index -> Layout in
      let node = model.definition.states[index]
      let fields = node.fields.map {
        member($0.name, write("it.\(KotlinNames.escaped($0.name))", $0.type))
      }
      return .sequence([
        .text("\(KotlinNames.escaped(model.stateIdentifier(index)))?.let { \"\(node.name)\" to "),
        object(fields), " },",
      ])
    }
    let reading = model.statesWithData.map { index -> (label: String, value: Layout) in
      let node = model.definition.states[index]
      let construction = file.expressions.labelled(
        names.inner(model.cargoName(index)),
        node.fields.map { field in
          (
            field.name,
            KotlinWire.read(
              "reader[\"$path/\(node.name)/\(field.name)\"]", field.type, file.namesOutside)
          )
        })
      return (
        model.stateIdentifier(index),
        .sequence([
          .text("if (\(file.stateName(index)) !in states) null else {"),
          .nested(
            .sequence([
              .newLine,
              check("$path/\(node.name)", node.fields.map(\.name)), .newLine, construction,
            ])), .newLine, "}",
        ])
      )
    }
    return [
      .sequence([
        "fun toWire(): Wire = Wire.Object(",
        .nested(
          .sequence([
            .newLine, "listOfNotNull(", .nested(.sequence(Layout.stacked(members))),
            .newLine, "),",
          ])), .newLine, ")",
      ]), .blank, "companion object {",
      .nested(
        .sequence([
          KotlinText.function(
            "fun read",
            [
              "reader: SnapshotReader", .text("path: \(names.builtIn("String"))"),
              .text("states: \(names.collection("List"))<\(state)>"),
            ], suffix: ": \(type) {"),
          .nested(
            .sequence([
              .newLine,
              "val names = states.filter { it.node.carries }.map { it.wireName }", .newLine,
              "reader.check(path, *names.toTypedArray())", .newLine, "return ",
              file.expressions.labelled(type, reading),
            ])), .newLine, "}",
        ])), "}",
    ]
  }
}
