package import Graphs

/// What a picture shows, as the start of its file records it: enough to decide without a layout
/// whether a file is up to date.
package struct Stamp: Sendable, Hashable {
  /// The start of each picture with this content, up to the name of the layout.
  private let start: String

  /// The start of each picture of a definition.
  private static let mark = "<svg data-definition=\""

  /// The stamp of a drawing of the graph.
  package init(of graph: Graph, options: DrawingOptions) {
    let picture = pictureHash(of: graph, options: options)
    start = "\(Stamp.mark)\(options.fingerprint)\" data-picture=\"\(picture)\" data-layout=\""
  }

  /// Whether a file begins like a picture of a definition.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark.utf8) }

  /// What computed the layout of a picture with this content, such as `graphviz 2.43.0` or `plain`;
  /// `nil` for any other file.
  package func layout(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: start.utf8) else { return nil }
    let name = bytes.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: name, as: UTF8.self)
  }

  /// Whether a layout depends on the version of Graphviz.
  package static func needsGraphviz(_ layout: String) -> Bool { layout != FlowLayout.engine }
}
