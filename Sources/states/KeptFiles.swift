import StateFiles

/// The files that a run makes of definitions: written where they have changed, or found stale.
struct KeptFiles {
  /// What became of a file.
  enum Fate: Equatable {
    case fresh
    case written
    /// It would be written now.
    case stale(wasThere: Bool)
  }

  /// Two definitions of one name, in different folders, that would be one file.
  struct Taken: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "cannot write `\(path)`: an earlier definition of this run is that file; "
        + "make definitions of one name into different folders"
    }
  }

  private let isChecking: Bool
  private var paths: Set<String> = []
  private(set) var freshCount = 0

  init(isChecking: Bool) { self.isChecking = isChecking }

  /// The bytes that a file has before it is made; `nil` where there is none.
  ///
  /// - Throws: `Taken`; `FileError` where it cannot be read.
  mutating func old(at path: String) throws -> [UInt8]? {
    guard paths.insert(path).inserted else { throw Taken(path: path) }
    return Files.kind(of: path) == nil ? nil : try Files.read(path)
  }

  /// Compares a file with what it was, and replaces it unless this is a check.
  mutating func keep(_ bytes: [UInt8], at path: String, old: [UInt8]?) throws(FileError) -> Fate {
    if old == bytes {
      noteFresh()
      return .fresh
    }
    if isChecking { return .stale(wasThere: old != nil) }
    try Files.makeFolder(FilePath.folder(of: path))
    try Files.write(bytes, to: path)
    return .written
  }

  /// A file whose stamp alone told that it is fresh.
  mutating func noteFresh() { freshCount += 1 }
}
