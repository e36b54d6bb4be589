import CGraphviz

/// A skeleton inside the C library; to be used under the lock, and closed by its maker.
struct BuiltGraph {
  let graph: UnsafeMutablePointer<Agraph_t>
  private var clusters: [UnsafeMutablePointer<Agraph_t>] = []
  private(set) var nodes: [UnsafeMutablePointer<Agnode_t>] = []
  private var edges: [UnsafeMutablePointer<Agedge_t>] = []

  /// Nil where the library has no memory.
  init?(_ skeleton: Skeleton) {
    guard let graph = gvx_open("g") else { return nil }
    self.graph = graph
    set(graph, BuiltGraph.attributes(skeleton))
    guard add(skeleton) else {
      agclose(graph)
      return nil
    }
  }

  private mutating func add(_ skeleton: Skeleton) -> Bool {
    let place = skeleton.settings.titlesBelow ? "b" : "t"
    for (index, cluster) in skeleton.clusters.enumerated() {
      let parent = cluster.parent.map { clusters[$0] } ?? graph
      guard let made = gvx_subgraph(parent, "cluster_c\(index)") else { return false }
      clusters.append(made)
      set(made, [("margin", "\(Int(cluster.margin))"), ("labeljust", "l"), ("labelloc", place)])
      gvx_set_html(graph, made, "label", BuiltGraph.table(cluster.title))
    }
    for (index, node) in skeleton.nodes.enumerated() {
      let parent = node.cluster.map { clusters[$0] } ?? graph
      guard let made = gvx_node(parent, "n\(index)") else { return false }
      nodes.append(made)
      set(
        made,
        [
          ("shape", node.isRound ? "circle" : "box"), ("fixedsize", "true"), ("label", ""),
          ("width", "\(node.size.width / 72)"), ("height", "\(node.size.height / 72)"),
        ])
    }
    for edge in skeleton.edges {
      guard let made = gvx_edge(graph, nodes[edge.tail], nodes[edge.head]) else { return false }
      edges.append(made)
      set(made, BuiltGraph.attributes(edge, isDown: skeleton.settings.isDown))
      if let label = edge.label { gvx_set_html(graph, made, "label", BuiltGraph.table(label)) }
    }
    return true
  }

  private static func attributes(_ skeleton: Skeleton) -> [(String, String)] {
    let settings = skeleton.settings
    var result = [
      ("rankdir", settings.isDown ? "TB" : "LR"), ("compound", "true"), ("margin", "0"),
      ("pad", "0"), ("nodesep", "\(settings.nodeSeparation)"),
      ("ranksep", "\(settings.rankSeparation)"), ("remincross", "true"),
      ("splines", settings.isSimple ? "polyline" : "true"),
      ("mclimit", settings.isSimple ? "1" : "4"), ("fontname", "Arial"), ("fontsize", "11"),
    ]
    if settings.isSimple || skeleton.nodes.count > 300 {
      result += [("nslimit", "1"), ("nslimit1", "1")]
    }
    return result
  }

  private static func attributes(_ edge: Skeleton.Edge, isDown: Bool) -> [(String, String)] {
    var result = [("arrowsize", "0.75"), ("weight", "\(edge.weight)")]
    switch edge.arrow {
    case .none: result.append(("arrowhead", "none"))
    case .atStart: result += [("dir", "back"), ("arrowtail", "normal")]
    case .atEnd: break
    }
    if edge.tailPort { result.append(("tailport", isDown ? "s" : "e")) }
    if edge.headPort { result.append(("headport", isDown ? "n" : "w")) }
    if edge.isInvisible { result.append(("style", "invis")) }
    return result
  }

  /// A cell of a fixed size: the only label that ever reaches the library.
  private static func table(_ size: Size) -> String {
    #"<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>"#
      + #"<TD FIXEDSIZE="TRUE" WIDTH="\#(Int(size.width))" HEIGHT="\#(Int(size.height))">"#
      + "</TD></TR></TABLE>"
  }

  private func set(_ object: UnsafeMutableRawPointer, _ attributes: [(String, String)]) {
    for (key, value) in attributes { gvx_set(object, key, value) }
  }
}

extension BuiltGraph {
  /// The places that the library wrote into the attributes, turned so that y goes down.
  func placement() -> Placement {
    let box = BuiltGraph.numbers(text(graph, "bb"))
    let size = box.count == 4 ? Size(width: box[2], height: box[3]) : Size(width: 0, height: 0)
    func turned(_ text: Substring) -> Point? {
      let pair = BuiltGraph.numbers(text)
      return pair.count >= 2 ? Point(x: pair[0], y: size.height - pair[1]) : nil
    }
    let nowhere = Point(x: .nan, y: .nan)
    return Placement(
      size: size,
      clusters: clusters.map { cluster in
        let box = BuiltGraph.numbers(text(cluster, "bb"))
        guard box.count == 4 else { return nil }
        return Rect(x0: box[0], y0: size.height - box[3], x1: box[2], y1: size.height - box[1])
      },
      nodes: nodes.map { node in
        Rect(
          center: turned(text(node, "pos")) ?? nowhere,
          size: Size(
            width: (Double(text(node, "width")) ?? .nan) * 72,
            height: (Double(text(node, "height")) ?? .nan) * 72))
      },
      edges: edges.map { curve(text($0, "pos"), turned) },
      labels: edges.map { turned(text($0, "lp")) })
  }

  /// The pieces of a `pos`: `e,x,y` and `s,x,y` are tips, all others control points.
  private func curve(_ text: Substring, _ turned: (Substring) -> Point?) -> Curve {
    var curve = Curve(points: [])
    for piece in text.split(whereSeparator: { $0 == " " || $0 == ";" }) {
      if piece.hasPrefix("e,") {
        curve.endTip = turned(piece.dropFirst(2))
      } else if piece.hasPrefix("s,") {
        curve.startTip = turned(piece.dropFirst(2))
      } else if let point = turned(piece) {
        curve.points.append(point)
      }
    }
    return curve
  }

  private func text(_ object: UnsafeMutableRawPointer, _ key: String) -> Substring {
    guard let value = gvx_get(object, key) else { return "" }
    return Substring(String(cString: value))
  }

  private static func numbers(_ text: Substring) -> [Double] {
    text.split(separator: ",").compactMap { Double($0) }
  }
}
