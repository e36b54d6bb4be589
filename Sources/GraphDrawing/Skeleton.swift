/// The graph that Graphviz lays out: boxes of fixed size without texts, frames and edges.
///
/// Names are indices, so no text of a definition reaches Graphviz.
struct Skeleton: Sendable, Equatable {
  /// Settings of the whole graph.
  struct Settings: Sendable, Equatable {
    var isDown = true
    /// The distances between nodes of a rank and between ranks, in inches.
    var nodeSeparation = 0.32
    var rankSeparation = 0.34
    /// Titles of frames are below their content; the layout is mirrored afterwards.
    var titlesBelow = false
    /// Straight lines and short searches, for graphs that Graphviz could not lay out.
    var isSimple = false
    /// A short search for few crossings.
    var isQuick = false
  }

  /// A frame; one cell as large as its title reserves the room for it.
  struct Cluster: Sendable, Equatable {
    var parent: Int?
    var title: Size
    var margin: Double

    /// The frame that Graphviz would draw around a content at the origin.
    func around(_ content: Size) -> Rect {
      let width = max(content.width + 2 * margin, title.width + 16)
      let left = (content.width - width) / 2
      return Rect(
        x0: left, y0: -margin - title.height - 8, x1: left + width, y1: content.height + margin)
    }
  }

  struct Node: Sendable, Equatable {
    var cluster: Int?
    var size: Size
    var isRound = false
  }

  enum Arrow: Int, Sendable {
    case none, atStart, atEnd
  }

  /// An edge from tail to head, which is downwards (or to the right) on the page.
  struct Edge: Sendable, Equatable {
    var tail, head: Int
    var arrow: Arrow
    var weight = 1
    /// The edge leaves the tail at the side that faces down, and enters the head at the side that
    /// faces up.
    var tailPort = false
    var headPort = false
    var isInvisible = false
    /// The size of the label of a loop.
    var label: Size?
  }

  var settings = Settings()
  var clusters: [Cluster] = []
  var nodes: [Node] = []
  var edges: [Edge] = []

  /// Whether every index is valid and all sizes are numbers that a page can hold.
  var isSound: Bool {
    func fits(_ size: Size) -> Bool {
      (0...20_000).contains(size.width) && (0...20_000).contains(size.height)
    }
    return clusters.enumerated().allSatisfy { index, cluster in
      (cluster.parent.map { (0..<index).contains($0) } ?? true) && fits(cluster.title)
        && (0...200).contains(cluster.margin)
    }
      && nodes.allSatisfy { node in
        (node.cluster.map { clusters.indices.contains($0) } ?? true) && fits(node.size)
      }
      && edges.allSatisfy { edge in
        nodes.indices.contains(edge.tail) && nodes.indices.contains(edge.head)
          && (0...1000).contains(edge.weight) && (edge.label.map(fits) ?? true)
      }
      && (0...10).contains(settings.nodeSeparation) && (0...10).contains(settings.rankSeparation)
  }
}

/// The result of a layout: a position for each part of a skeleton; y goes down.
struct Placement: Sendable, Equatable {
  var size: Size
  /// Nil for an empty cluster.
  var clusters: [Rect?]
  var nodes: [Rect]
  var edges: [Curve]
  /// The centre of each loop's label.
  var labels: [Point?]

  /// Whether the placement has exactly the parts of a skeleton.
  func matches(_ skeleton: Skeleton) -> Bool {
    clusters.count == skeleton.clusters.count && nodes.count == skeleton.nodes.count
      && edges.count == skeleton.edges.count && labels.count == skeleton.edges.count
      && size.width.isFinite && size.height.isFinite && nodes.allSatisfy(\.isFinite)
      && clusters.allSatisfy { $0?.isFinite ?? true } && labels.allSatisfy { $0?.isFinite ?? true }
      && zip(edges, skeleton.edges).allSatisfy { $0.isSound || $1.isInvisible }
  }
}

/// Why there is no placement.
enum LayoutFailure: Error, Equatable {
  /// Graphviz refused, or reported any message.
  case message(String)
  /// The answer does not match the request.
  case unusable
  /// The worker crashed, did not answer in time, or could not be started.
  case worker(String)
}
