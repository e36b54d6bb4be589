import StateFiles

/// The files that a command looked at, and whether one of them has changed since.
package struct WatchedFiles {
  private let arguments: [String]
  private var others: [PathKey: String] = [:]
  private var stamps: [PathKey: Files.Stamp]
  private let start = Files.Moment.now

  /// Notes the state of all files that the arguments of a command lead to, and of others that it
  /// needed before.
  package init(_ arguments: [String], others: [String] = []) {
    self.arguments = arguments
    self.others = WatchedFiles.keyed(others)
    stamps = WatchedFiles.stamps(arguments, self.others)
  }

  /// Watches further files, as those that were used. One that was written since this was made may
  /// have been read before that: it has changed.
  package mutating func add(_ paths: [String]) {
    for path in paths where others.updateValue(path, forKey: PathKey(path)) == nil {
      for path in [path] + WatchedFiles.projects(around: path) where stamps[PathKey(path)] == nil {
        guard let stamp = Files.stamp(of: path), stamp.isOlder(than: start) else { continue }
        stamps[PathKey(path)] = stamp
      }
    }
  }

  /// Whether a file was written, made or removed since the last call.
  package mutating func haveChanged() -> Bool {
    let now = WatchedFiles.stamps(arguments, others)
    defer { stamps = now }
    return now != stamps
  }

  private static func stamps(
    _ arguments: [String], _ others: [PathKey: String]
  ) -> [PathKey: Files.Stamp] {
    let search = FileSearch(arguments, kinds: [.definition, .types, .spec], mayBeEmpty: true)
    var paths = keyed(search.paths).merging(others) { first, _ in first }
    for folder in keyed(paths.values.map(FilePath.folder)).values {
      paths.merge(keyed(projects(around: FilePath.joined(folder, "x")))) { first, _ in first }
    }
    return paths.compactMapValues { Files.stamp(of: $0) }
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
