import Graphs

/// The frame of every picture: the `svg` element with its title, description and style sheet.
struct Document {
  var graph: Graph
  var theme: Theme
  var size: Size
  var body: String
  /// The fingerprint of the definition, empty where there is none.
  var definition: String
  /// The hash of what is drawn.
  var picture: String
  /// What placed it, such as `graphviz 2.43.0` or `plain`.
  var layout: String

  /// The picture's name in ids: a flow stands beside a chart of the same definition, where a state
  /// may be named `flow`.
  static func idName(_ graph: Graph) -> String {
    graph.kind == .flow ? graph.name + ".flow" : graph.name
  }

  var text: String {
    let id = Identifiers(Document.idName(graph)).root
    let width = Markup.number(size.width + 2 * Pen.margin)
    let height = Markup.number(size.height + 2 * Pen.margin)
    let role = graph.kind == .flow ? "data flow diagram" : "state diagram"
    var attributes: Markup.Attributes = [
      ("xmlns", "http://www.w3.org/2000/svg"), ("width", width), ("height", height),
      ("viewBox", "0 0 \(width) \(height)"), ("xml:space", "preserve"), ("id", id),
      ("class", theme == .auto ? "sd" : "sd sd-\(theme.rawValue)"),
      ("role", "graphics-document"), ("aria-roledescription", role),
      ("aria-labelledby", id + "-title"), ("aria-describedby", id + "-desc"),
    ]
    if !definition.isEmpty { attributes.append(("data-definition", definition)) }
    if !picture.isEmpty { attributes.append(("data-picture", picture)) }
    attributes.append(("data-layout", layout))
    let title = Markup.element(
      "title", [("id", id + "-title")], Markup.escaped(graph.title))
    let description = Markup.element(
      "desc", [("id", id + "-desc")], Markup.escaped(graph.description))
    // The style sheet is our own text and holds no `<` and no `&`.
    let style = "<style>\(Style.sheet(theme))</style>"
    let page = Markup.element(
      "rect", [("class", "bg"), ("width", width), ("height", height), ("rx", "6")])
    return Markup.element(
      "svg", attributes, "\n\(title)\n\(description)\n\(style)\n\(page)\n\(body)") + "\n"
  }
}
