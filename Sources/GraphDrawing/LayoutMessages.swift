/// Messages for skeletons and placements, pages and images. Both sides check all bounds when
/// reading.
extension Message {
  package init(_ skeleton: Skeleton) {
    var writer = FieldWriter()
    let settings = skeleton.settings
    for flag in [settings.isDown, settings.titlesBelow, settings.isSimple, settings.isQuick] {
      writer.write(flag)
    }
    writer.write(settings.nodeSeparation)
    writer.write(settings.rankSeparation)
    writer.write(skeleton.clusters.count)
    for cluster in skeleton.clusters {
      writer.write(cluster.parent)
      writer.write(cluster.title)
      writer.write(cluster.margin)
    }
    writer.write(skeleton.nodes.count)
    for node in skeleton.nodes {
      writer.write(node.cluster)
      writer.write(node.size)
      writer.write(node.isRound)
    }
    writer.write(skeleton.edges.count)
    for edge in skeleton.edges {
      for number in [edge.tail, edge.head, edge.arrow.rawValue, edge.weight] {
        writer.write(number)
      }
      for flag in [edge.tailPort, edge.headPort, edge.isInvisible] { writer.write(flag) }
      writer.write(edge.label.map { Point(x: $0.width, y: $0.height) })
    }
    self.init(.layout, writer.bytes)
  }

  /// The requested skeleton; nil if it is malformed.
  package var skeleton: Skeleton? {
    guard kind == .layout else { return nil }
    var reader = FieldReader(fields)
    var result = Skeleton()
    guard let isDown = reader.flag(), let below = reader.flag(), let isSimple = reader.flag(),
      let isQuick = reader.flag(), let nodes = reader.number(), let ranks = reader.number()
    else { return nil }
    result.settings = Skeleton.Settings(
      isDown: isDown, nodeSeparation: nodes, rankSeparation: ranks, titlesBelow: below,
      isSimple: isSimple, isQuick: isQuick)
    guard let clusters = reader.count(of: 28) else { return nil }
    for _ in 0..<clusters {
      guard let parent = reader.index(), let title = reader.size(), let margin = reader.number()
      else { return nil }
      result.clusters.append(Skeleton.Cluster(parent: parent, title: title, margin: margin))
    }
    guard let count = reader.count(of: 21) else { return nil }
    for _ in 0..<count {
      guard let cluster = reader.index(), let size = reader.size(), let isRound = reader.flag()
      else { return nil }
      result.nodes.append(Skeleton.Node(cluster: cluster, size: size, isRound: isRound))
    }
    guard let edges = reader.count(of: 20) else { return nil }
    for _ in 0..<edges {
      guard let edge = reader.edge() else { return nil }
      result.edges.append(edge)
    }
    return reader.isAtEnd && result.isSound ? result : nil
  }

  package init(_ placement: Placement) {
    var writer = FieldWriter()
    writer.write(placement.engine)
    writer.write(placement.size)
    writer.write(placement.clusters.count)
    for cluster in placement.clusters {
      writer.write(cluster.map { Point(x: $0.x0, y: $0.y0) })
      writer.write(cluster.map { Point(x: $0.x1, y: $0.y1) })
    }
    writer.write(placement.nodes.count)
    for node in placement.nodes {
      for number in [node.x0, node.y0, node.x1, node.y1] { writer.write(number) }
    }
    writer.write(placement.edges.count)
    for (edge, label) in zip(placement.edges, placement.labels) {
      for point in [label, edge.startTip, edge.endTip] { writer.write(point) }
      writer.write(edge.points.count)
      for point in edge.points {
        writer.write(point.x)
        writer.write(point.y)
      }
    }
    self.init(.placement, writer.bytes)
  }

  /// The placement in an answer; nil for any other message.
  package var placement: Placement? {
    guard kind == .placement else { return nil }
    var reader = FieldReader(fields)
    guard let engine = reader.text(), let size = reader.size(),
      let clusters = reader.count(of: 2)
    else { return nil }
    var result = Placement(
      size: size, clusters: [], nodes: [], edges: [], labels: [], engine: engine)
    for _ in 0..<clusters {
      guard let low = reader.point(), let high = reader.point() else { return nil }
      result.clusters.append(
        low.flatMap { low in high.map { Rect(x0: low.x, y0: low.y, x1: $0.x, y1: $0.y) } })
    }
    guard let nodes = reader.count(of: 32) else { return nil }
    for _ in 0..<nodes {
      guard let low = reader.size(), let high = reader.size() else { return nil }
      result.nodes.append(Rect(x0: low.width, y0: low.height, x1: high.width, y1: high.height))
    }
    guard let edges = reader.count(of: 7) else { return nil }
    for _ in 0..<edges {
      guard let label = reader.point(), let curve = reader.curve() else { return nil }
      result.labels.append(label)
      result.edges.append(curve)
    }
    return reader.isAtEnd ? result : nil
  }
}

extension Message {
  package init(_ request: ImageRequest) {
    var writer = FieldWriter()
    writer.write(request.format.rawValue)
    writer.write(request.size)
    writer.write(request.operations.count)
    for operation in request.operations { writer.write(operation) }
    self.init(.paint, writer.bytes)
  }

  /// The page to paint; nil for any other message.
  package var request: ImageRequest? {
    guard kind == .paint else { return nil }
    var reader = FieldReader(fields)
    guard let format = reader.text().flatMap(ImageFormat.init(rawValue:)),
      let size = reader.size(), (1...100_000).contains(size.width),
      (1...100_000).contains(size.height), let count = reader.count(of: 4)
    else { return nil }
    var request = ImageRequest(format: format, size: size, operations: [])
    for _ in 0..<count {
      guard let operation = reader.text() else { return nil }
      request.operations.append(operation)
    }
    return reader.isAtEnd ? request : nil
  }

  /// The name and version of the layout engine; nil for any other message.
  var version: String? {
    guard kind == .version, !fields.isEmpty else { return nil }
    return String(validating: fields, as: UTF8.self)
  }

  /// The bytes of an image; nil for any other message.
  var image: [UInt8]? { kind == .image && !fields.isEmpty ? fields : nil }

  /// The reason of a failure, without control characters that would disturb a terminal.
  var failure: String? {
    guard kind == .failed else { return nil }
    let text = String(decoding: fields.prefix(2000), as: UTF8.self)
    return String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
  }
}

extension FieldReader {
  fileprivate mutating func edge() -> Skeleton.Edge? {
    guard let tail = unsigned(), let head = unsigned(),
      let arrow = unsigned().flatMap({ Skeleton.Arrow(rawValue: Int($0)) }),
      let weight = unsigned(), let tailPort = flag(), let headPort = flag(),
      let isInvisible = flag(), let label = point()
    else { return nil }
    return Skeleton.Edge(
      tail: Int(tail), head: Int(head), arrow: arrow, weight: Int(weight), tailPort: tailPort,
      headPort: headPort, isInvisible: isInvisible,
      label: label.map { Size(width: $0.x, height: $0.y) })
  }

  fileprivate mutating func curve() -> Curve? {
    guard let start = point(), let end = point(), let count = count(of: 16) else { return nil }
    var curve = Curve(points: [], startTip: start, endTip: end)
    curve.points.reserveCapacity(count)
    for _ in 0..<count {
      guard let x = number(), let y = number() else { return nil }
      curve.points.append(Point(x: x, y: y))
    }
    return curve
  }
}
