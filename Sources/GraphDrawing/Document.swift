import Graphs

/// The outer part of every picture: the `svg` element with its title, description and style sheet.
struct Document {
  var graph: Graph
  var theme: Theme
  var size: Size
  var body: DisplayList
  /// The fingerprint of the definition; empty if there is none.
  var definition: String
  /// The hash of the drawn content.
  var picture: String
  /// The engine that computed the layout, such as `graphviz 2.43.0` or `plain`.
  var layout: String
  /// Whether the picture contains its style sheet.
  var hasStyle = true

  /// The radius of the page's corners.
  static let radius = 6.0

  /// The picture's name in ids. A flow can be on the same page as a chart of the same definition,
  /// which may have a state named `flow`.
  static func idName(_ graph: Graph) -> String {
    graph.kind == .flow ? graph.name + ".flow" : graph.name
  }

  /// The size with the margins.
  var pageSize: Size {
    Size(width: size.width + 2 * DisplayList.margin, height: size.height + 2 * DisplayList.margin)
  }

  /// The rules for lines of different widths, if there are any.
  private var lineWidths: String {
    guard case .chart(let chart) = graph.content, chart.largestCount > 0 else { return "" }
    return Style.lineWidths + "\n"
  }

  /// The SVG.
  var bytes: [UInt8] {
    let id = Identifiers(Document.idName(graph)).root
    let width = Markup.number(pageSize.width)
    let height = Markup.number(pageSize.height)
    var page = Markup()
    page.begin("svg")
    // These come first: see `Stamp`.
    if !definition.isEmpty { page.attribute("data-definition", definition) }
    if !picture.isEmpty { page.attribute("data-picture", picture) }
    page.attribute("data-layout", layout)
    page.attribute("xmlns", "http://www.w3.org/2000/svg")
    page.attribute("width", width)
    page.attribute("height", height)
    page.attribute("viewBox", "0 0 \(width) \(height)")
    page.attribute("xml:space", "preserve")
    page.attribute("id", id)
    page.attribute("class", theme == .auto ? "sd" : "sd sd-\(theme.rawValue)")
    page.attribute("role", "graphics-document")
    let role = graph.kind == .flow ? "data flow diagram" : "state diagram"
    page.attribute("aria-roledescription", role)
    page.attribute("aria-labelledby", id + "-title")
    page.attribute("aria-describedby", id + "-desc")
    page.content(of: "svg") { page in
      page.plain("\n")
      text("title", id + "-title", graph.title, &page)
      text("desc", id + "-desc", graph.description, &page)
      if hasStyle { page.style(lineWidths + Style.sheet(theme)) }
      page.begin("rect")
      page.attribute("class", "bg")
      page.attribute("width", width)
      page.attribute("height", height)
      page.attribute("rx", Document.radius)
      page.close()
      page.plain("\n")
      page.write(body)
    }
    page.plain("\n")
    return page.bytes
  }

  private func text(_ name: StaticString, _ id: String, _ text: String, _ page: inout Markup) {
    page.begin(name)
    page.attribute("id", id)
    page.content(of: name) { $0.text(text) }
    page.plain("\n")
  }
}
