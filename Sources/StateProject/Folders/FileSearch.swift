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
  /// Whether the command reads standard input if its only argument is `-`.
  private let readsInput: Bool
  /// The path under which each file was found first.
  private var seen: [FolderEntry: String] = [:]
  /// Folders by their resolved paths.
  private var folderIdentities: [String: Files.Identity] = [:]
  /// The paths of further hard links to a file in its folder, by the path under which it was found
  /// first.
  private var hardLinks: [PathKey: [String]] = [:]

  /// Looks for files of some kinds.
  ///
  /// A named file is taken whatever its name, unless its ending belongs to a kind that is not wanted;
  /// a definition means the spec beside it. Folders are searched with those inside, hidden ones left
  /// out. No argument means the definitions folder.
  package init(
    _ arguments: [String], kinds: Set<DefinitionFolder.Kind>, mayBeEmpty: Bool = false,
    readsInput: Bool = false
  ) {
    self.kinds = kinds
    self.mayBeEmpty = mayBeEmpty
    self.readsInput = readsInput
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
      || DefinitionFolder.isProjectFile(
        FilePath.joined(root, DefinitionFolder.projectFileName))
    guard isOne else { throw .noFolder }
    return FilePath.relative(root, to: here)
  }

  private mutating func take(_ argument: String) throws(Failure) {
    switch Files.kind(of: argument) {
    case .file, .device:
      try checkKind(of: argument)
      let path = FilePath.plain(argument)
      let target = Files.resolved(path)
      guard isNew(path, target) else { return }
      if FilePath.name(of: path) == DefinitionFolder.projectFileName {
        projects.append(path)
      } else {
        add(path, target)
      }
    case .pipe: throw .unreadable(readsInput ? .pipe(argument) : .notAFile(argument))
    case .socket: throw .unreadable(.notAFile(argument))
    case .folder:
      hasFolder = true
      let isFound = try walk(FilePath.plain(argument)) { _ in true }
      if !isFound, !mayBeEmpty { throw .nothingIn(argument, kinds) }
    case nil:
      if argument == "-" { throw .unreadable(.noStandardInput) }
      guard FilePattern.isPattern(argument) else { throw .absent(argument) }
      let pattern = FilePattern(argument)
      let base = FilePattern.base(of: argument)
      let isFound =
        Files.kind(of: base) == .folder ? try walk(base) { pattern.matches($0) } : false
      if !isFound, !mayBeEmpty { throw .nothingMatches(argument) }
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

  /// Searches a folder and those inside it; whether a file was there, even if it was known or is
  /// unreadable.
  private mutating func walk(
    _ start: String, where isWanted: (String) -> Bool
  ) throws(Failure) -> Bool {
    var isFound = false
    let root = DefinitionFolder.root(of: FilePath.joined(Files.resolved(start) ?? start, "x"))
    var pending = [start]
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
          isFound = true
          if found != .file {
            failures.append(.unreadable(.notAFile(path)))
          } else if Files.isLink(path, outOf: root) {
            failures.append(.unreadable(.linkOut(path, of: start)))
          } else {
            let target = Files.resolved(path)
            if isNew(path, target) { add(path, target) }
          }
        }
      }
    }
    return isFound
  }

  private mutating func add(_ path: String, _ target: String?) {
    paths.append(path)
    resolved[PathKey(path)] = target
  }

  /// A file in a folder. A hard link in another folder may have another spec or types file beside it.
  private struct FolderEntry: Hashable {
    let file: Files.Identity
    let folder: Files.Identity?
  }

  /// Whether a file is found for the first time. Another name of a known file is noted if it is a
  /// hard link.
  private mutating func isNew(_ path: String, _ target: String?) -> Bool {
    guard let identity = Files.Identity(of: path), let target else { return true }
    let folder = FilePath.folder(of: target)
    let folderIdentity = folderIdentities[folder] ?? Files.Identity(of: folder)
    folderIdentities[folder] = folderIdentity
    let entry = FolderEntry(file: identity, folder: folderIdentity)
    guard let first = seen[entry] else {
      seen[entry] = path
      return true
    }
    let known = names(of: first).map { Files.resolved($0) }
    if !known.contains(target) { hardLinks[PathKey(first), default: []].append(path) }
    return false
  }

  /// The paths of a file that was found: the one in `paths`, and those of hard links to it.
  package func names(of path: String) -> [String] { [path] + hardLinks[PathKey(path), default: []] }

  /// ``definition (`Name.state.json`) or spec (`Name.spec.json`)``
  private static func list(_ kinds: Set<DefinitionFolder.Kind>) -> String {
    let words = [DefinitionFolder.Kind.definition, .types, .spec].filter(kinds.contains).map {
      "\($0.noun) (`Name\($0.suffix)`)"
    }
    return words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
