#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failed operation: `read`, `write`.
  public let action: String
  /// The path as it was given.
  public let path: String
  /// The words of the system.
  public let reason: String

  /// `cannot read `Coin.state.json`: No such file or directory`.
  public var description: String { "cannot \(action) `\(path)`: \(reason)" }

  /// A path that should be that of a file: a link that leads nowhere, a pipe, a socket or a device.
  package static func notAFile(_ path: String, action: String = "read") -> FileError {
    let kind = Files.kind(of: path).map { "\($0.noun), not a file" }
    return FileError(action, path, reason: "it is \(kind ?? "a link that leads nowhere")")
  }

  /// The path `-` in an argument of a command that does not read standard input.
  package static let noStandardInput = FileError(
    "read", "-", reason: "this command does not read it from standard input")

  /// A link that is found in a folder and leads out of it.
  package static func linkOut(_ path: String, of folder: String) -> FileError {
    FileError(
      "read", path, reason: "it is a link that leads out of `\(folder)`; name the file itself")
  }

  /// A pipe in an argument that can also be `-`.
  package static func pipe(_ path: String) -> FileError {
    FileError("read", path, reason: "it is a pipe; `-` reads standard input")
  }

  init(_ action: String, _ path: String, errorNumber: Int32) {
    self.init(action, path, reason: String(cString: strerror(errorNumber)))
  }

  init(_ action: String, _ path: String, reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
  }
}

