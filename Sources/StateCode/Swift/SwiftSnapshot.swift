import CEL
import StateLinking
import StateModel

/// Prints snapshot functions in Swift.
struct SwiftSnapshot {
  let file: SwiftFile
  var model: GenerationModel { file.model }
  private var stored: [Int] { model.properties.indices.filter { model.properties[$0].isStored } }
  var timer: String { model.hasTimers ? file.names.inner("Timer") : "Never" }
  private var shape: String { model.shape }

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
    guard case .text(let text) = value else {
      return .sequence([.text("WireMember(\"\(name)\", "), value, ")"])
    }
    return SwiftText.bound("WireMember", ["\"\(name)\"", text])
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
        "let rests = timers.map { running in",
        .nested(
          .sequence([
            "let rest = remaining(running.timer) ?? running.duration", .newLine,
            "return Wire.object([",
            .nested(
              .sequence([
                .newLine, "WireMember(\"id\", .text(running.timer.rawValue)),", .newLine,
                "WireMember(\"remaining\", TimeSpan(nanoseconds: max(0, rest.nanoseconds)).wire),",
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
      Self.member("shape", .text(".text(\"\(shape)\")")),
      Self.member("fingerprint", .text(".text(\"\(model.fingerprint)\")")),
      Self.member("in", ".array(wirePlaces.map(Wire.text))"),
      Self.member("inputs", Self.object(inputs)),
      Self.member("properties", Self.object(properties)),
      Self.member(
        "carried",
        model.general != nil && !model.statesWithData.isEmpty
          ? "carried.wire" : leafCargo == nil ? ".object([])" : "cargo"),
      Self.member("history", model.hasHistories ? ".object(history)" : ".object([])"),
      Self.member("timers", timers),
    ]
    body.append(
      .sequence([body.isEmpty ? "" : "return ", Self.object(members)]))
    if model.hasTimers {
      return SwiftText.comment(
        "The state saved: everything that is stored. What remains of a timer tells `remaining`, nothing for the whole of it."
      ) + [
        .text(
          "\(file.visibility)func snapshot(remaining: (\(timer)) -> TimeSpan? = { _ in nil }) -> Wire {"
        )
      ] + Layout.indented(body) + ["}"]
    }
    return SwiftText.comment("The state saved: everything that is stored.") + [
      .text("\(file.visibility)var snapshot: Wire {")
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
        Self.member(field.name, .text("\(SwiftNames.escaped(field.name)).wire"))
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
      .text("let history = \(state).allCases.compactMap { state -> WireMember? in"),
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
            .newLine, .text("shape: \"\(shape)\")"),
          ])),
      ]),
      check(["inputs"], model.inputs.map(\.name)),
      check(["properties"], stored.map { model.properties[$0].name }),
    ]
    for input in model.inputs {
      body.append(
        .text(
          "let \(SwiftNames.escaped(input.name)): \(file.names.text(input.type)) = try reader.value([\"inputs\", \"\(input.name)\"])"
        ))
    }
    let construction = SwiftText.call(
      "Self", model.inputs.map { ($0.name, SwiftNames.escaped($0.name)) })
    let isChanged = !stored.isEmpty || model.chart != nil || model.general != nil
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
    body.append(
      .group(
        .sequence([
          "let isSameMeaning =",
          .nested(.sequence([.line, .text("reader.meaning == \"\(model.fingerprint)\"")])),
        ])))
    body.append(
      .text(
        "return Restored(state: next, isSameMeaning: isSameMeaning, timers: \(model.hasTimers ? "rests" : "[]"))"
      ))
    return SwiftText.comment(
      "Goes on where a snapshot was taken: no actions run, nothing is asked for. All of it is checked before anything is restored."
    ) + [
      .text(
        "\(file.visibility)static func restore(_ snapshot: Wire) throws(SnapshotError) -> Restored<Self, \(timer)> {"
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
            "let kept = next.configuration.kept(by: state.rawValue)", .newLine,
            .text("next.memories[state] = try \(type)("),
            .nested(
              .sequence([
                .newLine, "reader, [\"history\", Self.wireNames[state.rawValue], \"carried\"],",
                .newLine,
                .text("kept.map { \(file.names.inner("State")).tree.states[$0] })"),
              ])),
          ])), "}",
      ]
    }
    return body
  }

  private var timers: [Layout] {
    guard let chart = model.general else { return [] }
    let repeating = chart.timers.filter(\.isRepeating)
    var body: [Layout] = [
      .text("let rests = try reader.timers(\(timer).self)"),
      "for rest in rests {",
    ]
    let ended = model.canEnd ? ", !next.configuration.hasEnded" : ""
    var inside: [Layout] = [
      .text("guard next.configuration.contains(rest.timer.state)\(ended) else {"),
      .nested(.text("throw SnapshotReader.problem(\"no such timer runs\", [\"timers\"])")), "}",
    ]
    if repeating.isEmpty {
      inside.append("next.timers.append(rest)")
    } else {
      inside.append(
        "next.timers.append(try reader.again([\"timers\"]) { () throws(EvaluationError) in")
      inside.append(
        .nested(.text("NamedRunningTimer(timer: rest.timer, duration: try next.period(rest))")))
      inside.append("})")
    }
    body += Layout.indented(inside) + ["}"]
    if !repeating.isEmpty {
      body += [
        .text(
          "for timer in \(timer).allCases where timer.isRepeating\(model.canEnd ? " && !next.configuration.hasEnded" : "") {"
        ),
        .nested(
          .sequence([
            "guard next.configuration.contains(timer.state) else { continue }", .newLine,
            "guard rests.contains(where: { $0.timer == timer }) else {",
            .nested(
              .sequence([
                .newLine, "throw SnapshotReader.problem(\"a timer is missing\", [\"timers\"])",
              ])), .newLine, "}",
          ])), "}",
      ]
    }
    return body
  }
}
