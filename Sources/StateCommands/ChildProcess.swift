#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that runs beside this process, with its input and output as pipes.
///
/// It ends with its owner, even if nobody has read its output.
final class ChildProcess {
  private var id: pid_t?
  /// The end of a pipe that the program reads; -1 after `endInput`.
  private(set) var input: Int32
  /// The end of a pipe that the program writes.
  let output: Int32

  /// Starts a program of PATH; `nil` if it cannot be started.
  ///
  /// - Parameters:
  ///   - words: The name of the program and its arguments.
  ///   - variables: Its environment variables, as `NAME=VALUE`; nil gives it those of this process.
  ///   - isQuiet: Whether what it writes to standard error is dropped.
  init?(_ words: [String], variables: [String]? = nil, isQuiet: Bool = false) {
    var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toChild) == 0 else { return nil }
    guard pipe(&fromChild) == 0 else {
      for end in toChild { close(end) }
      return nil
    }
    (input, output) = (toChild[1], fromChild[0])
    for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    id = ChildProcess.spawn(words, variables, isQuiet, toChild[0], fromChild[1])
    close(toChild[0])
    close(fromChild[1])
    if id == nil { return nil }
  }

  deinit {
    if let id { kill(id, SIGTERM) }
    end()
    close(output)
  }

  /// Ends the input of the program.
  func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for the end of the program, whose output has been read; whether it succeeded.
  @discardableResult
  func end() -> Bool {
    endInput()
    guard let id else { return false }
    self.id = nil
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }

  private static func spawn(
    _ words: [String], _ variables: [String]?, _ isQuiet: Bool, _ input: Int32, _ output: Int32
  ) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var environment = variables?.map { strdup($0) } ?? []
    defer { for variable in environment { free(variable) } }
    environment.append(nil)
    var id: pid_t = 0
    let result = environment.withUnsafeMutableBufferPointer { own in
      posix_spawnp(
        &id, words[0], &actions, nil, &arguments, variables == nil ? environ : own.baseAddress)
    }
    return result == 0 ? id : nil
  }
}
