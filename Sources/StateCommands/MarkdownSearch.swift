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
      case .file, .device: add(FilePath.plain(argument))
      case .pipe, .socket: failures.append("\(FileError.notAFile(argument))")
      case nil where argument == "-": failures.append("\(FileError.noStandardInput)")
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
          let kind = Files.kind(of: path)
          if kind == .folder {
            if !Files.isLink(path) { folders.append(path) }
          } else if name.hasSuffix(".md") || name.hasSuffix(".markdown") {
            guard kind == .file else {
              failures.append("\(FileError.notAFile(path))")
              continue
            }
            if !Files.isLink(path, outOf: root) { add(path) }
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
