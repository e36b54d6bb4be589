import StateChecks
package import StateFiles
import StateLinking
package import StateModel

/// Reads files and checks each once, with the files that it needs.
package struct FileChecker {
  private var folder = DefinitionFolder()
  private var checked: [PathKey: CheckedFile] = [:]
  /// The absolute paths of all files that were checked: the requested ones, then what they need.
  package private(set) var order: [String] = []
  /// The files that could not be found or read.
  package private(set) var failures: [String] = []
  /// The files that others use.
  private var used: Set<PathKey> = []
  /// The paths of those that are checked next. A chain of files may be longer than the stack.
  private var waiting: [String] = []

  private let isIgnored: Ignoring

  /// Whether the project does not show a finding in the file at a path.
  package typealias Ignoring = (Diagnostic, String) -> Bool

  /// Starts with no file read.
  package init(ignoring isIgnored: @escaping Ignoring = { _, _ in false }) {
    self.isIgnored = isIgnored
  }

  /// All files that were checked, in the order of the bytes of their paths.
  package var files: [CheckedFile] {
    let files = order.compactMap { checked[PathKey($0)] }
    // A search finds them in this order: only used files are elsewhere.
    let areSorted = files.indices.dropFirst().allSatisfy { index in
      !files[index].file.path.utf8.lexicographicallyPrecedes(files[index - 1].file.path.utf8)
    }
    if areSorted { return files }
    return files.sorted { $0.file.path.utf8.lexicographicallyPrecedes($1.file.path.utf8) }
  }

  /// The checked file at an absolute path.
  package subscript(resolved: String) -> CheckedFile? { checked[PathKey(resolved)] }

  /// Adds findings to a checked file.
  package mutating func add(_ diagnostics: [Diagnostic], to resolved: String) {
    checked[PathKey(resolved)]?.add(diagnostics)
  }

  /// Keeps only the findings of a file; it is read again if it is needed again.
  package mutating func release(_ resolved: String) {
    checked[PathKey(resolved)]?.release()
    if !used.contains(PathKey(resolved)) { folder.release(resolved) }
  }

  /// Takes a text as the file at `path`, which need not exist; it is checked when it is needed.
  package mutating func read(_ bytes: [UInt8], as path: String) {
    _ = folder.add(bytes, as: path)
  }

  /// Checks a text as the file at `path`, which need not exist.
  package mutating func check(_ bytes: [UInt8], as path: String) {
    check(folder.add(bytes, as: path))
    checkWaiting()
  }

  /// Checks a file, and the files that it needs; `nil` if it cannot be read.
  ///
  /// - Parameters:
  ///   - path: The path as the user wrote it.
  ///   - resolved: The absolute path with every link followed, if it is known.
  /// - Returns: The file with its findings.
  @discardableResult
  package mutating func check(_ path: String, resolved: String? = nil) -> CheckedFile? {
    do {
      let result = check(try folder.file(at: path, resolved: resolved))
      checkWaiting()
      return result
    } catch {
      failures.append(error.description)
      return nil
    }
  }

  @discardableResult
  private mutating func check(_ file: DefinitionFolder.File) -> CheckedFile {
    let known = checked[PathKey(file.resolved)]
    if let known, !known.isReleased { return known }
    if known == nil { order.append(file.resolved) }
    let used = folder.usedFiles(of: file)
    var meaning: [Diagnostic] = []
    var definition: CheckedDefinition?
    var draft: CheckedDefinition?
    var partial: PartialDefinition?
    if file.isWhole {
      switch file.content {
      case .definition(let written):
        let result = written.checked(with: used.files) { isIgnored($0, file.path) }
        meaning = result.diagnostics
        definition = used.isWhole ? result.checked : nil
        draft = used.isWhole ? result.draft : nil
        partial = used.isWhole ? result.partial : nil
      case .types(let written): meaning = written.checked(with: used.files)
      case .spec(let written): meaning = check(written, of: file)
      case .unreadable: break
      }
    }
    let result = CheckedFile(
      file: file,
      findings: FileFindings(
        path: file.path, map: file.map,
        diagnostics: file.findings(meaning: meaning, used: used), others: used.sources),
      definition: definition, draft: draft, partial: partial)
    // The findings of a released file are known, with those that also concern other files.
    if known != nil { return result }
    checked[PathKey(file.resolved)] = result
    waiting += used.paths
    return result
  }

  /// Checks the files that others use, and have not been checked.
  private mutating func checkWaiting() {
    while !waiting.isEmpty {
      let paths = waiting
      waiting = []
      for path in paths {
        do {
          let file = try folder.file(at: path)
          used.insert(PathKey(file.resolved))
          if checked[PathKey(file.resolved)] == nil { check(file) }
        } catch {
          failures.append(error.description)
        }
      }
    }
  }

  /// Checks a spec against the definition beside it.
  private mutating func check(_ spec: Spec, of file: DefinitionFolder.File) -> [Diagnostic] {
    guard let path = definitionPath(of: file) else {
      return [
        Diagnostic(.file(.specWithoutDefinition), at: .init("/spec"))
      ]
    }
    guard let checked = check(path) else { return [] }
    if let definition = checked.definition { return spec.checked(against: definition) }
    self.checked[PathKey(checked.file.resolved)]?.keepNames(of: file.map)
    guard let partial = checked.partial else { return [] }
    return spec.checked(against: partial)
  }

  /// The spec beside a definition, if it was checked and has no errors.
  package mutating func specBeside(_ definition: DefinitionFolder.File) -> Spec? {
    guard let stem = definition.stem else { return nil }
    let path = FilePath.joined(
      FilePath.folder(of: definition.resolved), stem + DefinitionFolder.Kind.spec.suffix)
    guard let file = checked[PathKey(path)] else { return nil }
    return file.isReleased ? check(path)?.spec : file.spec
  }

  /// The definition beside a spec.
  package func definitionPath(of spec: DefinitionFolder.File) -> String? {
    guard case .spec(let written) = spec.content else { return nil }
    let name = (spec.stem ?? written.definition) + DefinitionFolder.Kind.definition.suffix
    let path = FilePath.joined(FilePath.folder(of: spec.path), name)
    return DefinitionFolder.isNeighbor(path) || folder.given(path) != nil ? path : nil
  }
}
