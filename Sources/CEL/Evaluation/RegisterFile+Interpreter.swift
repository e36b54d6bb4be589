extension RegisterFile {
  /// Runs the program from the instruction `start`, an entry point, until it stops.
  ///
  /// An error continues at the handler of the innermost region around the instruction; without a
  /// handler it ends the run.
  @inlinable @inline(__always)
  package func run(from start: Int32) -> Exit { run(from: start, then: noBlocks) }

  /// Runs the block at `start`, then the blocks at the addresses in `following` up to a negative
  /// number. The result is the last block's.
  @inlinable @inline(__always)
  package func run(from start: Int32, then following: UnsafePointer<Int32>) -> Exit {
    interpretIntegers(instructions + Int(start), following)
  }

  /// Continues after an effect, at the address that the effect returned.
  package func resume(at position: Int32) -> Exit {
    interpret(instructions + Int(position), state.pointee.following)
  }

  @inline(never)
  func startInterpreting(
    _ start: UnsafePointer<Instruction>, _ following: UnsafePointer<Int32>
  ) -> Exit {
    state.pointee.returnCount = 0
    return interpret(start, following)
  }

  /// Interprets every instruction. Work that is not on integers is in separate functions, so that
  /// this loop keeps its variables in processor registers.
  private func interpret(
    _ start: UnsafePointer<Instruction>, _ following: UnsafePointer<Int32>
  ) -> Exit {
    let ints = ints
    var following = following
    var next = start
    while true {
      let i = next.pointee
      next += 1
      let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
      let failure: EvaluationError.ID
      switch i.operation {
      case .finish:
        if following.pointee < 0 { return .finished(i.number) }
        next = instructions + Int(following.pointee)
        following += 1
        continue
      case .effect:
        state.pointee.following = following
        return .effect(i.number, resume: Int32(truncatingIfNeeded: next - instructions))
      case .jump:
        next = instructions + i.target
        continue
      case .jumpIfTrue:
        if ints[a] != 0 { next = instructions + i.target }
        continue
      case .jumpIfFalse:
        if ints[a] == 0 { next = instructions + i.target }
        continue
      case .jumpIfEqual:
        if ints[a] == ints[b] { next += i.distance }
        continue
      case .jumpIfNotEqual:
        if ints[a] != ints[b] { next += i.distance }
        continue
      case .jumpIfLess:
        if ints[a] < ints[b] { next += i.distance }
        continue
      case .jumpIfLessOrEqual:
        if ints[a] <= ints[b] { next += i.distance }
        continue
      case .moveInt:
        ints[a] = ints[b]
        continue
      case .addInt:
        let sum = ints[b].addingReportingOverflow(ints[c])
        if !sum.overflow {
          ints[a] = sum.partialValue
          continue
        }
        failure = .overflow
      case .subtractInt:
        let difference = ints[b].subtractingReportingOverflow(ints[c])
        if !difference.overflow {
          ints[a] = difference.partialValue
          continue
        }
        failure = .overflow
      case .multiplyInt:
        let product = ints[b].multipliedReportingOverflow(by: ints[c])
        if !product.overflow {
          ints[a] = product.partialValue
          continue
        }
        failure = .overflow
      case .moduloInt:
        guard let error = modulo(ints[b], ints[c], a) else { continue }
        failure = error
      case .equalInt:
        ints[a] = ints[b] == ints[c] ? 1 : 0
        continue
      case .notEqualInt:
        ints[a] = ints[b] != ints[c] ? 1 : 0
        continue
      case .lessInt:
        ints[a] = ints[b] < ints[c] ? 1 : 0
        continue
      case .lessOrEqualInt:
        ints[a] = ints[b] <= ints[c] ? 1 : 0
        continue
      case .not:
        ints[a] = ints[b] ^ 1
        continue
      case .saveInt:
        save(int: a, ints[a])
        continue
      case .next:
        guard advance(iterators + a) else { continue }
        next += i.jump
        if state.pointee.budget.charge(c) {
          continue
        }
        failure = .budget
      case .elementFieldInt:
        guard let error = loadInt(element(b), c, a) else { continue }
        failure = error
      case .jumpIfElementField:
        let truth = self.truth(of: element(a), b)
        if truth >= 0 {
          if UInt8(truncatingIfNeeded: truth) == i.sub { next += i.distance }
          continue
        }
        failure = truth == -1 ? .overload : .missingKey
      case .appendElementField:
        guard let error = appendField(element(b), c, a) else { continue }
        failure = error
      case .enter, .enterUnless:
        if i.operation == .enter || ints[a] == 0 {
          push(Int32(truncatingIfNeeded: next - instructions))
          next = instructions + i.target
        }
        continue
      case .leave:
        next = instructions + pop()
        continue
      case .divideInt, .negateInt, .moveDouble, .moveString, .moveValue,
        .takeString, .takeValue, .integer, .real, .text, .value, .concatenate, .join, .iterate,
        .element, .elementPosition, .elementField, .fieldInt, .field, .locate, .box, .unbox,
        .startList, .append, .appendElement, .finishList, .startMap, .insert, .finishMap,
        .construct, .call, .pattern, .save, .assign, .clearError, .raiseIf, .raise, .charge, .extra:
        guard let error = perform(i, next) else { continue }
        failure = error
      }
      let position = Int32(truncatingIfNeeded: next - instructions - 1)
      guard let handler = handler(of: failure, at: position) else {
        return failed(failure, at: position)
      }
      next = instructions + Int(handler)
    }
  }

  /// Runs the instructions that are not inlined in `interpret`. `next` is the following
  /// instruction, which may hold more operands.
  @inline(never)
  private func perform(
    _ i: Instruction, _ next: UnsafePointer<Instruction>
  ) -> EvaluationError.ID? {
    let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
    switch i.operation {
    case .moveString: strings[a] = strings[b]
    case .moveValue: values[a] = values[b]
    case .moveDouble: doubles[a] = doubles[b]
    case .takeString: strings[a] = exchange(strings + b, "")
    case .takeValue: values[a] = exchange(values + b, .null)
    case .save: saveOther(i)
    case .real: real(i)
    case .divideInt: return divide(ints[b], ints[c], a)
    case .negateInt: return store(Int64(0).subtractingReportingOverflow(ints[b]), a)
    case .integer: return integer(i)
    case .text: return text(i, next, code)
    case .value: return value(i, code)
    case .concatenate: return concatenate(a, b, c)
    case .join: return join(code.operands[b], a)
    case .iterate: return iterate(i)
    case .element: return load(element(b), a, i.sub)
    case .elementPosition: return loadPosition(iterators + b, a, i.sub)
    case .elementField: return loadField(element(b), c, a, i.sub)
    case .fieldInt: return loadInt(values[b], c, a)
    case .field: return loadField(values[b], c, a, i.sub)
    case .locate: return locate(a, b, ints[c])
    case .box: values[a] = box(i)
    case .unbox: return unbox(i)
    case .startList: startList(i)
    case .append: append(i)
    case .appendElement: lists[a].append(element(b))
    case .finishList: values[a] = .list(exchange(lists + b, []))
    case .startMap, .insert, .finishMap: return map(i)
    case .construct: return construct(i, code)
    case .call: return call(i, code)
    case .pattern: return pattern(i, code)
    case .assign: return assign(code.paths[b], to: i.a)
    case .clearError: errors[a] = nil
    case .raiseIf: return errors[a]
    case .raise: return EvaluationError.ID(number: a)
    case .charge: return charge(Int(ints[a]), times: c)
    case .finish, .effect, .jump, .jumpIfTrue, .jumpIfFalse, .jumpIfEqual, .jumpIfNotEqual,
      .jumpIfLess, .jumpIfLessOrEqual, .moveInt, .addInt, .subtractInt, .multiplyInt, .moduloInt,
      .equalInt, .notEqualInt, .lessInt, .lessOrEqualInt, .not, .saveInt, .next, .elementFieldInt,
      .jumpIfElementField, .appendElementField, .enter, .enterUnless, .leave, .extra:
      break
    }
    return nil
  }
}
