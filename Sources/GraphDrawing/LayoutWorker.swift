import Synchronization

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// A child process that runs Graphviz, so that a crash or a hang does not affect this process, and
/// so that this process does not load Graphviz.
///
/// One worker serves a whole batch; after a crash it is started again. It ends with its owner.
package final class LayoutWorker: Sendable {
  /// The running process and our end of its socket.
  private struct Process {
    var id: pid_t
    var socket: Int32
  }

  /// The program to start.
  private let path: String
  private let arguments: [String]
  /// The time limit of one layout in milliseconds, unless another one is given.
  package static let usualDeadline = 10_000
  /// The time limit of one layout in milliseconds.
  private let deadline: Int
  /// Painting takes longer than a layout, and never hangs.
  private let paintingFactor = 6
  private let process = Mutex<Process?>(nil)

  /// The engine that answers, once it is known.
  private let engine = Mutex<String?>(nil)

  /// Creates a worker that starts at its first layout.
  ///
  /// - Parameters:
  ///   - path: The executable, which must answer as `states-layout` does.
  ///   - arguments: Its arguments, without the program name.
  ///   - deadline: The time limit of one layout in milliseconds.
  package init(path: String, arguments: [String] = [], deadline: Int = LayoutWorker.usualDeadline) {
    (self.path, self.arguments, self.deadline) = (path, arguments, deadline)
  }

  /// Creates a worker that runs `states-layout`, the only program that links Graphviz.
  ///
  /// - Parameter deadline: The time limit of one layout in milliseconds.
  /// - Throws: `DrawingError.noLayoutProgram` if the program is missing.
  package convenience init(deadline: Int = LayoutWorker.usualDeadline) throws(DrawingError) {
    guard let path = InstalledProgram.path(of: "states-layout") else { throw .noLayoutProgram }
    self.init(path: path, deadline: deadline)
  }

  /// Starts the program, unless it runs.
  ///
  /// - Throws: `DrawingError.brokenLayoutProgram` if it does not answer.
  package func started() throws(DrawingError) -> LayoutWorker {
    do throws(LayoutFailure) {
      _ = try version()
    } catch {
      throw .brokenLayoutProgram
    }
    return self
  }

  deinit {
    process.withLock { LayoutWorker.end(&$0) }
  }

  /// Requests a placement, again if the worker fails: a failure is often not caused by the request.
  func layout(_ skeleton: Skeleton, attempts: Int) throws(LayoutFailure) -> Placement {
    try answer(Message(skeleton), attempts: attempts, deadline: deadline) { answer in
      answer.placement.flatMap { $0.matches(skeleton) ? $0 : nil }
    }
  }

  /// Requests the layout engine and its version, such as `graphviz 2.43.0`.
  package func version() throws(LayoutFailure) -> String {
    if let version = engine.withLock({ $0 }) { return version }
    let version = try answer(
      Message(.version), attempts: 2, deadline: deadline, read: \.version)
    engine.withLock { $0 = version }
    return version
  }

  /// Requests an image and returns its bytes.
  func image(_ request: ImageRequest) throws(LayoutFailure) -> [UInt8] {
    try answer(Message(request), attempts: 2, deadline: paintingFactor * deadline, read: \.image)
  }

  private func answer<T>(
    _ question: Message, attempts: Int, deadline: Int, read: (Message) -> T?
  ) throws(LayoutFailure) -> T {
    let bytes = question.bytes
    var failure = LayoutFailure.unusable
    for _ in 0..<max(1, attempts) {
      let result = process.withLock { process -> Result<Message, LayoutFailure> in
        let result = request(bytes, deadline, &process)
        if case .failure(let failure) = result, failure != .unusable, process != nil {
          if case .message = failure { return result }
          LayoutWorker.end(&process)
        }
        return result
      }
      switch result {
      case .success(let message):
        if let answer = read(message) { return answer }
        failure = .unusable
        process.withLock { LayoutWorker.end(&$0) }
      case .failure(.message(let text)): throw .message(text)
      case .failure(let other): failure = other
      }
    }
    throw failure
  }

  private func request(
    _ question: [UInt8], _ deadline: Int, _ process: inout Process?
  ) -> Result<Message, LayoutFailure> {
    if process == nil { process = start() }
    guard let running = process else { return .failure(.worker("could not be started")) }
    let clock = ContinuousClock()
    let limit = clock.now + .milliseconds(deadline)
    func left() -> Int32 {
      let (seconds, attoseconds) = (limit - clock.now).components
      let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
      return Int32(clamping: max(0, milliseconds))
    }
    guard send(question, running.socket, left) else {
      return .failure(.worker("took no question"))
    }
    let answer = Message.receive(from: running.socket) {
      wait(running.socket, Int16(POLLIN), left())
    }
    guard let answer else { return .failure(.worker("gave no answer")) }
    if let reason = answer.failure { return .failure(.message(reason)) }
    return .success(answer)
  }

  private func send(_ bytes: [UInt8], _ socket: Int32, _ left: () -> Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      guard wait(socket, Int16(POLLOUT), left()) else { return false }
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, flags)
        }
      #else
        let count = bytes[sent...].withUnsafeBytes {
          Darwin.send(socket, $0.baseAddress, $0.count, MSG_DONTWAIT)
        }
      #endif
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private func wait(_ socket: Int32, _ events: Int16, _ milliseconds: Int32) -> Bool {
    var request = pollfd(fd: socket, events: events, revents: 0)
    while true {
      let count = poll(&request, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }
}

// Starting and ending the process.
extension LayoutWorker {
  private func start() -> Process? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if !canImport(Glibc)
      var on: Int32 = 1
      setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    defer { close(ends[1]) }
    guard let id = spawn(ends[1]) else {
      close(ends[0])
      return nil
    }
    return Process(id: id, socket: ends[0])
  }

  private func spawn(_ socket: Int32) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    // Pango and GLib print messages besides those of Graphviz; nobody should see them.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var id: pid_t = 0
    // The child must not keep connections of a server open that this process closes. With Glibc it
    // closes them itself.
    #if canImport(Glibc)
      let result = posix_spawn(&id, path, &actions, nil, words, environ)
    #else
      var attributes: posix_spawnattr_t?
      guard posix_spawnattr_init(&attributes) == 0 else { return nil }
      defer { posix_spawnattr_destroy(&attributes) }
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
      let result = posix_spawn(&id, path, &actions, &attributes, words, environ)
    #endif
    return result == 0 ? id : nil
  }

  /// Ends our child by its id and waits until it has ended.
  private static func end(_ process: inout Process?) {
    guard let running = process else { return }
    process = nil
    close(running.socket)
    kill(running.id, SIGKILL)
    var status: Int32 = 0
    while waitpid(running.id, &status, 0) < 0, errno == EINTR {}
  }
}
