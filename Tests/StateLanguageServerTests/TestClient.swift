import Foundation
import StateFiles
import StateLanguageServer
import StateModel

/// A client that talks to a server in this process by messages, and a folder of files.
final class TestClient {
  let folder: URL
  private var server: LanguageServer
  private var nextID = 0
  /// The messages of the server that are no answers, in order.
  private(set) var received: [JSON] = []
  private var answers: [Int: JSON] = [:]
  private(set) var texts: [String: String] = [:]
  private var version = 0
  private let arrivals = Arrivals()
  var exitCode: Int32? { server.exitCode }

  init(
    files: [String: String] = [:], encoding: String? = nil, snippets: Bool = false,
    exploring: LanguageServer.Exploring? = nil, isInitialized: Bool = true
  ) throws {
    let name = "states-lsp-\(UUID().uuidString)"
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    folder = temporary.appendingPathComponent(name).appendingPathComponent("Definitions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = LanguageServer(exploring: exploring, arrivals: arrivals.take)
    for (name, text) in files { try write(text, to: name) }
    guard isInitialized else { return }
    let encodings: [JSON] = encoding.map { [.string($0)] } ?? []
    let capabilities: JSON = [
      "general": ["positionEncodings": .array(encodings)],
      "textDocument": [
        "completion": ["completionItem": ["snippetSupport": .bool(snippets)]]
      ],
      "window": ["workDoneProgress": true, "showDocument": ["support": true]],
    ]
    _ = request(
      "initialize",
      [
        "capabilities": capabilities,
        "workspaceFolders": [["uri": .string(uri("")), "name": "Definitions"]],
      ])
    notify("initialized", [:])
  }

  deinit { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }

  func path(_ name: String) -> String {
    name.isEmpty ? folder.path : folder.appendingPathComponent(name).path
  }

  func uri(_ name: String) -> String { "file://" + path(name) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  // MARK: Messages

  /// Sends bytes as a message, and does all work.
  func send(_ text: String) {
    server.receive(.message(Array(text.utf8)))
    work()
  }

  /// Sends several messages before the server works.
  func sendAll(_ messages: [JSON]) {
    for message in messages { server.receive(.message(Array(message.text.utf8))) }
    work()
  }

  /// Sends a request, and other messages that arrive while it runs.
  func send(_ request: JSON, meanwhile messages: [JSON]) {
    server.receive(.message(Array(request.text.utf8)))
    arrivals.items = messages.map { .message(Array($0.text.utf8)) }
    work()
  }

  func receive(_ item: MessageReader.Item) {
    server.receive(item)
    work()
  }

  private func work() {
    var isMore = true
    while isMore {
      isMore = server.workOnce()
      for text in server.takeOutput() {
        guard let message = try? JSON(parsing: text) else { continue }
        if message["method"] == nil, case .number(let id)? = message["id"], let id = Int(id) {
          answers[id] = message
        } else {
          received.append(message)
        }
      }
    }
  }

  func notify(_ method: String, _ parameters: JSON) {
    sendAll([["jsonrpc": "2.0", "method": .string(method), "params": parameters]])
  }

  func message(_ method: String, _ parameters: JSON) -> (id: Int, message: JSON) {
    nextID += 1
    return (
      nextID,
      [
        "jsonrpc": "2.0", "id": .number(String(nextID)), "method": .string(method),
        "params": parameters,
      ]
    )
  }

  /// The whole answer to a request.
  func answer(_ method: String, _ parameters: JSON) -> JSON {
    let (id, message) = message(method, parameters)
    sendAll([message])
    return answers[id] ?? .null
  }

  func answer(to id: Int) -> JSON? { answers[id] }

  /// The result of a request; null after an error.
  func request(_ method: String, _ parameters: JSON) -> JSON {
    answer(method, parameters)["result"] ?? .null
  }

  // MARK: Documents

  func open(_ name: String, _ text: String) {
    texts[name] = text
    version += 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(name)), "languageId": "json", "version": .number(String(version)),
          "text": .string(text),
        ]
      ])
  }

  /// Replaces the whole text of a document.
  func replace(_ name: String, _ text: String) {
    texts[name] = text
    change(name, [["text": .string(text)]])
  }

  func change(_ name: String, _ changes: [JSON]) {
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(uri(name)), "version": .number(String(version))],
        "contentChanges": .array(changes),
      ])
  }

  /// The position of `needle` in a document, `offset` bytes of ASCII later; lines of ASCII only.
  func position(_ name: String, _ needle: String, _ offset: Int = 0) -> JSON {
    let text = texts[name] ?? ""
    guard let range = text.range(of: needle) else { return ["line": 0, "character": 0] }
    let before = text[..<range.lowerBound]
    let line = before.filter { $0 == "\n" }.count
    let column = before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count
    return [
      "line": .number(String(line)), "character": .number(String((column ?? 0) + offset)),
    ]
  }

  /// The result of a request at a position.
  func at(
    _ name: String, _ needle: String, _ offset: Int = 0, _ method: String, with more: JSON = [:]
  ) -> JSON { answerAt(name, needle, offset, method, with: more)["result"] ?? .null }

  func answerAt(
    _ name: String, _ needle: String, _ offset: Int = 0, _ method: String, with more: JSON = [:]
  ) -> JSON {
    var members: [JSON.Member] = [
      .init(key: "textDocument", value: ["uri": .string(uri(name))]),
      .init(key: "position", value: position(name, needle, offset)),
    ]
    if case .object(let others) = more { members += others }
    return answer("textDocument/" + method, .object(members))
  }

  /// The last published diagnostics of a file; `nil` if none were published.
  func diagnostics(_ name: String) -> [JSON]? {
    received.last {
      $0["method"] == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"] == .string(uri(name))
    }?["params"]?["diagnostics"]?.list
  }

  /// The rules of the last published diagnostics.
  func rules(_ name: String) -> [String]? {
    diagnostics(name)?.compactMap { $0["code"]?.string }
  }

  /// The text with edits of the protocol applied.
  func applying(_ edits: [JSON], to name: String) -> String {
    var text = Array((texts[name] ?? "").utf16)
    func offset(_ position: JSON?) -> Int {
      let line = Int(position?["line"]?.digits ?? "") ?? 0
      let character = Int(position?["character"]?.digits ?? "") ?? 0
      var starts = [0]
      for (index, unit) in text.enumerated() where unit == 10 { starts.append(index + 1) }
      return (line < starts.count ? starts[line] : text.count) + character
    }
    let sorted = edits.map { edit in
      (
        offset(edit["range"]?["start"]), offset(edit["range"]?["end"]),
        edit["newText"]?.string ?? ""
      )
    }.sorted { ($0.0, $0.1) > ($1.0, $1.1) }
    for (start, end, new) in sorted { text.replaceSubrange(start..<end, with: Array(new.utf16)) }
    return String(decoding: text, as: UTF16.self)
  }

  /// The completion items at a position, by label.
  func items(_ name: String, _ needle: String, _ offset: Int = 0) -> [JSON] {
    at(name, needle, offset, "completion")["items"]?.list ?? []
  }
}

