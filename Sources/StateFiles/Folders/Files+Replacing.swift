#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Replaces a file whole, with the mode it had; a device, a pipe, and the file that is standard
  /// output or standard error are written to instead.
  ///
  /// The new text is written beside the file as `.NAME.new` and then replaces it, so a reader sees
  /// the old file or the new one. What a killed run left at `.NAME.new` is overwritten. Signals
  /// that can wait do so until the file is complete.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - path: The path of the file, which need not exist; its folder must.
  ///   - isEdit: Whether the file at the path is edited. Then a link that leads out of its folder
  ///     is refused. Otherwise it is replaced by a file.
  /// - Throws: `FileError` if the file cannot be written; then it is as before.
  package static func write(
    _ bytes: [UInt8], to path: String, isEdit: Bool = false
  ) throws(FileError) {
    try requireFileName(path)
    let kind = kind(of: path)
    if kind == .folder || kind == .socket { throw .notAFile(path, action: "write") }
    if kind == .pipe { return try writeThrough(bytes, to: path) }
    if !isEdit, let stream = openStream(at: path) {
      let failure = writeAll(bytes, to: stream)
      if failure != 0 { throw FileError("write", path, errorNumber: failure) }
      return
    }
    let target = try writableTarget(path, isEdit: isEdit)
    if kind == .device, !isLink(target) { return try writeThrough(bytes, to: path) }
    let folder = open(FilePath.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError("write", path, errorNumber: errno) }
    defer { close(folder) }
    let waiting = WaitingSignals()
    defer { waiting.end() }
    let failure = replace(FilePath.name(of: target), in: folder, with: bytes)
    if failure != 0 { throw FileError("write", path, errorNumber: failure) }
  }

  /// Throws an error for a path that ends with a slash: it would be a file in a folder of its name.
  package static func requireFileName(_ path: String) throws(FileError) {
    guard path.utf8.last == UInt8(ascii: "/") else { return }
    throw FileError("write", path, reason: "it names a folder, not a file")
  }

  /// Replaces the file of a name in an open folder; gives the error number, or 0.
  private static func replace(_ name: String, in folder: Int32, with bytes: [UInt8]) -> Int32 {
    var status = stat()
    let isThere = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    let type = status.st_mode & S_IFMT
    if isThere, type == S_IFDIR { return EISDIR }
    if isThere, type != S_IFREG, type != S_IFLNK { return EEXIST }
    let temporary = temporaryName(of: name)
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
      if isSame, isOwnFile(file), ftruncate(file, 0) == 0 { return file }
      if isSame { unlinkat(folder, name, 0) }
      close(file)
    }
    errno = EEXIST
    return -1
  }

  /// Removes what a killed run has left of a file, `.NAME.new`, unless another run is writing it now.
  /// A link is followed where `write` follows it.
  package static func removeTemporary(of path: String, isEdit: Bool = false) {
    guard let target = try? writableTarget(path, isEdit: isEdit) else { return }
    let temporary = FilePath.joined(
      FilePath.folder(of: target), temporaryName(of: FilePath.name(of: target)))
    let file = open(temporary, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0, isOwnFile(file) else { return }
    unlink(temporary)
  }

  /// The name of the temporary file of a file.
  package static func temporaryName(of name: String) -> String { ".\(name).new" }

  /// Whether an open file is a regular one that only this user has, under one name.
  private static func isOwnFile(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_nlink == 1 && status.st_uid == geteuid()
  }

  /// Standard output or standard error if that is the file at a path, such as `/dev/stdout`.
  private static func openStream(at path: String) -> Int32? {
    guard let file = Identity(of: path) else { return nil }
    return [STDOUT_FILENO, STDERR_FILENO].first { Identity(ofOpen: $0) == file }
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
    let target = resolved(path)
    if let target, FilePath.isInside(target, folder) { return target }
    guard isEdit else { return own }
    if target == nil { throw .notAFile(path, action: "write") }
    throw FileError(
      "write", path, reason: "it is a link out of its folder; name the file itself")
  }
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
