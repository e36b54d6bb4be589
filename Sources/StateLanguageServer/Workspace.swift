import StateFiles
import StateLinking
import StateModel
import StateProject

/// A document that the client has open: its text is the truth, whatever the disk has.
struct OpenDocument {
  let uri: String
  let path: String
  let kind: DefinitionFolder.Kind
  /// The definitions folder.
  let root: String
  /// `Coin` of `Coin.state.json`.
  var stem: String { kind.stem(of: path) ?? "" }
  var version: Int
  var text: SourceText
  /// The findings of this text; `nil` after a change.
  var findings: FileFindings?
  /// The findings of exploration, which belong to an older text after a change.
  var explored: [Diagnostic] = []
  /// The definition of the last text that could be read: it keeps the names while a text is broken.
  var model: DefinitionModel?
  /// The names of this text; `nil` after a change.
  var occurrences: [Occurrence]?
}

/// The open documents and the files around them. It reads files only through `StateFiles`, and writes
/// none.
struct Workspace {
  /// Explores a definition: the definition, its spec, its path, and whether it has no warnings.
  typealias Exploring = Validation.Exploring

  static let kinds: Set<DefinitionFolder.Kind> = [.definition, .types, .spec]

  /// The folders of the client, absolute.
  var folders: [String] = []
  private(set) var documents: [String: OpenDocument] = [:]
  /// The paths of the open documents, in the order in which they were opened.
  private(set) var order: [String] = []
  /// The paths of the files that a file needs, by its path, as far as it was checked.
  private(set) var needs: [String: [String]] = [:]
  /// Definitions that are not open, while no text changes.
  private var closedModels: [String: DefinitionModel] = [:]
  /// The open documents of a definitions folder as they were checked, while no text changes: a spec
  /// needs its definition, which was checked before it.
  private var checked: (root: String, validation: Validation, settings: SettledReports)?

  subscript(path: String) -> OpenDocument? { documents[path] }

  /// Changes a document; nothing happens if it is not open.
  mutating func change(_ path: String, _ body: (inout OpenDocument) -> Void) {
    guard var document = documents[path] else { return }
    body(&document)
    documents[path] = document
  }

  mutating func open(_ document: OpenDocument) {
    if documents.updateValue(document, forKey: document.path) == nil {
      order.append(document.path)
    }
    forgetClosedFiles()
  }

