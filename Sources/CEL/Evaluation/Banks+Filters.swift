extension Banks {
  /// Where `skip` has come to.
  enum Skipped {
    /// At one that passes the test.
    case element
    /// At one whose test fails with an error.
    case failure
    /// At one that does not pass, and at the end of either the elements or the budget.
    case step
  }

  /// Goes on from the element that the iterator of `step` (`next`) stands at, as long as `test`
  /// (`jumpIfElementField`) leads back to `step`: the loop of a filter by a field, without a way
  /// through the program for each element.
  @inline(never)
  func skip(_ step: Instruction, _ test: Instruction) -> Skipped {
    let iterator = iterators + Int(step.a)
    let (stride, offset) = (iterator.pointee.stride, iterator.pointee.offset)
    let (field, cost) = (Int(test.b), Int64(step.c))
    let last = iterator.pointee.end - stride
    var current = iterator.pointee.current
    var position = iterator.pointee.position
    var remaining = state.pointee.budget.remaining
    var result = Skipped.element
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
