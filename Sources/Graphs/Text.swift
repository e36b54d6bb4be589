/// A piece of a line in one style.
package struct Span: Sendable, Equatable {
  /// The role of a piece of text; it decides class, face and size.
  package enum Style: Sendable, Equatable {
    case name, event, condition, action, code, muted, item, tag, region, finalName, badge, history
    case output(OutputKind)
    case command
  }

  /// A family of glyphs with one table of widths.
  package enum Face: Sendable {
    case sans, bold, mono
  }

  package var text: String
  package var style: Style

  package init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
  }
}

extension Span.Style {
  /// The CSS class of the piece.
  package var styleClass: String {
    switch self {
    case .name, .history: "nm"
    case .event: "ev"
    case .condition: "gd"
    case .action: "ac"
    case .code: "co"
    case .muted: "mu"
    case .item: "on"
    case .tag: "tg"
    case .region: "rg"
    case .finalName: "fn"
    case .badge: "bt"
    case .output(let kind): "o-\(kind.rawValue)"
    case .command: "o-command"
    }
  }

  package var face: Span.Face {
    switch self {
    case .name, .event, .region, .badge, .history: .bold
    case .condition, .action, .code: .mono
    case .muted, .item, .tag, .finalName, .output, .command: .sans
    }
  }

  /// The size in CSS px.
  package var size: Double {
    switch self {
    case .name, .history: 13
    case .event: 11.5
    case .condition, .action, .code: 10.5
    case .muted, .item, .region, .finalName, .output, .command: 11
    case .tag, .badge: 10
    }
  }
}

extension Span {
  /// Marks lines that no case of a spec reaches, or that the last step took.
  fileprivate static func marked(
    _ lines: [TextLine], isUnreached: Bool, isTaken: Bool = false
  ) -> [TextLine] {
    guard isUnreached || isTaken, let first = lines.first else { return lines }
    let sign = isTaken ? Span("» ", .action) : Span("○ ", .command)
    return [[sign] + first] + lines.dropFirst()
  }
}

/// The spans of one line, side by side.
package typealias TextLine = [Span]

/// Breaks texts into lines by characters, so that a break never depends on a font.
package enum LineBreaking {
  /// Characters on a line of a pill.
  package static let pill = 34
  /// Characters on a line of a pill next to many others.
  package static let narrowPill = 24
  /// Characters on a line of a compartment.
  package static let compartment = 40
  /// Lines of one guard, one list of actions or one cell; the rest is cut.
  package static let lines = 4
  /// Characters of a name; the rest is cut.
  package static let name = 48

  /// A name short enough for a title, with an ellipsis if it was cut.
  package static func short(_ name: String) -> String {
    // A name of one `Character` can still have thousands of scalars, too many for a box.
    let limited = name.unicodeScalars.count > 4 * Self.name
    guard limited || name.count > Self.name else { return name }
    var result = ""
    result.unicodeScalars.append(contentsOf: name.unicodeScalars.prefix(4 * Self.name))
    return String(result.prefix(Self.name - 1)) + "…"
  }

  /// Breaks a line after spaces, commas and `(`; following lines start with the indent.
  package static func broken(_ line: TextLine, limit: Int, indent: Int = 0) -> [TextLine] {
    var result: [TextLine] = []
    var current: TextLine = []
    var count = 0
    for piece in line.flatMap({ pieces($0, limit: limit) }) {
      let length = piece.text.count
      if count + length > limit + 1, count > (result.isEmpty ? 0 : indent) {
        result.append(trimmed(current))
        if result.count == lines { return cut(result) }
        current = indent > 0 ? [Span(String(repeating: " ", count: indent), .muted)] : []
        count = indent
      }
      if let last = current.last, last.style == piece.style {
        current[current.count - 1].text += piece.text
      } else {
        current.append(piece)
      }
      count += length
    }
    if count > (result.isEmpty ? 0 : indent) { result.append(trimmed(current)) }
    return result
  }

  /// The tokens of a span; none is longer than a line.
  private static func pieces(_ span: Span, limit: Int) -> [Span] {
    var result: [Span] = []
    var token = ""
    var count = 0
    // Only this many characters can be shown at all, which bounds the cost of long texts.
    for character in span.text.prefix((limit + 2) * (lines + 1)) {
      token.append(character)
      count += 1
      if character == " " || character == "," || character == "(" || count >= limit {
        result.append(Span(token, span.style))
        token = ""
        count = 0
      }
    }
    if !token.isEmpty { result.append(Span(token, span.style)) }
    return result
  }

  private static func trimmed(_ line: TextLine) -> TextLine {
    guard var last = line.last else { return line }
    while last.text.hasSuffix(" ") { last.text.removeLast() }
    return line.dropLast() + (last.text.isEmpty ? [] : [last])
  }

  private static func cut(_ lines: [TextLine]) -> [TextLine] {
    guard let line = lines.last, let last = line.last else { return lines }
    return lines.dropLast() + [line.dropLast() + [Span(last.text + " …", last.style)]]
  }
}

extension Label {
  /// The lines of the label in a pill or a compartment.
  package func lines(limit: Int) -> [TextLine] {
    let counts = traffic.map { [$0.line] } ?? []
    return marked(written(limit: limit) + counts)
  }

  fileprivate func marked(_ lines: [TextLine]) -> [TextLine] {
    Span.marked(lines, isUnreached: isUnreached, isTaken: isTaken)
  }

