import CEL
import StateTables

/// The wire form of a definition in Swift.
struct SwiftWire {
  let file: SwiftFile
  private var plan: Blueprint { file.plan }
  private var names: SwiftNames { file.namesOutside }

  var lines: [Layout] {
    var lines: [Layout] = [.blank, "// The wire form.", .blank]
    lines.append(.text("extension \(file.typeName): WireState {"))
    lines += SwiftText.indented(
      start + [.blank] + step + [.blank] + firing + saving + outputs + [.blank] + places)
    lines += ["}", .blank, .text("extension \(file.typeName) {")]
    let snapshot = SwiftSnapshot(file: file)
    lines += SwiftText.indented(snapshot.lines) + ["}"] + snapshot.helpers + [.blank]
    lines += event
    if plan.hasCommands { lines += [.blank] + command }
    for type in plan.declarations.types where names.own.contains(type.name) {
      let part = Self.lines(of: type, path: "\(file.typeName).", names: names)
      if !part.isEmpty { lines += [.blank] + part }
    }
    if plan.hasTimers {
      lines += [.blank, .text("extension \(file.typeName).\(names.inner("Timer")): WireTimer {}")]
    }
    return lines + [.blank] + inputs
  }

  private static func reading(
    _ fields: [Declarations.Field], _ names: SwiftNames, from wire: String
  ) -> [(label: String, value: Layout)] {
    fields.map { ($0.name, read($0.type, names, "\(wire).member(\"\($0.name)\")")) }
  }

  private static func read(_ type: ValueType, _ names: SwiftNames, _ wire: String) -> Layout {
    .group(
      .sequence([
        .text("try \(names.text(type))("), .nested(.sequence([.softLine, .text("wire: \(wire)")])),
        ")",
      ]))
  }

