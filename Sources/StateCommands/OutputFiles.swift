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

  /// Two definitions with the same name, from different folders, need the same file.
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
  private(set) var freshCount = 0

  init(in folder: String, isChecking: Bool) {
    self.folder = folder
    self.isChecking = isChecking
  }

  /// The current bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: `NameConflict`; `FileError` if the file cannot be read.
  mutating func old(_ name: OutputFileName) throws -> [UInt8]? {
    let path = name.path(in: folder)
    guard paths.insert(PathKey(path)).inserted else { throw NameConflict(path: path) }
    return Files.kind(of: path) == nil ? nil : try Files.read(path)
  }

  /// Compares a file with its current bytes, and replaces it unless this is a check.
  mutating func keep(
    _ bytes: [UInt8], as name: OutputFileName, old: [UInt8]?
  ) throws(FileError) -> Outcome {
    if old == bytes {
      countFresh()
      return .fresh
    }
    if isChecking { return .stale(wasThere: old != nil) }
    try Files.makeFolder(folder)
    try Files.write(bytes, to: name.path(in: folder))
    return .written
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
