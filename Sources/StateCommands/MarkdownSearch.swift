import StateFiles
import StateProject

/// Finds Markdown files; skips hidden files, hidden folders and links inside of folders.
struct MarkdownSearch {
  /// The paths, sorted by their bytes.
  private(set) var paths: [String] = []
  private(set) var failures: [String] = []

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
    while let folder = folders.popLast() {
      do {
        let names = try Files.names(in: folder) { failures.append("\($0)") }
        for name in names where !name.hasPrefix(".") {
          let path = FilePath.joined(folder, name)
          switch Files.kind(of: path) {
          case .folder: if !Files.isLink(path) { folders.append(path) }
          case .file: if name.hasSuffix(".md") || name.hasSuffix(".markdown") { add(path) }
          case .other, nil: break
          }
        }
      } catch {
        failures.append("\(error)")
      }
    }
  }

  private mutating func add(_ path: String) {
    if !paths.contains(path) { paths.append(path) }
  }
}
