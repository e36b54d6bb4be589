import CEL
import StateTables

/// The types of a file that several definitions use, in Kotlin.
struct KotlinTypesFile {
  private let file: TypesFile
  private let source: String
  private let options: GenerationOptions
  /// The declarations of a definition that uses the file.
  private let plan: Blueprint?

  init(
    _ file: TypesFile, source: String, _ plans: [Blueprint], _ options: GenerationOptions
  ) {
    self.file = file
    self.source = source
    self.options = options
    let names = file.types.map { $0.key.prefix { $0 != "<" } }
    plan = plans.first { plan in
      names.allSatisfy { name in plan.declarations.types.contains { $0.name == name } }
    }
  }

  /// The file; `nil` where it declares nothing that is used.
  var text: String? {
    guard let plan, !file.types.isEmpty else { return nil }
    let names = KotlinNames(declarations: plan.declarations, own: [])
    let types = KotlinTypes(
      declarations: plan.declarations, names: names, visibility: KotlinText.visibility(options))
    var lines = KotlinText.head(from: source, options)
    let declared = file.types.compactMap { written -> (Declarations.DeclaredType, SwiftAbout)? in
      let name = written.key.prefix { $0 != "<" }
      guard let type = plan.declarations.types.first(where: { $0.name == name }) else { return nil }
      return (type, SwiftAbout(written))
    }
    for (index, (type, about)) in declared.enumerated() {
      lines += (index > 0 ? [.blank] : []) + types.declaration(type, about: about)
    }
    let readers = types.readers(declared.map(\.0), path: "", used: nil)
    if !readers.isEmpty { lines += [.blank] + readers }
    if options.hasWire {
      for (type, _) in declared {
        lines += [.blank] + KotlinWire.lines(of: type, path: "", names: names)
      }
    }
    return SwiftText.lines(lines).rendered(width: 100, indentation: 4)
  }
}
