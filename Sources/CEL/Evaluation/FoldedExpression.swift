/// An expression after constant folding.
package struct FoldedExpression: Sendable {
  /// The expression with each constant part replaced by one node.
  package let syntax: TypedSyntax
  /// The first constant part that always fails, and its error.
  package let failure: Failure?

  package struct Failure: Sendable {
    package let node: TypedSyntax.Index
    package let error: EvaluationError
  }
}

extension TypedSyntax {
  /// Evaluates the largest constant parts, within `Limits.foldingSteps` together. Parts that fail
  /// or need more steps stay unchanged.
  package func folded(_ declarations: Declarations) -> FoldedExpression {
    if !hasConstantOperation { return FoldedExpression(syntax: self, failure: nil) }
    return folded(AnalyzedExpression(self, declarations), declarations)
  }

  /// A quick test: false only if nothing folds. A constant part that is not one node has an operation
  /// whose operands are all constants, or variables of loops.
  private var hasConstantOperation: Bool {
    nodes.indices.contains { node in
      switch nodes[node].kind {
      case .constant, .variable, .isIn: return false
      case let kind:
        var isConstant = true
        kind.forEachChild { child in
          switch self.kind(child) {
          case .constant, .variable(.local): break
          default: isConstant = false
          }
        }
        return isConstant
      }
    }
  }

  /// Its value if it folds to a constant; `nil` otherwise.
  package func foldedValue(_ declarations: Declarations) -> Value? {
    // Most expressions that fold are constants already.
    if let value = constantValue(root) { return value }
    let folded = folded(declarations).syntax
    return folded.constantValue(folded.root)
  }

  func folded(
    _ analyzed: AnalyzedExpression, _ declarations: Declarations
  ) -> FoldedExpression {
    let parts = constantParts(analyzed)
    var result = self
    var failure: FoldedExpression.Failure?
    var budget = Budget(Limits.foldingSteps)
    for part in parts {
      if let value = analyzed.value(of: part) {
        result.nodes[Int(part)].kind = .constant(value)
        continue
      }
      switch evaluate(part, analyzed, declarations, &budget) {
      case .value(let value): result.nodes[Int(part)].kind = .constant(value)
      case .failure: failure = failure ?? origin(of: part, analyzed, declarations)
      case .unknown: break
      }
    }
    return FoldedExpression(syntax: result, failure: failure)
  }

  private enum Outcome {
    case value(Value)
    case failure(EvaluationError)
    /// The evaluation needs too many steps.
    case unknown
  }

  /// The constant nodes whose parents are not constant, except those that are already constants.
  private func constantParts(_ analyzed: AnalyzedExpression) -> [Index] {
    var parts: [Index] = []
    func collect(_ index: Index) {
      guard analyzed[index].isConstant, constantValue(index) == nil else { return }
      parts.append(index)
    }
    for index in nodes.indices where !analyzed.nodes[index].isConstant {
      nodes[index].kind.forEachChild(collect)
    }
    collect(root)
    return parts
  }

  /// The first node below `part` that fails by itself.
  private func origin(
    of part: Index, _ analyzed: AnalyzedExpression, _ declarations: Declarations
  ) -> FoldedExpression.Failure? {
    var budget = Budget(Limits.foldingSteps)
    for index in indices(below: part).sorted()
    where analyzed[index].isConstant && analyzed[index].facts.contains(.canFail) {
      if case .failure(let error) = evaluate(index, analyzed, declarations, &budget) {
        return FoldedExpression.Failure(node: index, error: error)
      }
    }
    return nil
  }

  /// Runs one node as a separate program.
  private func evaluate(
    _ index: Index, _ analyzed: AnalyzedExpression, _ declarations: Declarations,
    _ budget: inout Budget
  ) -> Outcome {
    var builder = CodeBuilder(declarations: declarations)
    let result = builder.declareOperand(nodes[Int(index)].type)
    builder.expression = analyzed
    builder.convert(builder.lower(index, into: result), to: result)
    builder.finish(0)
    guard let code = try? builder.build() else { return .unknown }
    let banks = RegisterFile(code: code)
    banks.budget = budget
    let exit = banks.run(from: 0)
    budget = banks.budget
    switch exit {
    case .finished: return .value(banks.value(of: result.register, as: result.form))
    case .effect: return .unknown
    case .failed(let error, _): return error.id == .budget ? .unknown : .failure(error)
    }
  }
}
