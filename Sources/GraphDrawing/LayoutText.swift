/// Skeletons and placements as lines: what a worker reads and writes.
///
/// Each thing is one line of a word and numbers; a message ends with `end`. Numbers are written
/// so that reading gives the same bits.
enum LayoutText {
  static let start = "layout 1"
  static let answer = "placement 1"
  static let end = "end"
  /// Before a reason, on a line of its own.
  static let failed = "failed "

  static func lines(_ skeleton: Skeleton) -> [String] {
    let settings = skeleton.settings
    var result = [start]
    result.append(
      line(
        "settings", settings.isDown, settings.nodeSeparation, settings.rankSeparation,
        settings.titlesBelow, settings.isSimple))
    for cluster in skeleton.clusters {
      result.append(
        line(
          "cluster", cluster.parent ?? -1, cluster.title.width, cluster.title.height, cluster.margin
        ))
    }
    for node in skeleton.nodes {
      result.append(
        line("node", node.cluster ?? -1, node.size.width, node.size.height, node.isRound))
    }
    for edge in skeleton.edges {
      result.append(
        line(
          "edge", edge.tail, edge.head, edge.arrow.rawValue, edge.weight, edge.tailPort,
          edge.headPort, edge.isInvisible, edge.label?.width ?? -1, edge.label?.height ?? -1))
    }
    return result + [end]
  }

  static func lines(_ placement: Placement) -> [String] {
    func numbers(_ point: Point?) -> [any LosslessStringConvertible] {
      point.map { [1, $0.x, $0.y] } ?? [0, 0, 0]
    }
    var result = [answer, line("size", placement.size.width, placement.size.height)]
    for cluster in placement.clusters {
      let rect = cluster ?? Rect(x0: 0, y0: 0, x1: 0, y1: 0)
      result.append(line("cluster", cluster != nil, rect.x0, rect.y0, rect.x1, rect.y1))
    }
    for rect in placement.nodes {
      result.append(line("node", rect.x0, rect.y0, rect.x1, rect.y1))
    }
    for (edge, label) in zip(placement.edges, placement.labels) {
      let points = edge.points.flatMap { [$0.x, $0.y] }
      let fields = numbers(label) + numbers(edge.startTip) + numbers(edge.endTip)
      result.append((["edge"] + (fields + points).map { "\($0)" }).joined(separator: " "))
    }
    return result + [end]
  }

  private static func line(_ word: String, _ fields: any LosslessStringConvertible...) -> String {
    ([word]
      + fields.map { field in
        if let flag = field as? Bool { return flag ? "1" : "0" }
        return "\(field)"
      }).joined(separator: " ")
  }

  /// The numbers of a line, all of them finite; nil for any other line.
  private static func fields(_ line: String) -> (word: Substring, numbers: [Double])? {
    let parts = line.split(separator: " ")
    guard let word = parts.first else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(parts.count)
    for part in parts.dropFirst() {
      guard let number = Double(part), number.isFinite else { return nil }
      numbers.append(number)
    }
    return (word, numbers)
  }

  private static func index(_ number: Double) -> Int? {
    Int(exactly: number).flatMap { $0 < 0 ? nil : $0 }
  }

