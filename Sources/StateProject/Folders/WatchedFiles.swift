import StateFiles

/// The files that a command looked at, and whether one of them has changed since.
///
/// A check compares the stamps of known files and folders, which costs a microsecond each. Only if one
/// differs, it searches the folders again.
package struct WatchedFiles {
  private let arguments: [String]
  private var others: [PathKey: String] = [:]
  /// The stamps of the files.
  private var stamps: [PathKey: Files.Stamp] = [:]
  /// The files, the folders that were searched for them, and the paths at which one may appear.
  private var known: [Known] = []
  /// Whether two searches in a row have found the same. Until then, something may have changed while
  /// the last search ran.
  private var isSettled = false
  private let start = Files.Moment.now

  private struct Known: Equatable {
    let path: String
    let stamp: Files.Stamp?
  }

  /// Notes the state of all files that the arguments of a command lead to, and of others that it
  /// needed before.
  package init(_ arguments: [String], others: [String] = []) {
    self.arguments = arguments
    self.others = WatchedFiles.keyed(others)
    search()
  }

  /// The folders of these files, and those that were searched, in the order of their paths. A folder
  /// may be missing.
  package var folders: [String] {
    let paths = known.map { file in
      Files.kind(of: file.path) == .folder ? file.path : FilePath.folder(of: file.path)
    }
    return Set(paths).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Watches further files, as those that were used. One that was written since this was made may
  /// have been read before that: it has changed.
  package mutating func add(_ paths: [String]) {
    for path in paths where others.updateValue(path, forKey: PathKey(path)) == nil {
      isSettled = false
      for path in [path] + WatchedFiles.projects(around: path) where stamps[PathKey(path)] == nil {
        guard let stamp = Files.stamp(of: path), stamp.isOlder(than: start) else { continue }
        stamps[PathKey(path)] = stamp
      }
    }
  }

  /// Whether a file was written, made or removed since the last call.
  package mutating func haveChanged() -> Bool {
    if isSettled, known.allSatisfy({ Files.stamp(of: $0.path) == $0.stamp }) { return false }
    let (oldStamps, oldKnown) = (stamps, known)
    search()
    isSettled = known == oldKnown
    return stamps != oldStamps
  }

  /// Finds the files and their stamps.
  private mutating func search() {
    let search = FileSearch(arguments, kinds: [.definition, .types, .spec], mayBeEmpty: true)
    var paths = WatchedFiles.keyed(search.paths).merging(others) { first, _ in first }
    for folder in WatchedFiles.keyed(paths.values.map(FilePath.folder)).values {
      let projects = WatchedFiles.projects(around: FilePath.joined(folder, "x"))
      paths.merge(WatchedFiles.keyed(projects)) { first, _ in first }
    }
    stamps = paths.compactMapValues { Files.stamp(of: $0) }
    let bases = arguments.map { FilePattern.isPattern($0) ? FilePattern.base(of: $0) : $0 }
    let others = WatchedFiles.keyed(bases + search.folders).filter { paths[$0.key] == nil }
    known = paths.map { Known(path: $0.value, stamp: stamps[$0.key]) }
    known += others.values.map { Known(path: $0, stamp: Files.stamp(of: $0)) }
    known.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func keyed(_ paths: [String]) -> [PathKey: String] {
    Dictionary(paths.map { (PathKey($0), $0) }) { first, _ in first }
  }

  /// The possible paths of the project file of a file.
  private static func projects(around path: String) -> [String] {
    var folder = Files.resolved(FilePath.folder(of: path)) ?? "/"
    var paths: [String] = []
    while true {
      paths.append(FilePath.joined(folder, DefinitionFolder.projectFileName))
      let parent = FilePath.folder(of: folder)
      if parent == folder { return paths }
      folder = parent
    }
  }
}
