import StateFiles
import StateProject

/// Finds Markdown files; skips hidden files and folders, and links that lead out of a searched folder.
struct MarkdownSearch {
  /// The paths, sorted by their bytes.
  private(set) var paths: [String] = []
  private(set) var failures: [String] = []
  private var seen: Set<PathKey> = []

  init(_ arguments: [String]) {
    for argument in arguments {
      switch Files.kind(of: argument) {
      case .folder: walk(FilePath.plain(argument))
      case .file, .other: add(FilePath.plain(argument))
      case nil: failures.append("`\(argument)` does not exist")
      }
    }
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func walk(_ start: String) {
    var folders = [start]
    let root = Files.resolved(start) ?? start
    while let folder = folders.popLast() {
      do {
        let names = try Files.names(in: folder) { failures.append("\($0)") }
        for name in names where !name.hasPrefix(".") {
          let path = FilePath.joined(folder, name)
          switch Files.kind(of: path) {
          case .folder: if !Files.isLink(path) { folders.append(path) }
          case .file:
            guard name.hasSuffix(".md") || name.hasSuffix(".markdown") else { continue }
            let isOutside =
              Files.isLink(path)
              && !(Files.resolved(path).map { FilePath.isInside($0, root) } ?? false)
            if !isOutside { add(path) }
          case .other, nil: break
          }
        }
      } catch {
        failures.append("\(error)")
      }
    }
  }

  private mutating func add(_ path: String) {
    if seen.insert(PathKey(Files.resolved(path) ?? path)).inserted { paths.append(path) }
  }
}