  /// Gives a file another text for a trial: the document need not be open.
  mutating func overlay(_ path: String, _ text: SourceText) {
    guard let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: path)) else { return }
    if documents[path] != nil {
      replace(path, text, version: 0)
    } else {
      open(
        OpenDocument(
          uri: "", path: path, kind: kind, root: DefinitionFolder.root(of: path), version: 0,
          text: text))
    }
  }

  mutating func close(_ path: String) {
    documents[path] = nil
    order.removeAll { $0 == path }
    forgetClosedFiles()
  }

  /// Gives a document a new text.
  mutating func replace(_ path: String, _ text: SourceText, version: Int) {
    change(path) { document in
      document.version = version
      document.text = text
      document.findings = nil
      document.occurrences = nil
    }
    forgetClosedFiles()
  }

  /// Discards all knowledge of files that are not open.
  mutating func forgetClosedFiles() {
    closedModels = [:]
    checked = nil
  }

  /// The other files that need one of `paths`, directly or not, among those that were checked.
  func dependents(of paths: Set<String>) -> [String] {
    needs.filter { path, needed in
      !paths.contains(path) && needed.contains { paths.contains($0) }
    }.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Discards the needs of a file that was removed.
  mutating func forget(_ path: String) { needs[path] = nil }

  /// A validation that knows the texts of the open documents around a path.
  private func validation(
    around path: String, exploring: Exploring? = nil
  ) -> (validation: Validation, settings: SettledReports) {
    let settings = SettledReports()
    var validation = Validation(
      exploring: exploring, styling: { settings.enablesStyle(in: $0) },
      ignoring: { settings.ignores($0, in: $1) })
    let root = DefinitionFolder.root(of: path)
    for other in order where other != path || exploring != nil {
      // Only exploration needs a spec beside a definition.
      if let document = documents[other], document.root == root,
        exploring != nil || document.kind != .spec
      {
        validation.read(document.text.bytes, as: other)
      }
    }
    return (validation, settings)
  }

  /// Checks a file with those that it needs: an open text, or the file on the disk.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - exploring: Explores a definition without errors; `nil` for the other checks alone.
  /// - Returns: The findings that the project reports; `nil` if there is no such file.
  mutating func check(_ path: String, exploring: Exploring? = nil) -> FileFindings? {
    let isShared = exploring == nil && documents[path] != nil
    var (validation, settings) =
      (isShared ? takeChecked(of: DefinitionFolder.root(of: path)) : nil)
      ?? self.validation(around: path, exploring: exploring)
    if exploring != nil, let spec = DefinitionFolder.Kind.spec(beside: path),
      documents[spec] != nil || exists(spec)
    {
      validation.check(spec)
    }
    if let document = documents[path] {
      validation.check(document.text.bytes, as: path)
    } else {
      validation.check(FileSearch([path], kinds: Workspace.kinds))
    }
    let files = validation.files
    if isShared { checked = (DefinitionFolder.root(of: path), validation, settings) }
    guard let file = files.first(where: { $0.file.path == path }) else { return nil }
    needs[path] = needed(by: path, among: files)
    let findings = settings.findings(of: file.findings)
    // Only an open document keeps its names.
    guard documents[path] != nil else { return findings }
    let model = model(of: file, among: files) ?? repairedModel(of: path)
    change(path) { document in
      if exploring == nil {
        document.findings = findings
      } else {
        document.explored = findings.diagnostics
      }
      if let model { document.model = model }
    }
    return findings
  }

  /// The paths of the files that a file needs, directly or not. Files that are missing may appear.
  private func needed(by path: String, among files: [CheckedFile]) -> [String] {
    let uses = Dictionary(files.map { ($0.file.path, $0.file.uses) }) { first, _ in first }
    var found: [String] = []
    var pending = [path]
    while let next = pending.popLast() {
      let folder = FilePath.folder(of: next)
      let used = (uses[next] ?? []).map { FilePath.plain(FilePath.joined(folder, $0)) }
      for other in used + [definitionPath(beside: next)].compactMap(\.self)
      where other != path && !found.contains(other) {
        found.append(other)
        pending.append(other)
      }
    }
    return found
  }

  /// Takes out the documents of a folder as they were checked, so that they change without a copy.
  private mutating func takeChecked(
    of root: String
  ) -> (validation: Validation, settings: SettledReports)? {
    guard let checked, checked.root == root else { return nil }
    self.checked = nil
    return (checked.validation, checked.settings)
  }

  private func exists(_ path: String) -> Bool { Files.kind(of: path) == .file }

  /// The path of the definition beside a spec.
  private func definitionPath(beside path: String) -> String? {
    DefinitionFolder.Kind.spec.path(of: .definition, beside: path)
  }
}

extension Workspace {
  /// The definition of a file, or the one that a spec is about. An open document keeps its last one.
  mutating func model(for path: String) -> DefinitionModel? {
    guard let path = definitionPath(beside: path) ?? Optional(path) else { return nil }
    if let document = documents[path] {
      if document.findings == nil { _ = check(path) }
      return documents[path]?.model
    }
    if let known = closedModels[path] { return known }
    var (validation, _) = validation(around: path)
    guard exists(path), validation.check(path) != nil else { return nil }
    let files = validation.files
    let model = files.first { $0.file.path == path }.flatMap { self.model(of: $0, among: files) }
    closedModels[path] = model
    return model
  }

