import CEL
import StateLinking
import StateModel

/// Reports cells that take too many steps, or are too large to be compiled.
enum ExpressionCost: DefinitionCheck {
  static let rule = RuleID.exprCost

  static func findings(in context: DefinitionContext) -> [Diagnostic] {
    let costs = Costs(context.checked)
    var found: [Diagnostic] = []
    context.checked.forEachRunningCell { cell in
      if costs.isSurelySmall(cell) { return }
      if let finding = finding(about: cell, costs) { found.append(finding) }
    }
    return found
  }

  private static func finding(about cell: Expression, _ costs: Costs) -> Diagnostic? {
    let cost = costs.cost(of: cell.syntax)
    if cost.size > Costs.sureSize, costs.isTooLarge(cell.syntax) {
      return Diagnostic(
        .cell(.tooLarge), at: Diagnostic.Location(cell.pointer), severity: .error)
    }
    if cost.least > limit {
      return Diagnostic(
        .cell(.tooManySteps(cost.least)), at: cell.location(of: cost.loop), severity: .error)
    }
    guard cost.most > limit else { return nil }
    return Diagnostic(
      .cell(.mayTakeTooManySteps(cost.most, lists: cell.ranges(from: cost.loop))),
      at: cell.location(of: cost.loop))
  }

  private static let limit = Int(Limits.eventSteps)
}

extension Expression {
  /// The location of a node.
  fileprivate func location(of node: TypedSyntax.Index?) -> Diagnostic.Location {
    guard let node, syntax.nodes.indices.contains(Int(node)) else {
      return Diagnostic.Location(pointer)
    }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else {
      return Diagnostic.Location(pointer)
    }
    return Diagnostic.Location(
      pointer + syntax.sources[Int(origin.source)].pointer,
      range: Int(origin.range.lowerBound)..<Int(origin.range.upperBound))
  }

  /// The names of the lists that a node visits in loops or reads as a whole.
  fileprivate func ranges(from node: TypedSyntax.Index?) -> [String] {
    var found: [String] = []
    for index in node.map(syntax.indices(below:)) ?? [] {
      guard let kind = syntax.kind(index) else { continue }
      var lists = syntax.wholeLists(of: kind)
      if case .loop(let loop) = kind { lists.append(loop.range) }
      for list in lists {
        if let name = name(of: list), !found.contains(name) { found.append(name) }
      }
    }
    return found
  }

  /// The text of a node that is a variable.
  private func name(of node: TypedSyntax.Index) -> String? {
    guard case .variable = syntax.kind(node) else { return nil }
    let origin = syntax.nodes[Int(node)].origin
    guard syntax.sources.indices.contains(Int(origin.source)) else { return nil }
    let text = syntax.sources[Int(origin.source)].text.utf8
      .dropFirst(Int(origin.range.lowerBound)).prefix(origin.range.count)
    return String(decoding: text, as: UTF8.self)
  }
}
