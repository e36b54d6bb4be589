import CEL
import StateTables

/// The source of one definition in Kotlin.
struct KotlinFile {
  let plan: Blueprint
  let options: GenerationOptions
  let names: KotlinNames
  let expressions: KotlinExpressions
  let types: KotlinTypes

  init(_ plan: Blueprint, _ options: GenerationOptions) {
    self.plan = plan
    self.options = options
    let own = Set(plan.definition.definition.types.map { String($0.key.prefix { $0 != "<" }) })
    var names = KotlinNames(declarations: plan.declarations, own: own)
    let classes =
      plan.messages.map(\.name) + plan.commands.map(\.name)
      + plan.definition.states.map(\.name)
    names.isHiding = classes.contains { KotlinNames.builtIn.contains($0.capitalized) }
    names.renamed = plan.renamed(besides: KotlinNames.taken)
    self.names = names
    expressions = KotlinExpressions(plan: plan, names: names)
    types = KotlinTypes(
      declarations: plan.declarations, names: names, visibility: KotlinText.visibility(options))
  }

  var visibility: String { types.visibility }
  var typeName: String { "\(plan.name)State" }

  /// Names as they are outside of the state.
  var namesOutside: KotlinNames {
    var names = names
    names.qualifier = "\(typeName)."
    return names
  }

