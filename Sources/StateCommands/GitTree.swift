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
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "git cannot be started") }
    defer { close(ends[0]) }
    let process = spawn(["git"] + arguments, output: ends)
    close(ends[1])
    guard let process else { throw Failure(description: "git cannot be started") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(ends[0], $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(description: "git does not know `\(revision)` here")
    }
    return bytes
  }

  private func spawn(_ words: [String], output ends: [Int32]) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var variables: [UnsafeMutablePointer<CChar>?] = Self.variables.compactMap { name in
      getenv(name).flatMap { strdup("\(name)=\(String(cString: $0))") }
    }
    defer { for variable in variables { free(variable) } }
    variables.append(nil)
    var id: pid_t = 0
    return posix_spawnp(&id, "git", &actions, nil, arguments, variables) == 0 ? id : nil
  }

  /// The environment variables that `git` gets.
  private static let variables = [
    "PATH", "HOME", "XDG_CONFIG_HOME", "GIT_DIR", "GIT_WORK_TREE", "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES",
  ]
}
