import CEL
import StateLinking
import StateModel

/// Prints the wire form of a definition in Kotlin.
struct KotlinWire {
  let file: KotlinFile
  private var names: KotlinNames { file.namesOutside }
  private var model: GenerationModel { file.model }

  var lines: [Layout] {
    var lines: [Layout] = [.blank, "// The wire form.", .blank]
    lines += object
    lines += [.blank] + event + [.blank] + KotlinRecording(file: file).event
    if model.hasCommands { lines += [.blank] + command }
    for part in typeFunctions { lines += [.blank] + part }
    return lines + (file.isCreated ? [.blank] + KotlinInputs(file: file).wire : [])
  }

  /// The functions that read and write values of the own types. A definition that creates the state
  /// may call all of them.
  private var typeFunctions: [[Layout]] {
    let used = model.typesOnWire
    let types = model.declarations.types
    return (types.count - names.own.count..<types.count).flatMap { index in
      let (reading, writing) = Self.functions(
        of: types[index], path: "\(file.typeName).", names: names,
        access: file.isCreated ? "internal " : "private ")
      let isRead = file.isCreated || used.read.contains(Int32(index))
      let isWritten = file.isCreated || used.written.contains(Int32(index))
      return (isRead ? [reading] : []) + (isWritten ? [writing] : [])
    }.filter { !$0.isEmpty }
  }

  /// The expression that writes a value of a type.
  static func write(_ value: String, _ type: ValueType, _ names: KotlinNames, _ depth: Int = 0)
    -> Layout
  {
    let item = "item\(depth)"
    func each(_ head: String, _ type: ValueType) -> Layout {
      KotlinText.closure(head, "{ \(item) ->", write(item, type, names, depth + 1))
    }
    switch type.withoutDoubleNull {
    case .nullable(let inner), .optional(let inner):
      let inside = write(item, inner, names, depth + 1)
      let isSimple = inside == .text("\(item).toWire()")
      let written =
        isSimple
        ? .text("\(value)?.toWire()")
        : KotlinText.closure("\(value)?.let", "{ \(item) ->", inside)
      return .sequence(["(", written, " ?: Wire.Null)"])
    case .list(let element): return .sequence(["Wire.Array(", each("\(value).map", element), ")"])
    case .map(_, let element): return each("\(value).toWire", element)
    case .parameter(let name): return .text("write\(KotlinNames.typeName(name))(\(value))")
    case .declared(_, let arguments):
      return KotlinText.call("\(value).toWire", arguments.map { each("", $0) })
    default: return .text("\(value).toWire()")
    }
  }

  /// The expression that reads a value of a type.
  static func read(_ wire: String, _ type: ValueType, _ names: KotlinNames, _ depth: Int = 0)
    -> Layout
  {
    let item = "item\(depth)"
    func each(_ head: String, _ type: ValueType) -> Layout {
      KotlinText.closure(head, "{ \(item) ->", read(item, type, names, depth + 1))
    }
    switch type.withoutDoubleNull {
    case .bool: return .text("\(wire).toBoolean()")
    case .int: return .text("\(wire).toLong()")
    case .uint: return .text("\(wire).toULong()")
    case .double: return .text("\(wire).toDouble()")
    case .string: return .text("\(wire).toText()")
    case .duration: return .text("\(wire).toTimeSpan()")
    case .void: return .text("\(wire).toUnit()")
    case .bytes: return .text("\(wire).toBytes()")
    case .timestamp: return .text("\(wire).toTimestamp()")
    case .dyn: return .text("\(wire).toDyn()")
    case .map(let key, let element):
      return KotlinText.call("\(wire).toMap", [.text("{ \(Self.key(key)) }"), each("", element)])
    case .nullable(let inner), .optional(let inner): return each("\(wire).orNull", inner)
    case .list(let element): return each("\(wire).toList", element)
    case .parameter(let name): return .text("read\(KotlinNames.typeName(name))(\(wire))")
    case .declared(let id, let arguments):
      return KotlinText.call(
        names.reader(of: id), [.text(wire)] + arguments.map { each("", $0) })
    default: return .text(wire)
    }
  }

  /// The expression that reads a map key from its text.
  private static func key(_ type: ValueType) -> String {
    switch type {
    case .int: "it.toLongOrNull()"
    case .uint: "it.naturalOrNull()"
    case .bool: "it.toBooleanStrictOrNull()"
    default: "it"
    }
  }

  /// A check that an object has no other members.
  static func only(_ fields: [String], of wire: String) -> Layout {
    KotlinText.call("\(wire).only", fields.map { .text("\"\($0)\"") })
  }

