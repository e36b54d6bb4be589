import Graphs

/// The best of several layouts of one chart, a simpler one, or a plain one.
struct ChartSearch {
  let sheet: ChartSheet
  let isQuick: Bool
  private let place: LayoutPlace
  private let limit: Int
  private var variants: [ChartPlan.Variant]
  private var best: (score: Double, layout: ChartLayout)?

  init(_ sheet: ChartSheet, _ options: DrawingOptions, _ place: LayoutPlace) {
    self.sheet = sheet
    self.place = place
    limit = options.nodeLimit
    let tree = sheet.tree
    let count = tree.chart.nodes.count + tree.chart.transitions.count
    isQuick = options.isQuick || count > 300
    variants = ChartPlan.Variant.all(sheet, isQuick: isQuick)
  }

  /// The size of the best layout so far.
  var size: Size? { best?.layout.size }

  /// Tries the first variant.
  mutating func begin() throws(DrawingError) {
    guard let first = variants.first else { return }
    variants.removeFirst()
    let plan = ChartPlan(sheet, first)
    let count = plan.skeleton.nodes.count
    guard count <= limit else { throw .tooLarge(nodes: count, limit: limit) }
    attempt(plan)
  }

  /// Tries the others, and gives the best.
  mutating func finish(_ notes: inout [String]) -> (ChartLayout, String) {
    while !variants.isEmpty { attempt(ChartPlan(sheet, variants.removeFirst())) }
    if best == nil {
      let plan = ChartPlan(sheet, ChartPlan.Variant(isSimple: true))
      if let placement = try? place.layout(plan.skeleton, retries: false) {
        consider(ChartLayout(plan, placement))
      }
    }
    if let best { return (best.layout.spread(sheet), LayoutVersion.local) }
    notes.append(plainNote)
    return (PlainLayout(sheet).layout, LayoutVersion.plain)
  }

  private mutating func attempt(_ plan: ChartPlan) {
    let placement: Placement
    do throws(LayoutFailure) {
      placement = try place.layout(plan.skeleton, retries: true)
    } catch {
      // What killed or stopped a worker twice would do so again: no more of these.
      if case .message = error { return }
      return variants.removeAll()
    }
    let layout = ChartLayout(plan, placement)
    if plan.variant.titlesBelow {
      consider(layout.mirrored(isHorizontal: false))
    } else {
      consider(layout)
      if sheet.isDown, !isQuick { consider(layout.mirrored(isHorizontal: true)) }
    }
  }

  private mutating func consider(_ layout: ChartLayout) {
    guard layout.fault(sheet) == nil else { return }
    // The only one needs no score.
    let score = isQuick ? 0 : Score(layout, sheet).value
    if let best, score >= best.score - 0.5 { return }
    best = (score, layout)
  }
}
