import Foundation
import Testing

@testable import StatePreview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A preview that is served to a test.
struct ServedPreview {
  let server: PreviewServer
  let address: URL
  let token: String
  let client: RawClient
  let count: Int

  var port: UInt16 { client.port }

  init(_ paths: [String], port: UInt16 = 0) async throws {
    server = PreviewServer(paths, requestTimeout: .seconds(3_600))
    let (address, count) = try await server.start(port: port)
    self.address = try #require(URL(string: address))
    self.count = count
    client = RawClient(port: UInt16(try #require(self.address.port)))
    token = self.address.lastPathComponent
  }

  /// The answer to a request, with its own lines of headers.
  func request(
    _ method: String, _ path: String, host: String? = nil, headers: [String] = [],
    body: String = "", client: RawClient? = nil
  ) async -> String? {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
      + headers + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]) + ["", body]
    return await (client ?? self.client).send(lines.joined(separator: "\r\n"))
  }

  func get(_ path: String) async -> String? { await request("GET", "/\(token)/\(path)") }

  func post(_ path: String, _ body: String, headers: [String] = []) async -> String? {
    await request(
      "POST", "/\(token)/\(path)", headers: ["Content-Type: application/json"] + headers,
      body: body)
  }
}

extension String? {
  /// The status of an answer.
  var status: String { String((self ?? "").dropFirst(9).prefix(3)) }
  /// The text after the headers, without the spaces between the parts of JSON.
  var content: String {
    (self ?? "").components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
      .replacing(": ", with: ":").replacing(", ", with: ",")
  }
}

