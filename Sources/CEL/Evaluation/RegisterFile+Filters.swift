extension RegisterFile {
  /// Where `skip` stopped.
  enum SkipResult {
    /// At an element that passes the test.
    case element
    /// At an element whose test fails with an error.
    case failure
    /// At an element that does not pass, because the elements or the budget are used up.
    case step
  }

  /// Moves an iterator past the elements that a filter by a bool field rejects: `step` is the
  /// loop's `next`, and `test` is its `jumpIfElementField`, which jumps back to `step`. So rejected
  /// elements execute no instructions.
  @inline(never)
  func skip(_ step: Instruction, _ test: Instruction) -> SkipResult {
    let iterator = iterators + Int(step.a)
    let (stride, offset) = (iterator.pointee.stride, iterator.pointee.offset)
    let (field, cost) = (Int(test.b), Int64(step.c))
    let last = iterator.pointee.end - stride
    var current = iterator.pointee.current
    var position = iterator.pointee.position
    var remaining = state.pointee.budget.remaining
    var result = SkipResult.element
    while true {
      let truth = truth(of: current + offset, field)
      guard truth == Int(test.sub) else {
        if truth < 0 { result = .failure }
        break
      }
      guard current != last, remaining >= cost else {
        result = .step
        break
      }
      current += stride
      position &+= 1
      remaining -= cost
    }
    iterator.pointee.current = current
    iterator.pointee.position = position
    state.pointee.budget.remaining = remaining
    return result
  }
}