  /// The whole file.
  var text: String {
    var lines = KotlinText.head(from: plan.source, options, fingerprint: plan.fingerprint)
    lines += KotlinText.comment(plan.about ?? "")
    lines += stored
    let sections = [
      constructor, ownTypes, events, commands, timer, next, message, reducer, firing, place,
      generalTypes, step, outputs,
      privates, options.hasWire ? KotlinWire(file: self).members : [], companion,
    ].filter { !$0.isEmpty }
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append(.blank) }
      lines += KotlinText.indented(section)
    }
    lines.append("}")
    let readers = types.readers(
      plan.declarations.types.filter { names.own.contains($0.name) }, path: "\(typeName).",
      used: plan.usedUnionMembers)
    if !readers.isEmpty { lines += [.blank] + readers }
    if options.hasScreen { lines += KotlinScreen(file: self).lines }
    if options.hasWire { lines += KotlinWire(file: self).lines }
    return SwiftText.lines(lines).rendered(width: 100, indentation: 4)
  }

  /// Whether the start asks for something.
  var hasStart: Bool { !plan.start.isEmpty }

  /// Whether `receive` says what came of a message.
  var tells: Bool {
    plan.general != nil
      || (plan.hasNext || options.hasWire)
        && plan.messages.contains { $0.parts.contains { $0.body.contains(where: \.tells) } }
  }

  func member(_ name: Code.Name) -> String { KotlinNames.escaped(expressions.memberName(name)) }

  /// Whether nothing but inputs is stored, so that the constructor is that of the inputs.
  private var isInputsOnly: Bool {
    plan.properties.isEmpty && plan.chart == nil && plan.general == nil
  }

  private var stored: [Layout] {
    var parts: [[Layout]] = []
    func add(_ name: Code.Name, _ spelling: String, _ type: ValueType, _ about: String?) {
      let shown = plan.outputs.first { $0.shown == name }
      let access = shown == nil ? "private " : visibility
      parts.append(
        KotlinText.comment(about ?? shown?.about ?? "")
          + [.text("\(access)val \(member(name)): \(names.text(type)),")])
    }
    for (index, input) in plan.inputs.enumerated() {
      add(.input(index), input.name, input.type, input.about)
    }
    for (index, property) in plan.properties.enumerated() {
      add(.property(index), property.name, property.type, property.about)
    }
    for slot in plan.chart?.stored ?? [] {
      parts.append([.text("private val \(slot.name): \(names.inner(slot.typeName)),")])
    }
    for member in generalMembers {
      parts.append([.text("private val \(member.name): \(member.type),")])
    }
    let isPrivate = !isInputsOnly || hasStart
    return ["@ConsistentCopyVisibility"]
      + [
        .text(
          "\(visibility)data class \(typeName) \(isPrivate ? "private " : "internal ")constructor(")
      ]
      + KotlinText.indented(Array(parts.joined())) + [") {"]
  }

  var parameters: [Layout] {
    plan.inputs.map { input in
      let name = KotlinNames.escaped(input.name)
      guard let value = input.defaultValue else {
        return .text("\(name): \(names.text(input.type))")
      }
      return .sequence([
        .text("\(name): \(names.text(input.type)) = "), expressions.cell(value),
      ])
    }
  }

  /// The arguments of the primary constructor.
  var firstValues: [(label: String, value: Layout)] {
    var arguments: [(label: String, value: Layout)] = []
    for (index, input) in plan.inputs.enumerated() {
      arguments.append(
        (expressions.memberName(.input(index)), .text(KotlinNames.escaped(input.name))))
    }
    for (index, property) in plan.properties.enumerated() {
      arguments.append(
        (expressions.memberName(.property(index)), bare.cell(property.initial)))
    }
    for slot in plan.chart?.stored ?? [] {
      let place = "\(names.inner(slot.typeName)).\(plan.placeName(slot.start).capitalized)"
      arguments.append((slot.name, .text(place)))
    }
    for member in generalMembers { arguments.append((member.name, member.value)) }
    return arguments
  }

  /// Expressions that see parameters in place of members.
  private var bare: KotlinExpressions {
    var bare = expressions
    var names = self.names
    for (index, _) in plan.inputs.enumerated() { names.renamed[.input(index)] = nil }
    bare = KotlinExpressions(plan: plan, names: names)
    return bare
  }

  private var constructor: [Layout] {
    guard !hasStart, !isInputsOnly else { return [] }
    return [
      KotlinText.function("\(visibility)constructor", parameters, suffix: " : "),
      .nested(.sequence([expressions.labelled("this", firstValues)])),
    ]
  }

  private var ownTypes: [Layout] {
    let written = plan.definition.definition.types
    let parts = plan.declarations.types.compactMap { type -> [Layout]? in
      guard names.own.contains(type.name) else { return nil }
      let about = written.first { $0.key.prefix { $0 != "<" } == type.name }
      let lines = types.declaration(type, about: SwiftAbout(about))
      return lines.isEmpty ? nil : lines
    }
    return Array(parts.joined(separator: [.blank]))
  }

  private func classes(
    _ type: String, _ items: [(name: String, fields: [Blueprint.Field], about: String?)],
    visibility: String
  ) -> [Layout] {
    var numbers: [Int] = []
    let parts = items.map { item -> [Layout] in
      let message = plan.messages.firstIndex { $0.name == item.name }
      let number = type == "Command" ? nil : message.flatMap { part(of: $0) }
      if let number, !numbers.contains(number) { numbers.append(number) }
      return KotlinText.comment(item.about ?? "")
        + [
          types.caseClass(
            item.name, item.fields.map { ($0.name, $0.type) },
            of: number.map { "Part\($0)" } ?? type, visibility)
        ]
    }
    let heads = numbers.map { number -> [Layout] in
      [.text("\(visibility)sealed interface Part\(number) : \(type)")]
    }
    return Array((heads + parts).joined(separator: [.blank]))
  }

  private func sealed(
    _ type: String, _ about: String,
    _ items: [(name: String, fields: [Blueprint.Field], about: String?)], visibility: String
  ) -> [Layout] {
    let head = Layout.text("\(visibility)sealed interface \(type)")
    if items.isEmpty { return KotlinText.comment(about) + [head] }
    return KotlinText.comment(about) + [.sequence([head, " {"])]
      + KotlinText.indented(classes(type, items, visibility: visibility)) + ["}"]
  }

  private var events: [Layout] {
    sealed(
      "Event", "What just happened.",
      plan.messages.filter { !$0.isOwn }.map { ($0.name, $0.fields, $0.about) },
      visibility: visibility)
  }

  private var commands: [Layout] {
    guard plan.hasCommands else { return [] }
    return sealed(
      "Command", "What a step asks for once; it is no part of the state.",
      plan.commands.map { ($0.name, $0.fields, $0.about) }, visibility: visibility)
  }

  private var next: [Layout] {
    guard plan.hasNext else { return [] }
    let list = names.isHiding ? "kotlin.collections.List" : "List"
    var members: [Layout] = [.text("\(visibility)val state: \(typeName),")]
    if plan.hasCommands { members.append(.text("\(visibility)val commands: \(list)<Command>,")) }
    if plan.hasTimers {
      members.append(
        .text("\(visibility)val timers: \(list)<TimerRequest<\(names.inner("Timer"))>>,"))
    }
    members.append(.text("\(visibility)val result: StepResult,"))
    return KotlinText.comment(
      "A state, what to do once now that it is reached, and what came of the event.")
      + [.text("\(visibility)data class Next(")] + KotlinText.indented(members) + [")"]
  }

  /// What `receive` takes: an event, or what only a raise sends.
  var messageName: String { plan.hasOwnMessages ? names.inner("Message") : "Event" }

  private var message: [Layout] {
    guard plan.hasOwnMessages else { return [] }
    var lines = sealed(
      messageName, "",
      plan.messages.map { ($0.name, $0.fields, $0.isOwn ? $0.about : nil) },
      visibility: "")
    lines[0] = .text("private sealed interface \(messageName) {")
    var body: [Layout] = [
      .text("private fun message(event: Event): \(messageName) = when (event) {")
    ]
    body += KotlinText.indented(
      plan.messages.filter { !$0.isOwn }.map { item in
        let name = item.name.capitalized
        if item.fields.isEmpty { return .text("Event.\(name) -> \(messageName).\(name)") }
        return .sequence([
          .text("is Event.\(name) -> "),
          expressions.labelled(
            "\(messageName).\(name)",
            item.fields.map { ($0.name, .text("event.\(KotlinNames.escaped($0.name))")) }),
        ])
      })
    return lines + [.blank] + body + ["}"]
  }
}

