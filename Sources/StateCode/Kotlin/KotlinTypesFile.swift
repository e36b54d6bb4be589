import CEL
import StateModel

/// Prints the types of a types file, which several definitions use, in Kotlin.
struct KotlinTypesFile {
  private let file: TypesFile
  private let source: String
  private let options: GenerationOptions
  /// The model of a definition that uses the file.
  private let model: GenerationModel?

  init(
    _ file: TypesFile, source: String, _ models: [GenerationModel], _ options: GenerationOptions
  ) {
    self.file = file
    self.source = source
    self.options = options
    let names = file.types.map { $0.key.prefix { $0 != "<" } }
    model = models.first { model in
      names.allSatisfy { name in model.declarations.types.contains { $0.name == name } }
    }
  }

  /// The text of the file; `nil` if no definition uses its types.
  var text: String? {
    guard let model, !file.types.isEmpty else { return nil }
    var names = KotlinNames(declarations: model.declarations, own: [])
    names.package = KotlinNames.package(options)
    names.runtime = options.runtimePackage.map(KotlinNames.package) ?? names.package
    names.cases = model.caseNames(
      of: model.declarations.types.filter { type in
        file.types.contains { $0.key.prefix { $0 != "<" } == type.name }
      })
    var types = KotlinTypes(
      declarations: model.declarations, names: names, options: options,
      outerVisibility: KotlinText.visibility(options))
    // Other packages can import the types if they have the same runtime.
    let isShared = options.isPublic && options.runtimePackage != nil
    if isShared { types.wireNameVisibility = "@property:GeneratedCodeOnly public " }
    var lines = KotlinText.head(from: source, options)
    let declared = file.types.compactMap {
      written -> (Declarations.DeclaredType, TypeDocumentation)? in
      let name = written.key.prefix { $0 != "<" }
      guard let type = model.declarations.types.first(where: { $0.name == name }) else {
        return nil
      }
      return (type, TypeDocumentation(written))
    }
    for (index, (type, about)) in declared.enumerated() {
      lines += (index > 0 ? [.blank] : []) + types.declaration(type, about: about)
    }
    if options.hasWire {
      for (type, _) in declared {
        // Generated code of other modules calls the functions of a shared type.
        let mark: [Layout] = isShared ? ["@GeneratedCodeOnly"] : []
        let (reading, writing) = KotlinWire.functions(
          of: type, path: "", names: names, access: isShared ? "public " : "internal ")
        lines += [.blank] + mark + reading + [.blank] + mark + writing
      }
    }
    return KotlinText.importing(
      options, Layout.lines(lines).rendered(width: 100, indentation: 4))
  }
}
