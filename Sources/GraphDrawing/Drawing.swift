package import Graphs

/// How a picture is drawn.
package struct DrawingOptions: Sendable {
  package var theme: Theme
  /// One layout instead of the best of several.
  package var isQuick: Bool
  /// Nodes of one picture at most: time grows faster than their square.
  package var nodeLimit = 500
  /// The definition's fingerprint, written beside the picture; empty: none.
  package var fingerprint: String
  /// SHA-256 as text, for the hash of what is drawn; nil: none is written.
  package var hash: (@Sendable ([UInt8]) -> String)?

  package init(
    theme: Theme = .auto, isQuick: Bool = false, fingerprint: String = "",
    hash: (@Sendable ([UInt8]) -> String)? = nil
  ) {
    self.theme = theme
    self.isQuick = isQuick
    self.fingerprint = fingerprint
    self.hash = hash
  }
}

/// A finished picture.
package struct Drawing: Sendable, Equatable {
  package var svg: String
  /// What the reader of the command should know: links left out, a plain layout.
  package var notes: [String]
}

/// Why there is no picture.
package enum DrawingError: Error, Equatable {
  /// More nodes than a picture can show.
  case tooLarge(nodes: Int, limit: Int)
  /// The graph's own indices are wrong: a fault of its maker.
  case malformed
  /// The finished picture has something that it may not have; the text says what.
  case unsafe(String)
  /// Graphviz gave no image; the text says why.
  case noImage(String)
}

extension DrawingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLarge(let nodes, let limit):
      "the picture has \(nodes) nodes and the limit is \(limit); "
        + "show less with `--depth` or `--only`"
    case .malformed: "the graph names a node that is not there"
    case .unsafe(let what): "the picture would contain \(what)"
    case .noImage(let reason):
      "no image (\(reason)); draw an SVG and convert that, as with `rsvg-convert`"
    }
  }
}