  private var object: [Layout] {
    let arguments = model.inputs.map { input -> (label: String, value: Layout) in
      let read = Self.read("inputs[\"\(input.name)\"]", input.type, names)
      guard let value = input.defaultValue else { return (input.name, read) }
      return (
        input.name,
        KotlinText.choice(
          .text("inputs.has(\"\(input.name)\")"), read,
          KotlinExpressions(model: model, names: names).cell(value))
      )
    }
    let type = file.typeName
    let command = model.hasCommands ? "\(type).Command" : "Nothing"
    let outputs = model.outputs.map { output in
      Layout.sequence([
        .text("\"\(output.name)\" to "),
        Self.write("state.\(KotlinNames.escaped(output.member))", output.type, names), ",",
      ])
    }
    let head = "override fun outputs(state: \(type)): List<Pair<String, Wire>> ="
    let functions: [[Layout]] = [
      [
        .text("override fun start(inputs: Wire): \(file.nextTypeOutside) {"),
        .nested(
          .sequence([
            Self.only(model.inputs.map(\.name), of: "inputs"), .newLine, "return ",
            file.expressions.labelled("\(type).start", arguments),
          ])), "}",
      ],
      [
        .text("override fun restore(snapshot: Wire): Restored<\(type)> ="),
        .nested(.text("\(type).restore(snapshot)")),
      ],
      [
        KotlinText.function(
          "override fun snapshot",
          [.text("state: \(type)"), "remaining: (String) -> TimeSpan?"], suffix: ": Wire ="),
        .nested("state.snapshot(remaining)"),
      ],
      [
        .text("override fun event(wire: Wire): \(type).Event? ="),
        .nested(.text("read\(type)Event(wire)")),
      ],
      [
        .text(
          "override fun wire(command: \(command)): Wire = "
            + (model.hasCommands ? "command.toWire()" : "command"))
      ],
      outputs.isEmpty
        ? [.text("\(head) emptyList()")]
        : [
          .sequence([
            .text("\(head) listOf("), .nested(.sequence(Layout.stacked(outputs))), .newLine, ")",
          ])
        ],
      [.text("override fun places(state: \(type)): List<String> = state.wirePlaces")],
      [.text("override fun record(event: \(type).Event): Wire = event.toRecord()")],
      [.text("override fun inputs(state: \(type)): Wire = state.wireInputs")],
      [.text("override val hasPrivateData: Boolean get() = \(model.hasPrivateData)")],
    ]
    let superType = ["\(type)", "\(type).Event", command].map { Layout.text($0) }
    return KotlinText.comment("The state as JSON: its events, commands, outputs and snapshots.") + [
      .group(
        .sequence([
          .text("\(file.outerVisibility)object \(type)Wire : WireForm<"),
          .nested(.sequence([.softLine, .joined(superType, [",", .line]), .ifBroken(",")])),
          .softLine, "> {",
        ]))
    ] + Layout.indented(Array(functions.joined(separator: [.blank]))) + ["}"]
  }

  /// The members of the state that the wire form needs.
  var members: [Layout] {
    var lines: [Layout] = []
    let snapshot = KotlinSnapshot(file: file)
    let helpers = snapshot.helpers
    lines += snapshot.saving + [.blank] + KotlinRecording(file: file).inputs + [.blank]
    lines += (helpers.isEmpty ? [] : helpers + [.blank])
    if model.general != nil {
      let state = names.inner("State")
      return lines + [
        "internal val wirePlaces: List<String>",
        .nested(
          .text(
            "get() = configuration.leaves.map { \(state).entries[it].wireName }")
        ),
      ]
    }
    guard let chart = model.chart else {
      return lines + [
        .text("internal val wirePlaces: List<String> get() = listOf(\"\(model.name)\")")
      ]
    }
    let members = chart.slots.map { slot -> [Layout] in
      let isRoot = slot.owner == 0
      return [
        .text(
          isRoot
            ? "internal val wirePlaces: List<String>"
            : "private val \(slot.name)Names: List<String>"),
        .nested(.sequence(["get() = ", leafNames(of: slot, in: chart)])),
      ]
    }
    return lines + Array(members.joined(separator: [.blank]))
  }

  /// The expression for the names of the active leaves of a slot.
  private func leafNames(of slot: GenerationChart.Slot, in chart: GenerationChart) -> Layout {
    let lists = slot.leaves.map { state -> Layout in
      let node = model.definition.states[state]
      guard node.kind == .parallel else { return .text("listOf(\"\(node.name)\")") }
      let regions = chart.slots.filter {
        model.definition.states[$0.owner].parent == state && $0.owner > 0
      }
      return .group(
        .nested(.joined(regions.map { .text("\($0.name)Names") }, [" +", .line])))
    }
    if chart.hasRegions, !slot.isStored { return lists[0] }
    let cases = zip(slot.leaves, lists).map { state, list in
      Layout.sequence([.text("\(file.pattern(state)) -> "), list])
    }
    return .sequence([
      .text("when (\(slot.name)) {"), .nested(.sequence(Layout.stacked(cases))),
      .newLine, "}",
    ])
  }

