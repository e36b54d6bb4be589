import CEL
import StateLinking
import StateModel

/// Prints snapshot functions in Swift.
struct SwiftSnapshot {
  let file: SwiftFile
  var model: GenerationModel { file.model }
  private var stored: [Int] { model.properties.indices.filter { model.properties[$0].isStored } }

  /// The members of the state that save and restore.
  var lines: [Layout] { saving + [.blank] + restoring }

  static func list(_ names: [String]) -> Layout {
    let parts = Layout.separated(names.map { .text("\"\($0)\"") })
    return .group(
      .sequence(["[", .nested(.sequence([.softLine, .filled(parts)])), .softLine, "]"]))
  }

  static func object(_ members: [Layout]) -> Layout {
    .sequence([".object(", SwiftText.list(members), ")"])
  }

  static func member(_ name: String, _ value: Layout) -> Layout {
    SwiftText.bound("WireMember", [.text("\"\(name)\""), value])
  }

  private var saving: [Layout] {
    var body: [Layout] = []
    let inputs = model.inputs.indices.map { index in
      Self.member(model.inputs[index].name, .text("\(file.member(.input(index))).wire"))
    }
    let properties = stored.map { index in
      Self.member(model.properties[index].name, .text("\(file.member(.property(index))).wire"))
    }
    var timers: Layout = ".array([])"
    if model.hasTimers {
      body += [
        "let rests = timers.map { timer in",
        .nested(
          .sequence([
            "let rest = Swift.max(.zero, remaining(timer.id) ?? timer.remaining)", .newLine,
            "return Wire.object([",
            .nested(
              .sequence([
                .newLine, "WireMember(\"id\", .text(timer.id)),", .newLine,
                "WireMember(\"remaining\", rest.wire),",
              ])), .newLine, "])",
          ])), "}",
      ]
      timers = ".array(rests)"
    }
    if let carried = leafCargo { body += carried }
    if model.hasHistories { body += memories }
    let members: [Layout] = [
      Self.member("state", .text(".text(\"\(model.name)\")")),
      Self.member("format", .text(".number(\"\(model.definition.definition.format)\")")),
      Self.member("shape", ".text(Self.wireShape)"),
      Self.member("fingerprint", ".text(Self.wireMeaning)"),
      Self.member("in", ".array(wirePlaces.map(Wire.text))"),
      Self.member("inputs", Self.object(inputs)),
      Self.member("properties", Self.object(properties)),
      Self.member(
        "carried",
        model.general != nil && !model.statesWithData.isEmpty
          ? "carried.wire" : leafCargo == nil ? ".object([])" : "cargo"),
      Self.member("history", model.hasHistories ? ".object(wireHistory)" : ".object([])"),
      Self.member("timers", timers),
    ]
    body.append(
      .sequence([body.isEmpty ? "" : "return ", Self.object(members)]))
    let about =
      model.hasTimers
      ? "`remaining` returns what remains of a timer, by its id; `nil` for all of it."
      : "This state has no timers, so `remaining` is not called."
    return SwiftText.comment("Saves everything that is stored. \(about)") + [
      .text(
        "\(file.visibility)func snapshot(remaining: (String) -> Duration? = { _ in nil }) -> Wire {"
      )
    ] + Layout.indented(body) + ["}"]
  }

  /// The carried data of the active leaf, in a chart with one slot.
  private var leafCargo: [Layout]? {
    guard let chart = model.chart,
      chart.leaves.contains(where: { !model.definition.states[$0].fields.isEmpty })
    else { return nil }
    var body: [Layout] = ["let cargo: Wire", .text("switch \(file.rootMember) {")]
    var bare: [Int] = []
    for leaf in chart.leaves {
      let fields = model.definition.states[leaf].fields
      if fields.isEmpty {
        bare.append(leaf)
        continue
      }
      let reads = Set(fields.indices.map { GenerationCode.Name.carried(state: leaf, field: $0) })
      let members = fields.map { field in
        Self.member(field.name, .text("\(SwiftNames.local(field.name)).wire"))
      }
      body.append(file.casePattern([leaf], reads))
      let inner = Self.object([
        Self.member(model.definition.states[leaf].name, Self.object(members))
      ])
      body += Layout.indented([.sequence(["cargo = ", inner])])
    }
    if !bare.isEmpty {
      body += [file.casePattern(bare, [])] + Layout.indented(["cargo = .object([])"])
    }
    return body + ["}"]
  }

