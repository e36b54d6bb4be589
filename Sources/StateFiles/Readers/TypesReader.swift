import CEL
package import StateTables

/// `Name.types.json` -> `TypesFile`.
package enum TypesReader {
  /// Reads a file of types and functions.
  package static func read(_ json: JSON) -> Reading<TypesFile> {
    var reader = ShapeReader()
    let file = read(json, &reader)
    return Reading(
      content: file, diagnostics: reader.diagnostics, isWhole: reader.isWhole,
      aliases: reader.aliases)
  }

  private static func read(_ json: JSON, _ reader: inout ShapeReader) -> TypesFile? {
    let part = Part(json: json, pointer: .root, name: "a file of types")
    guard let members = reader.members(part, Keys.types, hasKey: false) else { return nil }
    var file = TypesFile(format: reader.format(members["format"]))
    file.about = reader.text(members["about"])
    file.uses = reader.elements(members["uses"]).compactMap { reader.text($0) }
    file.types = reader.types(members["types"])
    file.functions = reader.functions(members["functions"])
    file.allowances = reader.allowances
    return file
  }
}

/// What definitions and files of types have in common.
extension ShapeReader {
  /// The version of the format.
  mutating func format(_ part: Part?) -> Int {
    guard let part, let format = count(part) else { return knownFormat }
    if format > knownFormat {
      complain(
        "file/version", "this file is format \(format), this tool reads \(knownFormat)",
        at: .init(part.pointer.text))
    }
    return format
  }

  mutating func types(_ part: Part?) -> [Definition.TypeDeclaration] {
    entries(part).compactMap { type($0) }
  }

  private mutating func type(_ part: Part) -> Definition.TypeDeclaration? {
    guard let members = members(part, Keys.type) else { return nil }
    let given = ["record", "enum", "union"].compactMap { members[$0] }
    guard let first = given.first, given.count == 1 else {
      complain(
        "shape/conflict", "a type is one of `record`, `enum`, `union`",
        at: given.count > 1 ? .init(given[1].pointer.text, isKey: true) : members.place)
      return nil
    }
    let shape: Definition.TypeDeclaration.Shape
    switch first.key {
    case "record": shape = .record(fields(first))
    case "enum": shape = .enumeration(elements(first).compactMap { text($0) })
    default:
      shape = .union(entries(first).map { .init(name: $0.key, fields: fields($0)) })
    }
    return .init(key: part.key, shape: shape, about: text(members["about"]))
  }

  mutating func functions(_ part: Part?) -> [Definition.Function] {
    entries(part).compactMap { function($0) }
  }

  private mutating func function(_ part: Part) -> Definition.Function? {
    guard let members = members(part, Keys.function) else { return nil }
    return .init(
      name: part.key, parameters: fields(members["takes"]), result: text(members["gives"]) ?? "",
      value: cell(members["value"]) ?? .null, about: text(members["about"]))
  }
}
