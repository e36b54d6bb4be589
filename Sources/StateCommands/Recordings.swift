import StateFiles
import StateReplay

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

  /// Sends the lines through `sort`, which keeps what does not fit into its memory in files, and
  /// writes nothing before its input ends. Lines with the same session and time keep their order.
  private func readSorted(_ body: ([UInt8], Range<Int>) -> Void) throws {
    let words = ["env", "LC_ALL=C", "sort", "-s", "-t", "\t", "-k1,1", "-k2,2", "-S", "32M"]
    guard let sort = ChildProcess(words) else {
      Console.note("error: --unsorted needs the program `sort`, which cannot be started")
      throw CommandExit.failure
    }
    var isWritten = true
    var buffer: [UInt8] = []
    for path in paths {
      try Console.readLines(of: path, limit: FileLimits.lineBytes) { bytes, range in
        SortKey.write(bytes, range, to: &buffer)
        guard buffer.count > 1 << 16 else { return }
        isWritten = isWritten && Files.writeAll(buffer, to: sort.input) == 0
        buffer.removeAll(keepingCapacity: true)
      }
    }
    isWritten = isWritten && Files.writeAll(buffer, to: sort.input) == 0
    sort.endInput()
    let limit = FileLimits.lineBytes + SortKey.longest(FileLimits.lineBytes)
    let isRead: Void? = try? Files.readLines(from: sort.output, named: "sort", limit: limit) {
      body($0, SortKey.line($0, $1))
    }
    guard sort.end(), isWritten, isRead != nil else {
      Console.note("error: `sort` failed; TMPDIR can name a folder with more room for its files")
      throw CommandExit.failure
    }
  }
}
