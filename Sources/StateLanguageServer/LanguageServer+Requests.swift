import StateFiles
import StateModel

/// A position in an open document, with what features need there.
struct Cursor {
  let document: OpenDocument
  /// The offset in bytes.
  let offset: Int

  var text: SourceText { document.text }
  var tree: TextTree { document.text.tree }
}

/// The requests of the client.
extension LanguageServer {
  /// Answers a request.
  mutating func answer(_ message: ClientMessage) throws(ResponseError) -> JSON {
    let parameters = message.parameters
    switch message.method {
    case "initialize": return initialize(parameters)
    case "shutdown":
      phase = .shutDown
      return .null
    case "textDocument/formatting":
      return try document(parameters).map { document throws(ResponseError) in
        try formatting(document)
      } ?? .null
    case "textDocument/codeAction": return try codeActions(parameters)
    case "workspace/executeCommand": return try execute(parameters)
    case "workspace/symbol": return workspaceSymbols(parameters["query"]?.stringValue ?? "")
    case "textDocument/documentSymbol": return document(parameters).map(symbols) ?? []
    case "textDocument/foldingRange": return document(parameters).map(foldingRanges) ?? []
    case "textDocument/selectionRange": return try selectionRanges(parameters)
    case "textDocument/semanticTokens/full": return semanticTokens(document(parameters))
    case "textDocument/inlayHint": return inlayHints(parameters)
    case "textDocument/hover": return hover(try cursor(parameters))
    case "textDocument/completion": return completion(try cursor(parameters))
    case "textDocument/signatureHelp": return signatureHelp(try cursor(parameters))
    case "textDocument/definition": return definition(try cursor(parameters))
    case "textDocument/references":
      let includes = parameters["context"]?["includeDeclaration"]?.isTrue ?? true
      return references(try cursor(parameters), includingDeclaration: includes)
    case "textDocument/documentHighlight": return highlights(try cursor(parameters))
    case "textDocument/prepareRename": return try prepareRename(try cursor(parameters))
    case "textDocument/rename":
      guard let name = parameters["newName"]?.stringValue else {
        throw .invalidParameters("`newName` is missing")
      }
      return try rename(try cursor(parameters), to: name)
    default: throw .unknownMethod(message.method)
    }
  }

  /// The position that parameters name; its document was checked.
  private mutating func cursor(_ parameters: JSON) throws(ResponseError) -> Cursor? {
    guard let position = LineTable.Position(parameters["position"]) else {
      throw .invalidParameters("`position` is missing")
    }
    guard let document = document(parameters) else { return nil }
    let offset = document.text.lines.offset(of: position, client.encoding)
    return Cursor(document: document, offset: offset)
  }
}
