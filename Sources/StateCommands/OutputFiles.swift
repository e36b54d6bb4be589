import StateFiles
import StateModel
import StateProject

/// The files that a run produces: changed files are written, or found stale when checking.
struct OutputFiles {
  /// The outcome for a file.
  enum Outcome: Equatable {
    case fresh
    case written
    /// The file would be written now.
    case stale(wasThere: Bool)
  }

  /// Two definitions with the same name, from different folders, need the same file. Many systems do not
  /// distinguish upper and lower case.
  struct NameConflict: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "cannot write `\(path)`: an earlier definition of this run writes the same file; "
        + "write definitions of one name into different folders"
    }
  }

  /// The folder of the files.
  let folder: String
  private let isChecking: Bool
  private var paths: Set<PathKey> = []
  /// The paths in lower case.
  private var lowerPaths: Set<PathKey> = []
  private(set) var freshCount = 0

  init(in folder: String, isChecking: Bool) {
    self.folder = folder
    self.isChecking = isChecking
  }

  /// The current bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: `NameConflict`; `FileError` if it is no file, or cannot be read.
  mutating func old(_ name: OutputFileName) throws -> [UInt8]? {
    let path = name.path(in: folder)
    guard lowerPaths.insert(PathKey(path.lowercased())).inserted else {
      throw NameConflict(path: path)
    }
    paths.insert(PathKey(path))
    switch Files.kind(of: path) {
    case nil: return nil
    case .file: return try Files.read(path)
    case .folder, .pipe, .socket, .device: throw FileError.notAFile(path, action: "write")
    }
  }

  /// Compares a file with its current bytes, and replaces it unless this is a check.
  mutating func keep(
    _ bytes: [UInt8], as name: OutputFileName, old: [UInt8]?
  ) throws(FileError) -> Outcome {
    if old == bytes {
      countFresh()
      if !isChecking { Files.removeTemporary(of: name.path(in: folder)) }
      return .fresh
    }
    if isChecking { return .stale(wasThere: old != nil) }
    try Files.makeFolder(folder)
    try Files.write(bytes, to: name.path(in: folder))
    return .written
  }

  /// Finds the files in the folder that this command made earlier and that no definition has now.
  /// They are removed, unless this is a check.
  ///
  /// - Parameters:
  ///   - kind: The kind of output.
  ///   - ending: The ending of their names.
  ///   - known: The names of files that belong to definitions although this run did not make them.
  ///   - hasDefinition: Whether the definition of a file still exists, by the file's name.
  ///   - isMade: Whether the content of a file shows that this command made it.
  /// - Returns: The findings of a check, sorted by the bytes of the names.
  /// - Throws: `FileError` if a file cannot be removed.
  func orphans(
    _ kind: Problem.Product.Kind, ending: String, besides known: Set<String> = [],
    hasDefinition: (String) -> Bool = { _ in false }, where isMade: ([UInt8]) -> Bool
  ) throws(FileError) -> [FileFindings] {
    var orphans: [FileFindings] = []
    if !isChecking { removeTemporaries(ending: ending) }
    for name in (try? Files.names(in: folder)) ?? [] where name.hasSuffix(ending) {
      let path = FilePath.joined(folder, name)
      guard !known.contains(name), !paths.contains(PathKey(path)), Files.kind(of: path) == .file,
        let bytes = try? Files.read(path), isMade(bytes)
      else { continue }
      if isChecking {
        orphans.append(
          FileFindings(path, .orphan(kind, hasDefinition: hasDefinition(name))))
        continue
      }
      try Files.remove(path)
      Console.note("removed: \(path)")
    }
    return orphans
  }

  /// Removes what killed runs have left of files that no definition has now.
  private func removeTemporaries(ending: String) {
    let wanted = Files.temporaryName(of: ending)
    for name in (try? Files.names(in: folder)) ?? []
    where name.hasPrefix(".") && name.hasSuffix(wanted.dropFirst()) {
      let file = name.dropFirst().dropLast(wanted.utf8.count - ending.utf8.count - 1)
      Files.removeTemporary(of: FilePath.joined(folder, String(file)))
    }
  }

  /// Counts a file that is up to date according to its stamp.
  mutating func countFresh() { freshCount += 1 }
}

extension FileFindings {
  /// A finding for a whole output file.
  init(_ path: String, _ problem: Problem.Product) {
    self.init(
      path: path, map: SourceMap([]), diagnostics: [Diagnostic(.product(problem), at: .init(""))])
  }
}
