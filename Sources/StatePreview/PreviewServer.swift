import FlyingFox
import FlyingSocks
import StateProject
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Serves a preview on the loopback interface, until its task is cancelled.
package actor PreviewServer {
  /// Why a preview cannot be served.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case portTaken(UInt16)
    case other(String)

    package var description: String {
      switch self {
      case .portTaken(let port):
        "port \(port) is taken; choose another one with --port, or leave it out for a free one"
      case .other(let reason): "the preview cannot be served: \(reason)"
      }
    }
  }

  private let paths: [String]
  private let requestTimeout: Duration
  private let model: PreviewModel
  private let streams = EventStreams()
  private var tasks: [Task<Void, any Error>] = []

  /// Prepares a preview of the definitions in paths.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns.
  ///   - requestTimeout: How long a connection may take to send its request.
  package init(_ paths: [String], requestTimeout: Duration = .seconds(60)) {
    self.paths = paths
    self.requestTimeout = requestTimeout
    model = PreviewModel(paths)
  }

  /// Starts to serve and to watch the files.
  ///
  /// - Parameter port: The port; 0 for a free one.
  /// - Returns: The address to open, and how many definitions there are.
  /// - Throws: `Failure` if the port is taken, or the loopback interface cannot be used.
  package func start(port: UInt16) async throws(Failure) -> (address: String, count: Int) {
    let token = PreviewAccess.newToken()
    var failure = Failure.other("no port is free")
    // The port that is free at one address may be taken at the other.
    for _ in 0..<(port == 0 ? 8 : 1) {
      do throws(Failure) {
        let access = try await listen(port, token)
        var watched = WatchedFiles(paths)
        watched.add(await model.load())
        watch(watched)
        return (access.address, await model.count)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Stops serving and watching.
  package func stop() {
    for task in tasks { task.cancel() }
    tasks = []
  }

  /// Listens at both loopback addresses; at the first alone where the machine has no IPv6.
  private func listen(_ port: UInt16, _ token: String) async throws(Failure) -> PreviewAccess {
    let handler = LateHandler()
    let found: UInt16
    do {
      found = try await listen(try sockaddr_in.inet(ip4: "127.0.0.1", port: port), handler)
    } catch {
      throw PreviewServer.failure(error, port)
    }
    do {
      _ = try await listen(try sockaddr_in6.inet6(ip6: "::1", port: found), handler)
    } catch {
      let failure = PreviewServer.failure(error, found)
      if case .portTaken = failure {
        stop()
        throw failure
      }
    }
    let access = PreviewAccess(token: token, port: found)
    handler.set(PreviewRoutes(access: access, model: model, streams: streams))
    return access
  }

  /// Listens at one address and returns the port.
  private func listen(_ address: some SocketAddress, _ handler: LateHandler) async throws -> UInt16
  {
    let server = HTTPServer(
      config: .init(
        address: address, timeout: Double(requestTimeout.components.seconds), pool: PromptPool(),
        logger: .disabled),
      handler: handler)
    let task = Task { try await server.run() }
    let waiting = Task { try await server.waitUntilListening() }
    let failing = Task {
      _ = await task.result
      waiting.cancel()
    }
    do {
      try await waiting.value
    } catch {
      // Where the address is taken, running fails at once, and nobody is listening.
      task.cancel()
      try await task.value
      throw error
    }
    _ = failing
    tasks.append(task)
    switch await server.listeningAddress {
    case .ip4(_, let port), .ip6(_, let port): return port
    case .unix, nil: throw Failure.other("no address")
    }
  }

  private static func failure(_ error: any Error, _ port: UInt16) -> Failure {
    if case SocketError.failed(_, let number, _) = error, number == EADDRINUSE {
      return .portTaken(port)
    }
    return .other("\(error)")
  }

  /// Reads the files again when one changes, while a page is open.
  private func watch(_ watched: WatchedFiles) {
    let (model, streams, paths) = (model, streams, paths)
    tasks.append(
      Task {
        var watched = watched
        while !Task.isCancelled {
          let notices = ChangeNotices(watched.folders)
          defer { notices.stop() }
          // Something may have changed before the folders were watched.
          while !watched.haveChanged() {
            guard await notices.next() else { return }
            await streams.waitForOne()
            // A program that writes a file gives several notices.
            try await Task.sleep(for: .milliseconds(20))
          }
          watched = WatchedFiles(paths)
          watched.add(await model.load())
          streams.send("changed")
        }
      })
  }
}

/// The handler of a server whose routes are known when it listens: they need its port.
private final class LateHandler: HTTPHandler {
  private let routes = Mutex<PreviewRoutes?>(nil)

  func set(_ routes: PreviewRoutes) { self.routes.withLock { $0 = routes } }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let routes = routes.withLock({ $0 }) else {
      return HTTPResponse(statusCode: .serviceUnavailable)
    }
    return try await routes.handleRequest(request)
  }
}
