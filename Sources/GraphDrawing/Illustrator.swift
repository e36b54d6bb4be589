package import Graphs

/// Where layouts are made.
package enum LayoutPlace: Sendable {
  /// In this process, under the lock; a crash of the C library is ours.
  case inProcess
  /// In another process, which may die.
  case worker(LayoutWorker)

  /// One layout; a worker that gives none is asked once more where a retry is wanted.
  func layout(_ skeleton: Skeleton, retries: Bool) throws(LayoutFailure) -> Placement {
    switch self {
    case .inProcess: try Graphviz.layout(skeleton)
    case .worker(let worker): try worker.layout(skeleton, attempts: retries ? 2 : 1)
    }
  }
}

/// Names of what placed a picture, as `data-layout` has them.
package enum LayoutVersion {
  /// The version of the library that this process uses, such as `graphviz 2.43.0`.
  package static var local: String { Graphviz.version }

  /// Our own layout, where Graphviz gave none.
  package static let plain = "plain"
}

/// Draws a graph: the same graph gives the same bytes, in any process, as long as Graphviz is
/// the same.
///
/// - Parameters:
///   - graph: What is to be seen.
///   - options: Theme, hash and speed.
///   - place: Where Graphviz works.
/// - Returns: The SVG, and notes on what is not as asked for.
/// - Throws: `DrawingError` where the graph is too large or malformed.
package func draw(
  _ graph: Graph, options: DrawingOptions = DrawingOptions(),
  layout place: LayoutPlace = .inProcess
) throws(DrawingError) -> Drawing {
  var notes: [String] = []
  let graph = graph.withSafeLinks(&notes)
  var document = Document(
    graph: graph, theme: options.theme, size: Size(width: 0, height: 0), body: Markup(),
    definition: options.fingerprint, picture: pictureHash(of: graph, options: options),
    layout: LayoutVersion.plain)
  let expected: [String]
  switch graph.content {
  case .chart(let chart):
    let merged = chart.merged()
    guard let tree = ChartTree(merged) else { throw .malformed }
    var search = ChartSearch(ChartSheet(tree, tag: graph.tag), options, place)
    try search.begin()
    // One layout each tells which direction fits a page; the best of several is searched in one.
    if chart.mayTurn, !search.isQuick, let size = search.size, Page.fit(size) < 1,
      let tree = ChartTree(merged.turned)
    {
      var other = ChartSearch(ChartSheet(tree, tag: graph.tag), options, place)
      try other.begin()
      if let turned = other.size, Page.fit(turned) > Page.gain * Page.fit(size) { search = other }
    }
    let (layout, version) = search.finish(&notes)
    let sheet = search.sheet
    let svg = ChartSVG(graph, sheet, layout)
    (document.size, document.body, expected) = (layout.size, svg.body, svg.expected)
    document.layout = version
  case .flow(let flow):
    guard flow.isSound else { throw .malformed }
    let (layout, version) = try flowLayout(flow, options, place, &notes)
    let svg = FlowSVG(graph, flow, layout)
    (document.size, document.body, expected) = (layout.size, svg.body, svg.expected)
    document.layout = version
  }
  let bytes = document.bytes
  if let fault = FinishedCheck.fault(bytes, expected: expected) { throw .unsafe(fault) }
  return Drawing(svg: String(decoding: bytes, as: UTF8.self), notes: notes)
}

/// The page that a picture without a direction of its own should fit.
private enum Page {
  /// What a document or a screen shows without scrolling sideways, and a page and a half down.
  static let size = Size(width: 1000, height: 1500)
  /// How much larger the other direction must be shown, to be taken.
  static let gain = 1.25

  /// How far a picture must be shrunk to fit; 1 where it does.
  static func fit(_ size: Size) -> Double {
    min(1, Page.size.width / max(1, size.width), Page.size.height / max(1, size.height))
  }
}

let plainNote = "Graphviz gave no usable layout: the picture is laid out plainly"

private func flowLayout(
  _ flow: Flow, _ options: DrawingOptions, _ place: LayoutPlace, _ notes: inout [String]
) throws(DrawingError) -> (FlowLayout, String) {
  guard flow.cards.count <= options.nodeLimit else {
    throw .tooLarge(nodes: flow.cards.count, limit: options.nodeLimit)
  }
  let sheet = FlowSheet(flow)
  for isSimple in [false, true] {
    let plan = FlowPlan(sheet, isSimple: isSimple, isQuick: options.isQuick)
    guard let placement = try? place.layout(plan.skeleton, retries: !isSimple) else { continue }
    let layout = FlowLayout(plan, placement)
    if layout.fault == nil { return (layout, LayoutVersion.local) }
  }
  notes.append(plainNote)
  return (FlowLayout(plain: sheet), LayoutVersion.plain)
}
