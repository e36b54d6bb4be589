import CEL
package import StateLinking
package import StateModel

/// The languages that source can be generated in.
package enum TargetLanguage: String, CaseIterable, Sendable {
  case swift, kotlin
}

/// A generated file.
package struct GeneratedFile: Hashable, Sendable {
  /// The file name, without a folder.
  package let name: String
  /// The whole text.
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// Generates the sources of definitions that belong together.
package struct Generation: Sendable {
  private let language: TargetLanguage
  private var options: GenerationOptions
  private var models: [GenerationModel] = []
  /// The types files, with their names.
  private var shared: [(name: String, file: TypesFile)] = []
  /// The specs, by the names of their definitions.
  private var specs: [String: (source: String, spec: Spec)] = [:]

  package init(_ language: TargetLanguage, _ options: GenerationOptions) {
    self.language = language
    self.options = options
  }

  /// Adds a definition. Returns a refusal if it cannot be generated.
  package mutating func add(
    _ definition: CheckedDefinition, source: String
  ) -> GenerationRefusal? {
    // The interpreter does not run it either.
    if definition.triggerCount > Limits.triggers {
      return GenerationRefusal(
        Refusal(
          "room for so many rows of events", change: "divide the definition", at: "/reducer"))
    }
    let result = GenerationModelBuilder.model(
      of: definition, source: source, isGeneral: options.isGeneral)
    switch result {
    case .success(let model):
      if let refusal = ownRefusal(of: model) { return GenerationRefusal(refusal) }
      models.append(model)
      return nil
    case .failure(let refusal): return refusal
    }
  }

  /// Why a definition cannot be generated at all in the language; `nil` if it can.
  private func ownRefusal(of model: GenerationModel) -> Refusal? {
    if language == .swift, SwiftRuntime.typeNames.contains("\(model.name)State") {
      return Refusal(
        "state called `\(model.name)State`, as a type of the runtime is",
        change: "rename the definition", at: "/state")
    }
    let restoring = ["Restored", "SnapshotReader"]
    if language == .swift, options.hasWire,
      let output = model.outputs.first(where: { restoring.contains($0.name) })
    {
      return Refusal(
        "output called `\(output.name)`, as a type of the runtime is",
        change: "rename the output", at: "/outputs/\(output.name)")
    }
    if language == .kotlin, let pointer = model.comparisonOfDoubles {
      return Refusal(
        "comparison of records that hold doubles", change: "compare their fields",
        at: pointer)
    }
    if language == .kotlin, let pointer = model.wideFields(hasUIState: options.hasUIState) {
      return Refusal(
        "constructor for so many fields", change: "group them in records", at: pointer)
    }
    if language == .kotlin, let clash = model.fieldsOfOneGetter {
      return Refusal(
        "field called `\(clash.second)` beside `\(clash.first)`", change: "rename one of them",
        at: clash.pointer)
    }
    return options.hasScreen ? model.clashOnScreen : nil
  }

  /// Removes the definitions that cannot be generated beside the other ones. Returns the file name
  /// and the refusal of each one.
  package mutating func removeUnresolved() -> [(source: String, refusal: GenerationRefusal)] {
    var refusals: [(source: String, refusal: GenerationRefusal)] = []
    while let index = models.firstIndex(where: { refusal(of: $0) != nil }) {
      let refusal = refusal(of: models[index])
      let model = models.remove(at: index)
      if let refusal { refusals.append((model.source, GenerationRefusal(refusal))) }
    }
    return refusals
  }

  /// Why a definition cannot be generated beside the other ones; `nil` if it can.
  private func refusal(of model: GenerationModel) -> Refusal? {
    if let name = model.stateTypes.first(where: { name in !models.contains { $0.name == name } }) {
      return Refusal(
        "`\(name)` to hand over, which is not generated beside it",
        change: "generate both in one run", at: "/uses")
    }
    let names = shared.flatMap(\.file.typeNames)
    if let name = model.typesAtTopLevel(language, options).first(where: names.contains) {
      return Refusal(
        "type called `\(name)` in a types file, as one of the state is",
        change: "rename the type or the definition", at: "/state")
    }
    let used = model.declarations.types.dropLast(model.definition.definition.types.count)
    if let name = used.map(\.name).first(where: { name in names.count { $0 == name } > 1 }) {
      return Refusal(
        "two types called `\(name)` in one module",
        change: "rename one of them, or generate one file in another module and `--import` it",
        at: "/uses")
    }
    return nil
  }

  /// Adds a types file; for `Transit.types.json` the name is `Transit`.
  /// The types of a file that another module or package contains are not generated.
  package mutating func add(_ file: TypesFile, name: String) {
    guard let module = options.importedTypes[name] else {
      shared.append((name, file))
      return
    }
    options.typesByModule[module, default: []].formUnion(file.typeNames)
  }

  /// Adds a spec, whose cases become tests.
  package mutating func add(_ spec: Spec, source: String) {
    specs[spec.definition] = (source, spec)
  }

  /// The tests of all specs, and the file that they use.
  private var tests: [GeneratedFile] {
    var files: [GeneratedFile] = []
    for model in models {
      guard let (source, spec) = specs[model.name] else { continue }
      let tests = GenerationTestBuilder.tests(of: spec, model.definition)
      if tests.isEmpty { continue }
      let name = "\(model.name)StateTests"
      switch language {
      case .swift:
        let file = SwiftFile(model, options, among: models)
        let text = SwiftTests(file, tests, source: source).text
        files.append(GeneratedFile(name: "\(name).swift", text: text))
      case .kotlin:
        let file = KotlinFile(model, options, among: models)
        let text = KotlinTests(file, tests, source: source).text
        files.append(GeneratedFile(name: "\(name).kt", text: text))
      }
    }
    if files.isEmpty { return [] }
    switch language {
    case .swift:
      return files + [GeneratedFile(name: "StateTest.swift", text: SwiftTests.support(options))]
    case .kotlin:
      return files + [GeneratedFile(name: "StateTest.kt", text: KotlinTests.support(options))]
    }
  }

  /// All generated files, sorted by name.
  package var files: [GeneratedFile] {
    if options.content == .runtime {
      let text = KotlinRuntime.text(KotlinRuntime.shared(package: options.package))
      return host + [GeneratedFile(name: "StatesRuntime.kt", text: text)]
    }
    if options.content == .tests {
      return tests.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
    guard !models.isEmpty else { return [] }
    var files = models.map { model in
      switch language {
      case .swift:
        GeneratedFile(
          name: "\(model.name)State.swift", text: SwiftFile(model, options, among: models).text)
      case .kotlin:
        GeneratedFile(
          name: "\(model.name)State.kt", text: KotlinFile(model, options, among: models).text)
      }
    }
    for types in shared {
      let source = "\(types.name).types.json"
      switch language {
      case .swift:
        guard let text = SwiftTypesFile(types.file, source: source, models, options).text else {
          continue
        }
        files.append(GeneratedFile(name: "\(types.name)Types.swift", text: text))
      case .kotlin:
        guard let text = KotlinTypesFile(types.file, source: source, models, options).text else {
          continue
        }
        files.append(GeneratedFile(name: "\(types.name)Types.kt", text: text))
      }
    }
    switch language {
    case .swift:
      guard options.embedsRuntime else { break }
      files.append(GeneratedFile(name: "StatesPrelude.swift", text: SwiftRuntime.text(options)))
    case .kotlin:
      guard options.runtimePackage == nil else { break }
      files.append(GeneratedFile(name: "StatesPrelude.kt", text: KotlinRuntime.text(options)))
      files += host
    }
    return files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private var host: [GeneratedFile] {
    options.hasHost ? [GeneratedFile(name: "StatesHost.kt", text: KotlinRuntime.host(options))] : []
  }
}

extension TypesFile {
  /// The names of its types, without parameters.
  fileprivate var typeNames: [String] { types.map { String($0.key.prefix { $0 != "<" }) } }
}

extension GenerationModel {
  /// The names of the generated types that are not nested in another one.
  fileprivate func typesAtTopLevel(
    _ language: TargetLanguage, _ options: GenerationOptions
  ) -> [String] {
    var names = ["\(name)State"]
    if options.hasScreen { names.append("\(name)Screen") }
    if options.hasWire, language == .kotlin { names.append("\(name)StateWire") }
    return names
  }

  /// The names of the other states that the definition creates.
  var stateTypes: [String] {
    declarations.types.filter { if case .state = $0.shape { true } else { false } }.map(\.name)
  }

  /// The states in which other definitions nest types: the types of a used definition precede its
  /// state.
  func owners(among others: [GenerationModel]) -> [TypeID: String] {
    var owners: [TypeID: String] = [:]
    for (index, type) in declarations.types.enumerated() {
      guard case .state = type.shape, let other = others.first(where: { $0.name == type.name })
      else { continue }
      for own in max(0, index - other.definition.definition.types.count)..<index {
        owners[TypeID(index: Int32(own))] = "\(type.name)State"
      }
    }
    return owners
  }

  /// The refusal of a command whose screen method has the same name as the method of an output;
  /// `nil` if there is none.
  fileprivate var clashOnScreen: Refusal? {
    for command in commands {
      let clash = outputs.first { output in
        let verb = output.kind.verb
        let isSame = command.name == verb && command.fields.map(\.name) == [output.name]
        return isSame || command.name == verb + output.name.capitalized
      }
      guard let clash else { continue }
      return Refusal(
        "command called `\(command.name)` on a screen that shows `\(clash.name)`",
        change: "rename one of them, or omit `--screen`", at: "/commands/\(command.name)")
    }
    return nil
  }

  /// The JSON pointer of a cell that compares records or unions that contain doubles. The `==` of
  /// Kotlin's data classes treats NaN as equal to NaN, which CEL does not.
  fileprivate var comparisonOfDoubles: String? {
    let doubles = SwiftTypes.doubles(declarations)
    func isDeclared(_ type: ValueType) -> Bool {
      switch type {
      case .declared: doubles.finds(in: type)
      case .list(let inner), .nullable(let inner), .optional(let inner), .map(_, let inner):
        isDeclared(inner)
      default: false
      }
    }
    var found: String?
    visitCells { cell in
      cell.code.visit { code in
        guard case .prelude(let name, let parts) = code.kind,
          name == "celEqual" || name == "celHas" || name == "celDistinct"
            || name.hasPrefix("celSets"), parts.contains(where: { isDeclared($0.type) })
        else { return }
        found = found ?? cell.pointer
      }
    }
    return found
  }
}
