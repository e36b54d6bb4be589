import CEL
import StateLinking
import StateModel

/// Prints the wire form of a definition in Swift.
struct SwiftWire {
  let file: SwiftFile
  private var model: GenerationModel { file.model }
  private var names: SwiftNames { file.namesOutside }

  var lines: [Layout] {
    var lines: [Layout] = [.blank, "// The wire form.", .blank]
    lines.append(.text("nonisolated extension \(file.typeName): WireState {"))
    let snapshot = SwiftSnapshot(file: file)
    lines += Layout.indented(
      start + [.blank] + event + [.blank] + SwiftRecording(file: file).lines + [.blank]
        + snapshot.lines + [.blank] + outputs + [.blank] + leafNames + [.blank] + hashes)
    lines += ["}"] + snapshot.helpers
    if model.hasCommands { lines += [.blank] + command }
    for type in names.ownTypes {
      let part = Self.lines(
        of: type, path: "\(file.typeName).", names: names,
        visibility: file.options.conformanceVisibility)
      if !part.isEmpty { lines += [.blank] + part }
    }
    return lines + (file.isCreated ? [.blank] + SwiftInputs(file: file).wire : [])
  }

  private static func reading(
    _ fields: [Declarations.Field], from wire: String
  ) -> [(label: String, value: Layout)] {
    fields.map { ($0.name, .text("try \(wire).value(\"\($0.name)\")")) }
  }

