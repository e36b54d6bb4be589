/// Text that is laid out to a width: a group that fits stays on one line, another one is broken at
/// its break points. Rendering takes one pass.
indirect enum Layout: Equatable, Sendable {
  case text(String)
  /// A blank, or a line break if the enclosing group is broken.
  case line
  /// Nothing, or a line break if the enclosing group is broken.
  case softLine
  /// Always a line break.
  case newLine
  /// Text that is written only if the enclosing group is broken.
  case ifBroken(String)
  case sequence([Layout])
  case nested(Layout)
  /// Broken at all its break points, or at none.
  case group(Layout)
  /// Parts separated by blanks; a blank becomes a line break only if the next part does not fit.
  case filled([Layout])

  static func joined(_ parts: [Layout], _ separator: [Layout]) -> Layout {
    var result: [Layout] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { result += separator }
      result.append(part)
    }
    return .sequence(result)
  }

  static let blank = Layout.text("")
}

extension Layout: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self = .text(value) }
}

extension Layout {
  /// Renders the text, without blanks at the ends of lines.
  func rendered(width: Int, indentation: Int) -> String {
    var renderer = Renderer(width: width, step: indentation)
    renderer.write(self, indent: 0, isFlat: false, tail: 0)
    var lines = renderer.output.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The width up to the first possible line break, and whether that covers the whole layout.
  fileprivate var lead: (width: Int, isWhole: Bool) {
    switch self {
    case .text(let text): return (text.count, true)
    // It follows wherever the layout around it is broken, so that the width matters.
    case .ifBroken(let text): return (text.count, true)
    case .line, .softLine, .newLine: return (0, false)
    case .nested(let inner), .group(let inner): return inner.lead
    case .filled(let parts):
      guard let first = parts.first else { return (0, true) }
      return (first.lead.width, first.lead.isWhole && parts.count == 1)
    case .sequence(let parts): return Self.lead(of: parts[...])
    }
  }

  fileprivate static func lead(of parts: ArraySlice<Layout>) -> (width: Int, isWhole: Bool) {
    var width = 0
    for part in parts {
      let (more, isWhole) = part.lead
      width += more
      if !isWhole { return (width, false) }
    }
    return (width, true)
  }

  /// The width on one line; `nil` if the layout contains a line break. `room` limits the search.
  fileprivate func flatWidth(_ room: Int) -> Int? {
    switch self {
    case .text(let text): return text.count
    case .line: return 1
    case .softLine, .ifBroken: return 0
    case .newLine: return nil
    case .nested(let inner), .group(let inner): return inner.flatWidth(room)
    case .sequence(let parts), .filled(let parts):
      var width = 0
      if case .filled = self { width = max(parts.count - 1, 0) }
      for part in parts {
        guard width <= room, let more = part.flatWidth(room - width) else { return nil }
        width += more
      }
      return width
    }
  }
}

private struct Renderer {
  let width: Int
  let step: Int
  var output = ""
  private var column = 0

  init(width: Int, step: Int) {
    self.width = width
    self.step = step
  }

  /// `tail` is the width of the text that always follows on the same line.
  mutating func write(_ layout: Layout, indent: Int, isFlat: Bool, tail: Int) {
    switch layout {
    case .text(let text): write(text, indent)
    case .line: if isFlat { space() } else { breakLine() }
    case .softLine: if !isFlat { breakLine() }
    case .newLine: breakLine()
    case .ifBroken(let text): if !isFlat { write(text, indent) }
    case .sequence(let parts):
      for (index, part) in parts.enumerated() {
        let (width, isWhole) = Layout.lead(of: parts[(index + 1)...])
        write(part, indent: indent, isFlat: isFlat, tail: isWhole ? width + tail : width)
      }
    case .nested(let inner): write(inner, indent: indent + step, isFlat: isFlat, tail: tail)
    case .group(let inner):
      write(inner, indent: indent, isFlat: isFlat || fits(inner, indent, tail), tail: tail)
    case .filled(let parts): fill(parts, indent: indent, isFlat: isFlat, tail: tail)
    }
  }

  private mutating func write(_ text: String, _ indent: Int) {
    if text.isEmpty { return }
    if column == 0 {
      output += String(repeating: " ", count: indent)
      column = indent
    }
    output += text
    column += text.count
  }

  private mutating func fill(_ parts: [Layout], indent: Int, isFlat: Bool, tail: Int) {
    for (index, part) in parts.enumerated() {
      let behind = index + 1 == parts.count ? tail : 0
      if index > 0 {
        let room = width - column - 1 - behind
        if !isFlat, part.flatWidth(max(room, 0)).map({ $0 > room }) ?? true {
          breakLine()
        } else {
          space()
        }
      }
      write(part, indent: indent, isFlat: isFlat, tail: behind)
    }
  }

  private func fits(_ layout: Layout, _ indent: Int, _ tail: Int) -> Bool {
    let room = width - (column == 0 ? indent : column) - tail
    return room >= 0 && layout.flatWidth(room).map { $0 <= room } ?? false
  }

  private mutating func space() {
    output += " "
    column += 1
  }

  private mutating func breakLine() {
    output += "\n"
    column = 0
  }
}
