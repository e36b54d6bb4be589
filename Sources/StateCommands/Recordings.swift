import StateFiles
import StateReplay

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The recordings that a command reads.
package struct Recordings {
  /// Files, one after the other; `-` is standard input.
  private let paths: [String]
  /// Whether the lines of a session follow each other, ordered by time.
  private let isSorted: Bool

  package init(paths: [String], isSorted: Bool) {
    (self.paths, self.isSorted) = (paths, isSorted)
  }

  /// Calls `body` with each line: the bytes of several lines, and the range of this one.
  ///
  /// - Throws: `CommandExit` if a file cannot be read, or the lines cannot be sorted.
  func read(_ body: ([UInt8], Range<Int>) -> Void) throws {
    guard isSorted else { return try readSorted(body) }
    for path in paths { try Console.readLines(of: path, limit: FileLimits.lineBytes, body) }
  }

  /// Sends the lines through `sort`, which keeps what does not fit into its memory in files.
  private func readSorted(_ body: ([UInt8], Range<Int>) -> Void) throws {
    guard let sorter = Sorter() else {
      Console.note("error: --unsorted needs the program `sort`, which cannot be started")
      throw CommandExit.failure
    }
    var isWritten = true
    var buffer: [UInt8] = []
    defer { sorter.end() }
    for path in paths {
      try Console.readLines(of: path, limit: FileLimits.lineBytes) { bytes, range in
        SortKey.write(bytes, range, to: &buffer)
        guard buffer.count > 1 << 16 else { return }
        isWritten = isWritten && Files.writeAll(buffer, to: sorter.input) == 0
        buffer.removeAll(keepingCapacity: true)
      }
    }
    isWritten = isWritten && Files.writeAll(buffer, to: sorter.input) == 0
    sorter.endInput()
    if isWritten {
      let limit = FileLimits.lineBytes + SortKey.longest(FileLimits.lineBytes)
      try Files.readLines(from: sorter.output, named: "sort", limit: limit) { bytes, range in
        body(bytes, SortKey.line(bytes, range))
      }
    }
    guard sorter.end(), isWritten else {
      Console.note("error: `sort` failed; TMPDIR can name a folder with more room for its files")
      throw CommandExit.failure
    }
  }
}

/// A process of `sort`. It writes nothing before its input ends.
private final class Sorter {
  private var process: pid_t?
  private(set) var input: Int32
  let output: Int32

  /// Starts `sort`; `nil` if it cannot be started.
  init?() {
    var (toSort, fromSort): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toSort) == 0 else { return nil }
    guard pipe(&fromSort) == 0 else {
      for end in toSort { close(end) }
      return nil
    }
    (input, output) = (toSort[1], fromSort[0])
    for end in toSort + fromSort { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    process = Sorter.spawn(toSort[0], fromSort[1])
    close(toSort[0])
    close(fromSort[1])
    if process == nil { return nil }
  }

  deinit {
    end()
    close(output)
  }

  /// Lets `sort` begin to write.
  func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for the end of `sort`; whether it succeeded.
  @discardableResult
  func end() -> Bool {
    endInput()
    guard let process else { return true }
    self.process = nil
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }

  private static func spawn(_ input: Int32, _ output: Int32) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // The sort is stable: lines with the same session and time keep their order.
    let words = [
      "env", "LC_ALL=C", "sort", "-s", "-t", "\t", "-k1,1", "-k2,2", "-S", "32M",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var id: pid_t = 0
    return posix_spawnp(&id, "env", &actions, nil, arguments, environ) == 0 ? id : nil
  }
}