  private func checkedDefinition(of file: CheckedFile) -> CheckedDefinition? {
    guard case .types(let types) = file.file.content, file.file.isWhole else {
      return file.definition ?? file.draft ?? file.partial?.definition
    }
    var shell = Definition(name: "Types", format: types.format)
    shell.types = types.types
    shell.functions = types.functions
    return shell.linked().partial.definition
  }

  /// The model of a checked definition, or of a types file as a definition without states.
  private func model(of file: CheckedFile, among files: [CheckedFile]) -> DefinitionModel? {
    guard let checked = checkedDefinition(of: file) else { return nil }
    var types: [String: String] = [:]
    var functions: [String: String] = [:]
    let byPath = Dictionary(files.map { ($0.file.path, $0.file) }) { first, _ in first }
    func add(_ file: DefinitionFolder.File, isOwn: Bool, depth: Int) {
      guard depth < 64 else { return }
      func declare(_ keys: [String], _ names: [String]) {
        for key in keys where types[key.leadingIdentifier] == nil {
          types[key.leadingIdentifier] = file.path
        }
        for name in names where functions[name] == nil { functions[name] = file.path }
      }
      switch file.content {
      case .definition(let definition) where isOwn:
        declare(definition.types.map(\.key), definition.functions.map(\.name))
      case .definition(let definition):
        // Another definition offers only its state.
        return declare([definition.name], [])
      case .types(let content): declare(content.types.map(\.key), content.functions.map(\.name))
      case .spec, .unreadable: return
      }
      for name in file.uses {
        let path = FilePath.plain(FilePath.joined(FilePath.folder(of: file.path), name))
        if let used = byPath[path] { add(used, isOwn: false, depth: depth + 1) }
      }
    }
    add(file.file, isOwn: true, depth: 0)
    return DefinitionModel(
      path: file.file.path, checked: checked, typeFiles: types, functionFiles: functions)
  }

  /// The model of an open text that is broken, without its incomplete parts.
  private func repairedModel(of path: String) -> DefinitionModel? {
    guard let document = documents[path], document.kind != .spec, !document.text.tree.nodes.isEmpty
    else { return nil }
    var (validation, _) = validation(around: path)
    validation.check(Array(document.text.tree.repaired(at: 0).text.utf8), as: path)
    let files = validation.files
    return files.first { $0.file.path == path }.flatMap { model(of: $0, among: files) }
  }

  /// The text of a file: open, or on the disk.
  func text(of path: String) -> SourceText? {
    documents[path]?.text ?? (try? Files.read(path)).map { SourceText($0) }
  }

  /// The names in a file, in its order.
  mutating func occurrences(in path: String) -> [Occurrence] {
    if let known = documents[path]?.occurrences { return known }
    guard let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: path)),
      let text = text(of: path)
    else { return [] }
    let model = model(for: path)
    let found = SymbolCollector.occurrences(in: text.tree, path: path, kind: kind, model: model)
    change(path) { $0.occurrences = found }
    return found
  }

  /// All files of the definitions folder of a file, in the order of their paths.
  func files(around path: String) -> [String] {
    let root = DefinitionFolder.root(of: path)
    let search = FileSearch([root], kinds: Workspace.kinds, mayBeEmpty: true)
    let unsaved = order.filter { documents[$0]?.root == root && !search.paths.contains($0) }
    return search.paths + unsaved
  }
}

/// The settings of project files, read once for a check.
final class SettledReports {
  private var settings = ProjectSettings(.nearest)

  /// Whether the project wants files in canonical form.
  func enablesStyle(in path: String) -> Bool {
    settings.isEnabled(anyOf: [.styleFormat], in: path)
  }

  func ignores(_ diagnostic: Diagnostic, in path: String) -> Bool {
    settings.ignores(diagnostic, in: path)
  }

  /// The findings that the project reports.
  func findings(of file: FileFindings) -> FileFindings {
    settings.settled(Report([file])).findings.first { $0.path == file.path } ?? file
  }
}
