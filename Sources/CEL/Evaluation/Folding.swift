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
  /// Computes constant parts, within `Limits.foldingSteps` together; what would take more stays.
  package func folded(_ declarations: Declarations) -> Folded {
    let facts = SyntaxFacts(self, declarations)
    var result = self
    var failure: Folded.Failure?
    var failed: Set<Index> = []
    var budget = Budget(Limits.foldingSteps)
    for place in nodes.indices where facts.nodes[place].isConstant {
      let index = Index(truncatingIfNeeded: place)
      if case .constant = nodes[place].kind { continue }
      var isReady = true
      nodes[place].kind.forEachChild { child in
        if failed.contains(child) { isReady = false }
      }
      if !isReady, nodes[place].kind.isStrict {
        failed.insert(index)
        continue
      }
      switch result.evaluate(index, declarations, &budget) {
      case .value(let value): result.nodes[place].kind = .constant(value)
      case .failure(let error):
        failed.insert(index)
        if failure == nil { failure = Folded.Failure(node: index, error: error) }
      case .unknown: failed.insert(index)
      }
    }
    if let found = failure, case .constant = result.nodes[Int(result.root)].kind {
      // What failed was absorbed.
      _ = found
      failure = nil
    }
    return Folded(syntax: result, failure: failure)
  }

  private enum Outcome {
    case value(Value)
    case failure(EvaluationError)
    /// Too much work.
    case unknown
  }

  /// Runs one node as a program of its own.
  private func evaluate(
    _ index: Index, _ declarations: Declarations, _ budget: inout Budget
  ) -> Outcome {
    var part = self
    part.root = index
    var builder = CodeBuilder(declarations: declarations)
    let result = builder.declare(nodes[Int(index)].type)
    builder.push(part)
    let operand = builder.lower(index, into: builder.lasting(result))
    builder.convert(operand, to: builder.lasting(result))
    builder.finish(0)
    guard let code = try? builder.build() else { return .unknown }
    let banks = Banks(code: code)
    banks.budget = budget
    let exit = banks.run(code, from: 0)
    budget = banks.budget
    switch exit {
    case .finished: return .value(banks.value(of: result, in: code))
    case .effect: return .unknown
    case .failed(let error, _):
      if error.id == .budget { return .unknown }
      return .failure(error)
    }
  }
}

extension TypedSyntax.Kind {
  /// Whether it fails whenever a child does.
  fileprivate var isStrict: Bool {
    switch self {
    case .and, .or, .conditional, .loop, .bind, .optionalMap: false
    case .constant, .variable, .field, .caseData, .isCase, .isNotNull, .select, .hasKey,
      .optionalSelect, .optionalField, .index, .optionalIndex, .call, .callDeclared, .callUnknown,
      .list, .map, .record, .union, .copy, .isIn, .orNull, .widen:
      true
    }
  }
}
