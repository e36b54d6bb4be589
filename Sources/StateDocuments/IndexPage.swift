import StateModel
package import StateSpecs

/// The page with links to all other pages of a folder.
package struct IndexPage: Sendable {
  /// The facts about one definition.
  package struct Entry: Sendable {
    package let name: String
    package let about: String?
    /// The coverage by its spec; empty if no spec can run.
    package let coverage: [CoverageTable.Line]
    package let failedCount: Int

    /// The facts of a page for one line of the index.
    package init(_ page: PageContent) {
      name = page.definition.name
      about = page.definition.about
      coverage = page.coverage.filter { $0.total > 0 }
      failedCount = page.failed.count
    }
  }

  /// The file name without the extension.
  package static let name = "index"
  /// The link from a page to the index.
  static let link = #"<p><a href="index.html">All definitions</a></p>"# + "\n"

  /// The entries in the order of the files.
  package var entries: [Entry]

  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// The page as one file without scripts; its links lead to the other pages of the folder.
  package var html: String {
    let head = PageContent.head(title: "States")
    let columns = ["definition", "what it is", "what the cases of its spec reach"]
    let cells = columns.map { HTML.element("th", [("scope", "col")], $0) }
    let table = HTML.element(
      "table",
      HTML.element("thead", HTML.element("tr", cells.joined()))
        + HTML.element("tbody", "\n" + entries.map(row).joined(separator: "\n") + "\n"))
    let body = """
      <body data-definitions="\(entries.count)">
      <a class="skip" href="#main">To the content</a>
      <header>
      <h1>States</h1>
      </header>
      <main id="main" tabindex="-1">
      \(HTML.element("div", [("class", "table"), ("tabindex", "0")], table))
      </main>
      </body>
      </html>

      """
    return head + "\n" + body
  }

  private func row(_ entry: Entry) -> String {
    let link = HTML.element("a", [("href", entry.name + ".html")], HTML.text(entry.name))
    return HTML.element(
      "tr",
      HTML.element("td", link) + HTML.element("td", HTML.text(entry.about ?? ""))
        + HTML.element("td", reach(entry)))
  }

  private func reach(_ entry: Entry) -> String {
    guard !entry.coverage.isEmpty else {
      return HTML.element("span", [("class", "word")], "no spec")
    }
    let parts = entry.coverage.filter { $0.percent < 100 }.map { line in
      "\(HTML.text(line.name)) \(line.reached) of \(line.total)"
    }
    let text =
      parts.isEmpty
      ? "all" : #"<span class="missed">○</span> "# + parts.joined(separator: ", ")
    guard entry.failedCount > 0 else { return text }
    let cases = entry.failedCount == 1 ? "case" : "cases"
    return text + #" <span class="missed">\#(entry.failedCount) \#(cases) failed</span>"#
  }
}