  /// Nothing else may be there.
  private static func only(_ fields: [Declarations.Field], of wire: String) -> Layout {
    .text("try \(wire).only(\(fields.map { "\"\($0.name)\"" }.joined(separator: ", ")))")
  }

  private var inputArguments: [(label: String, value: Layout)] {
    plan.inputs.map { input in
      let read = Self.read(input.type, names, "inputs.member(\"\(input.name)\")")
      guard let value = input.defaultValue else { return (input.name, read) }
      let other =
        value.isLiteral ? file.expressions.cell(value, isExpected: true) : Layout.text("nil")
      return (
        input.name,
        .group(
          .sequence([
            .text("inputs.has(\"\(input.name)\")"),
            .nested(.sequence([.line, "? ", read, .line, ": ", other])),
          ]))
      )
    }
  }

  private var start: [Layout] {
    let fails = file.hasStart ? file.startFails : file.initFails
    let make = file.expressions.labelled(
      "\(fails ? "try " : "")\(file.hasStart ? "start" : "Self")", inputArguments)
    var body: [Layout] = [.sequence(["let next = ", make])]
    body.append(
      file.hasStart && plan.hasNext ? returned : "return (next, [], [], .changed)")
    return ["static func wireStart(_ inputs: Wire) throws -> WireStep {"]
      + SwiftText.indented(body) + ["}"]
  }

  private var step: [Layout] {
    if plan.hasNoEvents {
      return [
        "func wireStep(_ event: Wire) throws -> WireStep { (self, [], [], .unhandled) }"
      ]
    }
    var body: [Layout] = [
      "guard let event = try Event(wire: event) else { return (self, [], [], .unhandled) }"
    ]
    let attempt = file.reduceFails ? "try " : ""
    if plan.hasNext {
      body += [.text("let next = \(attempt)Self.reduce(state: self, event: event)"), returned]
    } else {
      body += ["let state = self", "var next = self"]
      let event = plan.hasOwnMessages ? "\(file.messageName)(event)" : "event"
      if plan.usesEffects { body.append(.text("var effects = \(names.inner("Effects"))()")) }
      let argument = plan.usesEffects ? "\(event), &effects" : event
      body.append(.text("\(file.tells ? "let outcome = " : "")\(attempt)next.receive(\(argument))"))
      if plan.settles { body += file.settling }
      body.append(.text("return (next, [], [], \(file.difference))"))
    }
    return ["func wireStep(_ event: Wire) throws -> WireStep {"] + SwiftText.indented(body) + ["}"]
  }

  /// What a `Next` is on the wire.
  private var returned: Layout {
    let commands = plan.hasCommands ? "next.commands.map(\\.wire)" : "[]"
    let timers = plan.hasTimers ? "next.timers.map(\\.wire)" : "[]"
    return .text("return (next.state, \(commands), \(timers), next.result)")
  }

  private var firing: [Layout] {
    guard plan.hasTimers else { return [] }
    return [
      "func wireFire(_ timer: String) throws -> WireStep {",
      .nested(
        .sequence([
          .text("guard let timer = \(names.inner("Timer"))(rawValue: timer) else {"),
          .nested(.sequence([.newLine, "return (self, [], [], .unhandled)"])), .newLine, "}",
          .newLine,
          .text("let next = \(file.reduceFails ? "try " : "")Self.fire(state: self, timer: timer)"),
          .newLine, returned,
        ])), "}", .blank,
    ]
  }

  /// What whoever replays events calls for snapshots.
  private var saving: [Layout] {
    let remaining = plan.hasTimers ? "(remaining: { remaining($0.rawValue) })" : ""
    let timers = plan.hasTimers ? "restored.timers.map { ($0.timer.rawValue, $0.duration) }" : "[]"
    return [
      "func wireSnapshot(_ remaining: (String) -> TimeSpan?) -> Wire {",
      .nested(.text("snapshot\(remaining)")), "}", .blank,
      "static func wireRestore(_ snapshot: Wire) throws -> WireRestored {",
      .nested(
        .sequence([
          "let restored = try restore(snapshot)", .newLine,
          .text("return (restored.state, \(timers))"),
        ])), "}", .blank,
    ]
  }

  private var outputs: [Layout] {
    let head = "var wireOutputs: [(name: String, value: Result<Wire, EvaluationError>)] {"
    let parts = plan.outputs.map { output -> Layout in
      let name = SwiftNames.escaped(output.member)
      if output.shown == nil, file.outputFails(output) {
        return .text(
          "(\"\(output.name)\", celResult { () throws(EvaluationError) in try \(name).wire })")
      }
      return .text("(\"\(output.name)\", .success(\(name).wire))")
    }
    if parts.isEmpty { return [.text(head)] + SwiftText.indented(["[]"]) + ["}"] }
    return [.text(head)]
      + SwiftText.indented([SwiftText.list(parts)]) + ["}"]
  }

  private var places: [Layout] {
    if plan.general != nil {
      let list = plan.definition.states.map { "\"\($0.name)\"" }
      return [
        .sequence([
          "fileprivate static let wireNames = ", SwiftText.list(list.map { .text($0) }),
        ]), .blank,
        "var wirePlaces: [String] { configuration.leaves.map { Self.wireNames[$0.rawValue] } }",
      ]
    }
    guard let chart = plan.chart else {
      return [.text("var wirePlaces: [String] { [\"\(plan.name)\"] }")]
    }
    let bodies = chart.slots.map { slot in (slot, names(of: slot, in: chart)) }
    var lines: [Layout] = []
    for (slot, body) in bodies {
      let head =
        slot.owner == 0
        ? "var wirePlaces: [String] {" : "private var \(slot.name)Names: [String] {"
      lines += [.text(head)] + SwiftText.indented(body) + ["}", .blank]
    }
    return Array(lines.dropLast())
  }

  /// The names of the active leaves of a slot.
  private func names(of slot: Chart.Slot, in chart: Chart) -> [Layout] {
    let lists = slot.places.map { state -> String in
      let node = plan.definition.states[state]
      guard node.kind == .parallel else { return "[\"\(node.name)\"]" }
      return chart.slots.filter { plan.definition.states[$0.owner].parent == state && $0.owner > 0 }
        .map { "\($0.name)Names" }.joined(separator: " + ")
    }
    if chart.hasRegions, !slot.isStored { return lists.map { .text($0) } }
    return [.text("switch \(slot.name) {")]
      + zip(slot.places, lists).map { state, list in
        .text("case .\(SwiftNames.escaped(plan.placeName(state))): \(list)")
      } + ["}"]
  }

  private var event: [Layout] {
    var body: [Layout] = ["let (name, data) = try wire.alternative()", "switch name {"]
    for message in plan.messages where !message.isOwn {
      let name = SwiftNames.escaped(message.name)
      body.append(.text("case \"\(message.name)\":"))
      let fields = message.fields.map { Declarations.Field(name: $0.name, type: $0.type) }
      let value =
        fields.isEmpty
        ? Layout.text(".\(name)")
        : file.expressions.labelled(".\(name)", Self.reading(fields, names, from: "data"))
      body += SwiftText.indented([
        Self.only(fields, of: "data"), .sequence(["self = ", value]),
      ])
    }
    body += ["default: return nil", "}"]
    if plan.hasNoEvents { body[0] = "let (name, _) = try wire.alternative()" }
    let head = [Layout.text("extension \(file.typeName).Event {")]
    return head
      + SwiftText.indented(
        SwiftText.comment("Reads an event; there is none where no event has the name.")
          + [.text("\(file.visibility)init?(wire: Wire) throws(WireError) {")]
          + SwiftText.indented(body)
          + ["}"]) + ["}"]
  }

  private var command: [Layout] {
    let cases = plan.commands.map {
      Declarations.Case(
        name: $0.name, fields: $0.fields.map { Declarations.Field(name: $0.name, type: $0.type) })
    }
    return [.text("extension \(file.typeName).Command {")]
      + SwiftText.indented(
        SwiftText.comment("The command in its wire form.")
          + [.text("\(file.visibility)var wire: Wire {")] + SwiftText.indented(Self.writing(cases))
          + ["}"]) + ["}"]
  }

  /// A switch that writes cases.
  private static func writing(_ cases: [Declarations.Case]) -> [Layout] {
    ["switch self {"]
      + cases.flatMap { item -> [Layout] in
        let name = SwiftNames.escaped(item.name)
        if item.fields.isEmpty { return [.text("case .\(name): .text(\"\(item.name)\")")] }
        let bound = item.fields.map { "let \(SwiftNames.escaped($0.name))" }
        let members = item.fields.map {
          Layout.text("WireMember(\"\($0.name)\", \(SwiftNames.escaped($0.name)).wire)")
        }
        return [
          .text("case .\(name)(\(bound.joined(separator: ", "))):"),
          .nested(
            .group(
              .sequence([
                .text(".alternative("),
                .nested(
                  .sequence([
                    .softLine,
                    .filled([
                      .text("\"\(item.name)\","), .sequence([SwiftText.list(members), ")"]),
                    ]),
                  ])),
              ]))),
        ]
      } + ["}"]
  }

  /// A state as another one hands it over: its inputs.
  private var inputs: [Layout] {
    guard !file.hasStart, !file.initFails else { return [] }
    let members = plan.inputs.indices.map { index in
      Layout.text(
        "WireMember(\"\(plan.inputs[index].name)\", \(file.member(.input(index))).wire)")
    }
    let arguments = inputArguments.map { ($0.label, $0.value) }
    return [.text("extension \(file.typeName): WireValue {")]
      + SwiftText.indented(
        ["init(wire inputs: Wire) throws(WireError) {"]
          + SwiftText.indented([file.expressions.labelled("self.init", arguments)])
          + ["}", .blank, "/// The inputs."]
          + ["var wire: Wire {"]
          + SwiftText.indented([
            .sequence([".object(", SwiftText.list(members), ")"])
          ]) + ["}"]) + ["}"]
  }

  /// The wire form of a declared type.
  static func lines(
    of type: Declarations.DeclaredType, path: String, names: SwiftNames
  ) -> [Layout] {
    let condition =
      type.parameters.isEmpty
      ? ""
      : " where \(type.parameters.map { "\(SwiftNames.escaped($0)): WireValue" }.joined(separator: ", "))"
    let head = Layout.text(
      "extension \(path)\(SwiftNames.escaped(type.name)): WireValue\(condition) {")
    let expressions = SwiftExpressions.bare
    var reading: [Layout]
    var writing: [Layout]
    switch type.shape {
    case .record(let fields):
      let arguments = Self.reading(fields, names, from: "wire")
      reading = [only(fields, of: "wire"), expressions("self.init", arguments)]
      let members = fields.map {
        Layout.text("WireMember(\"\($0.name)\", \(SwiftNames.escaped($0.name)).wire)")
      }
      writing = [
        .sequence([".object(", SwiftText.list(members), ")"])
      ]
    case .enumeration:
      reading = [
        "guard case .text(let name) = wire, let value = Self(rawValue: name) else {",
        .nested(.text("throw WireError(message: \"expected one of \(type.name)\")")), "}",
        "self = value",
      ]
      writing = [".text(rawValue)"]
    case .union(let cases):
      reading = ["let (name, data) = try wire.alternative()", "switch name {"]
      for item in cases {
        reading.append(.text("case \"\(item.name)\":"))
        let name = ".\(SwiftNames.escaped(item.name))"
        let value =
          item.fields.isEmpty
          ? Layout.text(name)
          : expressions(name, Self.reading(item.fields, names, from: "data"))
        reading += SwiftText.indented([
          only(item.fields, of: "data"), .sequence(["self = ", value]),
        ])
      }
      reading += ["default: throw WireError(message: \"no such case\")", "}"]
      writing = Self.writing(cases)
    case .state, .broken: return []
    }
    return [head]
      + SwiftText.indented(
        ["init(wire: Wire) throws(WireError) {"] + SwiftText.indented(reading)
          + ["}", .blank, "var wire: Wire {"] + SwiftText.indented(writing) + ["}"]) + ["}"]
  }
}

extension SwiftExpressions {
  /// Calls with labels, where nothing needs a definition.
  static let bare: @Sendable (String, [(label: String, value: Layout)]) -> Layout = {
    name, arguments in
    .group(
      .sequence([
        .text("\(name)("),
        .nested(
          .sequence([
            .softLine,
            .filled(
              separated(
                arguments.map {
                  .sequence([.text("\(SwiftNames.label($0.label)): "), $0.value])
                })),
          ])), ")",
      ]))
  }
}