/// Pieces of Kotlin text.
enum KotlinText {
  static func visibility(_ options: GenerationOptions) -> String {
    options.isPublic ? "public " : "internal "
  }

  static func head(
    from source: String, _ options: GenerationOptions, fingerprint: String? = nil
  ) -> [Layout] {
    [.text("// Generated by `states generate kotlin` from \(source). Do not edit.")]
      + (fingerprint.map { [.text("// Meaning: sha256:\($0)")] } ?? [])
      + [
        "@file:Suppress(\"RedundantVisibilityModifier\", \"unused\")", .blank,
        .text("package \(KotlinNames.package(options))"), .blank,
      ]
  }

  /// A documentation comment, wrapped; nothing in it ends it early.
  static func comment(_ text: String, width: Int = 88) -> [Layout] {
    if text.isEmpty { return [] }
    var safe = ""
    var last: Character = " "
    for character in text {
      if last == "*" && character == "/" || last == "/" && character == "*" { safe += " " }
      safe.append(character)
      last = character
    }
    var lines: [String] = []
    var line = ""
    for word in safe.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.count + word.count + 1 > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    lines.append(line)
    if lines.count == 1 { return [.text("/** \(lines[0]) */")] }
    return ["/**"] + lines.map { .text(" * \($0)") } + [" */"]
  }

  static func indented(_ lines: [Layout]) -> [Layout] { SwiftText.indented(lines) }

  /// The head of a function.
  static func function(_ name: String, _ parameters: [Layout], suffix: String) -> Layout {
    if parameters.isEmpty { return .text("\(name)()\(suffix)") }
    return .group(
      .sequence([
        .text("\(name)("),
        .nested(
          .sequence([.softLine, Layout.joined(parameters, [",", .line]), .ifBroken(",")])),
        .softLine, .text(")\(suffix)"),
      ]))
  }
}
