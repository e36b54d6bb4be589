package import Graphs

/// How a picture is drawn.
package struct DrawingOptions: Sendable {
  package var theme: Theme
  /// Whether to compute one layout instead of the best of several.
  package var isQuick: Bool
  /// The largest number of nodes: the time grows faster than its square.
  package var nodeLimit = 500
  /// The definition's fingerprint, written into the picture; empty for none.
  package var fingerprint: String
  /// Computes SHA-256 as text, for the hash of the drawn content; nil writes no hash.
  package var hash: (@Sendable ([UInt8]) -> String)?
  /// Whether the picture contains its style sheet. A page that has it already needs no second one.
  package var hasStyle = true

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
  /// What the user of the command should know: links left out, a plain layout.
  package var notes: [String]
  /// The size of the page, and its content, from which images are painted.
  var size: Size
  var content: DisplayList
  /// The ids of its parts, to mark them without drawing again.
  package var ids = PartIDs()
}

/// Why a graph cannot be drawn.
package enum DrawingError: Error, Equatable {
  /// The graph has more nodes than a picture can show.
  case tooLarge(nodes: Int, limit: Int)
  /// The graph has a wrong index, which is an error of the code that built it.
  case malformed
  /// The program `states-layout`, which runs Graphviz, is missing.
  case noLayoutProgram
  /// The program `states-layout` ends without an answer: libraries are missing.
  case brokenLayoutProgram
  /// Graphviz returned no image; the text is the reason.
  case noImage(String)
}

extension DrawingError {
  /// Whether no other picture could be drawn either.
  package var affectsAll: Bool {
    switch self {
    case .noLayoutProgram, .brokenLayoutProgram: true
    case .tooLarge, .malformed, .noImage: false
    }
  }
}

extension DrawingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLarge(let nodes, let limit):
      "the picture has \(nodes) nodes and the limit is \(limit); "
        + "show less with `--depth` or `--only`"
    case .malformed: "the graph names a node that is not there"
    case .noLayoutProgram:
      "drawing needs `states-layout` beside `states` or on PATH; "
        + "build it with `swift build --product states-layout`"
    case .brokenLayoutProgram:
      "drawing needs Graphviz, and `states-layout` does not start; run it to see the reason, or "
        + "install the libraries (Debian: `apt-get install libgvc6`; macOS: `brew install graphviz`)"
    case .noImage(let reason):
      "no image (\(reason)); draw an SVG and convert that, as with `rsvg-convert`"
    }
  }
}
