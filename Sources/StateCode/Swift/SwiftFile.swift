import CEL
import StateLinking
import StateModel

/// The options of code generation.
package struct GenerationOptions: Sendable {
  /// What is generated.
  package enum Content: Sendable {
    /// Definitions, with the runtime unless they import it.
    case definitions
    /// The cases of specs, as tests.
    case tests
    /// Only the runtime of Kotlin, for other packages to import.
    case runtime
  }

  /// Whether the types are public.
  package var isPublic: Bool
  /// Whether to generate the wire form: events, commands and outputs as JSON.
  package var hasWire: Bool
  /// Whether to generate a protocol or interface that a screen implements.
  package var hasScreen: Bool
  /// The package of the Kotlin files.
  package var package: String
  /// Whether Swift files contain the runtime, instead of an import of `StateRuntime`.
  package var embedsRuntime = false
  /// Whether an int is an `Int64` in Swift, also where `Int` has 32 bits. The runtime must be embedded.
  package var usesInt64 = false
  /// The package of the runtime that Kotlin files import; `nil` if a file of their package contains it.
  package var runtimePackage: String?
  /// Whether the store of Kotlin is generated beside the runtime.
  package var hasHost = false
  package var content = Content.definitions
  /// The modules that contain the states of generated tests.
  package var testedModules: [String] = []
  /// The modules or packages that contain types, by the names of types files: `Common` is
  /// `Common.types.json`.
  package var importedTypes: [String: String] = [:]
  /// The names of those types, by module or package.
  var typesByModule: [String: Set<String>] = [:]
  /// Whether all UI outputs are also generated as one value.
  package var hasUIState = false
  /// The annotation of values in Kotlin, such as `androidx.compose.runtime.Immutable`.
  package var annotation: String?
  /// Whether every definition uses the general chart.
  package var isGeneral = false

  package init(
    isPublic: Bool = true, hasWire: Bool = false, hasScreen: Bool = false,
    package: String = "states"
  ) {
    self.isPublic = isPublic
    self.hasWire = hasWire
    self.hasScreen = hasScreen
    self.package = package
  }
}

extension GenerationOptions {
  /// The lines that import the runtime, and the modules whose types a definition uses.
  func swiftImports(for model: GenerationModel?) -> [Layout] {
    if embedsRuntime { return [] }
    let access = isPublic ? "public " : ""
    var lines = ["\(access)import StateRuntime"]
    for (module, types) in typesByModule {
      guard let model, model.declarations.types.contains(where: { types.contains($0.name) }) else {
        continue
      }
      lines.append("\(model.publishes(types) ? access : "")import \(module)")
    }
    let sorted = lines.sorted {
      ($0.split(separator: " ").last ?? "") < ($1.split(separator: " ").last ?? "")
    }
    return sorted.map { .text($0) } + [.blank]
  }

  /// The access word of members that a protocol of the runtime requires.
  var conformanceVisibility: String { isPublic && !embedsRuntime ? "public " : "" }
}

/// Prints the source of one definition in Swift.
struct SwiftFile {
  let model: GenerationModel
  let options: GenerationOptions
  let names: SwiftNames
  let expressions: SwiftExpressions
  let types: SwiftTypes

  /// Whether another definition creates the state.
  let isCreated: Bool
  /// Whether `receive` returns a `StepResult`.
  let returnsResult: Bool

