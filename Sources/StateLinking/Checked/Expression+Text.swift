package import CEL
package import StateModel

/// Where the parts of a cell are written.
extension Expression {
  /// The source text of the cell; empty if it consists of several texts.
  package var text: String {
    let sources = syntax.sources
    return sources.count == 1 && sources[0].pointer.isEmpty ? sources[0].text : ""
  }

  /// The location of a part of the cell.
  package func location(of node: TypedSyntax.Index) -> Diagnostic.Location {
    guard syntax.nodes.indices.contains(Int(node)) else { return .init(pointer) }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return .init(pointer) }
    return .init(
      pointer + syntax.sources[Int(origin.source)].pointer,
      range: Int(origin.range.lowerBound)..<Int(origin.range.upperBound))
  }

  /// The source text of a part of the cell.
  package func text(of node: TypedSyntax.Index) -> String {
    guard syntax.nodes.indices.contains(Int(node)) else { return text }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return text }
    let bytes = Array(syntax.sources[Int(origin.source)].text.utf8)
    let range = Int(origin.range.lowerBound)..<Int(origin.range.upperBound)
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return text }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
