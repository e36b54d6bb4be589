import CEL
import StateLinking
import StateModel

/// Prints snapshot functions in Kotlin.
struct KotlinSnapshot {
  let file: KotlinFile
  var model: GenerationModel { file.model }
  var names: KotlinNames { file.names }
  private var stored: [Int] { model.properties.indices.filter { model.properties[$0].isStored } }
  var timer: String { names.inner("Timer") }
  var state: String { names.inner("State") }

  /// Whether a timer repeats, so that the state has a function that computes periods.
  var hasPeriods: Bool { model.general?.timers.contains(where: \.isRepeating) ?? false }

  private static func texts(_ names: [String]) -> [Layout] { names.map { .text("\"\($0)\"") } }

  func object(_ members: [Layout]) -> Layout {
    members.isEmpty
      ? "wireObject()"
      : .sequence([
        "wireObject(",
        .nested(.sequence(Layout.stacked(members.map { .sequence([$0, ","]) }))), .newLine,
        ")",
      ])
  }

  func member(_ name: String, _ value: Layout) -> Layout {
    .sequence([.text("\"\(name)\" to "), value])
  }

  func write(_ value: String, _ type: ValueType) -> Layout {
    KotlinWire.write(value, type, names)
  }

  /// The member that saves.
  var saving: [Layout] {
    let inputs = model.inputs.indices.map { index in
      member(model.inputs[index].name, write(file.member(.input(index)), model.inputs[index].type))
    }
    let properties = stored.map { index in
      let property = model.properties[index]
      return member(property.name, write(file.member(.property(index)), property.type))
    }
    let history: Layout =
      model.hasHistories
      ? .sequence([
        .text("Wire.Object(\(state).entries.mapNotNull { state ->"),
        .nested(
          .sequence([
            .newLine,
            "val recorded = histories[state] ?: return@mapNotNull null",
            .newLine, "state.wireName to wireObject(",
            .nested(
              .sequence([
                .newLine,
                .text(
                  "\"in\" to Wire.Array(recorded.map { Wire.Text(it.wireName) }),"
                ),
                .newLine,
                .text(
                  "\"carried\" to \(model.hasMemories ? "(memories[state]?.toWire() ?: wireObject())" : "wireObject()"),"
                ),
              ])), .newLine, ")",
          ])), .newLine, "})",
      ]) : "wireObject()"
    let timers: Layout =
      model.hasTimers
      ? "wireTimers(timers, remaining)" : "Wire.Array(emptyList())"
    let whole = object([
      member("state", .text("Wire.Text(\"\(model.name)\")")),
      member("format", .text("Wire.Number(\"\(model.definition.definition.format)\")")),
      member("shape", KotlinText.call("Wire.Text", [.text("\"\(model.shape)\"")])),
      member("fingerprint", KotlinText.call("Wire.Text", [.text("\"\(model.fingerprint)\"")])),
      member("in", "Wire.Array(wirePlaces.map { Wire.Text(it) })"),
      member("inputs", object(inputs)), member("properties", object(properties)),
      member("carried", cargo), member("history", history), member("timers", timers),
    ])
    let parameter = "remaining: (\(names.builtIn("String"))) -> TimeSpan? = { null }"
    let about =
      model.hasTimers
      ? "[remaining] returns what remains of a timer. Without it, or for null, it is what remained when the timer was started or restored."
      : "This state has no timers, so [remaining] is not called."
    return KotlinText.comment("Everything that is stored. \(about)") + [
      .sequence([.text("\(file.visibility)fun snapshot(\(parameter)): Wire = "), whole])
    ]
  }

  private var cargo: Layout {
    if model.general != nil {
      return model.statesWithData.isEmpty ? "wireObject()" : "carried.toWire()"
    }
    guard let chart = model.chart, !chart.hasRegions else { return "wireObject()" }
    let stored = file.rootMember
    let cases = chart.leaves.map { leaf -> Layout in
      let fields = model.definition.states[leaf].fields
      let name = model.definition.states[leaf].name
      let value =
        fields.isEmpty
        ? "wireObject()"
        : object([
          member(
            name,
            object(
              fields.map {
                member($0.name, write("\(stored).\(KotlinNames.escaped($0.name))", $0.type))
              }))
        ])
      return .sequence([.text("\(file.pattern(leaf)) -> "), value])
    }
    return .sequence([
      .text("when (\(stored)) {"), .nested(.sequence(Layout.stacked(cases))),
      .newLine, "}",
    ])
  }

  private func read(_ path: String, _ type: ValueType) -> Layout {
    KotlinWire.read("reader[\"\(path)\"]", type, file.namesOutside)
  }

  func check(_ path: String, _ keys: [String]) -> Layout {
    KotlinText.call("reader.check", Self.texts([path] + keys))
  }

