package import StateFiles

/// Finds the files that the arguments of a command name.
package struct FileSearch: Sendable {
  /// Nothing is where an argument points.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case absent(String)
    case nothingIn(String, Set<DefinitionFolder.Kind>)
    case nothingMatches(String)
    case noFolder
    case wrongKind(String, DefinitionFolder.Kind, wanted: DefinitionFolder.Kind)
    case projectFile(String, wanted: DefinitionFolder.Kind)
    case unreadable(FileError)

    package var description: String {
      switch self {
      case .absent(let path): "`\(path)` does not exist"
      case .nothingIn(let path, let kinds):
        "`\(path)` holds no \(FileSearch.list(kinds))"
      case .nothingMatches(let pattern): "`\(pattern)` matches nothing"
      case .noFolder: "there is no folder `Definitions` here; name files or folders"
      case .wrongKind(let path, let kind, let wanted):
        "`\(path)` is a \(kind.noun), and a \(wanted.noun) is needed: a file `Name\(wanted.suffix)`"
      case .projectFile(let path, let wanted):
        "`\(path)` is a project file, and a \(wanted.noun) is needed: a file `Name\(wanted.suffix)`"
      case .unreadable(let error): error.description
      }
    }
  }

  /// The files, in the order of the bytes of their paths, each once.
  package private(set) var paths: [String] = []
  /// The absolute path of each, with every link followed.
  private(set) var resolved: [PathKey: String] = [:]
  /// The project files among the arguments.
  private(set) var projects: [String] = []
  /// The arguments that lead to nothing, in their order.
  package private(set) var failures: [Failure] = []
  /// The folders that were searched, with those inside them.
  private(set) var folders: [String] = []
  /// Whether a whole folder was searched.
  package private(set) var hasFolder = false

  private let kinds: Set<DefinitionFolder.Kind>
  private let mayBeEmpty: Bool
  private var seen: Set<PathKey> = []

  /// Looks for files of some kinds.
  ///
  /// A named file is taken whatever its name, unless its ending belongs to a kind that is not wanted;
  /// a definition means the spec beside it. Folders are searched with those inside, hidden ones left
  /// out. No argument means the definitions folder.
  package init(
    _ arguments: [String], kinds: Set<DefinitionFolder.Kind>, mayBeEmpty: Bool = false
  ) {
    self.kinds = kinds
    self.mayBeEmpty = mayBeEmpty
    do throws(Failure) {
      for argument in arguments.isEmpty ? [try FileSearch.definitionsFolder()] : arguments {
        do throws(Failure) { try take(argument) } catch { failures.append(error) }
      }
    } catch {
      failures.append(error)
    }
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// `Definitions` here, or the definitions folder around here.
  private static func definitionsFolder() throws(Failure) -> String {
    if Files.kind(of: "Definitions") == .folder { return "Definitions" }
    guard let here = Files.resolved(".") else { throw .noFolder }
    let root = DefinitionFolder.root(of: FilePath.joined(here, "x"))
    let isOne =
      FilePath.name(of: root) == "Definitions"
      || Files.kind(of: FilePath.joined(root, DefinitionFolder.projectFileName)) == .file
    guard isOne else { throw .noFolder }
    return FilePath.relative(root, to: here)
  }

  private mutating func take(_ argument: String) throws(Failure) {
    let before = paths.count
    switch Files.kind(of: argument) {
    case .file, .other:
      try checkKind(of: argument)
      if FilePath.name(of: argument) == DefinitionFolder.projectFileName {
        projects.append(FilePath.plain(argument))
      } else {
        add(FilePath.plain(argument))
      }
    case .folder:
      hasFolder = true
      try walk(FilePath.plain(argument)) { _ in true }
      if paths.count == before, !mayBeEmpty { throw .nothingIn(argument, kinds) }
    case nil:
      guard FilePattern.isPattern(argument) else { throw .absent(argument) }
      let pattern = FilePattern(argument)
      let base = FilePattern.base(of: argument)
      if Files.kind(of: base) == .folder { try walk(base) { pattern.matches($0) } }
      if paths.count == before, !mayBeEmpty { throw .nothingMatches(argument) }
    }
  }

  private func checkKind(of path: String) throws(Failure) {
    guard kinds.count == 1, let wanted = kinds.first else { return }
    if FilePath.name(of: path) == DefinitionFolder.projectFileName {
      throw .projectFile(path, wanted: wanted)
    }
    guard let kind = DefinitionFolder.Kind(fileName: path), !kinds.contains(kind) else { return }
    if wanted == .spec, kind == .definition { return }
    throw .wrongKind(path, kind, wanted: wanted)
  }

  private mutating func walk(
    _ folder: String, where isWanted: (String) -> Bool
  ) throws(Failure) {
    var pending = [folder]
    while let folder = pending.popLast() {
      folders.append(folder)
      let names: [String]
      do {
        names = try Files.names(in: folder) { failures.append(.unreadable($0)) }
      } catch {
        throw .unreadable(error)
      }
      for name in names where !name.hasPrefix(".") {
        let path = FilePath.joined(folder, name)
        let found = Files.kind(of: path)
        if found == .folder {
          if !Files.isLink(path) { pending.append(path) }
        } else if let kind = DefinitionFolder.Kind(fileName: name), kinds.contains(kind),
          isWanted(path)
        {
          if found == .file { add(path) } else { failures.append(.unreadable(.notAFile(path))) }
        }
      }
    }
  }

  private mutating func add(_ path: String) {
    let target = Files.resolved(path)
    guard seen.insert(PathKey(target ?? path)).inserted else { return }
    paths.append(path)
    resolved[PathKey(path)] = target
  }

  /// ``definition (`Name.state.json`) or spec (`Name.spec.json`)``
  private static func list(_ kinds: Set<DefinitionFolder.Kind>) -> String {
    let words = [DefinitionFolder.Kind.definition, .types, .spec].filter(kinds.contains).map {
      "\($0.noun) (`Name\($0.suffix)`)"
    }
    return words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