/// What arrives while a request runs; it is handed out once.
private final class Arrivals {
  var items: [MessageReader.Item] = []

  func take() -> [MessageReader.Item] {
    defer { items = [] }
    return items
  }
}

extension JSON {
  var list: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var digits: String? { if case .number(let text) = self { text } else { nil } }
  var code: Int? { self["error"]?["code"]?.digits.flatMap { Int($0) } }
}

extension TestClient {
  /// The code actions for a range of a document.
  func actions(_ name: String, _ range: JSON) -> [JSON] {
    request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(uri(name))], "range": range,
        "context": ["diagnostics": []],
      ]
    ).list
  }

  func actions(_ name: String, at needle: String, _ offset: Int = 0) -> [JSON] {
    let position = position(name, needle, offset)
    return actions(name, ["start": position, "end": position])
  }

  /// Applies the edits of an action, or those that its command requests; returns the changed files.
  func perform(_ action: JSON?) -> [String: String] {
    guard let action else { return [:] }
    var edit = action["edit"]
    if let command = action["command"] {
      let before = received.count
      let answer = answer(
        "workspace/executeCommand",
        ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? []])
      guard answer.code == nil else { return [:] }
      edit = received[before...].last { $0["method"] == "workspace/applyEdit" }?["params"]?["edit"]
    }
    guard case .object(let changes)? = edit?["changes"] else { return [:] }
    var files: [String: String] = [:]
    for change in changes {
      let name = String(change.key.split(separator: "/").last ?? "")
      files[name] = applying(change.value.list, to: name)
    }
    return files
  }
}
