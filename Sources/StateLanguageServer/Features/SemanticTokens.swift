import CEL
import StateFiles
import StateModel

/// Semantic tokens: the tokens of cells, so that expressions have colors inside their strings.
enum SemanticTokens {
  enum Kind: String {
    case keyword, number, string, `operator`, variable, property, function, type, enumMember
    case event, parameter
  }

  /// The kinds, in the order of the legend.
  static let types: [Kind] = [
    .keyword, .number, .string, .operator, .variable, .property, .function, .type, .enumMember,
    .event, .parameter,
  ]
}

extension LanguageServer {
  mutating func semanticTokens(_ document: OpenDocument?) -> JSON {
    guard let document else { return ["data": []] }
    let tree = document.text.tree
    let forms = FormTree(tree, document.kind)
    let symbols = Dictionary(
      workspace.occurrences(in: document.path).map { ($0.range.lowerBound, $0) }
    ) { first, _ in first }
    var data: [JSON] = []
    var last = LineTable.Position(line: 0, character: 0)
    func add(_ range: Range<Int>, _ kind: SemanticTokens.Kind) {
      let start = document.text.lines.position(of: range.lowerBound, client.encoding)
      let end = document.text.lines.position(of: range.upperBound, client.encoding)
      guard start.line == end.line, end.character > start.character,
        let index = SemanticTokens.types.firstIndex(of: kind)
      else { return }
      let isSameLine = start.line == last.line
      data += [
        .int(start.line - last.line),
        .int(isSameLine ? start.character - last.character : start.character),
        .int(end.character - start.character), .int(index), 0,
      ]
      last = start
    }
    for (index, node) in tree.nodes.enumerated() {
      guard node.kind == .string, let text = tree.string(at: index) else { continue }
      guard forms.isCell(index) else { continue }
      for piece in ExpressionText.pieces(of: text) {
        let range = tree.fileRange(of: piece.range, in: index)
        if let kind = kind(of: piece, symbols[range.lowerBound]?.symbol) { add(range, kind) }
      }
    }
    return ["data": .array(data)]
  }

  private func kind(
    of piece: ExpressionText.Piece, _ symbol: Symbol?
  ) -> SemanticTokens.Kind? {
    switch piece.kind {
    case .keyword: return .keyword
    case .number: return .number
    case .text: return .string
    case .symbol(let symbol):
      return ["(", ")", "[", "]", "{", "}", ",", "."].contains(symbol) ? nil : .operator
    case .other: return nil
    case .name:
      guard let symbol else { return .function }
      switch symbol.kind {
      case .type, .definition: return .type
      case .enumValue, .unionCase: return .enumMember
      case .function: return .function
      case .parameter, .local, .letName: return .parameter
      case .typeField, .caseField, .eventField, .commandField, .carriedField, .property, .input:
        return .property
      case .event, .command, .state, .output, .computed, .invariant: return .variable
      }
    }
  }
}

extension FormTree {
  /// Whether a string is an expression.
  func isCell(_ index: Int) -> Bool {
    // A cell is below a key that takes one, so the whole path decides.
    forms(of: index).contains { if case .cell = $0 { true } else { false } }
  }
}