@Suite(.serialized) struct `A preview server` {
  private static func folder(_ files: [String: String] = ["Lamp.state.json": Samples.lamp]) throws
    -> URL
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "preview-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return folder
  }

  private static func served(
    _ files: [String: String] = ["Lamp.state.json": Samples.lamp]
  ) async throws -> (preview: ServedPreview, folder: URL) {
    let folder = try folder(files)
    return (try await ServedPreview([folder.path]), folder)
  }

  @Test func `answers on both loopback addresses to whoever has the token`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(await preview.get("").status == "200")
    #expect(await preview.get("").content.contains("<main"))
    let six = RawClient(port: preview.port, family: AF_INET6)
    if six.open("") != nil {
      let answer = await preview.request(
        "GET", "/\(preview.token)/app.js", host: "[::1]:\(preview.port)", client: six)
      #expect(answer.status == "200")
    }
    await preview.server.stop()
  }

  @Test func `refuses other tokens, hosts and origins`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let token = preview.token
    #expect(token.utf8.count == 64)
    let wrong = String(token.dropLast()) + (token.last == "0" ? "1" : "0")
    for path in [
      "/", "/\(wrong)/", "/\(token)", "/\(token)0/", "/\(token.dropLast())/", "//\(token)/",
      "/x/../\(token)/",
    ] {
      #expect(await preview.request("GET", path).status == "403", "\(path)")
    }
    for host in [
      "evil.example", "evil.example:\(preview.port)", "127.0.0.1", "127.0.0.1:1",
      "127.0.0.1:\(preview.port).evil.example",
    ] {
      #expect(await preview.request("GET", "/\(token)/", host: host).status == "403", "\(host)")
    }
    for header in [
      "Origin: http://evil.example", "Origin: null", "Origin: https://127.0.0.1:\(preview.port)",
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      #expect(await preview.post("list", "{}", headers: [header]).status == "403", "\(header)")
    }
    #expect(
      await preview.post("list", "{}", headers: ["Origin: http://localhost:\(preview.port)"]).status
        == "200")
    #expect(
      await preview.request(
        "POST", "/\(token)/list", headers: ["Content-Type: text/plain"], body: "{}"
      )
      .status == "415")
    #expect(await preview.request("DELETE", "/\(token)/list").status == "405")
    #expect(await preview.get("../../etc/passwd").status == "404")
    await preview.server.stop()
  }

  @Test func `lets no script run that is not its own`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = await preview.get("") ?? ""
    #expect(
      answer.contains(
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"))
    #expect(answer.contains("Referrer-Policy: no-referrer"))
    #expect(answer.contains("Cache-Control: no-store"))
    #expect(!answer.contains("http://") && !answer.contains("https://"))
    #expect(
      !answer.contains("style=") && !answer.contains("<style") && !answer.contains("<script>"))
    await preview.server.stop()
  }

  @Test func `refuses bodies over a megabyte, and texts that are no call`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let limit = PreviewRoutes.bodyLimit
    let long = #"{"x":""# + String(repeating: "a", count: limit) + #""}"#
    #expect(await preview.post("list", long).status == "413")
    let right = #"{"x":""# + String(repeating: "a", count: limit - 8) + #""}"#
    #expect(right.utf8.count == limit)
    #expect(await preview.post("list", right).status == "200")
    for body in [
      "{", "[]", "null", "\u{0}", #"{"session":99999999999999999999}"#, #"{"session":"1"}"#,
    ] {
      #expect(await preview.post("send", body).status == "422", "\(body)")
    }
    #expect(await preview.post("nothing", "{}").status == "404")
    #expect(await preview.get("").status == "200")
    await preview.server.stop()
  }

  @Test func `holds a hundred streams, and another one when one is closed`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let head = "GET /\(preview.token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(preview.port)\r\n\r\n"
    var sockets: [Int32] = []
    for _ in 0..<100 {
      let socket = try #require(preview.client.open(head))
      #expect(await preview.client.read(socket)?.contains("200 OK") == true)
      sockets.append(socket)
    }
    #expect(await preview.get("events").status == "429")
    // A closed stream is noticed when the next bytes are sent to it.
    close(sockets.removeLast())
    while sockets.count < 100 {
      try await Task.sleep(for: .milliseconds(100))
      let socket = try #require(preview.client.open(head))
      if await preview.client.read(socket)?.contains("200 OK") == true {
        sockets.append(socket)
      } else {
        close(socket)
      }
    }
    for socket in sockets { close(socket) }
    await preview.server.stop()
  }

  @Test func `sends an event when a file changes, and replays the session`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Lamp.state.json")
    let path = file.path
    #expect(await preview.post("start", #"{"path":"\#(path)"}"#).content.contains(#""session":1"#))
    #expect(
      await preview.post("send", #"{"session":1,"have":1,"event":"pressed"}"#).content.contains(
        #""count":1"#))
    let head = "GET /\(preview.token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(preview.port)\r\n\r\n"
    let socket = try #require(preview.client.open(head))
    _ = await preview.client.read(socket)
    func change(_ text: String) async throws {
      try text.write(to: file, atomically: true, encoding: .utf8)
      var heard = ""
      while !heard.contains("event: changed"), let more = await preview.client.read(socket) {
        heard += more
      }
      #expect(heard.contains("event: changed"))
    }
    try await change(Samples.lamp.replacing("count + 1", with: "count + 5"))
    let replayed = await preview.post("state", #"{"session":1,"have":0}"#).content
    #expect(replayed.contains(#""count":5"#))
    #expect(replayed.contains(#""differs":true"#))
    try await change("{ broken")
    #expect(await preview.post("list", "{}").content.contains("error["))
    #expect(
      await preview.post("send", #"{"session":1,"have":2,"event":"set","data":{"to":9}}"#).content
        .contains(#""count":9"#))
    try await change(Samples.lamp)
    #expect(await preview.post("list", "{}").content.contains(#""errors":"""#))
    try FileManager.default.removeItem(at: file)
    var heard = ""
    while !heard.contains("event: changed"), let more = await preview.client.read(socket) {
      heard += more
    }
    #expect(await preview.post("list", "{}").content.contains(#""deleted":true"#))
    #expect(
      await preview.post("send", #"{"session":1,"have":2,"event":"set","data":{"to":8}}"#).content
        .contains(#""count":8"#))
    close(socket)
    await preview.server.stop()
  }

  @Test func `writes a spec only below its folders, and only what was shown`() async throws {
    let (preview, folder) = try await Self.served()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "Lamp.state.json").path
    _ = await preview.post("start", #"{"path":"\#(path)"}"#)
    _ = await preview.post("send", #"{"session":1,"have":1,"event":"pressed"}"#)
    let body = #""session":1,"name":"lit","outputs":["count"],"commands":true,"in":true"#
    let shown = await preview.post("case", "{\(body)}").content
    #expect(shown.contains("+++"))
    let hash = try #require(shown.firstMatch(of: /"hash":"([0-9a-f]+)"/)).1
    #expect(await preview.post("save", "{\(body),\"hash\":\"0\"}").status == "422")
    #expect(await preview.post("save", "{\(body),\"hash\":\"\(hash)\"}").status == "200")
    let spec = try String(contentsOf: folder.appending(path: "Lamp.spec.json"), encoding: .utf8)
    #expect(spec.contains(#""lit""#))
    // A link out of the folder is not followed.
    let outside = try Self.folder(["Other.spec.json": spec])
    defer { try? FileManager.default.removeItem(at: outside) }
    try FileManager.default.removeItem(at: folder.appending(path: "Lamp.spec.json"))
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Lamp.spec.json"),
      withDestinationURL: outside.appending(path: "Other.spec.json"))
    let other = body.replacing("lit", with: "lit again")
    let again = await preview.post("case", "{\(other)}").content
    let newHash = try #require(again.firstMatch(of: /"hash":"([0-9a-f]+)"/)).1
    let refused = await preview.post("save", "{\(other),\"hash\":\"\(newHash)\"}")
    #expect(refused.content.contains("leads out of its folder"))
    #expect(
      try String(contentsOf: outside.appending(path: "Other.spec.json"), encoding: .utf8) == spec)
    await preview.server.stop()
  }

  @Test func `names the port that is taken, and two previews find a port each`() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = try await ServedPreview([folder.path])
    let two = try await ServedPreview([folder.path])
    #expect(one.port != two.port)
    #expect(one.token != two.token)
    await #expect(throws: PreviewServer.Failure.portTaken(one.port)) {
      _ = try await PreviewServer([folder.path]).start(port: one.port)
    }
    #expect(PreviewServer.Failure.portTaken(80).description.contains("port 80 is taken"))
    await one.server.stop()
    await two.server.stop()
  }

  @Test func `shows a chart of 2,000 states without its picture, and says so`() async throws {
    let states = (0..<2_000).map { #"{ "state": "s\#($0)" }"# }.joined(separator: ",")
    let rows = (0..<2_000).map {
      #"{ "in": "s\#($0)", "on": "next", "goTo": "s\#(($0 + 1) % 2_000)" }"#
    }
    .joined(separator: ",")
    let chart =
      #"{ "state": "Big", "format": 1, "events": { "next": {} }, "initial": "s0", "states": [\#(states)], "reducer": [\#(rows)] }"#
    let (preview, folder) = try await Self.served(["Big.state.json": chart])
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "Big.state.json").path
    #expect(await preview.post("details", #"{"path":"\#(path)"}"#).status == "200")
    let picture = await preview.post("picture", #"{"path":"\#(path)","kind":"states"}"#).content
    #expect(picture.contains("4001 parts"))
    _ = await preview.post("start", #"{"path":"\#(path)"}"#)
    #expect(
      await preview.post("send", #"{"session":1,"have":1,"event":"next"}"#).content.contains(
        #""in":["s1"]"#))
    await preview.server.stop()
  }

  @Test func `serves a folder without definitions`() async throws {
    let (preview, folder) = try await Self.served([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(preview.count == 0)
    #expect(await preview.post("list", "{}").content == #"{"definitions":[]}"#)
    await preview.server.stop()
  }
}