  /// `others` are all definitions that are generated together.
  init(_ model: GenerationModel, _ options: GenerationOptions, among others: [GenerationModel]) {
    self.options = options
    isCreated = others.contains { $0.stateTypes.contains(model.name) && $0.name != model.name }
    var names = SwiftNames(
      declarations: model.declarations, ownCount: model.definition.definition.types.count,
      options)
    names.renamed = model.renamed(besides: SwiftNames.taken.union(SwiftNames.takenTypes))
    names.memberNames = Set(
      names.renamed.values + model.outputs.map(\.member)
        + model.properties.indices.map { names.renamed[.property($0)] ?? model.properties[$0].name }
        + model.inputs.indices.map { names.renamed[.input($0)] ?? model.inputs[$0].name }
        + model.computed.indices.map { names.renamed[.computed($0)] ?? model.computed[$0].name })
    let functions = model.messages.map(\.name) + model.functions.values.map(\.name)
    names.members = model.memberNames.union(names.renamed.values)
      .union(model.declarations.types.map(\.name)).union(functions.map(names.function))
    names.owners = model.owners(among: others)
    names.locals = model.localNames
    self.names = names
    self.model = model.markingSharedEntries(with: SwiftExpressions(model: model, names: names))
    returnsResult = self.model.returnsResult
    expressions = SwiftExpressions(model: self.model, names: names)
    types = SwiftTypes(
      declarations: model.declarations, names: names, visibility: options.isPublic ? "public " : "",
      conformanceVisibility: options.conformanceVisibility)
  }

  var visibility: String { types.visibility }
  var typeName: String { "\(model.name)State" }

  /// Names as they are written outside the state.
  var namesOutside: SwiftNames {
    var names = names
    names.qualifier = "\(typeName)."
    return names
  }

  /// The text of the whole file.
  var text: String {
    var lines: [Layout] = [
      .text("// Generated by `states generate swift` from \(model.source). Do not edit."),
      .text("// Meaning: sha256:\(model.fingerprint)"), .blank,
    ]
    lines += options.swiftImports(for: model)
    lines += SwiftText.comment(model.about ?? "The state \(model.name).")
    lines.append(.text("\(visibility)struct \(typeName): \(conformance) {"))
    let sections = [
      stored, start, isCreated ? SwiftInputs(file: self).members : [], ownTypes, events, commands,
      message, effects, reducer, fireFunction, model.general == nil ? [] : outputs + uiState,
      isExactlyFunction, receiver, eventlessFunction,
      model.general == nil ? rowParts(expressions) : generalParts,
      leafTypes, actionFunctions, model.general == nil ? outputs + uiState : [], privateMembers,
      patterns,
    ].filter { !$0.isEmpty }
    for (index, section) in sections.enumerated() {
      if index > 0 { lines.append(.blank) }
      lines += Layout.indented(section)
    }
    lines.append("}")
    let inputs = isCreated ? [SwiftInputs(file: self).equality] : []
    for extensionLines in inputs + equalities + [description]
    where !extensionLines.isEmpty {
      lines += [.blank] + extensionLines
    }
    if options.hasScreen { lines += SwiftScreen(file: self).lines }
    if options.hasWire { lines += SwiftWire(file: self).lines }
    return Layout.lines(lines).rendered(width: 100, indentation: 2)
  }

  /// The protocol of the state. A state without commands and timers is a plain one.
  private var conformance: String {
    model.hasNext ? "StateDefinition" : "PlainStateDefinition"
  }

  /// Whether the functions that run rows can throw.
  var rowsFail: Bool {
    (model.messages.flatMap(\.parts) + model.eventless).contains {
      $0.body.contains(where: \.fails)
    }
      || model.actionsFail
  }

  private var beginFails: Bool { model.fails(model.start) }

  var initFails: Bool {
    model.properties.contains { $0.initial.code.fails }
      || model.inputs.contains { $0.defaultValue?.code.fails ?? false }
  }

  static let throwing = " throws(EvaluationError)"
}

/// The stored members and their initial values.
extension SwiftFile {
  private var stored: [Layout] {
    var lines: [Layout] = []
    for (index, input) in model.inputs.enumerated() {
      let isShown = model.outputs.contains { $0.storedName == .input(index) }
      lines += SwiftText.comment(input.about ?? (isShown ? aboutOutput(input.name) : ""))
      lines.append(
        .text(
          "\(isShown ? visibility : "private ")let \(member(.input(index))): \(names.text(input.type))"
        ))
    }
    for (index, property) in model.properties.enumerated() {
      let isShown = model.outputs.contains { $0.storedName == .property(index) }
      lines += SwiftText.comment(property.about ?? (isShown ? aboutOutput(property.name) : ""))
      let access = isShown ? "\(visibility)private(set) " : "private "
      lines.append(
        .sequence(
          [.text("\(access)var \(member(.property(index))): \(names.text(property.type))")]
            + (property.initial.isLiteral ? beginning(property.initial.code) : [])))
    }
    lines += keptOutputs
    for slot in model.chart?.stored ?? [] {
      let state = SwiftNames.escaped(model.stateIdentifier(slot.start))
      lines.append(
        .text("private var \(slot.name): \(names.inner(slot.typeName)) = .\(state)"))
    }
    return lines + generalStored
  }

