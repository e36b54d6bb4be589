package import Graphs

/// The origin of a picture as recorded in its file: enough to decide without a layout whether it is
/// up to date.
package struct Stamp: Sendable, Equatable {
  /// The fingerprint of the definition.
  package var definition: String
  /// The hash of the drawn content: texts, ids, links, options, style.
  package var picture: String
  /// The engine that computed the layout, such as `graphviz 2.43.0` or `plain`; nil before any
  /// layout.
  package var layout: String?

  /// The stamp that a new drawing of the graph would have.
  package init(of graph: Graph, options: DrawingOptions) {
    definition = options.fingerprint
    picture = pictureHash(of: graph, options: options)
  }

  /// The stamp of one of our pictures; nil for any other text.
  package init?(reading svg: String) {
    guard let definition = Stamp.attribute("data-definition", in: svg),
      let picture = Stamp.attribute("data-picture", in: svg),
      let layout = Stamp.attribute("data-layout", in: svg)
    else { return nil }
    (self.definition, self.picture, self.layout) = (definition, picture, layout)
  }

  /// Whether the layout depends on the version of Graphviz.
  package var needsGraphviz: Bool { layout != FlowLayout.engine }

  /// Whether two stamps describe the same content.
  ///
  /// The version of Graphviz does not count, although another version may lay out the picture
  /// differently.
  package func agrees(with other: Stamp) -> Bool {
    definition == other.definition && picture == other.picture
  }

  /// The value of an attribute of the first tag; our stamps contain no escaped characters.
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
