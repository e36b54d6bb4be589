import CEL
import StateModel

/// Rewrites the cells of a neutral chart with the names of the definition.
struct CellRewriter {
  let names: NeutralNames
  /// The names of `_event.data` and `_event.name` in the cell.
  var data: String
  var name: String

  func cell(_ json: JSON) -> Cell {
    json.string.map { .expression(text($0)) } ?? json.literal
  }

  /// The cell as text, for use inside another one.
  func text(of json: JSON) -> String {
    switch json {
    case .string(let text): "(\(self.text(text)))"
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let text): text
    case .array(let values):
      "[" + values.map(\.literal).map { Self.plain($0) }.joined(separator: ", ") + "]"
    case .object: Self.plain(json.literal)
    }
  }

  private static func plain(_ cell: Cell) -> String {
    switch cell {
    case .expression(let text): text
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let text): text
    case .list(let cells): "[" + cells.map { plain($0) }.joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key.quoted): \(plain($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// Whether a cell reads the event.
  static func readsEvent(_ json: JSON) -> Bool {
    switch json {
    case .string(let text): text.contains("_event")
    case .array(let values): values.contains { readsEvent($0) }
    case .object(let members):
      json["do"]?.string != "log"
        && members.contains { $0.key != "source" && readsEvent($0.value) }
    default: false
    }
  }

  /// The names that a cell reads but the chart never declares.
  func unknownNames(_ json: JSON) -> [String] {
    guard let text = json.string else { return [] }
    return pieces(text).filter { piece in
      piece.isName && !piece.isMember && !piece.isCall && names.variables[piece.text] == nil
        && !["_event", "true", "false", "null", "in"].contains(piece.text)
    }.map(\.text)
  }

  private func text(_ text: String) -> String {
    var result = ""
    var pieces = pieces(text)[...]
    while let piece = pieces.popFirst() {
      if piece.isName, !piece.isMember {
        if piece.text == "_event", pieces.count >= 2, pieces.first?.text == "." {
          let member = pieces[pieces.startIndex + 1].text
          pieces = pieces.dropFirst(2)
          result += member == "data" ? data : member == "name" ? name : "null"
          continue
        }
        if piece.text == "In", piece.isCall, let (test, rest) = test(pieces) {
          result += test
          pieces = rest
          continue
        }
        if !piece.isCall, let variable = names.variables[piece.text] {
          result += variable
          continue
        }
      }
      result += piece.text
    }
    return result
  }

  /// Parses `('id')` after `In`. A history is never active.
  private func test(_ pieces: ArraySlice<Piece>) -> (String, ArraySlice<Piece>)? {
    let next = Array(pieces.prefix(3))
    guard next.count == 3, next[1].isText else { return nil }
    let id = String(next[1].text.dropFirst().dropLast())
    guard let state = names.states[id], !names.histories.contains(id) else {
      return ("false", pieces.dropFirst(3))
    }
    return ("isIn(\(state.quoted))", pieces.dropFirst(3))
  }

  private struct Piece {
    var text: String
    var isName = false
    var isText = false
    /// Whether it follows a dot.
    var isMember = false
    /// Whether it precedes a parenthesis.
    var isCall = false
  }

  private func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" || first == "\"" {
        let text = Self.literal(rest, quote: first)
        pieces.append(Piece(text: text, isText: true))
        rest = rest.dropFirst(text.count)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(word.count)
        pieces.append(
          Piece(
            text: String(word), isName: true, isMember: pieces.last?.text == ".",
            isCall: rest.first == "("))
      } else if first.isNumber {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
        rest = rest.dropFirst(word.count)
        pieces.append(Piece(text: String(word)))
      } else {
        pieces.append(Piece(text: String(first)))
        rest = rest.dropFirst()
      }
    }
    return pieces
  }

  private static func literal(_ rest: Substring, quote: Character) -> String {
    var text = String(quote)
    var isEscaped = false
    for character in rest.dropFirst() {
      text.append(character)
      if character == quote, !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return text
  }
}
