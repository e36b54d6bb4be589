import FlyingFox
import FlyingSocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pool of sockets that send every write at once.
///
/// FlyingFox sends headers and bodies in separate writes. The system would keep a short body back
/// until the headers are acknowledged: 40 ms. Accepted sockets inherit the option from the
/// listening one.
struct PromptPool: AsyncSocketPool {
  private let base: any AsyncSocketPool = HTTPServer.defaultPool()

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try? socket.setValue(
      true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: Int32(TCP_NODELAY)))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
