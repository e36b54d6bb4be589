import Graphs

/// Writes the HTML of pages; every text is escaped here.
enum HTML {
  static func element(
    _ name: String, _ attributes: [(String, String)] = [], _ content: String
  ) -> String {
    "<\(name)\(list(attributes))>\(content)</\(name)>"
  }

  static func text(_ text: String) -> String { Escaping.markup(text) }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(Escaping.markup($0.1))\"" }.joined()
  }

  /// The anchor in the page for a JSON pointer of the definition.
  static func anchor(_ pointer: String) -> String {
    let path = pointer.split(separator: "/", omittingEmptySubsequences: true)
    return (["at"] + path.map { Escaping.id(String($0)) }).joined(separator: "-")
  }
}

extension Passage {
  var html: String {
    pieces.map { piece in
      switch piece {
      case .words(let text): HTML.text(text)
      case .code(let text): HTML.element("code", HTML.text(text))
      case .lineBreak: "<br>"
      }
    }.joined()
  }
}

extension HTML {
  static func element(_ name: String, _ content: String) -> String {
    element(name, [], content)
  }
}
