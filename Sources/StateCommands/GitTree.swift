import StateFiles
import StateProject

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a revision, read with `git`.
struct GitTree {
  /// The error that `git` reported.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let revision: String

  /// Reads the definitions folder around a path in the revision.
  ///
  /// - Parameters:
  ///   - path: A current file or folder.
  ///   - validation: Receives the files.
  /// - Returns: The definitions and specs in the path, by their names in the revision.
  /// - Throws: The error that `git` reported.
  func load(around path: String, into validation: inout Validation) throws(Failure) -> [String] {
    let isFolder = Files.kind(of: path) == .folder
    let folder = isFolder ? path : FilePath.folder(of: path)
    let resolved = Files.resolved(folder) ?? folder
    let root = Files.shown(DefinitionFolder.root(of: FilePath.joined(resolved, "x")))
    let listed = try git(["-C", root, "ls-tree", "-r", "-z", "--name-only", revision])
    var paths: [String] = []
    for name in listed.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
      guard let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: name)) else { continue }
      let own = FilePath.plain(FilePath.joined(root, name))
      let bytes = try git(["-C", root, "cat-file", "blob", "\(revision):./\(name)"])
      validation.read(bytes, as: own)
      let isNamed =
        isFolder
        ? FilePath.isInside(FilePath.joined(Files.resolved(root) ?? root, name), resolved)
        : own == FilePath.plain(path)
          || own == DefinitionFolder.Kind.spec(beside: FilePath.plain(path))
      if isNamed, kind != .types { paths.append(own) }
    }
    guard !paths.isEmpty else {
      throw Failure(description: "`\(revision)` holds no definition in `\(path)`")
    }
    return paths
  }

  /// Runs `git` and returns its output.
  private func git(_ arguments: [String]) throws(Failure) -> [UInt8] {
    let variables = Self.variables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    guard let git = ChildProcess(["git"] + arguments, variables: variables, isQuiet: true) else {
      throw Failure(description: "git cannot be started")
    }
    git.endInput()
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(git.output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    guard git.end() else { throw Failure(description: "git does not know `\(revision)` here") }
    return bytes
  }

  /// The environment variables that `git` gets.
  private static let variables = [
    "PATH", "HOME", "XDG_CONFIG_HOME", "GIT_DIR", "GIT_WORK_TREE", "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES",
  ]
}
