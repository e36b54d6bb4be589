import CEL
import StateLinking
import StateModel

/// Prints the source of one definition in Kotlin.
struct KotlinFile {
  let model: GenerationModel
  let options: GenerationOptions
  let names: KotlinNames
  let expressions: KotlinExpressions
  let types: KotlinTypes
  /// Whether another definition creates the state.
  let isCreated: Bool
  /// Whether `receive` returns a `StepResult`.
  let returnsResult: Bool
  /// The indices of the events in each part, and of the messages that only `raise` sends.
  let receiverParts: (events: [[Int]], own: [[Int]])

  init(_ model: GenerationModel, _ options: GenerationOptions, among others: [GenerationModel]) {
    self.model = model
    self.options = options
    returnsResult = model.returnsResult
    receiverParts = (model.messageParts(), model.messageParts(isOwn: true))
    isCreated = others.contains { $0.stateTypes.contains(model.name) && $0.name != model.name }
    let own = Set(model.definition.definition.types.map { String($0.key.prefix { $0 != "<" }) })
    var names = KotlinNames(declarations: model.declarations, own: own)
    names.variables = model.definition.variableNames
    names.owner = "\(model.name)State"
    names.package = KotlinNames.package(options)
    names.runtime = options.runtimePackage.map(KotlinNames.package) ?? names.package
    for (package, types) in options.typesByModule {
      for type in types { names.packages[type] = KotlinNames.package(package) }
    }
    names.cases = model.caseNames
    names.owners = model.owners(among: others)
    names.parts = model.partsOfMembers
    names.renamed = model.kotlinNames
    let owners = others.filter { names.owners.values.contains("\($0.name)State") }
    for state in owners + [model] { names.members["\(state.name)State"] = state.kotlinMembers }
    self.names = names
    expressions = KotlinExpressions(model: model, names: names)
    types = KotlinTypes(
      declarations: model.declarations, names: names, options: options,
      outerVisibility: KotlinText.memberVisibility(options))
  }

  /// The access word of members and nested types.
  var visibility: String { types.visibility }
  /// The access word of declarations at the top level.
  var outerVisibility: String { KotlinText.visibility(options) }
  var typeName: String { "\(model.name)State" }

  /// Names as they are written outside the state.
  var namesOutside: KotlinNames {
    var names = names
    names.qualifier = "\(typeName)."
    return names
  }

