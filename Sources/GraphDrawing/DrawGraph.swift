package import Graphs

/// Draws a graph: the same graph gives the same bytes in any process, as long as the version of
/// Graphviz is the same.
///
/// - Parameters:
///   - graph: The graph to draw.
///   - options: Theme, hash and speed.
///   - worker: The process that runs Graphviz; a flow needs none.
/// - Returns: The SVG, and notes about deviations from the options.
/// - Throws: `DrawingError` if the graph is too large or malformed.
package func draw(
  _ graph: Graph, options: DrawingOptions = DrawingOptions(),
  layout worker: @autoclosure () throws(DrawingError) -> LayoutWorker
) throws(DrawingError) -> Drawing {
  var notes: [String] = []
  let graph = graph.withSafeLinks(&notes)
  var document = Document(
    graph: graph, theme: options.theme, size: Size(width: 0, height: 0), body: DisplayList(),
    definition: options.fingerprint, picture: pictureHash(of: graph, options: options),
    layout: PlainLayout.version, hasStyle: options.hasStyle)
  var ids = PartIDs()
  switch graph.content {
  case .chart(let chart):
    let (sheet, layout) = try laidOut(chart, tag: graph.tag, options, worker(), &notes)
    (document.size, document.layout) = (layout.size, layout.engine)
    let painter = ChartPainter(graph, sheet, layout)
    document.body = painter.body
    (ids.nodes, ids.labels) = (painter.stateIDs, painter.labelIDs)
  case .flow(let flow):
    guard flow.isSound else { throw .malformed }
    guard flow.cards.count <= options.nodeLimit else {
      throw .tooLarge(nodes: flow.cards.count, limit: options.nodeLimit)
    }
    let layout = FlowLayout(FlowSheet(flow))
    (document.size, document.layout) = (layout.size, FlowLayout.engine)
    let painter = FlowPainter(graph, flow, layout)
    document.body = painter.body
    (ids.cards, ids.edges) = (painter.cardIDs, painter.edgeIDs)
  }
  return Drawing(
    svg: String(decoding: document.bytes, as: UTF8.self), notes: notes, size: document.pageSize,
    content: document.body, ids: ids)
}

/// Lays out a chart, in the other direction if that fits a page better.
private func laidOut(
  _ chart: Chart, tag: String, _ options: DrawingOptions, _ worker: LayoutWorker,
  _ notes: inout [String]
) throws(DrawingError) -> (ChartSheet, ChartLayout) {
  let merged = chart.merged()
  guard let tree = GraphTree(merged) else { throw .malformed }
  var search = ChartSearch(ChartSheet(tree, tag: tag), options, worker)
  try search.begin()
  // One layout of each direction decides; the full search uses only the better direction.
  if chart.mayTurn, let size = search.size, search.shouldTurn(size),
    let tree = GraphTree(merged.turned)
  {
    var other = ChartSearch(ChartSheet(tree, tag: tag), options, worker)
    try other.begin()
    let gain = size.width > PageFit.widest ? 1 : PageFit.gain
    if let turned = other.size, PageFit.factor(turned) > gain * PageFit.factor(size) {
      search = other
    }
  }
  return (search.sheet, search.finish(&notes))
}

/// The page that a picture should fit if its definition sets no direction.
enum PageFit {
  /// The area that a document or screen shows without sideways scrolling, one and a half pages
  /// high.
  static let size = Size(width: 1000, height: 1500)
  /// A wider picture is shown too small to be read, so other layouts are tried.
  static let widest = 1600.0
  /// How many times larger the other direction must be shown to be chosen.
  static let gain = 1.25

  /// The factor that shrinks a picture to fit the page; 1 if it fits.
  static func factor(_ size: Size) -> Double {
    min(1, PageFit.size.width / max(1, size.width), PageFit.size.height / max(1, size.height))
  }
}

let plainNote = "Graphviz gave no usable layout: the picture is laid out plainly"
