import StateModel

/// A proposal of completion.
struct CompletionItem {
  /// The kinds of the protocol that are used.
  enum Kind: Int {
    case method = 2, function = 3, field = 5, variable = 6, type = 7, module = 9, property = 10
    case value = 12, keyword = 14, snippet = 15, file = 17, enumMember = 20, event = 23
  }

  let label: String
  let kind: Kind
  /// The text to insert, as a snippet: `$1` is where the cursor goes.
  let insert: String
  var detail: String?
  var documentation: String?
  /// Items of a lower number come first.
  var order = 5
  /// What the typed text is compared with; the label if it is `nil`.
  var filter: String?

  init(_ label: String, _ kind: Kind, insert: String? = nil, detail: String? = nil, order: Int = 5)
  {
    self.label = label
    self.kind = kind
    self.insert = insert ?? CompletionItem.escaped(label)
    self.detail = detail
    self.order = order
  }

  /// A text in a snippet.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "$" || scalar == "}" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A snippet without its marks.
  static func plain(_ snippet: String) -> String {
    var result = ""
    var depth = 0
    var rest = Array(snippet.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.popFirst() {
        result.unicodeScalars.append(next)
      } else if scalar == "$" {
        let isBraced = rest.first == "{"
        if isBraced {
          rest.removeFirst()
          depth += 1
        }
        while let digit = rest.first, ("0"..."9").contains(digit) { rest.removeFirst() }
        if isBraced, rest.first == ":" { rest.removeFirst() }
      } else if scalar == "}", depth > 0 {
        depth -= 1
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The JSON of an item that replaces a range.
  func json(_ range: JSON, hasSnippets: Bool, index: Int) -> JSON {
    let number = String(index)
    return .members([
      "label": .string(label), "kind": .int(kind.rawValue), "detail": detail.map(JSON.string),
      "documentation": documentation.map { ["kind": "markdown", "value": .string($0)] },
      "sortText": .string(
        "\(order)" + String(repeating: "0", count: max(0, 5 - number.utf8.count)) + number),
      "filterText": filter.map(JSON.string),
      "insertTextFormat": hasSnippets ? 2 : 1,
      "textEdit": [
        "range": range, "newText": .string(hasSnippets ? insert : CompletionItem.plain(insert)),
      ],
    ])
  }
}
