import Graphs
package import StateGraphs
package import StateModel
package import StateSpecs

/// The data of a page about a definition.
package struct PageContent: Sendable {
  package var definition: Definition
  package var fingerprint: String
  /// The pictures as SVG, each with its title.
  package var pictures: [(title: String, svg: String)]
  package var spec: Spec?
  /// The pointers of cases that failed.
  package var failed: Set<String>
  /// The coverage by the cases; empty if no spec can run.
  package var coverage: [CoverageTable.Line]
  package var unreached: Unreached?
  /// Whether the pictures show traffic, and not what the cases reach.
  package var showsTraffic = false
  /// Whether an index page beside it links to all pages.
  package var isInFolder = false
  /// The frames of the cases, which a script plays over the pictures; `nil` for a page without one.
  package var player: PlayerContent?

  package init(
    _ definition: Definition, fingerprint: String, pictures: [(title: String, svg: String)]
  ) {
    self.definition = definition
    self.fingerprint = fingerprint
    self.pictures = pictures
    failed = []
    coverage = []
  }

  /// Returns the anchor of a part of the definition in its page: the row that describes the part,
  /// or the nearest part around it.
  package static func links(in definition: Definition) -> @Sendable (String) -> String? {
    let rows = Set(Table.all(of: definition).flatMap { $0.rows.map(\.pointer) })
    return { pointer in
      var pointer = pointer[...]
      while !rows.contains(String(pointer)) {
        guard let slash = pointer.lastIndex(of: "/") else { return nil }
        pointer = pointer[..<slash]
      }
      return "#" + HTML.anchor(String(pointer))
    }
  }
}

extension PageContent {
  /// The page as one file that needs no other file and no network. With a player it has a script;
  /// without scripts it shows the same, except for the player.
  package var html: String {
    let sections = pictureSections + tableSections + storySection
    let script = player == nil ? nil : PlayerScript.source
    let head = PageContent.head(title: definition.name, script: script)
    let navigation = sections.map { section in
      HTML.element("a", [("href", "#" + section.id)], HTML.text(section.title))
    }
    let about = definition.about.map { HTML.element("p", [("class", "about")], HTML.text($0)) }
    let body = """
      <body data-definition="\(HTML.text(fingerprint))">
      <a class="skip" href="#main">To the content</a>
      <header>
      \(isInFolder ? IndexPage.link : "")<h1>\(HTML.text(definition.name))</h1>
      \(about ?? "")\(summary)
      <nav aria-label="Parts of this page">\(navigation.joined(separator: " "))</nav>
      </header>
      <main id="main" tabindex="-1">
      \(sections.map(\.html).joined(separator: "\n"))
      </main>
      \(playerElements)</body>
      </html>

      """
    return head + "\n" + body
  }

  /// Whether a file is a page made from a definition, or the page that lists them.
  package static func isPage(_ bytes: [UInt8]) -> Bool {
    // The body of a page has `data-definition`, and that of the list has `data-definitions`.
    String(decoding: bytes, as: UTF8.self).contains("\n<body data-definition")
  }

