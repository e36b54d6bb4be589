import CEL

/// The knowledge about active states from one state's point of view.
struct ActiveStates {
  let tree: GraphStateTree
  /// States that are active together with the state: the state itself and its ancestors.
  let active: Set<Int>
  /// Those of the active states below which others may be active, too.
  var open: Set<Int>
  /// Whether `isIn` of a state that may be active stays as written; otherwise the whole cell is
  /// unknown.
  var keepsUnknown = false

  /// Returns nil if both are possible.
  func isIn(_ name: String) -> Bool? {
    guard var state = tree.indices[name] else { return false }
    if active.contains(state) { return true }
    while !active.contains(state), let parent = tree.nodes[state].parent { state = parent }
    return open.contains(state) ? nil : false
  }
}

/// A cell with `isIn` evaluated as far as the active states are known.
enum FoldedStates: Equatable {
  case bool(Bool)
  /// CEL text and its operator precedence: 0 for `? :`, 1 for `||`, 2 for `&&`, 3 for other binary
  /// operators, 4 for everything else.
  case text(String, strength: Int)
  /// The value depends on states that are not known here.
  case unknown

  static func cell(_ text: String, _ states: ActiveStates) -> FoldedStates {
    guard let syntax = Parser.parse(text).syntax else { return .text(text, strength: 0) }
    let folding = Folding(syntax: syntax, states: states)
    guard folding.mentionsStates(syntax.root) else {
      if case .literal(.bool(let value)) = syntax[syntax.root] { return .bool(value) }
      return .text(text, strength: folding.strength(syntax.root))
    }
    return folding.fold(syntax.root)
  }

  /// The text, in parentheses if its precedence is lower than the context requires.
  func text(atLeast least: Int) -> String {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .text(let text, let strength): strength < least ? "(\(text))" : text
    case .unknown: "?"
    }
  }
}

private struct Folding {
  let syntax: Syntax
  let states: ActiveStates

  /// Whether `isIn` occurs in a subexpression.
  func mentionsStates(_ index: Syntax.Index) -> Bool {
    let first = Int(syntax.nodes[Int(index)].first)
    return syntax.nodes[first...Int(index)].contains {
      if case .call(let name, _, _) = $0.kind { return name.text == "isIn" }
      return false
    }
  }

  func strength(_ index: Syntax.Index) -> Int {
    switch syntax[index] {
    case .conditional: 0
    case .binary(.or, _, _): 1
    case .binary(.and, _, _): 2
    case .binary: 3
    case .literal, .name, .select, .index, .call, .method, .has, .macro, .unary, .list, .map,
      .message:
      4
    }
  }

  func fold(_ index: Syntax.Index) -> FoldedStates {
    guard mentionsStates(index) else {
      if case .literal(.bool(let value)) = syntax[index] { return .bool(value) }
      return .text(Printer.text(of: index, in: syntax), strength: strength(index))
    }
    switch syntax[index] {
    case .call(let name, _, let arguments):
      guard name.text == "isIn", arguments.count == 1,
        case .literal(.string(let state)) = syntax[arguments[0]]
      else { return whole(index) }
      return states.isIn(state).map { .bool($0) } ?? (states.keepsUnknown ? whole(index) : .unknown)
    case .unary(.not, let count, let operand):
      return negated(fold(operand), isOdd: count % 2 == 1)
    case .binary(.and, _, _): return joined(index, .and, absorbing: false)
    case .binary(.or, _, _): return joined(index, .or, absorbing: true)
    case .conditional(let condition, let yes, let no):
      return chosen(fold(condition), yes, no)
    case .literal, .name, .select, .index, .method, .has, .macro, .unary, .binary, .list, .map,
      .message:
      return whole(index)
    }
  }

  /// A part with an `isIn` that cannot be evaluated here stays as written.
  private func whole(_ index: Syntax.Index) -> FoldedStates {
    .text(Printer.text(of: index, in: syntax), strength: strength(index))
  }

  private func negated(_ operand: FoldedStates, isOdd: Bool) -> FoldedStates {
    switch operand {
    case .bool(let value): .bool(value != isOdd)
    case .text: isOdd ? .text("!" + operand.text(atLeast: 4), strength: 4) : operand
    case .unknown: .unknown
    }
  }

  /// Folds a chain of one operator in a loop: the chain can be as long as a cell.
  private func joined(
    _ index: Syntax.Index, _ operator: Syntax.Binary, absorbing: Bool
  ) -> FoldedStates {
    var operands: [Syntax.Index] = []
    var rest = index
    while case .binary(`operator`, let left, let right) = syntax[rest] {
      operands.append(right)
      rest = left
    }
    operands.append(rest)
    let level = `operator` == .and ? 2 : 1
    var texts: [FoldedStates] = []
    var isUnknown = false
    for operand in operands.reversed() {
      let folded = fold(operand)
      switch folded {
      case .bool(let value):
        if value == absorbing { return .bool(absorbing) }
      case .text: texts.append(folded)
      case .unknown: isUnknown = true
      }
    }
    if isUnknown { return .unknown }
    guard !texts.isEmpty else { return .bool(!absorbing) }
    if texts.count == 1 { return texts[0] }
    let parts = texts.map { $0.text(atLeast: level) }
    return .text(parts.joined(separator: " \(`operator`.rawValue) "), strength: level)
  }

  private func chosen(_ condition: FoldedStates, _ yes: Syntax.Index, _ no: Syntax.Index)
    -> FoldedStates
  {
    switch condition {
    case .bool(let value): return fold(value ? yes : no)
    case .unknown: return .unknown
    case .text:
      let (a, b) = (fold(yes), fold(no))
      if a == .unknown || b == .unknown { return .unknown }
      return .text(
        "\(condition.text(atLeast: 1)) ? \(a.text(atLeast: 1)) : \(b.text(atLeast: 0))", strength: 0
      )
    }
  }
}
