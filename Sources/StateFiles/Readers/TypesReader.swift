package import StateModel

/// `Name.types.json` -> `TypesFile`.
package enum TypesReader {
  /// Reads a file of types and functions that is named `name`; `nil`: named otherwise.
  package static func read(_ json: JSON, fileName name: String? = nil) -> Reading<TypesFile> {
    var reader = ShapeReader(rootName: "a file of types")
    guard let file = reader.read(json, as: .object(.types)) else { return Reading(nil, reader) }
    reader.checkFormat(of: file)
    reader.checkName(name, suffix: ".types.json")
    var types = TypesFile(format: file.count("format") ?? knownFormat)
    types.about = file.text("about")
    types.uses = file.texts("uses")
    types.types = file.members("types").map(Definition.TypeDeclaration.init)
    types.functions = file.members("functions").map(Definition.Function.init)
    types.allowances = reader.allowances
    return Reading(types, reader)
  }
}
