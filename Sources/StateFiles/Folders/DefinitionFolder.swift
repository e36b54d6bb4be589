import StateLinking
package import StateModel

/// The files of one run: definitions, types files and specs, each read once, and what they use.
package struct DefinitionFolder {
  /// The purpose of a file, taken from its name: `Name.state.json`.
  package enum Kind: Hashable, Sendable {
    case definition, types, spec

    /// The ending of the name.
    package var suffix: String {
      switch self {
      case .definition: ".state.json"
      case .types: ".types.json"
      case .spec: ".spec.json"
      }
    }

    /// The noun for such a file in messages.
    package var noun: String {
      switch self {
      case .definition: "definition"
      case .types: "types file"
      case .spec: "spec"
      }
    }

    /// The path of the spec beside a definition; `nil` if the path does not end as a definition's.
    package static func spec(beside path: String) -> String? {
      Kind.definition.path(of: .spec, beside: path)
    }

    /// The path of a file of another kind beside one of this kind; `nil` if the path does not end as
    /// one of this kind.
    package func path(of other: Kind, beside path: String) -> String? {
      guard ends(path) else { return nil }
      let stem = String(decoding: path.utf8.dropLast(suffix.utf8.count), as: UTF8.self)
      return stem + other.suffix
    }

    /// `Coin` of `Definitions/Coin.state.json`; `nil` for a name without the ending of this kind.
    package func stem(of path: String) -> String? {
      let name = FilePath.name(of: path)
      return ends(name) ? String(name.utf8.dropLast(suffix.utf8.count)) : nil
    }

    fileprivate func ends(_ fileName: String) -> Bool {
      let suffix = suffix.utf8
      return fileName.utf8.count >= suffix.count
        && fileName.utf8.suffix(suffix.count).elementsEqual(suffix)
    }

    /// The kind for a file name; `nil` for other endings.
    package init?(fileName: String) {
      let kinds: [Kind] = [.definition, .types, .spec]
      guard let kind = kinds.first(where: { $0.ends(fileName) }) else { return nil }
      self = kind
    }
  }

  /// The content of a file.
  package enum Content: Sendable {
    case definition(Definition)
    case types(TypesFile)
    case spec(Spec)
    case unreadable

    /// The findings that it permits.
    fileprivate var allowances: [Definition.Allowance] {
      switch self {
      case .definition(let definition): definition.allowances
      case .types(let types): types.allowances
      case .spec(let spec): spec.allowances
      case .unreadable: []
      }
    }
  }

  /// The path of the spec beside a definition.
  package static func spec(beside path: String) -> String {
    Kind.spec(beside: path) ?? path + Kind.spec.suffix
  }

  /// The name of a project file, which also marks a definitions folder.
  package static let projectFileName = "states.json"

  /// A file that has been read.
  ///
  /// A reference to what never changes: it is handed on from step to step, and a copy counts twenty
  /// references.
  package final class File: Sendable {
    /// The path as the user wrote or would write it.
    package let path: String
    /// The absolute path, links followed: two names of one file have one.
    package let resolved: String
    /// What it is for.
    package let kind: Kind
    /// Its content.
    package let content: Content
    /// The positions of its values.
    package let map: SourceMap
    /// The findings about its text and shape.
    package let diagnostics: [Diagnostic]
    /// Findings about hidden characters; reported only if there is no error.
    let remarks: [Diagnostic]
    /// Whether its text and shape are right enough for its meaning to be checked.
    package let isWhole: Bool
    /// Misspelt keys that were read as another key.
    let aliases: [KeyAlias]

    fileprivate init(
      path: String, resolved: String, kind: Kind, content: Content, map: SourceMap,
      diagnostics: [Diagnostic], remarks: [Diagnostic], isWhole: Bool,
      aliases: [KeyAlias] = []
    ) {
      self.path = path
      self.resolved = resolved
      self.kind = kind
      self.content = content
      self.map = map
      self.diagnostics = diagnostics
      self.remarks = remarks
      self.isWhole = isWhole
      self.aliases = aliases
    }

    /// The file without its content.
    package var released: File {
      File(
        path: path, resolved: resolved, kind: kind, content: .unreadable, map: SourceMap([]),
        diagnostics: [], remarks: [], isWhole: false)
    }

    /// `Coin` of `Coin.state.json`; `nil` for a name without the ending.
    package var stem: String? { kind.stem(of: path) }

    /// The names in `uses`.
    package var uses: [String] {
      switch content {
      case .definition(let definition): definition.uses
      case .types(let types): types.uses
      case .spec, .unreadable: []
      }
    }
  }

  private(set) var files: [PathKey: File] = [:]

  /// Starts with no file read.
  package init() {}

  /// Reads a file, once.
  ///
  /// A file with another ending gets its kind from its content: `state`, `spec`, else types.
  ///
  /// `known` is the absolute path with every link followed, where somebody has found that out.
  package mutating func file(
    at path: String, resolved known: String? = nil
  ) throws(FileError) -> File {
    if known == nil, let file = given(path) { return file }
    guard let resolved = known ?? Files.resolved(path) else {
      _ = try Files.read(path, limit: 0)
      throw FileError("read", path, reason: "it cannot be found")
    }
    if let file = files[PathKey(resolved)] { return file }
    let file = DefinitionFolder.read(try Files.read(path), path: path, resolved: resolved)
    files[PathKey(resolved)] = file
    return file
  }

  /// The file at a path whose text was given: it need not exist.
  package func given(_ path: String) -> File? {
    Files.resolved(FilePath.folder(of: path)).flatMap {
      files[PathKey(FilePath.joined($0, FilePath.name(of: path)))]
    }
  }

  /// Releases the content of a file: it is read again if it is needed again.
  package mutating func release(_ resolved: String) { files[PathKey(resolved)] = nil }

  /// Takes a text as the file at `path`, which need not exist: standard input.
  package mutating func add(_ bytes: [UInt8], as path: String) -> File {
    let folder = Files.resolved(FilePath.folder(of: path)) ?? "/"
    let resolved = FilePath.joined(folder, FilePath.name(of: path))
    let file = DefinitionFolder.read(bytes, path: path, resolved: resolved)
    files[PathKey(resolved)] = file
    return file
  }

  private static func read(_ bytes: [UInt8], path: String, resolved: String) -> File {
    let document = JSONDocument(bytes)
    let named = Kind(fileName: FilePath.name(of: path))
    let kind = named ?? document.json.map(DefinitionFolder.kind) ?? .definition
    var map = document.map
    func file(
      _ content: Content, _ diagnostics: [Diagnostic], _ isWhole: Bool,
      _ aliases: [KeyAlias]
    ) -> File {
      for alias in aliases { map.alias(alias.pointer, as: alias.key) }
      return File(
        path: path, resolved: resolved, kind: kind, content: content, map: map,
        diagnostics: diagnostics,
        // An escaped character is visible.
        remarks: map.text.isASCII ? [] : remarks(on: document, permittedBy: content, in: map),
        isWhole: isWhole, aliases: aliases)
    }
    guard let json = document.json else {
      let foreign = ForeignFile.finding(in: bytes).map { [$0] }
      return file(.unreadable, foreign ?? document.diagnostics, false, [])
    }
    let stem = kind.stem(of: path)
    if let foreign = ForeignFile.finding(in: json, of: kind, stem: stem) {
      return file(.unreadable, [foreign], false, [])
    }
    switch kind {
    case .definition:
      let reading = DefinitionReader.read(json, fileName: stem)
      return file(
        reading.content.map(Content.definition) ?? .unreadable, reading.diagnostics,
        reading.isWhole, reading.aliases)
    case .types:
      let reading = TypesReader.read(json, fileName: stem)
      return file(
        reading.content.map(Content.types) ?? .unreadable, reading.diagnostics, reading.isWhole,
        reading.aliases)
    case .spec:
      let reading = SpecReader.read(json, fileName: stem)
      return file(
        reading.content.map(Content.spec) ?? .unreadable, reading.diagnostics, reading.isWhole,
        reading.aliases)
    }
  }

  /// Hidden characters in the texts of a file, unless they are escaped or permitted.
  private static func remarks(
    on document: JSONDocument, permittedBy content: Content, in map: SourceMap
  ) -> [Diagnostic] {
    (document.json.map { UnicodeCheck.findings(in: $0) } ?? []).filter { remark in
      map.bytes[map.range(of: remark.location)].contains { $0 >= 0x80 }
        && !content.allowances.contains { $0.permits(remark) }
    }
  }

  private static func kind(of json: JSON) -> Kind {
    guard case .object(let members) = json else { return .definition }
    func has(_ key: String) -> Bool { members.contains { $0.key == key } }
    if has("state") { return .definition }
    return has("spec") ? .spec : has("types") ? .types : .definition
  }

  /// Whether a file is at the path of a neighbor, as the spec beside a definition. As in `uses`, a
  /// link out of the definitions folder is none.
  package static func isNeighbor(_ path: String) -> Bool {
    let kind = Files.kind(of: path)
    guard kind != nil, kind != .folder else { return false }
    guard Files.isLink(path) else { return true }
    guard let folder = Files.resolved(FilePath.folder(of: path)) else { return false }
    return !Files.isLink(path, outOf: root(of: FilePath.joined(folder, FilePath.name(of: path))))
  }

  /// Whether a project file is at a path. It may be unreadable, a pipe for example: that is
  /// reported when it is read.
  package static func isProjectFile(_ path: String) -> Bool {
    let kind = Files.kind(of: path)
    return kind != nil && kind != .folder
  }

  /// The definitions folder of a file: the nearest folder around it named `Definitions` or with a
  /// `states.json`, else its own. `resolved` is absolute.
  package static func root(of resolved: String) -> String {
    let own = FilePath.folder(of: resolved)
    var folder = own
    while true {
      if FilePath.name(of: folder) == "Definitions"
        || isProjectFile(FilePath.joined(folder, projectFileName))
      {
        return folder
      }
      let parent = FilePath.folder(of: folder)
      if parent == folder { return own }
      folder = parent
    }
  }
}
