import StateFiles
import StateModel

/// `textDocument/formatting`: the canonical form, as one edit.
extension LanguageServer {
  func formatting(_ document: OpenDocument) throws(ResponseError) -> JSON {
    let canonical = CanonicalText(of: document.text.bytes, kind: document.kind)
    guard let text = canonical.text else {
      throw .failed("a file with errors has no canonical form")
    }
    return .array(
      [document.text.edit(to: Array(text.utf8), client.encoding)].compactMap(\.self))
  }
}
