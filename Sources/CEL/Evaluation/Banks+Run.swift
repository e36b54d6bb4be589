extension Banks {
  /// Runs the program from the instruction `start` until it stops.
  ///
  /// Errors are a status: they go to the handler of the innermost region around, or end the run.
  package func run(_ code: Code, from start: Int32) -> Exit {
    state.pointee.returnCount = 0
    return code.instructions.withUnsafeBufferPointer { instructions in
      guard let base = instructions.baseAddress, start >= 0, Int(start) < instructions.count else {
        return .failed(EvaluationError(.argument), at: -1)
      }
      return loop(code, base, Int(start))
    }
  }

  private func loop(
    _ code: Code, _ base: UnsafePointer<Instruction>, _ start: Int
  ) -> Exit {
    let (ints, doubles, strings, values) = (ints, doubles, strings, values)
    let (iterators, lists) = (iterators, lists)
    var next = base + start
    while true {
      let i = next.pointee
      next += 1
      let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
      var failure: EvaluationError.ID?
      switch i.operation {
      case .finish: return .finished(i.number)
      case .effect: return .effect(i.number, resume: Int32(truncatingIfNeeded: next - base))
      case .jump: next = base + i.target
      case .jumpIfTrue: if ints[a] != 0 { next = base + i.target }
      case .jumpIfFalse: if ints[a] == 0 { next = base + i.target }
      case .jumpIfEqual: if ints[a] == ints[b] { next += i.distance }
      case .jumpIfNotEqual: if ints[a] != ints[b] { next += i.distance }
      case .jumpIfLess: if ints[a] < ints[b] { next += i.distance }
      case .jumpIfLessOrEqual: if ints[a] <= ints[b] { next += i.distance }
      case .moveInt: ints[a] = ints[b]
      case .moveDouble: doubles[a] = doubles[b]
      case .moveString: strings[a] = strings[b]
      case .moveValue: values[a] = values[b]
      case .takeString: strings[a] = exchange(strings + b, "")
      case .takeValue: values[a] = exchange(values + b, .null)
      case .addInt: failure = store(ints[b].addingReportingOverflow(ints[c]), a)
      case .subtractInt: failure = store(ints[b].subtractingReportingOverflow(ints[c]), a)
      case .multiplyInt: failure = store(ints[b].multipliedReportingOverflow(by: ints[c]), a)
      case .divideInt: failure = divide(ints[b], ints[c], a)
      case .moduloInt: failure = modulo(ints[b], ints[c], a)
      case .negateInt: failure = store(Int64(0).subtractingReportingOverflow(ints[b]), a)
      case .equalInt: ints[a] = ints[b] == ints[c] ? 1 : 0
      case .notEqualInt: ints[a] = ints[b] != ints[c] ? 1 : 0
      case .lessInt: ints[a] = ints[b] < ints[c] ? 1 : 0
      case .lessOrEqualInt: ints[a] = ints[b] <= ints[c] ? 1 : 0
      case .not: ints[a] = ints[b] ^ 1
      case .integer: failure = integer(i)
      case .real: real(i)
      case .text: failure = text(i, next, code)
      case .value: failure = value(i, code)
      case .concatenate: failure = concatenate(a, b, c)
      case .join: failure = join(code.operands[b], a)
      case .iterate: failure = iterate(i)
      case .next:
        if advance(iterators + a) {
          next += i.jump
          if !state.pointee.budget.charge(c) { failure = .budget }
        }
      case .element: failure = load(element(b), a, i.sub)
      case .elementPosition: failure = loadPosition(iterators + b, a, i.sub)
      case .elementFieldInt: failure = loadInt(element(b), c, a)
      case .elementField: failure = loadField(element(b), c, a, i.sub)
      case .fieldInt: failure = loadInt(values + b, c, a)
      case .field: failure = loadField(values + b, c, a, i.sub)
      case .locate: failure = locate(a, values + b, ints[c])
      case .box: values[a] = box(i)
      case .unbox: failure = unbox(i)
      case .startList: startList(i)
      case .append: append(i)
      case .appendElement: lists[a].append(element(b).pointee)
      case .appendElementField: failure = appendField(element(b), c, a)
      case .finishList: values[a] = .list(exchange(lists + b, []))
      case .startMap, .insert, .finishMap: failure = map(i)
      case .construct: values[a] = construct(i, code)
      case .call: failure = call(i, code)
      case .pattern: failure = pattern(i, code)
      case .save: save(i)
      case .assign: failure = assign(code.paths[b], to: i.a)
      case .clearError: errors[a] = nil
      case .raiseIf: failure = errors[a]
      case .raise: failure = EvaluationError.ID(number: a)
      case .enter, .enterUnless:
        if i.operation == .enter || ints[a] == 0 {
          push(Int32(truncatingIfNeeded: next - base))
          next = base + i.target
        }
      case .leave: next = base + pop()
      case .charge, .chargeElements: failure = charge(i)
      case .extra: break
      }
      if let failure {
        let position = Int32(truncatingIfNeeded: next - base - 1)
        guard let handler = handler(of: failure, at: position, code) else {
          return failed(failure, at: position, code)
        }
        next = base + Int(handler)
      }
    }
  }
}