  private var memories: [Layout] {
    let state = file.names.inner("State")
    let carried = model.hasMemories ? "memories[state]?.wire ?? .object([])" : ".object([])"
    return [
      .text("let wireHistory = \(state).allCases.compactMap { state -> WireMember? in"),
      .nested(
        .sequence([
          "guard let states = configuration.memory(state) else { return nil }", .newLine,
          "let names = states.map { Wire.text(Self.wireNames[$0.rawValue]) }", .newLine,
          "return WireMember(",
          .nested(
            .sequence([
              .newLine, "Self.wireNames[state.rawValue],", .newLine,
              Self.object([
                Self.member("in", ".array(names)"), Self.member("carried", .text(carried)),
              ]), ")",
            ])),
        ])), "}",
    ]
  }

  private var restoring: [Layout] {
    var body: [Layout] = [
      .sequence([
        "let reader = try SnapshotReader(",
        .nested(
          .sequence([
            .newLine,
            .text(
              "snapshot, state: \"\(model.name)\", format: \"\(model.definition.definition.format)\","
            ),
            .newLine, "shape: Self.wireShape)",
          ])),
      ]),
      check(["inputs"], model.inputs.map(\.name)),
      check(["properties"], stored.map { model.properties[$0].name }),
    ]
    for input in model.inputs {
      body.append(
        .text(
          "let \(SwiftNames.local(input.name)): \(file.names.text(input.type)) = try reader.value([\"inputs\", \"\(input.name)\"])"
        ))
    }
    let construction = SwiftText.call(
      "Self", model.inputs.map { ($0.name, SwiftNames.local($0.name)) })
    let isChanged =
      !stored.isEmpty || model.chart != nil || model.general != nil || model.outputsFail
    let word = isChanged ? "var" : "let"
    if file.initFails {
      body.append(
        .sequence([
          .text(
            "\(word) next = try reader.again([\"properties\"]) { () throws(EvaluationError) in"),
          .nested(.sequence([.newLine, "try ", construction])), .newLine, "}",
        ]))
    } else {
      body.append(.sequence([.text("\(word) next = "), construction]))
    }
    for index in stored {
      body.append(
        .text(
          "next.\(file.member(.property(index))) = try reader.value([\"properties\", \"\(model.properties[index].name)\"])"
        ))
    }
    if model.general == nil { body += leafRestoring } else { body += configuration }
    if model.hasTimers {
      body += timers
    } else {
      body.append("try reader.checkNoTimers()")
    }
    if model.outputsFail {
      body += [
        "try reader.again([]) { () throws(EvaluationError) in",
        .nested(.text("try next.\(model.functionName("computeOutputs"))()")), "}",
      ]
    }
    body.append("return Restored(state: next, isSameMeaning: reader.meaning == Self.wireMeaning)")
    return SwiftText.comment(
      "Continues from a snapshot. No action runs. A snapshot that does not fit is refused as a whole. Invariants are not checked."
    ) + [
      .text(
        "\(file.visibility)static func restore(_ snapshot: Wire) throws(SnapshotError) -> Restored<Self> {"
      )
    ] + Layout.indented(body) + ["}"]
  }

  private func check(_ path: [String], _ keys: [String]) -> Layout {
    file.expressions.call("try reader.check", [Self.list(path), Self.list(keys)])
  }