  /// The text of the whole file.
  var text: String {
    var lines = KotlinText.head(
      from: model.source, options, fingerprint: model.fingerprint,
      suppressing: model.kotlinWarnings)
    lines += KotlinText.comment(model.about ?? "")
    lines += stored
    let sections = [
      partMembers, isCreated ? KotlinInputs(file: self).members : [], ownTypes, events, commands,
      timer, message, reducer, fireFunction, ending,
      leafTypes, generalTypes, partTypes, step, outputs, uiState, description, privateMembers,
      options.hasWire ? KotlinWire(file: self).members : [], companion,
    ].filter { !$0.isEmpty }
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append(.blank) }
      lines += Layout.indented(section)
    }
    lines.append("}")
    if options.hasScreen { lines += KotlinScreen(file: self).lines }
    if options.hasWire { lines += KotlinWire(file: self).lines }
    return KotlinText.importing(
      options, Layout.lines(lines).rendered(width: 100, indentation: 4))
  }

  func member(_ name: GenerationCode.Name) -> String {
    KotlinNames.escaped(expressions.memberName(name))
  }

  /// The result type of a step.
  var nextType: String {
    "Next<\(typeName), \(model.hasCommands ? "Command" : names.builtIn("Nothing"))>"
  }

  /// The access word of an input or a property: it is visible if it is an output.
  func access(of name: GenerationCode.Name) -> String {
    model.outputs.contains { $0.storedName == name } ? visibility : "private "
  }

  /// The documentation of an input or a property.
  func comment(of name: GenerationCode.Name, _ about: String?) -> [Layout] {
    KotlinText.comment(about ?? model.outputs.first { $0.storedName == name }?.about ?? "")
  }

  private var stored: [Layout] {
    var parts: [[Layout]] = []
    func add(_ name: GenerationCode.Name, _ type: ValueType, _ about: String?) {
      if names.parts[name] != nil { return }
      parts.append(
        comment(of: name, about)
          + [.text("\(access(of: name))val \(member(name)): \(names.text(type)),")])
    }
    for (index, input) in model.inputs.enumerated() { add(.input(index), input.type, input.about) }
    for (index, property) in model.properties.enumerated() {
      add(.property(index), property.type, property.about)
    }
    parts += partParameters
    for slot in model.chart?.stored ?? [] {
      parts.append([.text("private val \(slot.name): \(names.inner(slot.typeName)),")])
    }
    for member in generalMembers {
      let access = member.name == "timers" ? "\(visibility)override" : "private"
      parts.append([.text("\(access) val \(member.name): \(member.type),")])
    }
    if hasNoData {
      let head = "\(outerVisibility)class \(typeName) private constructor()"
      return types.annotation + [.sequence([.text(head), superType, " {"])]
    }
    return types.annotation + ["@ConsistentCopyVisibility"]
      + [
        .text(
          "\(outerVisibility)data class \(typeName) private constructor(")
      ]
      + Layout.indented(Array(parts.joined())) + [.sequence([")", superType, " {"])]
  }

  /// Whether two states of the definition cannot differ.
  var hasNoData: Bool {
    model.members.isEmpty && model.general == nil && (model.chart?.stored ?? []).isEmpty
  }

  /// The result type of a step, as it is written outside the state.
  var nextTypeOutside: String {
    "Next<\(typeName), \(model.hasCommands ? "\(typeName).Command" : "Nothing")>"
  }

  private var superType: Layout {
    let command = model.hasCommands ? "\(typeName).Command" : names.builtIn("Nothing")
    let arguments = [typeName, "\(typeName).Event", command].map { Layout.text($0) }
    return .group(
      .sequence([
        " : StateDefinition<", .nested(.sequence([.softLine, .joined(arguments, [",", .line])])),
        .ifBroken(","), .softLine, ">",
      ]))
  }

  var parameters: [Layout] {
    model.inputs.map { input in
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
    expressions.inParts(firstMembers(model.inputs.map(\.name))) + firstChartValues
  }

  /// The first values of the inputs and properties, where the inputs are variables of these names.
  func firstMembers(_ variables: [String]) -> [(name: GenerationCode.Name, value: Layout)] {
    let bare = bare(variables)
    let inputs = zip(model.inputs, variables).enumerated().map { index, item in
      let (input, variable) = item
      let name = KotlinNames.escaped(variable)
      let value = types.holdsCollections(input.type) ? "celOwned(\(name))" : name
      return (name: GenerationCode.Name.input(index), value: Layout.text(value))
    }
    return inputs
      + model.properties.enumerated().map { index, property in
        (.property(index), bare.cell(property.initial))
      }
  }

  /// The first values of what a chart stores.
  var firstChartValues: [(label: String, value: Layout)] {
    var arguments: [(label: String, value: Layout)] = []
    for slot in model.chart?.stored ?? [] {
      let leaf = "\(names.inner(slot.typeName)).\(model.stateIdentifier(slot.start).asClass)"
      arguments.append((slot.name, .text(leaf)))
    }
    for member in generalMembers { arguments.append((member.name, member.value)) }
    return arguments
  }

  /// Expressions that read variables of these names instead of inputs.
  private func bare(_ variables: [String]) -> KotlinExpressions {
    var names = self.names
    for (index, variable) in variables.enumerated() { names.renamed[.input(index)] = variable }
    var bare = KotlinExpressions(model: model, names: names)
    bare.isBare = true
    return bare
  }

  /// The member that reports whether the definition has ended.
  private var ending: [Layout] {
    guard model.canEnd else { return [] }
    let head = Layout.text(
      "\(visibility)override val hasEnded: \(names.builtIn("Boolean"))")
    if model.general != nil {
      return [head, .nested(.text("get() = configuration.hasEnded"))]
    }
    let ends = model.definition.states.indices.filter {
      model.definition.states[$0].kind == .final && model.definition.states[$0].parent == 0
    }
    guard let slot = model.chart?.slots[0], slot.isStored else { return [] }
    let tests = ends.map { "\(rootMember) \(pattern($0))" }
    return [head, .nested(.text("get() = \(tests.joined(separator: " || "))"))]
  }

  private var ownTypes: [Layout] {
    let written = model.definition.definition.types
    let parts = model.declarations.types.suffix(names.own.count).compactMap { type -> [Layout]? in
      let about = written.first { $0.key.prefix { $0 != "<" } == type.name }
      let lines = types.declaration(type, about: TypeDocumentation(about))
      return lines.isEmpty ? nil : lines
    }
    return Array(parts.joined(separator: [.blank]))
  }

  private func classes(
    _ type: String, _ items: [(name: String, fields: [GenerationModel.Field], about: String?)],
    visibility: String
  ) -> [Layout] {
    var numbers: [Int] = []
    let parts = items.map { item -> [Layout] in
      let message = model.messages.firstIndex { $0.name == item.name }
      let number = type == "Command" ? nil : message.flatMap { part(of: $0) }
      if let number, !numbers.contains(number) { numbers.append(number) }
      return KotlinText.comment(item.about ?? "")
        + types.caseClass(
          item.name, item.fields.map { ($0.name, $0.type) },
          of: number.map { "Part\($0)" } ?? names.sealed(type), visibility, isOwned: type == "Event"
        )
    }
    let heads = numbers.map { number -> [Layout] in
      [.text("\(visibility)sealed interface Part\(number) : \(names.sealed(type))")]
    }
    return Array((heads + parts).joined(separator: [.blank]))
  }

  private func sealed(
    _ type: String, _ about: String,
    _ items: [(name: String, fields: [GenerationModel.Field], about: String?)], visibility: String
  ) -> [Layout] {
    let head = Layout.text("\(visibility)sealed interface \(type)")
    if items.isEmpty { return KotlinText.comment(about) + [head] }
    return KotlinText.comment(about) + [.sequence([head, " {"])]
      + Layout.indented(classes(type, items, visibility: visibility)) + ["}"]
  }

  private var events: [Layout] {
    sealed(
      "Event", "What just happened.",
      model.messages.filter { !$0.isOwn }.map { ($0.name, $0.fields, $0.about) },
      visibility: visibility)
  }

  private var commands: [Layout] {
    guard model.hasCommands else { return [] }
    return sealed(
      "Command", "What a step requests once; it is no part of the state.",
      model.commands.map { ($0.name, $0.fields, $0.about) }, visibility: visibility)
  }

  /// The type of the messages that `receive` takes: events, or also messages that only `raise`
  /// sends.
  var messageName: String { model.sendsOwnMessages ? names.inner("Message") : "Event" }

  private var message: [Layout] {
    guard model.sendsOwnMessages else { return [] }
    let own = model.raisedMessages.map { ($0.name, $0.fields, $0.about) }
    var lines = classes(messageName, own, visibility: "")
    if model.raisesEvents {
      let event = "val event: \(names.sealed("Event"))"
      lines =
        [
          .text("class \(model.sentName)(\(event)) : \(names.sealed(messageName))"), .blank,
        ] + lines
    }
    let about = "a message that only this state sends."
    return KotlinText.comment(model.raisesEvents ? "An event, or \(about)" : about.capitalized)
      + [.text("private sealed interface \(messageName) {")] + Layout.indented(lines) + ["}"]
  }
}

