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

  private let isChecking: Bool
  private var paths: Set<String> = []
  private(set) var freshCount = 0

  init(isChecking: Bool) { self.isChecking = isChecking }

  /// The current bytes of a file; `nil` if it does not exist.
  ///
  /// - Throws: `NameConflict`; `FileError` if the file cannot be read.
  mutating func old(at path: String) throws -> [UInt8]? {
    guard paths.insert(path).inserted else { throw NameConflict(path: path) }
    return Files.kind(of: path) == nil ? nil : try Files.read(path)
  }

  /// Compares a file with its current bytes, and replaces it unless this is a check.
  mutating func keep(_ bytes: [UInt8], at path: String, old: [UInt8]?) throws(FileError) -> Outcome
  {
    if old == bytes {
      countFresh()
      return .fresh
    }
    if isChecking { return .stale(wasThere: old != nil) }
    try Files.makeFolder(FilePath.folder(of: path))
    try Files.write(bytes, to: path)
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