  /// The first value of a stored member; nothing for `nil`, which Swift adds.
  func beginning(_ code: GenerationCode) -> [Layout] {
    let value = expressions.inner(code, isExpected: true)
    return value == "nil" ? [] : [" = ", value]
  }

  func member(_ name: GenerationCode.Name) -> String {
    SwiftNames.escaped(expressions.memberName(name))
  }

  private func aboutOutput(_ name: String) -> String {
    model.outputs.first { $0.name == name }?.about ?? ""
  }

  var inputParameters: [(name: String, type: String, value: Layout?)] {
    model.inputs.map { input in
      guard let value = input.defaultValue else { return (input.name, names.text(input.type), nil) }
      if value.isLiteral {
        return (input.name, names.text(input.type), expressions.cell(value, isExpected: true))
      }
      return (input.name, "\(names.text(input.type))?", "nil")
    }
  }

  private var start: [Layout] {
    var inside = expressions
    inside.isStatic = true
    var body: [Layout] = []
    for (index, input) in model.inputs.enumerated() {
      let member = expressions.memberName(.input(index))
      if let value = input.defaultValue, !value.isLiteral {
        body.append(
          .sequence([
            .text(
              "if let \(SwiftNames.local(input.name)) { self.\(SwiftNames.member(member)) = \(SwiftNames.local(input.name)) } else { self.\(SwiftNames.member(member)) = "
            ),
            expressions.cell(value, isExpected: true), " }",
          ]))
      } else {
        body.append(.text("self.\(SwiftNames.member(member)) = \(SwiftNames.local(input.name))"))
      }
    }
    for (index, input) in model.inputs.enumerated() where input.defaultValue?.isLiteral == false {
      // The parameter has no value if the default is used.
      let member = expressions.memberName(.input(index))
      inside.names.renamed[.input(index)] = "self.\(SwiftNames.member(member))"
    }
    for (index, property) in model.properties.enumerated() where !property.initial.isLiteral {
      let member = expressions.memberName(.property(index))
      let isHidden = model.inputs.contains { $0.name == member }
      body.append(
        .sequence([
          .text("\(isHidden ? "self." : "")\(SwiftNames.escaped(member)) = "),
          inside.cell(property.initial, isExpected: true),
        ]))
    }
    if hasMemberwiseInit { return starting }
    let effect = initFails ? Self.throwing : ""
    return starting + [
      .blank, SwiftText.function("private init", inputParameters, suffix: "\(effect) {"),
    ] + Layout.indented(body) + ["}"]
  }

  /// Whether the initializer that Swift makes is enough: all but the inputs have their values at
  /// their declarations.
  private var hasMemberwiseInit: Bool {
    model.properties.allSatisfy(\.initial.isLiteral)
      && model.inputs.indices.allSatisfy { index in
        let input = model.inputs[index]
        return (input.defaultValue?.isLiteral ?? true)
          && SwiftNames.member(expressions.memberName(.input(index))) == input.name
      }
  }

