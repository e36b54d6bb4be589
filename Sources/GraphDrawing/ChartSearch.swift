import Graphs

/// Finds the best of several layouts of one chart, with `PlainLayout` as the last resort.
struct ChartSearch {
  let sheet: ChartSheet
  /// Whether the user wants one layout only.
  private let isQuick: Bool
  /// Whether to compute one layout of a direction, as requested or because the chart is large or dense.
  private let isShort: Bool
  private let worker: LayoutWorker
  private let limit: Int
  private var variants: [ChartPlan.Variant]
  /// Set after a worker has failed twice on this chart: it would fail again.
  private var isHopeless = false
  private var best: Candidate?

  private struct Candidate {
    var score: Double
    var hidden: Int
    var variant: ChartPlan.Variant
    var layout: ChartLayout
  }

  init(_ sheet: ChartSheet, _ options: DrawingOptions, _ worker: LayoutWorker) {
    self.sheet = sheet
    self.worker = worker
    limit = options.nodeLimit
    let tree = sheet.tree
    let count = tree.chart.nodes.count + tree.chart.transitions.count
    isQuick = options.isQuick
    isShort = isQuick || count > 300 || tree.linePairs > 4_000
    variants = ChartPlan.Variant.all(sheet, isQuick: isShort)
  }

  /// The size of the best layout found so far.
  var size: Size? { best?.layout.size }

  /// Whether the other direction may fit a page better than a layout of this size.
  func shouldTurn(_ size: Size) -> Bool {
    if isQuick { return false }
    return isShort ? size.width > PageFit.widest : PageFit.factor(size) < 1
  }

  /// Tries the first variant.
  mutating func begin() throws(DrawingError) {
    guard let first = variants.first else { return }
    variants.removeFirst()
    let plan = ChartPlan(sheet, first)
    let count = plan.skeleton.nodes.count
    guard count <= limit else { throw .tooLarge(nodes: count, limit: limit) }
    attempt(plan)
  }

  /// Tries the other variants and returns the best layout.
  mutating func finish(_ notes: inout [String]) -> ChartLayout {
    while !variants.isEmpty { attempt(ChartPlan(sheet, variants.removeFirst())) }
    if sheet.isDown { breakRanks() }
    makeRoom()
    if best == nil {
      let plan = ChartPlan(sheet, ChartPlan.Variant(isSimple: true))
      if let placement = try? worker.layout(plan.skeleton, attempts: 1) {
        consider(ChartLayout(plan, placement), plan.variant)
      }
    }
    if let best { return best.layout.spread(sheet) }
    notes.append(plainNote)
    return PlainLayout(sheet).layout
  }

  /// Tries the best variant again with broken rows if the layout is too wide for a page.
  private mutating func breakRanks() {
    for rows in [2, 3, 4, 6, 9] {
      guard let best, best.layout.size.width > PageFit.widest, !isHopeless, !isShort else { return }
      var variant = best.variant
      variant.rows = rows
      attempt(ChartPlan(sheet, variant))
    }
  }

  /// Tries the best variant again with more room if a line of it runs behind a box.
  private mutating func makeRoom() {
    for (spread, room) in [(1, 10.0), (1.5, 10)] {
      guard let best, best.hidden > 0, !isHopeless else { return }
      var variant = best.variant
      (variant.spread, variant.room) = (spread, room)
      attempt(ChartPlan(sheet, variant))
    }
  }

  private mutating func attempt(_ plan: ChartPlan) {
    let placement: Placement
    do throws(LayoutFailure) {
      placement = try worker.layout(plan.skeleton, attempts: 2)
    } catch {
      // The other variants would fail with the same message.
      if case .message = error { return }
      isHopeless = true
      return variants.removeAll()
    }
    let layout = ChartLayout(plan, placement)
    if plan.variant.titlesBelow {
      consider(layout.mirrored(isHorizontal: false), plan.variant)
    } else {
      consider(layout, plan.variant)
      if sheet.isDown, !isShort { consider(layout.mirrored(isHorizontal: true), plan.variant) }
    }
  }

  private mutating func consider(_ layout: ChartLayout, _ variant: ChartPlan.Variant) {
    guard layout.fault(sheet) == nil else { return }
    // A short search has only one candidate, which needs no score.
    guard !isShort else {
      best = best ?? Candidate(score: 0, hidden: 0, variant: variant, layout: layout)
      return
    }
    let score = Score(layout, sheet)
    if let best, score.value >= best.score - 0.5 { return }
    best = Candidate(
      score: score.value, hidden: score.hidden, variant: variant, layout: layout)
  }
}