  /// A check that an object has no other members.
  private static func only(_ names: [String], of wire: String) -> Layout {
    .text("try \(wire).only(\(names.map { "\"\($0)\"" }.joined(separator: ", ")))")
  }

  private var inputArguments: [(label: String, value: Layout)] {
    model.inputs.map { input in
      let read = Layout.text("inputs.value(\"\(input.name)\")")
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
    ["\(file.visibility)static func start(wire inputs: Wire) throws -> Next<Self> {"]
      + Layout.indented([
        Self.only(model.inputs.map(\.name), of: "inputs"),
        .sequence(["return ", file.expressions.labelled("try start", inputArguments)]),
      ]) + ["}"]
  }

  private var outputs: [Layout] {
    let head = "\(file.visibility)var wireOutputs: [(name: String, value: Wire)] {"
    let parts = model.outputs.map { output -> Layout in
      let name = SwiftNames.escaped(output.member)
      return .text("(\"\(output.name)\", \(name).wire)")
    }
    if parts.isEmpty { return [.text(head)] + Layout.indented(["[]"]) + ["}"] }
    return [.text(head)]
      + Layout.indented([SwiftText.list(parts)]) + ["}"]
  }

  /// The constants by which a snapshot and a definition are compared.
  private var hashes: [Layout] {
    SwiftText.comment("A hash of what is stored.") + [
      .text("private static let wireShape ="), .nested(.text("\"\(model.shape)\"")),
    ] + SwiftText.comment("The hash of the meaning, as at the start of this file.") + [
      .text("private static let wireMeaning ="), .nested(.text("\"\(model.fingerprint)\"")),
    ]
  }

  private var leafNames: [Layout] {
    if model.general != nil {
      let list = model.definition.states.map { "\"\($0.name)\"" }
      return [
        .sequence([
          "fileprivate static let wireNames = ", SwiftText.list(list.map { .text($0) }),
        ]), .blank,
        "\(file.visibility)var wirePlaces: [String] { configuration.leaves.map { Self.wireNames[$0.rawValue] } }",
      ]
    }
    guard let chart = model.chart else {
      return [.text("\(file.visibility)var wirePlaces: [String] { [\"\(model.name)\"] }")]
    }
    let bodies = chart.slots.map { slot in (slot, names(of: slot, in: chart)) }
    var lines: [Layout] = []
    for (slot, body) in bodies {
      let head =
        slot.owner == 0
        ? "\(file.visibility)var wirePlaces: [String] {"
        : "private var \(slot.name)Names: [String] {"
      lines += [.text(head)] + Layout.indented(body) + ["}", .blank]
    }
    return Array(lines.dropLast())
  }

  /// The expression for the names of the active leaves of a slot.
  private func names(of slot: GenerationChart.Slot, in chart: GenerationChart) -> [Layout] {
    let lists = slot.leaves.map { state -> String in
      let node = model.definition.states[state]
      guard node.kind == .parallel else { return "[\"\(node.name)\"]" }
      return chart.slots.filter {
        model.definition.states[$0.owner].parent == state && $0.owner > 0
      }
      .map { "\($0.name)Names" }.joined(separator: " + ")
    }
    if chart.hasRegions, !slot.isStored { return lists.map { .text($0) } }
    return [.text("switch \(slot.name) {")]
      + zip(slot.leaves, lists).map { state, list in
        .text("case .\(SwiftNames.escaped(model.stateIdentifier(state))): \(list)")
      } + ["}"]
  }

  private var event: [Layout] {
    var cases: [Layout] = ["switch name {"]
    for message in model.messages where !message.isOwn {
      let name = SwiftNames.escaped(message.name)
      cases.append(.text("case \"\(message.name)\":"))
      let fields = message.fields.map { Declarations.Field(name: $0.name, type: $0.type) }
      let value =
        fields.isEmpty
        ? Layout.text(["none", "some"].contains(name) ? "Event.\(name)" : ".\(name)")
        : file.expressions.labelled(".\(name)", Self.reading(fields, from: "data"))
      cases += Layout.indented([
        Self.only(fields.map(\.name), of: "data"), .sequence(["return ", value]),
      ])
    }
    let data = model.hasNoEvents ? "_" : "data"
    return SwiftText.comment("Reads an event; `nil` if no event has the name.")
      + [
        .text("\(file.visibility)static func event(wire: Wire) throws(WireError) -> Event? {"),
        .nested(.text("let (name, \(data)) = try wire.alternative()")),
      ] + Layout.indented(cases + ["default: return nil", "}"]) + ["}"]
  }

  private var command: [Layout] {
    let cases = model.commands.map {
      Declarations.Case(
        name: $0.name, fields: $0.fields.map { Declarations.Field(name: $0.name, type: $0.type) })
    }
    let type = Declarations.DeclaredType(name: "Command", parameters: [], shape: .union(cases))
    return Self.lines(
      of: type, path: "\(file.typeName).", name: "Command", names: names,
      visibility: file.options.conformanceVisibility)
  }

  /// A switch that writes the cases of an enum to the wire form.
  private static func writing(_ cases: [Declarations.Case]) -> [Layout] {
    ["switch self {"]
      + cases.flatMap { item -> [Layout] in
        let name = SwiftNames.escaped(item.name)
        if item.fields.isEmpty { return [.text("case .\(name): .text(\"\(item.name)\")")] }
        let bound = item.fields.map { "let \(SwiftNames.local($0.name))" }
        let members = item.fields.map {
          SwiftSnapshot.member($0.name, .text("\(SwiftNames.local($0.name)).wire"))
        }
        return [
          .text("case .\(name)(\(bound.joined(separator: ", "))):"),
          .nested(alternative(item.name, members)),
        ]
      } + ["}"]
  }

  /// The call that makes the wire form of a case or an event with data.
  static func alternative(_ name: String, _ members: [Layout]) -> Layout {
    .group(
      .sequence([
        .text(".alternative("),
        .nested(
          .sequence([
            .softLine,
            .filled([.text("\"\(name)\","), .sequence([SwiftText.list(members), ")"])]),
          ])),
      ]))
  }

  /// The lines of the wire form of a declared type.
  static func lines(
    of type: Declarations.DeclaredType, path: String, name: String? = nil, names: SwiftNames,
    visibility: String
  ) -> [Layout] {
    let name = name ?? names.type(type.name)
    let condition =
      type.parameters.isEmpty
      ? ""
      : " where \(type.parameters.map { "\(SwiftNames.nested($0)): WireValue" }.joined(separator: ", "))"
    let head = Layout.text(
      "nonisolated extension \(path)\(name): WireValue\(condition) {")
    let expressions = SwiftExpressions.bare
    var reading: [Layout]
    var writing: [Layout]
    switch type.shape {
    case .record(let fields):
      let arguments = Self.reading(fields, from: "wire")
      reading = [only(fields.map(\.name), of: "wire"), expressions("self.init", arguments)]
      let members = fields.map {
        Layout.text("WireMember(\"\($0.name)\", \(SwiftNames.escaped($0.name)).wire)")
      }
      writing = [
        .sequence([".object(", SwiftText.list(members), ")"])
      ]
    case .enumeration:
      // The runtime reads and writes enums with names.
      return [.sequence([head, "}"])]
    case .union(let cases):
      reading = ["let (name, data) = try wire.alternative()", "switch name {"]
      for item in cases {
        reading.append(.text("case \"\(item.name)\":"))
        let name = ".\(SwiftNames.escaped(item.name))"
        let value =
          item.fields.isEmpty
          ? Layout.text(name)
          : expressions(name, Self.reading(item.fields, from: "data"))
        reading += Layout.indented([
          only(item.fields.map(\.name), of: "data"), .sequence(["self = ", value]),
        ])
      }
      reading += ["default: throw WireError(message: \"no such case\")", "}"]
      writing = Self.writing(cases)
    case .state, .broken: return []
    }
    return [head]
      + Layout.indented(
        [.text("\(visibility)init(wire: Wire) throws(WireError) {")] + Layout.indented(reading)
          + ["}", .blank, .text("\(visibility)var wire: Wire {")] + Layout.indented(writing) + ["}"]
      ) + ["}"]
  }
}

extension SwiftExpressions {
  /// Prints a call with labels, without the names of a definition.
  static let bare: @Sendable (String, [(label: String, value: Layout)]) -> Layout = {
    name, arguments in
    .group(
      .sequence([
        .text("\(name)("),
        .nested(
          .sequence([
            .softLine,
            .filled(
              Layout.separated(
                arguments.map {
                  .sequence([.text("\(SwiftNames.argument($0.label)): "), $0.value])
                })),
          ])), ")",
      ]))
  }
}
