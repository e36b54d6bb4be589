import CGraphviz
import GraphDrawing

/// A skeleton built with Graphviz's C library. Use it only under the lock; its creator closes it.
struct GraphvizGraph {
  let graph: UnsafeMutablePointer<Agraph_t>
  private var clusters: [UnsafeMutablePointer<Agraph_t>] = []
  private(set) var nodes: [UnsafeMutablePointer<Agnode_t>] = []
  private var edges: [UnsafeMutablePointer<Agedge_t>] = []

  /// Returns nil if the library cannot allocate memory.
  init?(_ skeleton: Skeleton) {
    guard let graph = gvx_open("g") else { return nil }
    self.graph = graph
    set(graph, GraphvizGraph.attributes(skeleton))
    guard add(skeleton) else {
      agclose(graph)
      return nil
    }
  }

  private mutating func add(_ skeleton: Skeleton) -> Bool {
    let titleLocation = skeleton.settings.titlesBelow ? "b" : "t"
    for (index, cluster) in skeleton.clusters.enumerated() {
      let parent = cluster.parent.map { clusters[$0] } ?? graph
      guard let made = gvx_subgraph(parent, "cluster_c\(index)") else { return false }
      clusters.append(made)
      set(
        made,
        [("margin", "\(Int(cluster.margin))"), ("labeljust", "l"), ("labelloc", titleLocation)])
      gvx_set_html(graph, made, "label", GraphvizGraph.table(cluster.title))
    }
    return addNodes(skeleton) && addEdges(skeleton)
  }

  private mutating func addNodes(_ skeleton: Skeleton) -> Bool {
    let shape = gvx_declare_node(graph, "shape", "box")
    _ = gvx_declare_node(graph, "fixedsize", "true")
    _ = gvx_declare_node(graph, "label", "")
    let width = gvx_declare_node(graph, "width", "1")
    let height = gvx_declare_node(graph, "height", "1")
    for node in skeleton.nodes {
      let parent = node.cluster.map { clusters[$0] } ?? graph
      guard let made = gvx_node(parent) else { return false }
      nodes.append(made)
      if node.isRound { gvx_put(made, shape, "circle") }
      gvx_put(made, width, "\(node.size.width / 72)")
      gvx_put(made, height, "\(node.size.height / 72)")
    }
    return true
  }

  private mutating func addEdges(_ skeleton: Skeleton) -> Bool {
    // Declares attributes without a default: for loops, the library mixes up attributes with one.
    let arrowSize = gvx_declare_edge(graph, "arrowsize", "")
    let weight = gvx_declare_edge(graph, "weight", "")
    let direction = gvx_declare_edge(graph, "dir", "")
    let arrowHead = gvx_declare_edge(graph, "arrowhead", "")
    let arrowTail = gvx_declare_edge(graph, "arrowtail", "")
    let tailPort = gvx_declare_edge(graph, "tailport", "")
    let headPort = gvx_declare_edge(graph, "headport", "")
    let style = gvx_declare_edge(graph, "style", "")
    let isDown = skeleton.settings.isDown
    for edge in skeleton.edges {
      guard let made = gvx_edge(graph, nodes[edge.tail], nodes[edge.head]) else { return false }
      edges.append(made)
      // The default weight is 1.
      if edge.weight != 1 { gvx_put(made, weight, "\(edge.weight)") }
      switch edge.arrow {
      case .none: gvx_put(made, arrowHead, "none")
      case .atStart:
        gvx_put(made, arrowSize, "0.75")
        gvx_put(made, direction, "back")
        gvx_put(made, arrowTail, "normal")
      case .atEnd: gvx_put(made, arrowSize, "0.75")
      }
      if edge.tailPort { gvx_put(made, tailPort, isDown ? "s" : "e") }
      if edge.headPort { gvx_put(made, headPort, isDown ? "n" : "w") }
      if edge.isInvisible { gvx_put(made, style, "invis") }
      if let label = edge.label { gvx_set_html(graph, made, "label", GraphvizGraph.table(label)) }
    }
    return true
  }