  /// The `start` function.
  private var starting: [Layout] {
    let first = SwiftText.call(
      "Self", model.inputs.map { ($0.name, SwiftNames.local($0.name)) })
    let construction = Layout.sequence([initFails ? "try " : "", first])
    let result = (label: "result", value: Layout.text(".changed"))
    var body: [Layout] = []
    if model.general != nil, !model.start.isEmpty || !model.eventless.isEmpty || model.outputsFail {
      body = [.sequence([.text("try \(step)(next: "), first, ").starting()"])]
    } else if let simple = simpleStart {
      let commands =
        simple.isEmpty ? [] : [(label: "commands", value: SwiftText.list(simple))]
      body = [
        expressions.labelled("Next", [(label: "state", value: construction)] + commands + [result])
      ]
    } else if model.start.isEmpty, !model.settles {
      body = [.sequence(["var next = ", construction])] + settling
      body.append(expressions.labelled("return Next", [("state", "next"), result]))
    } else {
      body = [.sequence(["var next = ", construction])]
      if model.usesEffects { body.append(.text("var effects = \(names.inner("Effects"))()")) }
      if !model.start.isEmpty {
        let begin = "next.\(model.functionName("begin"))(\(model.usesEffects ? "&effects" : ""))"
        body.append(.text("\(beginFails ? "try " : "")\(begin)"))
      }
      body += settling
      body.append(next(result: ".changed"))
    }
    return SwiftText.comment(
      "The state as it begins, and what the app has to do then.")
      + [
        SwiftText.function(
          "\(visibility)static func start", inputParameters,
          suffix: "\(Self.throwing) -> Next<Self> {")
      ] + Layout.indented(body) + ["}"]
      + (model.general == nil && simpleStart == nil && !model.start.isEmpty
        ? [.blank] + startFunction : [])
  }

  /// The commands of a start that only emits commands, or none.
  var simpleStart: [Layout]? {
    guard !model.outputsFail, !model.settles || model.start.isEmpty && model.eventless.isEmpty
    else { return nil }
    var commands: [Layout] = []
    for statement in model.start {
      guard case .emit(let index, let cells) = statement, model.general == nil,
        cells.allSatisfy({ !$0.code.fails && model.reads($0.code).isEmpty })
      else { return nil }
      commands.append(
        SwiftText.sending(
          model.commands[index].name, model.commands[index].fields, cells, expressions))
    }
    return commands
  }

  private var startFunction: [Layout] {
    var statements = SwiftStatements(model: model, expressions: expressions, returnsResult: false)
    let effects = effectsParameter.joined()
    let begin = "mutating func \(model.functionName("begin"))(\(effects))"
    return [.text("private \(begin)\(beginFails ? Self.throwing : "") {")]
      + Layout.indented(statements.lines(model.start)) + ["}"]
  }

  private var ownTypes: [Layout] {
    let used = model.usedUnionMembers
    let written = model.definition.definition.types
    let parts = names.ownTypes.compactMap { type -> [Layout]? in
      let about = written.first { $0.key.prefix { $0 != "<" } == type.name }
      let lines = types.declaration(type, about: TypeDocumentation(about), used: used)
      return lines.isEmpty ? nil : lines
    }
    return Array(parts.joined(separator: [.blank]))
  }

  private var equalities: [[Layout]] {
    var result: [[Layout]] = []
    for type in names.ownTypes {
      if case .state = type.shape { continue }
      if case .broken = type.shape { continue }
      result.append(types.equality(type, path: "\(typeName)."))
    }
    for slot in model.chart?.stored ?? [] { result.append(equality(of: slot)) }
    return result
  }

  private func equality(of slot: GenerationChart.Slot) -> [Layout] {
    let cases = leafCases(slot)
    let head = "extension \(typeName).\(names.inner(slot.typeName)): CELValue {"
    guard cases.contains(where: { !$0.fields.isEmpty }) else { return [.text("\(head)}")] }
    let hasDouble = cases.contains { $0.fields.contains { types.hasDouble($0.type) } }
    let access = options.isPublic ? "@usableFromInline " : ""
    return [.text(head)]
      + Layout.indented(
        [.text("\(access)func isEqual(to other: Self) -> Bool {")]
          + Layout.indented(types.pairs(cases, "isEqual", "to: ")) + ["}"]
          + (hasDouble
            ? [Layout.blank, .text("\(access)func isExactly(_ other: Self) -> Bool {")]
              + Layout.indented(types.pairs(cases, "isExactly", "")) + ["}"] : [])) + ["}"]
  }
}

extension GenerationCell {
  /// Whether the code is a constant that can be the default of a parameter.
  var isLiteral: Bool {
    !code.fails
      && !code.contains {
        switch $0.kind {
        case .name, .isIn, .declared, .pattern: true
        default: false
        }
      }
  }
}