  /// Restores the leaf, in a chart with one slot.
  private var leafRestoring: [Layout] {
    guard let chart = model.chart else {
      return [
        .text("guard reader.places == [\"\(model.name)\"] else {"),
        .nested(.text("throw SnapshotReader.problem(\"no such state\", [\"in\"])")), "}",
        check(["carried"], []), check(["history"], []),
      ]
    }
    if chart.hasRegions { return regions(chart) }
    var body: [Layout] = ["switch reader.places {"]
    for leaf in chart.leaves {
      let state = model.definition.states[leaf]
      body.append(.text("case [\"\(state.name)\"]:"))
      var inside: [Layout] = []
      if state.fields.isEmpty {
        inside = [
          check(["carried"], []),
          .text("next.\(file.rootMember) = .\(SwiftNames.escaped(model.stateIdentifier(leaf)))"),
        ]
      } else {
        inside = [
          check(["carried"], [state.name]),
          check(["carried", state.name], state.fields.map(\.name)),
          .sequence([
            .text("next.\(file.rootMember) = "),
            file.expressions.labelled(
              ".\(SwiftNames.escaped(model.stateIdentifier(leaf)))",
              state.fields.map { field in
                (
                  field.name,
                  file.expressions.call(
                    "try reader.value", [Self.list(["carried", state.name, field.name])])
                )
              }),
          ]),
        ]
      }
      body += Layout.indented(inside)
    }
    return body + [
      "default: throw SnapshotReader.problem(\"no such state\", [\"in\"])", "}",
      check(["history"], []),
    ]
  }

  private var configuration: [Layout] {
    var body: [Layout] = [
      "next.configuration = try reader.configuration(Self.wireNames)"
    ]
    if model.statesWithData.isEmpty {
      body.append(check(["carried"], []))
      if model.hasHistories {
        body += [
          .text("for state in \(file.names.inner("State")).allCases {"),
          .nested(
            .sequence([
              "if next.configuration.memory(state) == nil { continue }", .newLine,
              "try reader.check([\"history\", Self.wireNames[state.rawValue], \"carried\"], [])",
            ])), "}",
        ]
      }
      return body
    }
    let type = file.names.inner("Carried")
    body.append(
      .text("next.carried = try \(type)(reader, [\"carried\"], next.configuration.states)"))
    if model.hasMemories {
      body += [
        .text("for state in \(file.names.inner("State")).allCases {"),
        .nested(
          .sequence([
            "guard next.configuration.memory(state) != nil else { continue }", .newLine,
            .text("next.memories[state] = try \(type)("),
            .nested(
              .sequence([
                .newLine, "reader, [\"history\", Self.wireNames[state.rawValue], \"carried\"],",
                .newLine, "next.configuration.kept(by: state))",
              ])),
          ])), "}",
      ]
    }
    return body
  }

  private var timers: [Layout] {
    guard let chart = model.general else { return [] }
    let type = file.names.inner("Timer")
    let condition = model.endsTimers ? "!next.hasEnded && " : ""
    let running = Layout.text("{ \(condition)next.configuration.contains($0.owner) }")
    let repeating = chart.timers.filter(\.isRepeating)
    let allowed = Layout.sequence([.text("\(type).allCases.filter "), running])
    let labels = repeating.map { Layout.text("\(type).\(SwiftNames.escaped($0.label))") }
    let required: [Layout] =
      repeating.isEmpty
      ? [] : [.sequence(["required: ", SwiftText.list(labels), ".filter ", running])]
    let body: [Layout] = [
      .sequence([
        "next.configuration.timers = ",
        file.expressions.call("try reader.timers", [allowed] + required),
      ])
    ]
    guard !repeating.isEmpty else { return body }
    var cases: [Layout] = [.text("switch \(type)(rawValue: timer.id) {")]
    var inside = file.expressions
    inside.receiver = "next."
    for timer in repeating {
      cases.append(
        .sequence([
          .text("case .\(SwiftNames.escaped(timer.label)): "),
          inside.cell(timer.duration, isExpected: true),
        ]))
    }
    cases += ["default: nil", "}"]
    let fails = repeating.contains { $0.duration.code.fails }
    let period: [Layout] =
      fails
      ? [
        "let period = try reader.again([\"timers\"]) { () throws(EvaluationError) -> Duration? in"
      ] + Layout.indented(cases) + ["}"]
      : ["let period: Duration? =", .nested(.lines(cases))]
    return body + ["for (index, timer) in next.configuration.timers.enumerated() {"]
      + Layout.indented(
        period + [
          "next.configuration.timers[index] = RunningTimer(",
          .nested("id: timer.id, remaining: timer.remaining, period: period)"),
        ]) + ["}"]
  }
}