  private static func attributes(_ skeleton: Skeleton) -> [(String, String)] {
    let settings = skeleton.settings
    let isShort = settings.isSimple || settings.isQuick
    var result = [
      ("rankdir", settings.isDown ? "TB" : "LR"), ("compound", "true"), ("margin", "0"),
      ("pad", "0"), ("nodesep", "\(settings.nodeSeparation)"),
      ("ranksep", "\(settings.rankSeparation)"), ("remincross", isShort ? "false" : "true"),
      ("splines", settings.isSimple ? "polyline" : "true"),
      ("mclimit", isShort ? "1" : "4"), ("fontname", "Arial"), ("fontsize", "11"),
    ]
    if settings.isSimple || skeleton.nodes.count > 300 {
      result += [("nslimit", "1"), ("nslimit1", "1")]
    }
    return result
  }

  /// A table cell of fixed size: the only label that the library ever receives.
  private static func table(_ size: Size) -> String {
    #"<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>"#
      + #"<TD FIXEDSIZE="TRUE" WIDTH="\#(Int(size.width))" HEIGHT="\#(Int(size.height))">"#
      + "</TD></TR></TABLE>"
  }

  private func set(_ object: UnsafeMutableRawPointer, _ attributes: [(String, String)]) {
    for (key, value) in attributes { gvx_set(object, key, value) }
  }
}

extension GraphvizGraph {
  /// Reads the positions that the layout computed, flipped so that y goes down.
  func placement(_ skeleton: Skeleton, engine: String) -> Placement {
    let bounds = GraphvizGraph.bounds(graph)
    let size = Size(width: bounds.x1, height: bounds.y1)
    func flipped(_ x: Double, _ y: Double) -> Point { Point(x: x, y: size.height - y) }
    return Placement(
      size: size,
      clusters: clusters.map { cluster in
        let box = GraphvizGraph.bounds(cluster)
        // The library omits a frame that is empty.
        guard box.width > 0, box.height > 0 else { return nil }
        return Rect(x0: box.x0, y0: size.height - box.y1, x1: box.x1, y1: size.height - box.y0)
      },
      nodes: zip(nodes, skeleton.nodes).map { node, requested in
        var position = (0.0, 0.0)
        withUnsafeMutableBytes(of: &position) {
          gvx_position(node, $0.assumingMemoryBound(to: Double.self).baseAddress)
        }
        return Rect(center: flipped(position.0, position.1), size: requested.size)
      },
      edges: edges.map { GraphvizGraph.curve($0, flipped) },
      labels: edges.map { edge in
        var position = (0.0, 0.0)
        let isThere = withUnsafeMutableBytes(of: &position) {
          gvx_label(edge, $0.assumingMemoryBound(to: Double.self).baseAddress)
        }
        return isThere == 1 ? flipped(position.0, position.1) : nil
      }, engine: engine)
  }

  private static func bounds(_ graph: UnsafeMutablePointer<Agraph_t>) -> Rect {
    var box = [0.0, 0, 0, 0]
    gvx_bounds(graph, &box)
    return Rect(x0: box[0], y0: box[1], x1: box[2], y1: box[3])
  }

  private static func curve(
    _ edge: UnsafeMutablePointer<Agedge_t>, _ flipped: (Double, Double) -> Point
  ) -> Curve {
    let count = Int(gvx_curve_count(edge))
    guard count > 0 else { return Curve(points: []) }
    var numbers = [Double](repeating: 0, count: 2 * count)
    var tips = [0.0, 0, 0, 0]
    let there = gvx_curve(edge, &numbers, &tips)
    return Curve(
      points: (0..<count).map { flipped(numbers[2 * $0], numbers[2 * $0 + 1]) },
      startTip: there & 1 == 0 ? nil : flipped(tips[0], tips[1]),
      endTip: there & 2 == 0 ? nil : flipped(tips[2], tips[3]))
  }
}