  /// The head that all pages share.
  static func head(title: String, script: String? = nil) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(policy(script))
    <title>\(HTML.text(title))</title>
    <style>
    \(PageStyle.sheet)
    </style>
    </head>
    """
  }

  /// The content security policy: nothing may be fetched, and nothing may run except one script.
  private static func policy(_ script: String?) -> String {
    let source = script.map { "; script-src \($0)" } ?? ""
    return #"<meta http-equiv="Content-Security-Policy" "#
      + #"content="default-src 'none'; style-src 'unsafe-inline'\#(source)">"#
  }

  /// The frames of the player and its script.
  private var playerElements: String {
    guard let player else { return "" }
    return #"<script type="application/json" id="frames">\#(player.json)</script>"# + "\n"
      + #"<script type="module">\#(PlayerScript.text)</script>"# + "\n"
  }

  private struct Section {
    var id: String
    var title: String
    var content: String

    var html: String {
      HTML.element(
        "section", [("id", id), ("aria-labelledby", id + "-title")],
        "\n" + HTML.element("h2", [("id", id + "-title")], HTML.text(title)) + content + "\n")
    }
  }

  private var pictureSections: [Section] {
    pictures.enumerated().map { offset, picture in
      let frame = HTML.element(
        "div",
        [
          ("class", "picture"), ("tabindex", "0"), ("role", "region"),
          ("aria-label", "\(picture.title), scrollable"),
        ], "\n" + picture.svg)
      return Section(
        id: "picture-\(offset + 1)", title: picture.title,
        content: (hasLegend ? PageContent.legend : "") + frame)
    }
  }

  private var hasLegend: Bool { !showsTraffic && unreached?.isEmpty == false }

  private static let legend =
    #"<p class="legend"><span class="missed">○</span> and dashes in this colour: "#
    + "no case of the spec gets there. ○ after a guard: no case makes it false.</p>"

  private var tableSections: [Section] {
    Table.all(of: definition, unreached: unreached).map { table in
      let head = table.head.map { HTML.element("th", [("scope", "col")], HTML.text($0)) }
      let rows = table.rows.map(row)
      let content = HTML.element(
        "table",
        HTML.element("thead", HTML.element("tr", head.joined()))
          + HTML.element("tbody", "\n" + rows.joined(separator: "\n") + "\n"))
      return Section(
        id: table.category.rawValue, title: table.category.title,
        content: HTML.element("p", HTML.text(table.category.about))
          + HTML.element("div", [("class", "table"), ("tabindex", "0")], content))
    }
  }

  private func row(_ row: Table.Row) -> String {
    let sign =
      row.isUnreached
      ? #"<span class="missed" title="no case of the spec gets here">○</span> "# : ""
    let cells = row.cells.enumerated().map { offset, cell in
      HTML.element("td", (offset == 0 ? sign : "") + cell.html)
    }
    let classes = row.isUnreached ? [("class", "unreached")] : []
    return HTML.element("tr", [("id", HTML.anchor(row.pointer))] + classes, cells.joined())
  }
}

// The spec.
extension PageContent {
  private var storySection: [Section] {
    guard let spec else { return [] }
    let about = spec.about.map { HTML.element("p", HTML.text($0)) } ?? ""
    return [
      Section(
        id: "story", title: "What it must do",
        content: about + HTML.element("ul", [("class", "story")], chapter(Story(spec).start)))
    ]
  }

  private func chapter(_ chapter: Story.Chapter) -> String {
    let hasFailed = failed.contains(chapter.pointer)
    let name = chapter.name.isEmpty ? "At the start" : chapter.name
    var text = HTML.element("strong", HTML.text(name))
    if hasFailed { text += #" <span class="missed">failed</span>"# }
    func line(_ word: String, _ passages: [Passage]) -> String {
      guard !passages.isEmpty else { return "" }
      return HTML.element(
        "p", HTML.element("span", [("class", "word")], word) + " " + Passage.joined(passages).html)
    }
    text += line("when", chapter.happenings) + line("then", chapter.expectations)
    if !chapter.chapters.isEmpty {
      text += HTML.element(
        "ul", "\n" + chapter.chapters.map(self.chapter).joined(separator: "\n") + "\n")
    }
    return HTML.element("li", [("id", "case" + HTML.anchor(chapter.pointer).dropFirst(2))], text)
  }

  private var summary: String {
    let lines = coverage.filter { $0.total > 0 }
    guard !lines.isEmpty else {
      return HTML.element("p", [("class", "coverage")], "No spec describes what it must do.")
    }
    let counts = lines.map { line in
      HTML.element(
        "li", line.percent == 100 ? [] : [("class", "part")],
        "\(HTML.text(line.name)) \(line.reached) of \(line.total)")
    }
    return HTML.element(
      "div", [("class", "coverage")],
      HTML.element("p", "What the cases of its spec reach:") + HTML.element("ul", counts.joined()))
  }
}
