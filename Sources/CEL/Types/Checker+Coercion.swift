extension Checker {
  /// Converts a value to the required type, or reports that it has another one.
  mutating func coerce(
    _ typed: Typed, to target: ValueType, at range: Range<Int32>, as part: Part
  ) -> Typed {
    if !scope.isChecked { return typed }
    let (source, goal) = (resolved(typed.type), resolved(target))
    if source.isUnknown || goal.isUnknown || source == goal { return typed }
    guard isCell else {
      if inference.assign(source, to: goal) { return typed }
      return reportMismatch(typed, source, goal, at: range, as: part)
    }
    if let lowered = lowered(typed, source, goal, at: range) { return lowered }
    inference.dynFlows = false
    let fits = inference.assign(source, to: goal)
    inference.dynFlows = true
    guard fits else { return reportMismatch(typed, source, goal, at: range, as: part) }
    return converted(typed, to: resolved(goal), at: range)
  }

  /// An optional becomes its value or null; a `dyn` is looked at when it runs.
  private mutating func lowered(
    _ typed: Typed, _ source: ValueType, _ goal: ValueType, at range: Range<Int32>
  ) -> Typed? {
    switch (source, goal) {
    case (.optional(let inner), .nullable(let wrapped)):
      guard inference.assign(resolved(inner).withoutNull, to: wrapped) else { return nil }
      return emit(.orNull(typed.node), goal, at: range)
    case (.dyn, _):
      guard Overloads.ordered.contains(goal.withoutNull) else { return nil }
      return emit(.widen(typed.node), goal, at: range)
    default: return nil
    }
  }

  /// Marks a value of another form: a T as `T?` or `dyn`.
  private mutating func converted(
    _ typed: Typed, to goal: ValueType, at range: Range<Int32>
  ) -> Typed {
    let source = resolved(typed.type)
    if source == goal { return typed }
    var result = typed
    if case .constant(.null) = nodes[Int(typed.node)].kind {
      nodes[Int(typed.node)].type = goal
    } else {
      result.node = emit(.widen(typed.node), goal, at: range).node
    }
    result.type = goal
    return result
  }
}
