package import StateModel

/// The content of the files named in `uses`, for a file that is checked.
package struct UsedFiles {
  /// The file of each entry of `uses`, in its order.
  package private(set) var files: [UsedFile] = []
  /// The findings about the entries of `uses`.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether every entry of `uses` leads to a file, and none back here.
  package private(set) var isWhole = true
  /// The files reached, directly or not, by the names under which `uses` knows them here.
  package private(set) var sources: [String: (path: String, map: SourceMap)] = [:]
  /// The paths of all files reached, in the order found.
  package private(set) var paths: [String] = []
}

extension DefinitionFolder {
  /// How long a chain of files may be that use each other.
  private static let chainLimit = 64

  /// Reads the files that a file uses: only inside the definitions folder, links followed.
  package mutating func usedFiles(of file: File) -> UsedFiles {
    var used = UsedFiles()
    var cache: [PathKey: UsedFile] = [:]
    for (index, name) in file.uses.enumerated() {
      let location = Diagnostic.Location("/uses/\(index)")
      var walk = UseWalk(start: file, known: cache)
      let found = use(name, from: file, chain: [file], &walk)
      // A complaint is found again from each entry that leads to it.
      if walk.complaint == nil { cache = walk.known }
      used.add(found, walk)
      if let complaint = walk.complaint {
        used.add(complaint, at: location, isReported: !walk.isReportedElsewhere)
      }
    }
    return used
  }

  /// Follows one entry of `uses`, and those of the file it names.
  private mutating func use(
    _ name: String, from file: File, chain: [File], _ walk: inout UseWalk
  ) -> UsedFile {
    let isDirect = chain.count == 1
    var missing = UsedFile(name: name, path: name, content: .unreadable)
    let target: File
    switch self.target(name, from: file) {
    case .failure(let complaint):
      // Mistakes inside a used file are reported where that file is checked.
      if isDirect { walk.complaint = .use(name, complaint.reason) }
      return missing
    case .success(let found): target = found
    }
    missing.path = FilePath.relative(
      target.resolved, to: DefinitionFolder.root(of: walk.start.resolved))
    if isDirect { walk.direct = (name, target) }
    if target.resolved == walk.start.resolved {
      walk.complaint = .circularUse((chain + [target]).map { FilePath.name(of: $0.path) })
      // All files of a circle are checked, and one of them reports it.
      walk.isReportedElsewhere = chain.contains { other in
        other.resolved.utf8.lexicographicallyPrecedes(walk.start.resolved.utf8)
      }
      return missing
    }
    if chain.contains(where: { $0.resolved == target.resolved }) { return missing }
    if var known = walk.known[PathKey(target.resolved)] {
      known.name = name
      return known
    }
    guard chain.count < DefinitionFolder.chainLimit else {
      walk.complaint = .use(
        walk.direct?.name ?? name, .tooFar(limit: DefinitionFolder.chainLimit))
      return missing
    }
    walk.paths.append(target.path)
    let uses = target.uses.map { use($0, from: target, chain: chain + [target], &walk) }
    let content: UsedFile.Content
    switch target.content {
    case .definition(let definition) where target.isWhole: content = .definition(definition)
    case .types(let types) where target.isWhole: content = .types(types)
    case .definition, .types, .spec, .unreadable: content = .unreadable
    }
    let used = UsedFile(name: name, path: missing.path, content: content, uses: uses)
    walk.known[PathKey(target.resolved)] = used
    return used
  }

  private struct Complaint: Error {
    let reason: Problem.FileFact.Use
  }

  /// The file that an entry of `uses` names.
  private mutating func target(_ name: String, from file: File) -> Result<File, Complaint> {
    let folder = FilePath.folder(of: file.resolved)
    let root = DefinitionFolder.root(of: file.resolved)
    let wanted = FilePath.plain(FilePath.joined(folder, name))
    guard FilePath.isInside(wanted, root) else {
      return .failure(Complaint(reason: .outside))
    }
    guard let kind = Kind(fileName: FilePath.name(of: wanted)), kind != .spec else {
      return .failure(Complaint(reason: .wrongKind))
    }
    guard let resolved = files[PathKey(wanted)] != nil ? wanted : Files.resolved(wanted) else {
      return .failure(Complaint(reason: .missing))
    }
    guard FilePath.isInside(resolved, root) else {
      return .failure(Complaint(reason: .linkToOutside))
    }
    var path = FilePath.plain(FilePath.joined(FilePath.folder(of: file.path), name))
    if Files.resolved(path) != resolved { path = Files.shown(resolved) }
    do {
      return .success(try self.file(at: path))
    } catch {
      return .failure(Complaint(reason: .unreadable(error.reason)))
    }
  }
}

/// The files that one entry of `uses` leads to.
private struct UseWalk {
  let start: DefinitionFolder.File
  var complaint: Problem.FileFact?
  /// Whether another file has the same complaint.
  var isReportedElsewhere = false
  var direct: (name: String, file: DefinitionFolder.File)?
  var paths: [String] = []
  /// The files that were followed before.
  var known: [PathKey: UsedFile]

  init(start: DefinitionFolder.File, known: [PathKey: UsedFile]) {
    self.start = start
    self.known = known
  }
}

extension UsedFiles {
  fileprivate mutating func add(_ file: UsedFile, _ walk: UseWalk) {
    files.append(file)
    if let direct = walk.direct { sources[direct.name] = (direct.file.path, direct.file.map) }
    for path in walk.paths where !paths.contains(path) { paths.append(path) }
  }

  fileprivate mutating func add(
    _ problem: Problem.FileFact, at location: Diagnostic.Location, isReported: Bool
  ) {
    isWhole = false
    guard isReported else { return }
    diagnostics.append(Diagnostic(.file(problem), at: location))
  }
}
