package import Graphs

/// What a picture was drawn from, as its file says: enough to see without a layout whether it is
/// fresh.
package struct Stamp: Sendable, Equatable {
  /// The fingerprint of the definition.
  package var definition: String
  /// The hash of what is drawn: texts, ids, links, options, style.
  package var picture: String
  /// What placed it, such as `graphviz 2.43.0` or `plain`.
  package var layout: String

  /// The stamp that a drawing of the graph would have here.
  package init(of graph: Graph, options: DrawingOptions) {
    definition = options.fingerprint
    picture = pictureHash(of: graph, options: options)
    layout = LayoutVersion.local
  }

  /// The stamp of a picture that was drawn by us; nil for any other text.
  package init?(reading svg: String) {
    guard let definition = Stamp.attribute("data-definition", in: svg),
      let picture = Stamp.attribute("data-picture", in: svg),
      let layout = Stamp.attribute("data-layout", in: svg)
    else { return nil }
    (self.definition, self.picture, self.layout) = (definition, picture, layout)
  }

  /// Whether a picture with this stamp shows what one with another would.
  ///
  /// Another version of Graphviz may place things elsewhere; that alone makes nothing stale.
  package func agrees(with other: Stamp) -> Bool {
    definition == other.definition && picture == other.picture
  }

  /// The value of an attribute of the first tag; ours hold nothing that is escaped.
  private static func attribute(_ name: String, in svg: String) -> String? {
    guard svg.hasPrefix("<svg "), let end = svg.utf8.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let key = " \(name)=\""
    var rest = svg[..<end]
    while let space = rest.firstIndex(of: " ") {
      rest = rest[space...]
      if rest.hasPrefix(key) {
        let value = rest.dropFirst(key.count)
        return value.firstIndex(of: "\"").map { String(value[..<$0]) }
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
