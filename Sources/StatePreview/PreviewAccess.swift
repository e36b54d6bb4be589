import FlyingFox

/// Who may use a preview: a page that was opened by its address, on this machine.
struct PreviewAccess: Sendable {
  /// The first component of every path: 32 random bytes as hexadecimal digits.
  let token: String
  /// The port that the preview listens at.
  let port: UInt16

  /// Makes a random token.
  static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The address to open.
  var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  private var hosts: [String] { ["127.0.0.1:\(port)", "[::1]:\(port)", "localhost:\(port)"] }

  /// The path of a request without the token; `nil` if the request is refused.
  ///
  /// A page of another origin may neither read nor change anything, even if its name resolves to
  /// this machine: then `Host` is its name. A browser sends `Origin` with each request that could
  /// change something.
  func path(of request: HTTPRequest) -> String? {
    let hosts = hosts
    guard let host = request.headers[.host], hosts.contains(host) else { return nil }
    if let origin = request.headers[HTTPHeader("Origin")] {
      guard hosts.contains(where: { origin == "http://\($0)" }) else { return nil }
    }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")] {
      guard site == "same-origin" || site == "none" else { return nil }
    }
    let path = request.target.rawValue.prefix { $0 != "?" }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).last
      .map { $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) }
    guard let parts, parts.count == 2, isToken(parts[0]) else { return nil }
    return String(parts[1])
  }

  /// Compares in a time that does not depend on where the texts differ.
  private func isToken(_ text: Substring) -> Bool {
    let (given, wanted) = (Array(text.utf8), Array(token.utf8))
    var difference = given.count ^ wanted.count
    for index in wanted.indices {
      difference |= Int((index < given.count ? given[index] : 0) ^ wanted[index])
    }
    return difference == 0
  }

  /// The headers of every answer.
  static let headers: [HTTPHeader: String] = [
    HTTPHeader("Content-Security-Policy"):
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
    .cacheControl: "no-store",
  ]
}
