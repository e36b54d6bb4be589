import StateFiles
import StateProject

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When to use colours.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Standard input, output and error. Output is unbuffered.
package enum Console {
  /// Makes writing to a closed pipe an error instead of ending the process.
  package static func prepare() { signal(SIGPIPE, SIG_IGN) }

  /// Writes to standard output; ends the process silently if nobody reads it any more.
  package static func write(_ text: String) {
    guard !text.isEmpty else { return }
    let failure = Files.writeAll(Array(text.utf8), to: STDOUT_FILENO)
    if failure == 0 { return }
    if failure != EPIPE {
      note("error: cannot write to standard output: \(String(cString: strerror(failure)))")
    }
    exit(2)
  }

  /// Ends the process.
  package static func end(_ end: CommandExit) -> Never { exit(end.code) }

  /// Writes a file and creates its folders; replaces an old file atomically.
  static func save(_ text: String, to path: String) throws {
    do {
      try Files.requireFileName(path)
      try Files.makeFolder(FilePath.folder(of: path))
      try Files.write(Array(text.utf8), to: path)
    } catch {
      note("error: \(error)")
      throw CommandExit.failure
    }
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Whether standard error is a terminal.
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Clears the terminal, if it is one.
  static func clear() {
    if isTerminal { write("\u{1B}[2J\u{1B}[H") }
  }

  /// Waits for an unnoticeable time; ends the process silently if nobody reads its output any more.
  static func pause() {
    usleep(50_000)
    // Darwin ignores a descriptor without requested events, even if nobody reads it any more.
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&output, 1, 0) > 0, Int32(output.revents) & (POLLERR | POLLHUP) != 0 { exit(2) }
  }

  /// Writes a line, or several, to standard error.
  ///
  /// Texts of files and arguments may be among them, so control characters are shown as `\u{1B}`.
  package static func note(_ line: String) { complain(DisplayText.safeLines(line) + "\n") }

  /// Writes text that is already safe to standard error.
  static func complain(_ text: String) { _ = Files.writeAll(Array(text.utf8), to: STDERR_FILENO) }

  /// Reads standard input to its end.
  static func input() throws -> [UInt8] {
    do {
      return try Files.readStandardInput()
    } catch {
      note("error: \(error)")
      throw CommandExit.failure
    }
  }

  /// Calls `body` with each non-empty line of standard input as soon as it arrives.
  static func readLines(_ body: ([UInt8]) -> Void) throws {
    try readLines(of: "-", limit: FileLimits.lineBytes) { bytes, line in body(Array(bytes[line])) }
  }

  /// Calls `body` with each non-empty line of a file, or of standard input for `-`, as soon as it
  /// arrives: the bytes of several lines, and the range of this one.
  static func readLines(
    of path: String, limit: Int, _ body: ([UInt8], Range<Int>) -> Void
  ) throws {
    do {
      try Files.readLines(of: path == "-" ? nil : path, limit: limit, body)
    } catch {
      note("error: \(error)")
      throw CommandExit.failure
    }
  }

  /// Whether to use colours on standard output, or on standard error, by the usual conventions.
  static func isColored(_ choice: ColorChoice, onErrors: Bool = false) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" { return true }
      let file = onErrors ? STDERR_FILENO : STDOUT_FILENO
      return isatty(file) == 1 && variable("TERM") != "dumb"
    }
  }

  /// Whether the process runs in a GitHub workflow.
  static var isGitHubWorkflow: Bool { variable("GITHUB_ACTIONS") == "true" }

  /// Whether machines repeat known steps. `STATES_ACCELERATION=off` runs the plain interpreter, which
  /// does the same but later.
  static let acceleratesSteps = variable("STATES_ACCELERATION") != "off"

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }
}