  private var event: [Layout] {
    let type = "\(file.typeName).Event"
    let cases = model.messages.filter { !$0.isOwn }.map { message -> Layout in
      let name = "\(type).\(message.name.asClass)"
      let value =
        message.fields.isEmpty
        ? Layout.text(name)
        : file.expressions.labelled(
          name,
          message.fields.map { ($0.name, Self.read("data[\"\($0.name)\"]", $0.type, names)) }
        )
      return .sequence([
        .text("\"\(message.name)\" -> {"),
        .nested(
          .sequence([
            .newLine, Self.only(message.fields.map(\.name), of: "data"), .newLine, value,
          ])), .newLine, "}",
      ])
    }
    let hasData = !model.hasNoEvents
    if file.receiverParts.events.count > 1 { return split(cases, type, hasData: hasData) }
    return KotlinText.comment("Reads an event; null where no event has the name.")
      + [
        .text("private fun read\(file.typeName)Event(wire: Wire): \(type)? {"),
        .nested(
          .sequence([
            .text("val (name, data) = wire.alternative()"), .newLine,
            "return when (name) {",
            .nested(.sequence(Layout.stacked(cases + ["else -> null"]))), .newLine, "}",
          ])), "}",
      ]
  }

  /// The functions that read an event, with at most a hundred names each.
  private func split(_ cases: [Layout], _ type: String, hasData: Bool) -> [Layout] {
    let name = "read\(file.typeName)Event"
    let parts = stride(from: 0, to: cases.count, by: 100).map {
      Array(cases[$0..<min($0 + 100, cases.count)])
    }
    let more = hasData ? ", data" : ""
    let calls = parts.indices.map { Layout.text("\(name)\($0 + 1)(name\(more))") }
    var lines =
      KotlinText.comment("Reads an event; null where no event has the name.") + [
        .text("private fun \(name)(wire: Wire): \(type)? {"),
        .nested(
          .sequence([
            .text("val (name\(more)) = wire.alternative()"), .newLine,
            .group(.sequence(["return ", .nested(Layout.joined(calls, [.line, "?: "]))])),
          ])), "}",
      ]
    for (index, cases) in parts.enumerated() {
      lines += [
        .blank,
        KotlinText.function(
          "private fun \(name)\(index + 1)", ["name: String"] + (hasData ? ["data: Wire"] : []),
          suffix: ": \(type)? = when (name) {"),
        .nested(Layout.lines(cases + ["else -> null"])), "}",
      ]
    }
    return lines
  }

  private var command: [Layout] {
    let type = "\(file.typeName).Command"
    return KotlinText.comment("The command in its wire form.")
      + Self.writer(
        type, model.commands.map { ($0.name, $0.fields.map { ($0.name, $0.type) }) }, [], names,
        visibility: "private ")
  }

  /// The branch of a `when` that writes a case with its data.
  static func branch(
    _ type: String, _ name: String, _ data: [(field: String, value: Layout)], _ stars: String = ""
  ) -> Layout {
    if data.isEmpty { return .text("\(type).\(name.asClass) -> Wire.Text(\"\(name)\")") }
    let members = data.map { Layout.sequence([.text("\"\($0.field)\" to "), $0.value, ","]) }
    return .sequence([
      .text("is \(type).\(name.asClass)\(stars) -> wireAlternative("),
      .nested(.sequence([.newLine, .text("\"\(name)\",")] + Layout.stacked(members))),
      .newLine, ")",
    ])
  }

  static func writer(
    _ type: String, _ cases: [(String, [(String, ValueType)])], _ parameters: [String],
    _ names: KotlinNames, visibility: String
  ) -> [Layout] {
    let stars = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    let lines = cases.map { name, fields in
      branch(
        type, name,
        fields.map { ($0, write("this.\(KotlinNames.escaped($0))", $1, names)) }, stars)
    }
    let writers = parameters.map { Layout.text("write\($0): (\($0)) -> Wire") }
    let generic = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))> "
    return [
      KotlinText.function(
        "\(visibility)fun \(generic)\(type)\(stars).toWire", writers,
        suffix: ": Wire = when (this) {"),
      .nested(Layout.lines(lines)), "}",
    ]
  }
}