/// The disk: whole files read, and written so that a reader sees the old file or the new one.
package enum Files {
  /// The kind of a file.
  package enum Kind: Sendable {
    case file, folder, pipe, socket, device

    /// The noun with its article, for messages.
    package var noun: String {
      switch self {
      case .file: "a file"
      case .folder: "a folder"
      case .pipe: "a pipe"
      case .socket: "a socket"
      case .device: "a device"
      }
    }

    fileprivate init(_ mode: mode_t) {
      switch mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      case S_IFIFO: self = .pipe
      case S_IFSOCK: self = .socket
      default: self = .device
      }
    }
  }

  /// The kind of the file at a path, links followed; `nil` if nothing is there.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    return canExist(path) && stat(path, &status) == 0 ? Kind(status.st_mode) : nil
  }

  /// Whether a file can have this path: for the system a path ends before U+0000.
  private static func canExist(_ path: String) -> Bool { !path.utf8.contains(0) }

  /// A file itself: all its names, links included, have one identity.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// The identity of the file at a path, links followed; `nil` if nothing is there.
    package init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.init(status)
    }

    /// The identity of an open file; `nil` if the descriptor is closed.
    init?(ofOpen descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      self.init(status)
    }

    private init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Whether a path itself is a link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path is a link that leads out of a folder, whose path is absolute and without links.
  package static func isLink(_ path: String, outOf folder: String) -> Bool {
    isLink(path) && !(resolved(path).map { FilePath.isInside($0, folder) } ?? false)
  }

  /// What changes when a file is written or replaced.
  package struct Stamp: Hashable, Sendable {
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
    fileprivate let size: Int
    fileprivate let number: UInt64

    /// Whether the file was written before a moment.
    package func isOlder(than moment: Moment) -> Bool {
      (seconds, nanoseconds) < (moment.seconds, moment.nanoseconds)
    }
  }

  /// A time by the clock that stamps files.
  package struct Moment: Sendable {
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int

    /// The present.
    package static var now: Moment {
      var time = timespec()
      #if canImport(Darwin)
        clock_gettime(CLOCK_REALTIME, &time)
      #else
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
      #endif
      return Moment(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
  }

  /// The stamp of the file at a path; `nil` if nothing is there.
  package static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Stamp(
      seconds: time.tv_sec, nanoseconds: time.tv_nsec, size: Int(status.st_size),
      number: UInt64(status.st_ino))
  }

  /// Reads a file; of one that is larger than `limit`, one byte more than the limit. A pipe is refused.
  package static func read(
    _ path: String, limit: Int = FileLimits.fileBytes
  ) throws(FileError) -> [UInt8] {
    let file = try opened(path, orPipe: .notAFile(path))
    defer { close(file) }
    return try read(file, named: path, limit: limit)
  }

  /// Opens a file to read it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - pipe: The error if it is a pipe, which nobody may ever write.
  /// - Returns: The descriptor, to be closed.
  /// - Throws: `FileError` if it cannot be opened.
  private static func opened(
    _ path: String, orPipe pipe: @autoclosure () -> FileError
  ) throws(FileError) -> Int32 {
    guard canExist(path) else { throw FileError("read", path, errorNumber: ENOENT) }
    // Opening a pipe that nobody writes would wait for ever.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if file < 0 {
      let failure = errno
      if failure == ENOENT, path == "-" { throw .noStandardInput }
      if failure == ENXIO { throw .notAFile(path) }
      throw FileError("read", path, errorNumber: failure)
    }
    var status = stat()
    if fstat(file, &status) == 0, Kind(status.st_mode) == .pipe {
      close(file)
      throw pipe()
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    return file
  }

  /// Reads standard input to its end.
  package static func readStandardInput(
    limit: Int = FileLimits.fileBytes
  ) throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, named: "standard input", limit: limit)
  }

  /// Calls `body` with each line that is not empty, as soon as it is there: the bytes of several
  /// lines, and the range of this one. Of a line that is longer than `limit` only one byte more than
  /// the limit is kept.
  ///
  /// - Parameters:
  ///   - path: A file; `nil` is standard input.
  ///   - limit: The largest size of a line in bytes.
  ///   - body: Receives each line.
  /// - Throws: `FileError` if the file cannot be read.
  package static func readLines(
    of path: String?, limit: Int, _ body: (_ bytes: [UInt8], _ line: Range<Int>) -> Void
  ) throws(FileError) {
    guard let path else {
      return try readLines(from: STDIN_FILENO, named: "standard input", limit: limit, body)
    }
    let file = try opened(path, orPipe: .pipe(path))
    defer { close(file) }
    try readLines(from: file, named: path, limit: limit, body)
  }

  /// Calls `body` with each non-empty line of an open file or pipe, as soon as it arrives.
  package static func readLines(
    from file: Int32, named name: String, limit: Int,
    _ body: (_ bytes: [UInt8], _ line: Range<Int>) -> Void
  ) throws(FileError) {
    var lines = LineBuffer(limit: limit)
    while true {
      let count = lines.fill { buffer in retrying { readBytes(file, buffer) } }
      guard count >= 0 else { throw FileError("read", name, errorNumber: errno) }
      lines.forEachLine(isEnd: count == 0, body)
      if count == 0 { return }
    }
  }

  private static func read(
    _ file: Int32, named path: String, limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the size of the file: then its end is seen at once.
    var status = stat()
    let isKnown = fstat(file, &status) == 0
    let expected = isKnown ? Int(clamping: status.st_size) + 1 : 0
    let isPlain = isKnown && status.st_mode & S_IFMT == S_IFREG
    var size = min(max(expected, 1 << 12), limit + 1, 1 << 20)
    while bytes.count <= limit {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let read = retrying { readBytes(file, UnsafeMutableRawBufferPointer(buffer)) }
        if read < 0 { failure = errno }
        count = max(0, read)
      }
      if failure != 0 { throw FileError("read", path, errorNumber: failure) }
      if chunk.isEmpty { break }
      let isLast =
        isPlain && chunk.count < size && bytes.count + chunk.count >= expected - 1
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if isLast { break }
      size = max(1 << 12, min(size, 1 << 16))
    }
    return bytes
  }

  /// The names in a folder, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - onFailure: Receives an error for each name that is not UTF-8, because no path of ours
  ///     leads to such a file.
  /// - Returns: The names, without `.` and `..`.
  /// - Throws: `FileError` if the folder cannot be read.
  package static func names(
    in folder: String, onFailure: (FileError) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else {
      throw FileError("read", folder, errorNumber: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard name.utf8.elementsEqual(bytes) else {
        onFailure(FileError("read", FilePath.joined(folder, name), reason: "its name is not UTF-8"))
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The absolute path with every link followed; `nil` if nothing is there.
  package static func resolved(_ path: String) -> String? {
    guard canExist(path), let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }

  /// An absolute path as a person in the current folder would write it.
  package static func shown(_ resolved: String) -> String {
    guard let here = self.resolved(".") else { return resolved }
    return FilePath.isInside(resolved, here) ? FilePath.relative(resolved, to: here) : resolved
  }

  /// Makes a folder and those around it, if they are not there.
  package static func makeFolder(_ path: String) throws(FileError) {
    if kind(of: path) == .folder { return }
    let parent = FilePath.folder(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    guard mkdir(path, 0o777) == 0 || (errno == EEXIST && kind(of: path) == .folder) else {
      throw FileError("make", path, errorNumber: errno)
    }
  }

  /// Removes a file.
  package static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError("remove", path, errorNumber: errno) }
  }

  /// Writes to a descriptor until all is written; gives the error number, or 0.
  package static func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
        let count = retrying { writeBytes(file, rest) }
        if count < 0 { return errno }
        start += count
      }
      return 0
    }
  }

  /// Repeats a call that a signal interrupted.
  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(file, buffer.baseAddress, buffer.count)
}
