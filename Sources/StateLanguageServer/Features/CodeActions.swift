import StateFiles
import StateModel
import StateProject

/// A change of files that the client is offered.
struct CodeAction {
  enum Kind: String {
    case quickFix = "quickfix"
    case refactor
    case fixAll = "source.fixAll"
  }

  /// Bytes to replace in a file, and the new text.
  typealias Edit = (range: Range<Int>, text: String)

  let title: String
  let kind: Kind
  /// The edits of each file, in the order of its bytes.
  var edits: [(path: String, edits: [Edit])] = []
  /// The finding that it resolves.
  var diagnostic: Diagnostic?
  var isPreferred = false
  /// What the server does in place of edits, with its arguments.
  var command: (command: ServerCommand, arguments: [JSON])?
}

/// What the server does by name.
enum ServerCommand: String, CaseIterable {
  /// Opens the picture of a definition.
  case showDiagram = "states.showDiagram"
  /// Shows a sequence of events after which a row is denied.
  case explainRow = "states.explainRow"
  /// Writes a case into the spec that reaches a row.
  case writeCase = "states.writeCase"
}

/// Code actions.
extension LanguageServer {
  mutating func codeActions(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let document = document(parameters) else { return .null }
    guard let range = document.text.lines.range(of: parameters["range"], client.encoding) else {
      throw .invalidParameters("`range` is missing")
    }
    if document.findings == nil { _ = workspace.check(document.path) }
    let wanted = parameters["context"]?["only"]?.elements.compactMap(\.stringValue)
    return .array(
      actions(in: document.path, range).filter { action in
        wanted?.contains { action.kind.rawValue.hasPrefix($0) } ?? true
      }.map(json))
  }

  /// The actions for a range of bytes of an open document.
  mutating func actions(in path: String, _ range: Range<Int>) -> [CodeAction] {
    guard let document = workspace[path], let findings = document.findings else { return [] }
    var actions: [CodeAction] = []
    for diagnostic in diagnostics(of: document) {
      let found = self.range(of: diagnostic, findings)
      guard found.lowerBound <= range.upperBound, range.lowerBound <= found.upperBound else {
        continue
      }
      if let action = fix(of: diagnostic, findings, path) { actions.append(action) }
    }
    actions += refactorings(in: document, range)
    let safe = Fixes.safe(in: findings)
    if !safe.isEmpty {
      var action = CodeAction(title: "make all safe fixes", kind: .fixAll)
      action.edits = [(path, safe.map { ($0.range, String(decoding: $0.text, as: UTF8.self)) })]
      actions.append(action)
    }
    return actions
  }

  /// The fix of a finding, as `states validate --fix` makes it.
  private func fix(
    of diagnostic: Diagnostic, _ findings: FileFindings, _ path: String
  ) -> CodeAction? {
    guard let fix = diagnostic.fix, fix.location.file == nil else { return nil }
    var action = CodeAction(title: DiagnosticRenderer.english.title(fix), kind: .quickFix)
    action.edits = [(path, [Fixes.edit(fix, in: findings.map)])]
    action.diagnostic = diagnostic
    action.isPreferred = fix.isSafe
    return action
  }

  private func json(_ action: CodeAction) -> JSON {
    let command = action.command.map { command -> JSON in
      [
        "title": .string(action.title), "command": .string(command.command.rawValue),
        "arguments": .array(command.arguments),
      ]
    }
    let resolved = action.diagnostic.flatMap { diagnostic -> JSON? in
      guard let path = action.edits.first?.path, let document = workspace[path] else { return nil }
      return [json(of: diagnostic, document.text.lines, document.findings)]
    }
    return .members([
      "title": .string(action.title), "kind": .string(action.kind.rawValue),
      "diagnostics": resolved, "isPreferred": action.isPreferred ? true : nil,
      "edit": edit(of: action), "command": command,
    ])
  }

  private func edit(of action: CodeAction) -> JSON? {
    if action.edits.isEmpty { return nil }
    let changes = action.edits.compactMap { path, edits -> JSON.Member? in
      guard let text = workspace.text(of: path) else { return nil }
      return JSON.Member(
        key: uri(of: path),
        value: .array(
          edits.map { range, new in
            ["range": text.lines.json(range, client.encoding), "newText": .string(new)]
          }))
    }
    return ["changes": .object(changes)]
  }

  /// Executes a command.
  mutating func execute(_ parameters: JSON) throws(ResponseError) -> JSON {
    let name = parameters["command"]?.stringValue ?? ""
    guard let command = ServerCommand(rawValue: name) else {
      throw .invalidParameters("no command is named `\(name)`")
    }
    guard let uri = parameters["arguments"]?.elements.first?.stringValue,
      let path = FileURI.path(uri).map(FilePath.plain)
    else { throw .invalidParameters("the first argument is the URI of a definition") }
    switch command {
    case .showDiagram:
      guard let picture = picture(of: path) else {
        throw .failed("there is no picture; `states diagram` draws it")
      }
      request(
        "window/showDocument", ["uri": .string(FileURI.uri(picture)), "external": true])
    case .explainRow:
      let row = parameters["arguments"]?.elements.dropFirst().first?.int ?? -1
      let text = try explanation(ofRow: row, in: path)
      notify("window/showMessage", ["type": 3, "message": .string(text)])
    case .writeCase:
      let row = parameters["arguments"]?.elements.dropFirst().first?.int ?? -1
      let action = try caseAction(forRow: row, in: path)
      request(
        "workspace/applyEdit", .members(["label": .string(action.title), "edit": edit(of: action)]))
    }
    return .null
  }

  /// The picture that `states diagram` drew of a definition: in a folder `Diagrams` beside the
  /// definitions folder or in it.
  func picture(of path: String) -> String? {
    let root = DefinitionFolder.root(of: path)
    guard let stem = DefinitionFolder.Kind.definition.stem(of: path) else { return nil }
    let file = "Diagrams/\(stem).svg"
    return [FilePath.folder(of: root), root].map { FilePath.joined($0, file) }.first {
      Files.kind(of: $0) == .file
    }
  }
}
