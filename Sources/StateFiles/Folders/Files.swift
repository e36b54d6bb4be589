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
    case file, folder, other
  }

  /// The kind of the file at a path, links followed; `nil` if nothing is there.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a path itself is a link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
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
    // Opening a pipe that nobody writes would wait for ever.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw FileError("read", path, errorNumber: errno) }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      throw FileError("read", path, reason: "it is a pipe; `-` reads standard input")
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    return try read(file, named: path, limit: limit)
  }

  /// Reads standard input to its end.
  package static func readStandardInput(
    limit: Int = FileLimits.fileBytes
  ) throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, named: "standard input", limit: limit)
  }

  /// Calls `body` with each line of standard input that is not empty, as soon as it is there. Of a
  /// line that is longer than `limit` only one byte more than the limit is kept.
  package static func readLines(
    limit: Int, _ body: ([UInt8]) -> Void
  ) throws(FileError) {
    var line: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    func finish() {
      if line.last == 0x0D { line.removeLast() }
      if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { body(line) }
      line = []
    }
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        retrying { readBytes(STDIN_FILENO, buffer) }
      }
      guard count >= 0 else { throw FileError("read", "standard input", errorNumber: errno) }
      if count == 0 { return finish() }
      for byte in chunk[..<count] {
        if byte == 0x0A {
          finish()
        } else if line.count <= limit {
          line.append(byte)
        }
      }
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
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let shown = String(decoding: bytes, as: UTF8.self)
        onFailure(
          FileError("read", FilePath.joined(folder, shown), reason: "its name is not UTF-8"))
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The absolute path with every link followed; `nil` if nothing is there.
  package static func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
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

  /// Replaces a file whole, with the mode it had; a device or a pipe is written to instead.
  ///
  /// The new text is written beside the file as `.NAME.new` and then replaces it, so a reader sees
  /// the old file or the new one. What a killed run left at `.NAME.new` is overwritten. Signals
  /// that can wait do so until the file is complete.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - path: The path of the file, which need not exist; its folder must.
  ///   - isEdit: Whether the file at the path is edited in place. Then a link is followed.
  ///     Otherwise a link that leads out of its folder is replaced by a file.
  /// - Throws: `FileError` if the file cannot be written; then it is as before.
  package static func write(
    _ bytes: [UInt8], to path: String, isEdit: Bool = false
  ) throws(FileError) {
    if kind(of: path) == .other { return try writeThrough(bytes, to: path) }
    let target = try writableTarget(path, isEdit: isEdit)
    let folder = open(FilePath.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError("write", path, errorNumber: errno) }
    defer { close(folder) }
    let waiting = WaitingSignals()
    defer { waiting.end() }
    let failure = replace(FilePath.name(of: target), in: folder, with: bytes)
    if failure != 0 { throw FileError("write", path, errorNumber: failure) }
  }

  /// Replaces the file of a name in an open folder; gives the error number, or 0.
  private static func replace(_ name: String, in folder: Int32, with bytes: [UInt8]) -> Int32 {
    var status = stat()
    let isThere = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    let type = status.st_mode & S_IFMT
    if isThere, type == S_IFDIR { return EISDIR }
    if isThere, type != S_IFREG, type != S_IFLNK { return EEXIST }
    let temporary = ".\(name).new"
    let file = openTemporary(temporary, in: folder)
    guard file >= 0 else { return errno }
    defer { close(file) }
    var failure = writeAll(bytes, to: file)
    if failure == 0, isThere, type == S_IFREG, fchmod(file, status.st_mode & 0o7777) != 0 {
      failure = errno
    }
    if failure == 0, fsync(file) != 0, errno != EINVAL { failure = errno }
    if failure == 0, renameat(folder, temporary, folder, name) != 0 { failure = errno }
    if failure != 0 { unlinkat(folder, temporary, 0) }
    return failure
  }

  /// Opens an empty temporary file and locks it, so that two runs that write the same file wait for
  /// each other. Gives a negative number and sets `errno` if that fails.
  private static func openTemporary(_ name: String, in folder: Int32) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    for _ in 0..<1_000 {
      let file = openat(folder, name, flags, 0o666)
      if file < 0 {
        // A link or a pipe of this name is not ours.
        guard errno == ELOOP || errno == ENXIO, unlinkat(folder, name, 0) == 0 else { return -1 }
        continue
      }
      guard flock(file, LOCK_EX) == 0 else {
        close(file)
        return -1
      }
      // The run that held the lock has renamed or removed its file.
      var held = stat()
      var named = stat()
      let isSame =
        fstat(file, &held) == 0 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0
        && held.st_ino == named.st_ino && held.st_dev == named.st_dev
      let isOurs =
        held.st_mode & S_IFMT == S_IFREG && held.st_nlink == 1 && held.st_uid == geteuid()
      if isSame, isOurs, ftruncate(file, 0) == 0 { return file }
      if isSame { unlinkat(folder, name, 0) }
      close(file)
    }
    errno = EEXIST
    return -1
  }

  /// Writes to a device or a pipe, which is never replaced.
  private static func writeThrough(_ bytes: [UInt8], to path: String) throws(FileError) {
    // Without waiting, a pipe that nobody reads is an error.
    let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw errno == ENXIO
        ? FileError("write", path, reason: "nothing reads this pipe")
        : FileError("write", path, errorNumber: errno)
    }
    defer { close(file) }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    let failure = writeAll(bytes, to: file)
    if failure != 0 { throw FileError("write", path, errorNumber: failure) }
  }

  /// The file to replace; it need not exist yet.
  private static func writableTarget(_ path: String, isEdit: Bool) throws(FileError) -> String {
    guard let folder = resolved(FilePath.folder(of: path)) else {
      throw FileError("write", path, errorNumber: errno)
    }
    let own = FilePath.joined(folder, FilePath.name(of: path))
    guard isLink(path) else { return own }
    guard let target = resolved(path) else {
      if isEdit { throw FileError("write", path, reason: "it is a link that leads nowhere") }
      return own
    }
    return isEdit || FilePath.isInside(target, folder) ? target : own
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

/// Holds back the signals that end a program, until `end`.
private struct WaitingSignals {
  private var before = sigset_t()

  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &before)
  }

  func end() {
    var set = before
    pthread_sigmask(SIG_SETMASK, &set, nil)
  }
}
