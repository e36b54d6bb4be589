import Graphs
import Testing

@testable import GraphDrawing

@Suite struct TextTests {
  /// Widths in 1/1000 em, measured in the files of the fonts.
  @Test(arguments: [
    ("tappedPower", Span.Face.bold, 6278, 7493),
    ("isPlaying = true", .sans, 6864, 7956),
    ("WIDE Mail 0123456789", .sans, 10561, 11714),
    ("MUTED 100 %", .bold, 6668, 7788),
    ("'quoted' (text) + [list]", .mono, 14402, 14449),
  ])
  func `a text has room for Helvetica and for DejaVu Sans`(
    _ text: String, _ face: Span.Face, _ helvetica: Double, _ dejaVu: Double
  ) {
    let width = Metrics.width(text, face, size: 1000)
    #expect(width >= helvetica)
    #expect(width >= dejaVu - 30)
    #expect(width < max(helvetica, dejaVu) * 1.05)
  }

  private func texts(_ lines: [TextLine]) -> [String] {
    lines.map { $0.map(\.text).joined() }
  }

  @Test func `a short label is one line`() {
    let label = Label("went", if: "a", actions: [set("b", "1")])
    #expect(texts(label.lines(limit: 34)) == ["went [a] / b = 1"])
    #expect(texts(Label("", if: "isReady").lines(limit: 34)) == ["[isReady]"])
    #expect(texts(Label("always").lines(limit: 34)) == ["always"])
    #expect(Label("went", isOtherwise: true).text == "went [otherwise]")
  }

  @Test func `a long guard is broken after spaces, commas and parentheses`() {
    let label = Label("tappedSave", if: "event.language == currentLanguage && hasRegion")
    #expect(
      texts(label.lines(limit: 34)) == [
        "tappedSave", "[event.language == currentLanguage", "&& hasRegion]",
      ])
  }

  @Test func `what does not fit into four lines is cut with an ellipsis`() {
    let lines = texts(Label("e", if: String(repeating: "abcdefgh ", count: 50)).lines(limit: 34))
    #expect(lines.count == 5)
    #expect(lines.last?.hasSuffix(" …") == true)
    #expect(lines.allSatisfy { $0.count <= 37 })
  }

  @Test func `a word without a break opportunity is broken at the end of the line`() {
    let lines = texts(
      LineBreaking.broken([Span(String(repeating: "x", count: 80), .code)], limit: 34))
    #expect(lines.map(\.count) == [34, 34, 12])
  }

  @Test func `a long name is cut and keeps its beginning`() {
    #expect(LineBreaking.short("idle") == "idle")
    #expect(LineBreaking.short(String(repeating: "n", count: 60)).count == 48)
    #expect(LineBreaking.short("a" + String(repeating: "\u{301}", count: 5000)).utf8.count < 500)
  }

  @Test func `rows of a compartment name what they show`() {
    #expect(texts(value("code", "string", "''").lines) == ["code : string = ''"])
    #expect(
      texts(lifecycle("enter", command("sendSms"), set("a", "1")).lines) == [
        "enter / !sendSms, a = 1"
      ]
    )
    #expect(texts(output(.data, "loadConfig").lines) == ["● loadConfig"])
    #expect(texts(output(.ui, "popup", "true").lines) == ["▪ popup = true"])
  }

  @Test(arguments: [
    ("", 0.0), ("i", 4.459), ("W", 14.352), ("e\u{301}", 8.827), ("\u{200B}", 0), ("日", 13),
    ("🎵", 16.9),
  ])
  func `a width is that of the wider bold font at 13 px`(_ text: String, _ width: Double) {
    #expect(abs(Metrics.width([Span(text, .name)]) - width) < 0.001)
  }

  @Test(arguments: [
    (0.0, "0"), (0.04, "0"), (0.05, "0.1"), (-0.5, "-0.5"), (-0.04, "0"), (12, "12"),
    (12.34, "12.3"), (.nan, "0"), (.infinity, "0"), (1e300, "0"),
  ])
  func `a length has one decimal at most`(_ value: Double, _ text: String) {
    #expect(Markup.number(value) == text)
  }

  @Test func `text is escaped in the same manner everywhere`() {
    #expect(
      Markup.escaped("<a href=\"x\">&\u{1}\u{202E}\n\u{FFFE}é")
        == "&lt;a href=&quot;x&quot;&gt;&amp;\u{FFFD}\\u{202E} \u{FFFD}é")
    #expect(Identifiers.safe("a b\"é.1_-") == "a_20_b_22__e9_.1_-")
    var ids = Identifiers("N")
    #expect(ids.id(["a"]) == "sd-N-a")
    #expect(ids.id(["a"]) == "sd-N-a.2")
    #expect(ids.id(["title"]) == "sd-N-title.2")
  }
}

@Suite struct StyleTests {
  /// Relative luminance of `#rrggbb`, by WCAG 2.
  private func luminance(_ colour: String) -> Double {
    let value = UInt32(colour.dropFirst(), radix: 16) ?? 0
    let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { Double($0) / 255 }
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func power(_ value: Double) -> Double {
    // x ^ 2.4 = x * x * x ^ 0.4, the last by Newton's method on r ^ 5 = x ^ 2.
    var root = 1.0
    for _ in 0..<60 {
      root -= (root * root * root * root * root - value * value) / (5 * root * root * root * root)
    }
    return value * value * root
  }

  private func contrast(_ a: String, _ b: String) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: [(Palette.light, 5.1), (Palette.dark, 6.2)])
  func `every text has enough contrast with its background`(_ palette: Palette, _ least: Double) {
    let grounds = [
      palette.page, palette.leaf, palette.frameEven, palette.frameOdd, palette.pill, palette.bar,
    ]
    for ground in grounds {
      #expect(contrast(palette.ink, ground) >= least)
      #expect(contrast(palette.action, ground) >= least)
      #expect(contrast(palette.condition, ground) >= least)
      #expect(contrast(palette.muted, ground) >= least)
      for kind in [palette.ui, palette.data, palette.navigation, palette.command] {
        #expect(contrast(kind, ground) >= least)
      }
    }
    for line in [palette.leafLine, palette.edge] {
      #expect(contrast(line, palette.page) >= 3)
    }
    for badge in [palette.leafLine, palette.action, palette.command] {
      #expect(contrast(palette.page, badge) >= 4.5)
    }
  }

  @Test(arguments: Theme.allCases)
  func `every selector begins with the picture's own class`(_ theme: Theme) {
    let sheet = Style.sheet(theme)
    // The selectors before each `{`; the media rule has two of them.
    var selectors: [String] = []
    for rule in sheet.split(separator: "}") where rule.contains("{") {
      let parts = rule.split(separator: "{").map(String.init)
      guard let head = parts.dropLast().last else { continue }
      selectors += head.split(separator: ",").map { text in
        String(text.drop { $0 == " " || $0 == "\n" })
      }
    }
    #expect(selectors.count > 60)
    #expect(
      selectors.allSatisfy { $0.hasPrefix(".sd ") }, "\(selectors.filter { !$0.hasPrefix(".sd ") })"
    )
    #expect(!sheet.contains("url(") && !sheet.contains("var(") && !sheet.contains("<"))
    #expect(sheet.contains("@media") == (theme == .auto))
  }
}