  /// A skeleton from its lines; nil where any of them is not as it should be.
  static func skeleton(_ lines: [String]) -> Skeleton? {
    guard lines.first == start, lines.last == end else { return nil }
    var result = Skeleton()
    for line in lines.dropFirst().dropLast() {
      guard let (word, n) = fields(line) else { return nil }
      switch (word, n.count) {
      case ("settings", 5):
        result.settings = Skeleton.Settings(
          isDown: n[0] == 1, nodeSeparation: n[1], rankSeparation: n[2], titlesBelow: n[3] == 1,
          isSimple: n[4] == 1)
      case ("cluster", 4):
        result.clusters.append(
          Skeleton.Cluster(
            parent: index(n[0]), title: Size(width: n[1], height: n[2]), margin: n[3]))
      case ("node", 4):
        result.nodes.append(
          Skeleton.Node(
            cluster: index(n[0]), size: Size(width: n[1], height: n[2]), isRound: n[3] == 1))
      case ("edge", 9):
        guard let tail = index(n[0]), let head = index(n[1]), let weight = index(n[3]),
          let arrow = index(n[2]).flatMap(Skeleton.Arrow.init(rawValue:))
        else { return nil }
        result.edges.append(
          Skeleton.Edge(
            tail: tail, head: head, arrow: arrow, weight: weight, tailPort: n[4] == 1,
            headPort: n[5] == 1, isInvisible: n[6] == 1,
            label: n[7] < 0 ? nil : Size(width: n[7], height: n[8])))
      default: return nil
      }
    }
    return result.isSound ? result : nil
  }

  /// A placement from its lines; nil where any of them is not as it should be.
  static func placement(_ lines: [String]) -> Placement? {
    guard lines.first == answer, lines.last == end else { return nil }
    var result = Placement(
      size: Size(width: 0, height: 0), clusters: [], nodes: [], edges: [], labels: [])
    for line in lines.dropFirst().dropLast() {
      guard let (word, n) = fields(line) else { return nil }
      switch word {
      case "size" where n.count == 2: result.size = Size(width: n[0], height: n[1])
      case "cluster" where n.count == 5:
        result.clusters.append(n[0] == 1 ? Rect(x0: n[1], y0: n[2], x1: n[3], y1: n[4]) : nil)
      case "node" where n.count == 4:
        result.nodes.append(Rect(x0: n[0], y0: n[1], x1: n[2], y1: n[3]))
      case "edge" where n.count >= 9 && n.count % 2 == 1:
        func point(_ at: Int) -> Point? { n[at] == 1 ? Point(x: n[at + 1], y: n[at + 2]) : nil }
        let points = stride(from: 9, to: n.count, by: 2).map { Point(x: n[$0], y: n[$0 + 1]) }
        result.labels.append(point(0))
        result.edges.append(Curve(points: points, startTip: point(3), endTip: point(6)))
      default: return nil
      }
    }
    return result
  }

  static let paint = "paint 1"
  static let image = "image 1"

  static func lines(_ request: ImageRequest) -> [String] {
    [paint, "\(request.format.rawValue) \(request.size.width) \(request.size.height)"]
      + request.operations + [end]
  }

  /// A page to be painted from its lines; nil where any of them is not as it should be.
  static func request(_ lines: [String]) -> ImageRequest? {
    guard lines.count > 2, lines.first == paint, lines.last == end else { return nil }
    let parts = lines[1].split(separator: " ")
    guard parts.count == 3, let format = ImageFormat(rawValue: String(parts[0])),
      let width = Double(parts[1]), let height = Double(parts[2]),
      (1...30_000).contains(width), (1...30_000).contains(height)
    else { return nil }
    return ImageRequest(
      format: format, size: Size(width: width, height: height),
      operations: Array(lines.dropFirst(2).dropLast()))
  }

  /// Bytes as lines of hexadecimal digits.
  static func lines(_ bytes: [UInt8]) -> [String] {
    let digits = Array("0123456789abcdef".utf8)
    let lines = stride(from: 0, to: bytes.count, by: 2048).map { start in
      let piece = bytes[start..<min(start + 2048, bytes.count)]
      return String(
        decoding: piece.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
    return [image] + lines + [end]
  }

  /// Bytes from their lines; nil where any of them is not as it should be.
  static func bytes(_ lines: [String]) -> [UInt8]? {
    guard lines.first == image, lines.last == end else { return nil }
    var result: [UInt8] = []
    for line in lines.dropFirst().dropLast() {
      let digits = line.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count % 2 == 0 else { return nil }
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        result.append(UInt8(high * 16 + low))
      }
    }
    return result.isEmpty ? nil : result
  }
}
