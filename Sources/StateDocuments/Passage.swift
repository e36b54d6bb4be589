/// A text of a page or a document, in which some parts are code.
package struct Passage: Hashable, Sendable {
  /// A part of the text with one style.
  package enum Piece: Hashable, Sendable {
    case words(String)
    /// Text copied from the definition: a name, a cell.
    case code(String)
    case lineBreak
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// A passage of words; empty for nil.
  package static func words(_ text: String?) -> Passage {
    Passage((text ?? "").isEmpty ? [] : [.words(text ?? "")])
  }

  /// A passage of code; empty for nil.
  package static func code(_ text: String?) -> Passage {
    Passage((text ?? "").isEmpty ? [] : [.code(text ?? "")])
  }

  /// Joins several passages with words or a line break between them.
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

  /// Interpolated strings are code; interpolated passages are inserted.
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
