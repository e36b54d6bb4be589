import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A client that sends what it likes: no library corrects its requests.
struct RawClient: Sendable {
  let port: UInt16
  var family = AF_INET

  /// Runs blocking work on a separate thread: the server under test needs the threads of tasks.
  private func blocking<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: work()) }.start()
    }
  }

  /// Sends bytes and returns the whole answer; `nil` if nobody answers.
  func send(_ text: String) async -> String? { await blocking { sendNow(text) } }

  /// Reads what arrives next on an open connection.
  func read(_ socket: Int32) async -> String? { await blocking { readNow(socket) } }

  private func sendNow(_ text: String, readsAll: Bool = true) -> String? {
    guard let socket = connected() else { return nil }
    defer { close(socket) }
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendBytes(socket, $0) }
      if count <= 0 { break }
      sent += count
    }
    return readNow(socket, readsAll: readsAll)
  }

  /// An open connection that has sent a text.
  func open(_ text: String) -> Int32? {
    guard let socket = connected() else { return nil }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { sendBytes(socket, $0) }
    return socket
  }

  private func readNow(_ socket: Int32, readsAll: Bool = false) -> String? {
    // While hundreds of other tests begin, an answer may take minutes.
    var time = timeval(tv_sec: 1_800, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    repeat {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { break }
      all += buffer[..<count]
    } while readsAll
    return all.isEmpty ? nil : String(decoding: all, as: UTF8.self)
  }

  private func connected() -> Int32? {
    guard let file = newSocket(family) else { return nil }
    var result: Int32 = -1
    if family == AF_INET {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    } else {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(file, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    }
    if result == 0 { return file }
    close(file)
    return nil
  }
}

/// A new socket; writing to one that is closed does not end the process.
private func newSocket(_ family: Int32) -> Int32? {
  #if canImport(Glibc)
    let file = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    return file >= 0 ? file : nil
  #else
    let file = socket(family, SOCK_STREAM, 0)
    guard file >= 0 else { return nil }
    var on: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    return file
  #endif
}

private func sendBytes(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    send(socket, bytes.baseAddress, bytes.count, 0)
  #endif
}
