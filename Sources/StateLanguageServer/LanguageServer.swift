import StateFiles
public import StateLinking
public import StateModel

/// A language server for definitions, specs and types files, by the Language Server Protocol 3.17.
///
/// It has no clock, threads or connection: whoever runs it gives it messages and lets it work, one
/// small piece at a time, as long as there is no new input.
public struct LanguageServer {
  /// Explores a definition without errors: the definition, its spec, its path, and whether there are
  /// no warnings. It returns nil if a message has arrived meanwhile, and is then called again later.
  public typealias Exploring = (CheckedDefinition, Spec?, String, Bool) -> [Diagnostic]?

  enum Phase {
    case created, running, shutDown
  }

  var phase = Phase.created
  /// The exit code of the process; `nil` while the server runs.
  public internal(set) var exitCode: Int32?
  var client = ClientAbilities()
  var workspace = Workspace()
  var work = PendingWork()
  let exploring: Exploring?
  let inbox: Inbox
  private var output: [JSON] = []
  private var requestCount = 0

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - exploring: Finds mistakes in the behaviour of a definition, after it was opened or saved;
  ///     `nil` for none.
  ///   - arrivals: What has arrived since the last call, without waiting for more. Long requests call
  ///     it, because the client may cancel them.
  public init(
    exploring: Exploring? = nil, arrivals: @escaping () -> [MessageReader.Item] = { [] }
  ) {
    self.exploring = exploring
    inbox = Inbox(arrivals)
  }

  /// Takes what the reader found. Nothing is answered before `work` is called.
  public func receive(_ item: MessageReader.Item) { inbox.add(item) }

  /// Whether messages wait for an answer.
  public var hasMessages: Bool { !inbox.isEmpty }

  /// Does one piece of work: answers a message, checks a document that changed, or else a file in the
  /// background.
  ///
  /// - Returns: Whether there may be more work.
  public mutating func workOnce() -> Bool {
    guard let next = inbox.next() else { return phase == .running && doPendingWork() }
    switch next {
    case .message(let message): handle(message)
    case .refusal(let refusal): send(error: refusal.error, to: refusal.id ?? .null)
    }
    return exitCode == nil
  }

  /// The messages to send, in order, each without its header; they are handed out once.
  public mutating func takeOutput() -> [String] {
    defer { output = [] }
    return output.map(\.text)
  }

  private mutating func handle(_ message: ClientMessage) {
    switch message.kind {
    case .response: break
    case .notification: notice(message)
    case .request(let id):
      do throws(ResponseError) {
        try stopIfCancelled()
        try requirePhase(for: message.method)
        let result = try answer(message)
        try stopIfCancelled()
        output.append(["jsonrpc": "2.0", "id": id, "result": result])
      } catch {
        send(error: inbox.isCancelled ? .cancelled : error, to: id)
      }
    }
  }

  /// Ends a request that was seen to be cancelled.
  func stopIfCancelled() throws(ResponseError) { if inbox.isCancelled { throw .cancelled } }

  private func requirePhase(for method: String) throws(ResponseError) {
    switch phase {
    case .created: if method != "initialize" { throw .notInitialized }
    case .running:
      if method == "initialize" { throw .invalidRequest("the server is initialized already") }
    case .shutDown: throw .invalidRequest("the server was shut down")
    }
  }

  private mutating func notice(_ message: ClientMessage) {
    if message.method == "exit" {
      exitCode = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    switch message.method {
    case "initialized": start()
    case "textDocument/didOpen": open(message.parameters)
    case "textDocument/didChange": change(message.parameters)
    case "textDocument/didSave": save(message.parameters)
    case "textDocument/didClose": close(message.parameters)
    case "workspace/didChangeWatchedFiles": changeFiles(message.parameters)
    case "workspace/didChangeWorkspaceFolders": changeFolders(message.parameters)
    default: break
    }
  }

  /// Sends a notification.
  mutating func notify(_ method: String, _ parameters: JSON) {
    output.append(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request whose answer does not matter.
  mutating func request(_ method: String, _ parameters: JSON) {
    requestCount += 1
    output.append([
      "jsonrpc": "2.0", "id": .string("states-\(requestCount)"), "method": .string(method),
      "params": parameters,
    ])
  }

  private mutating func send(error: ResponseError, to id: JSON) {
    output.append([
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .int(error.code), "message": .string(error.message)],
    ])
  }
}

/// The abilities of a client that change what the server sends.
struct ClientAbilities {
  var encoding = PositionEncoding.utf16
  var hasSnippets = false
  var hasProgress = false
  var watchesFiles = false
  var showsDocuments = false

  init() {}

  /// Reads the parameters of `initialize`.
  init(_ parameters: JSON) {
    let abilities = parameters["capabilities"]
    let encodings = abilities?["general"]?["positionEncodings"]?.elements ?? []
    encoding =
      encodings.compactMap { $0.stringValue.flatMap(PositionEncoding.init) }.first ?? .utf16
    let item = abilities?["textDocument"]?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"]?.isTrue ?? false
    let window = abilities?["window"]
    hasProgress = window?["workDoneProgress"]?.isTrue ?? false
    showsDocuments = window?["showDocument"]?["support"]?.isTrue ?? false
    let watching = abilities?["workspace"]?["didChangeWatchedFiles"]
    watchesFiles = watching?["dynamicRegistration"]?.isTrue ?? false
  }
}
