extension TypedSyntax.Kind {
  /// Calls `body` with each child in the order of evaluation.
  package func forEachChild(_ body: (TypedSyntax.Index) -> Void) {
    switch self {
    case .constant, .variable, .isIn: break
    case .field(let operand, _), .caseData(let operand, _), .isCase(let operand, _),
      .isNotNull(let operand), .select(let operand, _), .hasKey(let operand, _),
      .optionalSelect(let operand, _), .optionalField(let operand, _), .orNull(let operand),
      .widen(let operand):
      body(operand)
    case .index(let left, let right), .optionalIndex(let left, let right),
      .and(let left, let right),
      .or(let left, let right):
      body(left)
      body(right)
    case .call(_, let operands), .callDeclared(_, let operands), .callUnknown(_, let operands),
      .union(_, let operands):
      operands.forEach(body)
    case .conditional(let condition, let first, let second):
      body(condition)
      body(first)
      body(second)
    case .list(let elements), .record(_, let elements):
      for element in elements { body(element.value) }
    case .map(let entries):
      for entry in entries {
        body(entry.key)
        body(entry.value)
      }
    case .copy(let base, let changes):
      body(base)
      for change in changes { body(change.value) }
    case .loop(let loop):
      body(loop.range)
      if let condition = loop.condition { body(condition) }
      body(loop.body)
    case .bind(_, let first, let second), .optionalMap(let first, _, let second, _):
      body(first)
      body(second)
    }
  }
}
