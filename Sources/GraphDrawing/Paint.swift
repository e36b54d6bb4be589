import Graphs

/// The paint that the style sheet gives an element, for formats without CSS.
struct Paint {
  var fill: String?
  var stroke: String?
  var width = 1.3
  var isDashed = false

  /// The paint of a shape from its classes and those of the groups around it, innermost first.
  init(_ classes: [String], in groups: [[String]], _ palette: Palette) {
    let group = groups.first ?? []
    switch classes.first {
    case "bg": fill = palette.page
    case "box": self = Paint.box(classes, group, palette)
    case "bar": fill = palette.bar
    case "k0": fill = palette.frameEven
    case "k1": fill = palette.frameOdd
    case "rule": (stroke, width) = (palette.frameLine, 1)
    case "sep": (stroke, width) = (palette.pillLine, 1)
    case "divider", "area":
      (stroke, width, isDashed) = (palette.frameLine, 1.2, true)
    case "pill":
      (fill, stroke, width) = (palette.pill, palette.pillLine, 1)
      if group.contains("m-taken") { (stroke, width) = (palette.action, 2.2) }
      isDashed = classes.contains("delayed")
    case "out":
      fill = palette.leaf
      stroke = OutputKind.allCases.first { classes.contains("b-\($0.rawValue)") }
        .map { palette.colour($0) }
    case "line":
      stroke = Paint.lineColour(group, palette)
      width = group.contains("flow") ? 1.1 : group.contains("m-taken") ? 2.2 : 1.3
      for name in group { width = LineWidth(rawValue: name)?.width ?? width }
      isDashed = group.contains("f-use")
    case "turn": stroke = palette.edge
    case "tip": fill = palette.edge
    case "around": (stroke, width) = (palette.muted, 1.1)
    case "head": fill = Paint.lineColour(group, palette)
    case "initial", "dot": fill = palette.ink
    case "ring": (fill, stroke, width) = (palette.page, palette.ink, 1.4)
    case "hist": (fill, stroke) = (palette.leaf, palette.leafLine)
    case "port": (fill, stroke) = (palette.page, Paint.lineColour(group, palette))
    case "face", "hands": (stroke, width) = (palette.muted, 1.1)
    case "badge": fill = Paint.mark(group, palette)
    default: break
    }
  }

  private init(fill: String?, stroke: String?, width: Double = 1.3) {
    (self.fill, self.stroke, self.width) = (fill, stroke, width)
  }

  private static func box(_ classes: [String], _ group: [String], _ palette: Palette) -> Paint {
    var paint = Paint(fill: palette.leaf, stroke: palette.leafLine)
    if group.contains("d0") { paint = Paint(fill: palette.frameEven, stroke: palette.frameLine) }
    if group.contains("d1") { paint = Paint(fill: palette.frameOdd, stroke: palette.frameLine) }
    if let colour = mark(group, palette) { (paint.stroke, paint.width) = (colour, 2.2) }
    if classes.contains("fr") { paint.fill = nil }
    return paint
  }

  private static func mark(_ group: [String], _ palette: Palette) -> String? {
    if group.contains("m-exit") { return palette.command }
    if group.contains("m-enter") { return palette.action }
    return group.contains("m-active") ? palette.leafLine : nil
  }

  /// The colour of a line, of an edge of a flow or of a transition.
  private static func lineColour(_ group: [String], _ palette: Palette) -> String {
    if group.contains("f-write") || group.contains("m-taken") { return palette.action }
    if group.contains("f-use") { return palette.muted }
    return OutputKind.allCases.first { group.contains("f-\($0.rawValue)") }
      .map { palette.colour($0) } ?? palette.edge
  }
}

extension Palette {
  func colour(_ kind: OutputKind) -> String {
    switch kind {
    case .ui: ui
    case .data: data
    case .navigation: navigation
    }
  }

  /// The colour of a piece of text.
  func colour(_ style: Span.Style) -> String {
    switch style {
    case .name, .event, .code, .item, .finalName, .history: ink
    case .condition: condition
    case .action: action
    case .muted, .tag: muted
    case .region: region
    case .badge: page
    case .output(let kind): colour(kind)
    case .command: command
    }
  }
}
