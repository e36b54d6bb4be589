import CEL

/// A cell that takes too many steps, or becomes too large.
enum ExpressionCost: WholeCheck {
  static let rule = Rule("expr/cost", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.reads]

  static func findings(in whole: Whole) -> [Diagnostic] {
    let costs = Costs(whole.checked)
    var found: [Diagnostic] = []
    whole.checked.forEachRunningCell { cell in
      if costs.isSurelySmall(cell) || whole.isBroken(cell.location) { return }
      if let finding = finding(about: cell, costs) { found.append(finding) }
    }
    return found
  }

  private static func finding(about cell: Expression, _ costs: Costs) -> Diagnostic? {
    let cost = costs.cost(of: cell.syntax)
    if cost.size > Costs.sureSize, costs.isTooLarge(cell.syntax) { return tooLarge(cell) }
    if cost.least > limit {
      var diagnostic = finding(
        "\(grouped(cost.least)) steps whatever the data, the limit is \(grouped(limit))",
        at: cell.location(of: cost.loop))
      diagnostic.severity = .error
      return diagnostic
    }
    guard cost.most > limit else { return nil }
    let ranges = cell.ranges(from: cost.loop)
    let what = ranges.isEmpty ? "lists" : ranges.joined(separator: " and ")
    return finding(
      "up to \(grouped(cost.most)) steps when \(what) hold 10,000 each; a step may take \(grouped(limit))",
      at: cell.location(of: cost.loop))
  }

  private static let limit = Int(Limits.eventSteps)

  private static func tooLarge(_ cell: Expression) -> Diagnostic {
    var diagnostic = finding(
      "this is too large to be compiled: functions are written out wherever they are called",
      at: Diagnostic.Location(cell.pointer),
      help: "call fewer functions that call others more than once; a `let` computes a value once")
    diagnostic.severity = .error
    return diagnostic
  }

  /// `1,000,000`.
  private static func grouped(_ number: Int) -> String {
    var digits = Array(String(number).utf8)
    for index in stride(from: digits.count - 3, to: 0, by: -3) {
      digits.insert(UInt8(ascii: ","), at: index)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension Expression {
  /// Where a node of it stands.
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

  /// The texts of what the loops in a node go over, where they are names.
  fileprivate func ranges(from node: TypedSyntax.Index?) -> [String] {
    var found: [String] = []
    var pending = node.map { [$0] } ?? []
    while let index = pending.popLast() {
      guard syntax.nodes.indices.contains(Int(index)) else { continue }
      if case .loop(let loop) = syntax.nodes[Int(index)].kind,
        case .variable = syntax.nodes[Int(loop.range)].kind
      {
        let origin = syntax.nodes[Int(loop.range)].origin
        if syntax.sources.indices.contains(Int(origin.source)) {
          let text = syntax.sources[Int(origin.source)].text.utf8
            .dropFirst(Int(origin.range.lowerBound)).prefix(origin.range.count)
          let name = "`\(String(decoding: text, as: UTF8.self))`"
          if !found.contains(name) { found.append(name) }
        }
      }
      syntax.nodes[Int(index)].kind.forEachChild { pending.append($0) }
    }
    return found
  }
}