  /// The companion function that restores.
  var restoring: [Layout] {
    var body: [Layout] = [
      .sequence([
        "val reader = SnapshotReader(",
        .nested(
          .sequence([
            .newLine, "snapshot,", .newLine, .text("state = \"\(model.name)\","), .newLine,
            .text("format = \"\(model.definition.definition.format)\","), .newLine,
            .text("shape = \"\(model.shape)\","), .newLine,
            .text("fingerprint = \"\(model.fingerprint)\","),
          ])), .newLine, ")",
      ]), check("inputs", model.inputs.map(\.name)),
      check("properties", stored.map { model.properties[$0].name }),
    ]
    for (input, variable) in zip(model.inputs, inputVariables) {
      body.append(
        .sequence([
          .text("val \(KotlinNames.escaped(variable)) = "),
          read("inputs/\(input.name)", input.type),
        ]))
    }
    body += leafRestoring + configuration
    let members = file.firstMembers(inputVariables).map {
      member -> (name: GenerationCode.Name, value: Layout) in
      guard case .property(let index) = member.name, model.properties[index].isStored else {
        return member
      }
      let property = model.properties[index]
      return (member.name, read("properties/\(property.name)", property.type))
    }
    body += model.hasTimers ? timers : ["reader.checkNoTimers()"]
    let arguments =
      file.expressions.inParts(members)
      + file.firstChartValues.map { ($0.label, .text($0.label)) }
    let construction = file.expressions.labelled(file.typeName, arguments)
    if hasPeriods {
      body += [
        .sequence(["val start = ", construction]),
        "val periodic = timers.map { it.copy(periodSpan = start.period(it.id)) }",
        "val state = start.copy(timers = periodic)",
      ]
    } else {
      body.append(.sequence(["val state = ", construction]))
    }
    if model.outputsFail { body.append(.text("state.\(model.functionName("computeOutputs"))()")) }
    if model.chart?.hasRegions ?? false {
      body += [
        "if (state.wirePlaces != reader.places) {",
        .nested("reader.refuse(\"these states cannot be active together\", \"in\")"), "}",
      ]
    }
    body.append("Restored(state, reader.isSameMeaning)")
    return KotlinText.comment(
      "Continues where a snapshot was taken. No action runs. A snapshot that does not fit is refused as a whole, with a [SnapshotException]. Invariants are not checked."
    ) + [
      KotlinText.function(
        "\(file.visibility)fun restore", ["snapshot: Wire"],
        suffix: ": Restored<\(file.typeName)> = restoring {")
    ] + Layout.indented(body) + ["}"]
  }

  /// The variables for the inputs while a snapshot is restored.
  private var inputVariables: [String] {
    var taken: Set = [
      "reader", "names", "configuration", "carried", "histories", "memories", "name", "periodic",
      "snapshot", "start", "state", "timers",
    ]
    taken.formUnion((model.chart?.slots ?? []).map(\.name))
    let inputs = model.inputs.map(\.name)
    return inputs.map { input in
      var variable = input
      while taken.contains(variable) || variable != input && inputs.contains(variable) {
        variable += "_"
      }
      return variable
    }
  }

  private var leafRestoring: [Layout] {
    guard model.general == nil else { return [] }
    guard let chart = model.chart else {
      return [
        KotlinText.when(
          .text("reader.places != listOf(\"\(model.name)\")"),
          "reader.refuse(\"no such state\", \"in\")"),
        check("carried", []), check("history", []),
      ]
    }
    if chart.hasRegions { return regions(chart) }
    let cases = chart.leaves.map { leaf -> Layout in
      let node = model.definition.states[leaf]
      let name = "\(names.inner("Place")).\(model.stateIdentifier(leaf).asClass)"
      var inside: [Layout] = [check("carried", node.fields.isEmpty ? [] : [node.name])]
      if node.fields.isEmpty {
        inside.append(.text(name))
      } else {
        inside.append(check("carried/\(node.name)", node.fields.map(\.name)))
        inside.append(
          file.expressions.labelled(
            name, node.fields.map { ($0.name, read("carried/\(node.name)/\($0.name)", $0.type)) }))
      }
      return .sequence([
        .text("\"\(node.name)\" -> {"), .nested(.sequence(Layout.stacked(inside))),
        .newLine, "}",
      ])
    }
    return [
      .sequence([
        .text("val \(file.rootMember) = when (reader.places.singleOrNull()) {"),
        .nested(
          .sequence(
            Layout.stacked(cases + ["else -> reader.refuse(\"no such state\", \"in\")"]))),
        .newLine, "}",
      ]), check("history", []),
    ]
  }

  private var configuration: [Layout] {
    guard model.general != nil else { return [] }
    var body: [Layout] = [
      .text("val names = \(state).entries.map { it.wireName }"),
      .text("val configuration = reader.configuration(\(file.chartType), names)"),
    ]
    body.append(
      model.hasHistories
        ? .text("val histories = reader.histories(\(file.chartType), names)")
        : check("history", []))
    if model.statesWithData.isEmpty {
      body.append(check("carried", []))
      if model.hasHistories {
        body.append(
          "histories.keys.forEach { reader.check(\"history/${it.wireName}/carried\") }")
      }
      return body
    }
    body.append(
      KotlinText.call(
        "val carried = readCarried",
        ["reader", "\"carried\"", .text("\(state).entries.filter { it in configuration }")]))
    if model.hasMemories {
      body += [
        "val memories = histories.mapValues { (history, recorded) ->",
        .nested(
          .sequence([
            .text("val kept = \(file.chartType).kept(history, recorded)"), .newLine,
            KotlinText.call(
              "readCarried", ["reader", "\"history/${history.wireName}/carried\"", "kept"]),
          ])), "}",
      ]
    }
    return body
  }

  private var timers: [Layout] {
    let condition = model.endsTimers ? "!configuration.hasEnded && " : ""
    return [
      .text("val timers = reader.timers(\(timer).entries) {"),
      .nested(.text("\(condition)it.state in configuration")), "}",
    ]
  }
}
