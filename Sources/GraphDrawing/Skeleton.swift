/// The graph that Graphviz lays out: boxes of fixed size without texts, frames and edges.
///
/// Names are indices, so no text of a definition reaches Graphviz.
package struct Skeleton: Sendable, Equatable {
  /// Settings of the whole graph.
  package struct Settings: Sendable, Equatable {
    package var isDown = true
    /// The distances between nodes of a rank and between ranks, in inches.
    package var nodeSeparation = 0.32
    package var rankSeparation = 0.34
    /// Titles of frames are below their content; the layout is mirrored afterwards.
    package var titlesBelow = false
    /// Straight lines and short searches, for graphs that Graphviz could not lay out.
    package var isSimple = false
    /// A short search for few crossings.
    package var isQuick = false
  }

  /// A frame; one cell as large as its title reserves the room for it.
  package struct Cluster: Sendable, Equatable {
    package var parent: Int?
    package var title: Size
    package var margin: Double

    /// The frame that Graphviz would draw around a content at the origin.
    package func around(_ content: Size) -> Rect {
      let width = max(content.width + 2 * margin, title.width + 16)
      let left = (content.width - width) / 2
      return Rect(
        x0: left, y0: -margin - title.height - 8, x1: left + width, y1: content.height + margin)
    }
  }

  package struct Node: Sendable, Equatable {
    package var cluster: Int?
    package var size: Size
    package var isRound = false
  }

  package enum Arrow: Int, Sendable {
    case none, atStart, atEnd
  }

  /// An edge from tail to head, which is downwards (or to the right) on the page.
  package struct Edge: Sendable, Equatable {
    package var tail, head: Int
    package var arrow: Arrow
    package var weight = 1
    /// The edge leaves the tail at the side that faces down, and enters the head at the side that
    /// faces up.
    package var tailPort = false
    package var headPort = false
    package var isInvisible = false
    /// The size of the label of a loop.
    package var label: Size?
  }

  package var settings = Settings()
  package var clusters: [Cluster] = []
  package var nodes: [Node] = []
  package var edges: [Edge] = []

  /// Whether every index is valid and all sizes are numbers that a page can hold.
  package var isSound: Bool {
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
package struct Placement: Sendable, Equatable {
  package var size: Size
  /// Nil for an empty cluster.
  package var clusters: [Rect?]
  package var nodes: [Rect]
  package var edges: [Curve]
  /// The centre of each loop's label.
  package var labels: [Point?]
  /// The engine that computed the placement, such as `graphviz 2.43.0`.
  package var engine: String

  package init(
    size: Size, clusters: [Rect?], nodes: [Rect], edges: [Curve], labels: [Point?],
    engine: String
  ) {
    self.size = size
    self.clusters = clusters
    self.nodes = nodes
    self.edges = edges
    self.labels = labels
    self.engine = engine
  }

  /// Whether the placement has exactly the parts of a skeleton.
  package func matches(_ skeleton: Skeleton) -> Bool {
    clusters.count == skeleton.clusters.count && nodes.count == skeleton.nodes.count
      && edges.count == skeleton.edges.count && labels.count == skeleton.edges.count
      && size.width.isFinite && size.height.isFinite && nodes.allSatisfy(\.isFinite)
      && clusters.allSatisfy { $0?.isFinite ?? true } && labels.allSatisfy { $0?.isFinite ?? true }
      && zip(edges, skeleton.edges).allSatisfy { $0.isSound || $1.isInvisible }
  }
}

/// Why there is no placement.
package enum LayoutFailure: Error, Equatable {
  /// Graphviz refused, or reported any message.
  case message(String)
  /// The answer does not match the request.
  case unusable
  /// The worker crashed, did not answer in time, or could not be started.
  case worker(String)
}
