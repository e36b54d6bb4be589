import StateFiles
import StateModel

/// The start of a session, the documents of the client, and its folders.
extension LanguageServer {
  /// Answers `initialize`.
  mutating func initialize(_ parameters: JSON) -> JSON {
    phase = .running
    client = ClientAbilities(parameters)
    let folders = (parameters["workspaceFolders"]?.elements ?? []).compactMap(
      LanguageServer.folder)
    let root = parameters["rootUri"]?.stringValue.flatMap(FileURI.path).map(FilePath.plain)
    workspace.folders = folders.isEmpty ? [root].compactMap(\.self) : folders
    return [
      "capabilities": LanguageServer.abilities(client.encoding),
      "serverInfo": ["name": "states"],
    ]
  }

  private static func folder(_ json: JSON) -> String? {
    json["uri"]?.stringValue.flatMap(FileURI.path).map(FilePath.plain)
  }

  private static func abilities(_ encoding: PositionEncoding) -> JSON {
    let legend: JSON = [
      "tokenTypes": .array(SemanticTokens.types.map { .string($0.rawValue) }),
      "tokenModifiers": [],
    ]
    return [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "hoverProvider": true,
      "completionProvider": ["triggerCharacters": ["\"", ".", "'", ":"]],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
      "definitionProvider": true, "referencesProvider": true, "documentHighlightProvider": true,
      "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor", "source.fixAll"]],
      "documentFormattingProvider": true,
      "renameProvider": ["prepareProvider": true],
      "foldingRangeProvider": true, "selectionRangeProvider": true,
      "semanticTokensProvider": ["legend": legend, "full": true],
      "inlayHintProvider": true,
      "executeCommandProvider": [
        "commands": .array(ServerCommand.allCases.map { .string($0.rawValue) })
      ],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }

  /// After `initialized`: files are watched, and all are checked in the background.
  mutating func start() {
    if client.watchesFiles {
      let watchers = ["**/*.{state,spec,types}.json", "**/states.json"].map { pattern -> JSON in
        ["globPattern": .string(pattern)]
      }
      request(
        "client/registerCapability",
        [
          "registrations": [
            [
              "id": "files", "method": "workspace/didChangeWatchedFiles",
              "registerOptions": ["watchers": .array(watchers)],
            ]
          ]
        ])
    }
    work.folders += workspace.folders
  }

  mutating func open(_ parameters: JSON) {
    let json = parameters["textDocument"]
    guard let uri = json?["uri"]?.stringValue, let text = json?["text"]?.stringValue,
      let path = FileURI.path(uri).map(FilePath.plain),
      let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: path))
    else { return }
    workspace.open(
      OpenDocument(
        uri: uri, path: path, kind: kind, root: DefinitionFolder.root(of: path),
        version: json?["version"]?.int ?? 0, text: SourceText(Array(text.utf8))))
    checkLater(path)
    work.explore(path)
  }

  mutating func change(_ parameters: JSON) {
    guard let document = document(parameters) else { return }
    var text = document.text
    for change in parameters["contentChanges"]?.elements ?? [] {
      guard let new = change["text"]?.stringValue else { continue }
      guard let json = change["range"] else {
        text = SourceText(Array(new.utf8))
        continue
      }
      guard let range = text.lines.range(of: json, client.encoding) else { continue }
      var bytes = text.bytes
      bytes.replaceSubrange(range, with: Array(new.utf8))
      text = SourceText(bytes)
    }
    let version = parameters["textDocument"]?["version"]?.int ?? document.version &+ 1
    workspace.replace(document.path, text, version: version)
    workspace.change(document.path) { $0.explored = [] }
    checkLater(document.path)
  }

  mutating func save(_ parameters: JSON) {
    guard let document = document(parameters) else { return }
    checkLater(document.path)
    work.explore(document.path)
  }

  mutating func close(_ parameters: JSON) {
    guard let document = document(parameters) else { return }
    workspace.close(document.path)
    if Files.kind(of: document.path) == .file {
      work.checkInBackground([document.path])
    } else {
      workspace.forget(document.path)
      publish([], of: document.path, uri: document.uri, version: nil, text: document.text)
    }
    recheckDependents(of: [document.path])
  }

  mutating func changeFiles(_ parameters: JSON) {
    workspace.forgetClosedFiles()
    let paths = (parameters["changes"]?.elements ?? []).compactMap {
      $0["uri"]?.stringValue.flatMap(FileURI.path).map(FilePath.plain)
    }
    for path in paths where workspace[path] == nil {
      if FilePath.name(of: path) == DefinitionFolder.projectFileName {
        work.folders.append(FilePath.folder(of: path))
        for path in workspace.order { checkLater(path) }
      } else if DefinitionFolder.Kind(fileName: FilePath.name(of: path)) != nil {
        work.checkInBackground([path])
      }
    }
    recheckDependents(of: Set(paths))
  }

  mutating func changeFolders(_ parameters: JSON) {
    let event = parameters["event"]
    let removed = (event?["removed"]?.elements ?? []).compactMap(LanguageServer.folder)
    let added = (event?["added"]?.elements ?? []).compactMap(LanguageServer.folder)
    workspace.folders.removeAll { removed.contains($0) }
    workspace.folders += added
    for path in work.filesWithFindings
    where removed.contains(where: { FilePath.isInside(path, $0) }) {
      guard workspace[path] == nil else { continue }
      publish([], of: path, uri: FileURI.uri(path), version: nil, text: SourceText([]))
    }
    work.folders += added
  }

  /// The open document that parameters name.
  func document(_ parameters: JSON) -> OpenDocument? {
    let uri = parameters["textDocument"]?["uri"]?.stringValue
    return uri.flatMap(FileURI.path).flatMap { workspace[FilePath.plain($0)] }
  }
}