  private func written(limit: Int) -> [TextLine] {
    let guardText = guardText.map { "[\($0)]" + (isNeverFalse ? " ○" : "") }
    let actionText = actions.isEmpty ? nil : "/ \(actionText)"
    let pieces = [
      trigger.isEmpty ? nil : Span(trigger, .event),
      guardText.map { Span($0, .condition) },
      actionText.map { Span($0, .action) },
    ].compactMap(\.self)
    let whole = pieces.reduce(pieces.count - 1) { $0 + $1.text.count }
    if whole <= limit { return [Label.joined(pieces)] }
    var result: [TextLine] = []
    var rest = pieces[...]
    if pieces.count > 1, pieces[0].style == .event, pieces[1].style == .condition,
      pieces[0].text.count + pieces[1].text.count < limit
    {
      result.append(Label.joined(Array(pieces.prefix(2))))
      rest = pieces.dropFirst(2)
    }
    return result
      + rest.flatMap { piece in
        piece.style == .action
          ? actionLines(limit: limit) : LineBreaking.broken([piece], limit: limit)
      }
  }

  /// Puts whole actions on a line as long as they fit; an action longer than a line is broken.
  private func actionLines(limit: Int) -> [TextLine] {
    var lines: [String] = []
    for (index, action) in actions.enumerated() {
      let text = (index == 0 ? "/ " : "") + action.text + (index + 1 < actions.count ? "," : "")
      if let last = lines.last, last.count + text.count < limit {
        lines[lines.count - 1] = last + " " + text
      } else {
        lines.append(text)
      }
    }
    let broken = lines.flatMap { LineBreaking.broken([Span($0, .action)], limit: limit, indent: 2) }
    guard broken.count > LineBreaking.lines else { return broken }
    let last = broken[LineBreaking.lines - 1].map(\.text).joined()
    let end = last.hasSuffix("…") ? last : last + " …"
    return broken.prefix(LineBreaking.lines - 1) + [[Span(end, .action)]]
  }

  private static func joined(_ pieces: [Span]) -> TextLine {
    pieces.enumerated().map {
      $0.offset == 0 ? $0.element : Span(" " + $0.element.text, $0.element.style)
    }
  }
}

extension Row {
  /// The lines of the row in a compartment.
  package var lines: [TextLine] {
    let limit = LineBreaking.compartment
    switch content {
    case .value(let name, let type, let initial):
      let start = initial.map { [Span(" = ", .muted), Span($0, .code)] } ?? []
      return LineBreaking.broken(
        [Span(name, .item), Span(" : ", .muted), Span(type, .code)] + start, limit: limit, indent: 2
      )
    case .entryOrExit(let label):
      let condition = label.guardText.map { [Span("[\($0)] ", .condition)] } ?? []
      return label.marked(
        LineBreaking.broken(
          [Span(label.trigger + " ", .muted)] + condition
            + [Span("/ ", .muted), Span(label.actionText, .action)],
          limit: limit, indent: 2))
    case .reaction(let label): return label.lines(limit: limit)
    case .output(let kind, let name, let cell):
      let value = cell.map { [Span(" = ", .muted), Span($0, .code)] } ?? []
      return LineBreaking.broken(
        [Span(kind.glyph + " ", .output(kind)), Span(name, .item)] + value, limit: limit, indent: 2)
    case .note(let text): return LineBreaking.broken([Span(text, .muted)], limit: limit)
    }
  }
}

extension Flow.Row {
  /// The lines of a row in an event's card; the lines after a guard are indented.
  package var lines: [TextLine] { Span.marked(written, isUnreached: isUnreached) }

  private var written: [TextLine] {
    var isGuarded = false
    return entries.flatMap { entry -> [TextLine] in
      let indent = isGuarded ? [Span("  ", .muted)] : []
      let limit = 52
      switch entry {
      case .state(let names):
        isGuarded = true
        return LineBreaking.broken([Span("in \(names)", .muted)], limit: limit, indent: 2)
      case .guarded(let cell):
        let line = indent + [Span("[\(cell)]", .condition)]
        isGuarded = true
        return LineBreaking.broken(line, limit: limit, indent: 2)
      case .otherwise:
        let line = indent + [Span("[otherwise]", .condition)]
        isGuarded = true
        return [line]
      case .local(let name, let cell):
        return LineBreaking.broken(
          indent + [Span("let \(name) = ", .muted), Span(cell, .action)], limit: limit, indent: 4)
      case .action(.set(let name, let cell)):
        return LineBreaking.broken(
          indent + [Span(name, .item), Span(" = ", .muted), Span(cell, .action)],
          limit: limit, indent: 4)
      case .action(.command(let name, let cells)):
        return LineBreaking.broken(
          indent + [Span("! ", .command), Span(name, .item), Span(cells, .action)],
          limit: limit, indent: 4)
      case .action(.raise(let name, let cells)):
        return LineBreaking.broken(
          indent + [Span("raise ", .muted), Span(name + cells, .action)], limit: limit, indent: 4)
      case .goTo(let target):
        return LineBreaking.broken(
          indent + [Span("go to ", .muted), Span(target, .action)], limit: limit, indent: 4)
      case .nothing: return [indent + [Span("no change", .muted)]]
      case .cell(let cell):
        return LineBreaking.broken(
          indent + [Span(cell, .code)], limit: LineBreaking.pill, indent: isGuarded ? 4 : 2)
      case .traffic(let traffic): return [traffic.line]
      }
    }
  }
}
