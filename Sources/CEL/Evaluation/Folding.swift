/// An expression with its constant parts computed.
package struct Folded: Sendable {
  /// The same expression; constant parts are single nodes.
  package let syntax: TypedSyntax
  /// The first constant part that always fails, and how.
  package let failure: Failure?

  package struct Failure: Sendable {
    package let node: TypedSyntax.Index
    package let error: EvaluationError
  }
}

extension TypedSyntax {
  /// Computes the largest parts that read nothing from outside, within `Limits.foldingSteps`
  /// together; what would take more, and what fails, stays as it is.
  package func folded(_ declarations: Declarations) -> Folded {
    guard hasConstantPart else { return Folded(syntax: self, failure: nil) }
    var outline = Outline()
    _ = outline.append(self, declarations)
    let parts = constantParts(outline)
    guard !parts.isEmpty else { return Folded(syntax: self, failure: nil) }
    var result = self
    var failure: Folded.Failure?
    var budget = Budget(Limits.foldingSteps)
    for part in parts {
      if let value = outline.value(of: part) {
        result.nodes[Int(part)].kind = .constant(value)
        continue
      }
      switch evaluate(part, outline, declarations, &budget) {
      case .value(let value): result.nodes[Int(part)].kind = .constant(value)
      case .failure: failure = failure ?? origin(of: part, outline, declarations)
      case .unknown: break
      }
    }
    return Folded(syntax: result, failure: failure)
  }

  private enum Outcome {
    case value(Value)
    case failure(EvaluationError)
    /// Too much work.
    case unknown
  }

  /// Constant nodes whose parents are not constant, without those that are constants already.
  private func constantParts(_ outline: Outline) -> [Index] {
    var parts: [Index] = []
    func collect(_ index: Index) {
      guard outline[index].isConstant, nodes.indices.contains(Int(index)) else { return }
      if case .constant = nodes[Int(index)].kind { return }
      parts.append(index)
    }
    for place in nodes.indices where !outline.nodes[place].isConstant {
      nodes[place].kind.forEachChild(collect)
    }
    collect(root)
    return parts
  }

  /// The first node below `part` that fails by itself.
  private func origin(
    of part: Index, _ outline: Outline, _ declarations: Declarations
  ) -> Folded.Failure? {
    var below: Set<Index> = []
    var waiting = [part]
    while let index = waiting.popLast() {
      guard nodes.indices.contains(Int(index)), below.insert(index).inserted else { continue }
      nodes[Int(index)].kind.forEachChild { waiting.append($0) }
    }
    var budget = Budget(Limits.foldingSteps)
    for index in below.sorted()
    where outline[index].isConstant && outline[index].facts.contains(.canFail) {
      if case .failure(let error) = evaluate(index, outline, declarations, &budget) {
        return Folded.Failure(node: index, error: error)
      }
    }
    return nil
  }

  /// Runs one node as a program of its own.
  private func evaluate(
    _ index: Index, _ outline: Outline, _ declarations: Declarations, _ budget: inout Budget
  ) -> Outcome {
    var builder = CodeBuilder(declarations: declarations)
    let result = builder.declareOperand(nodes[Int(index)].type)
    builder.outline = outline
    builder.convert(builder.lower(index, into: result), to: result)
    builder.finish(0)
    guard let code = try? builder.build() else { return .unknown }
    let banks = Banks(code: code)
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
