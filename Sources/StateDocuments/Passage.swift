/// A few words of a page or a document, with what is code in them.
package struct Passage: Hashable, Sendable {
  /// A part in one manner.
  package enum Piece: Hashable, Sendable {
    case words(String)
    /// What stands so in the definition: a name, a cell.
    case code(String)
    case lineBreak
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// Words alone; nothing for no words.
  package static func words(_ text: String?) -> Passage {
    Passage((text ?? "").isEmpty ? [] : [.words(text ?? "")])
  }

  /// Code alone; nothing for no code.
  package static func code(_ text: String?) -> Passage {
    Passage((text ?? "").isEmpty ? [] : [.code(text ?? "")])
  }

  /// Several, with words or a line break between them.
  package static func joined(
    _ passages: [Passage], by separator: Piece = .words(", ")
  ) -> Passage {
    let parts = passages.filter { !$0.pieces.isEmpty }
    return Passage(
      parts.enumerated().flatMap { ($0.offset == 0 ? [] : [separator]) + $0.element.pieces })
  }

  package static func + (left: Passage, right: Passage) -> Passage {
    Passage(left.pieces + right.pieces)
  }
}

extension Passage: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .words(value) }

  package init(stringInterpolation: Interpolation) { self.init(stringInterpolation.pieces) }

  /// What stands in the holes of a sentence is code, or a passage of its own.
  package struct Interpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.words(literal)) }
    }

    package mutating func appendInterpolation(_ code: String) { pieces.append(.code(code)) }

    package mutating func appendInterpolation(_ passage: Passage) { pieces += passage.pieces }
  }
}
