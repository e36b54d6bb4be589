package import StateModel

/// The one text of a file: the format's keys in the format's order, cells and types in their
/// canonical spelling, a row on one line where it fits.
///
/// Nothing is lost: names keep the order in which they were declared, numbers and escapes their
/// digits, tables the free lines between their rows, and cells with a comment the whole of their
/// text. It is its own canonical text.
package struct CanonicalText: Sendable {
  /// The text; `nil` for a file that is broken or does not fit the format.
  package let text: String?
  /// The errors that prevent one.
  package let diagnostics: [Diagnostic]

  /// Reads the text of a file of some kind.
  package init(of bytes: [UInt8], kind: DefinitionFolder.Kind) {
    self.init(of: JSONDocument(bytes), kind: kind)
  }

  init(of document: JSONDocument, kind: DefinitionFolder.Kind) {
    guard let json = document.json else {
      text = nil
      diagnostics = document.diagnostics
      return
    }
    let form = Form.object(kind.object)
    var reader = ShapeReader(rootName: kind.object.form.name)
    let shaped = reader.read(json, as: form)
    if let shaped { reader.checkFormat(of: shaped) }
    guard reader.diagnostics.isEmpty else {
      text = nil
      diagnostics = reader.findings
      return
    }
    var builder = LayoutBuilder(document.map.text)
    let node = builder.node(json, at: 0, as: form)
    text = builder.diagnostics.isEmpty ? TableLayout.text(node) : nil
    diagnostics = builder.diagnostics
  }
}

extension DefinitionFolder.Kind {
  /// The outermost object of a file of this kind.
  package var object: ObjectKind {
    switch self {
    case .definition: .definition
    case .types: .types
    case .spec: .spec
    }
  }
}