extension GenerationModel {
  /// The new names of members whose own name is taken.
  fileprivate var kotlinNames: [GenerationCode.Name: String] {
    renamed(besides: KotlinNames.taken.union(KotlinNames.typesBeforeDots))
  }

  /// The names of the members.
  fileprivate var kotlinMembers: Set<String> { memberNames.union(kotlinNames.values) }

  /// The warnings that readable Kotlin for the definition cannot avoid.
  fileprivate var kotlinWarnings: [String] {
    var (comparesNull, comparesCase) = (false, false)
    visitCells { cell in
      cell.code.visit {
        if case .isNotNull = $0.kind { comparesNull = true }
        if case .isCase = $0.kind { comparesCase = true }
      }
    }
    // A row can test what the rows before it have tested.
    return (general == nil ? [] : ["NAME_SHADOWING"])
      + (comparesNull ? ["SENSELESS_COMPARISON"] : [])
      + (comparesCase ? ["USELESS_IS_CHECK"] : [])
  }
}

/// Prints common parts of Kotlin text.
enum KotlinText {
  static func visibility(_ options: GenerationOptions) -> String {
    options.isPublic ? "public " : "internal "
  }

  /// The access word of declarations inside a type. The type limits the access already.
  static func memberVisibility(_ options: GenerationOptions) -> String {
    options.isPublic ? "public " : ""
  }

  /// The line that annotates a value.
  static func annotation(_ options: GenerationOptions) -> [Layout] {
    options.annotation.map { [.text("@\(KotlinNames.package($0))")] } ?? []
  }

  static func head(
    from source: String, _ options: GenerationOptions, fingerprint: String? = nil,
    suppressing warnings: [String] = []
  ) -> [Layout] {
    let suppressed = (warnings + ["RedundantVisibilityModifier", "unused"]).map { "\"\($0)\"" }
    return [.text("// Generated by `states generate kotlin` from \(source). Do not edit.")]
      + (fingerprint.map { [.text("// Meaning: sha256:\($0)")] } ?? [])
      + (options.runtimePackage == nil ? [] : ["@file:OptIn(GeneratedCodeOnly::class)"])
      + [
        .text(
          "@file:Suppress(\(suppressed.joined(separator: ", ")))"
        ), .blank,
        .text("package \(KotlinNames.package(options))"), .blank,
      ]
  }

  /// A wrapped documentation comment, with `*/` escaped.
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
    for word in safe.commentWords {
      if !line.isEmpty, line.count + word.count + 1 > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    lines.append(line)
    if lines.count == 1 { return [.text("/** \(lines[0]) */")] }
    return ["/**"] + lines.map { .text(" * \($0)") } + [" */"]
  }

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
