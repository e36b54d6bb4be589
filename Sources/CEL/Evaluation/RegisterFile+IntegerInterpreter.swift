extension RegisterFile {
  /// Interprets instructions as long as they only work on integers. Because these are so few, all
  /// variables fit into processor registers, which matters most for short blocks. At any other
  /// instruction, and at an overflow, `interpret` takes over and repeats the instruction.
  @usableFromInline
  func interpretIntegers(
    _ start: UnsafePointer<Instruction>, _ following: UnsafePointer<Int32>
  ) -> Exit {
    let ints = ints
    var following = following
    var next = start
    while true {
      let i = next.pointee
      let (a, b, c) = (Int(i.a), Int(i.b), Int(i.c))
      switch i.operation {
      case .finish:
        if following.pointee < 0 { return .finished(i.number) }
        next = instructions + Int(following.pointee)
        following += 1
        continue
      case .jump:
        next = instructions + i.target
        continue
      case .jumpIfTrue:
        if ints[a] != 0 {
          next = instructions + i.target
          continue
        }
      case .jumpIfFalse:
        if ints[a] == 0 {
          next = instructions + i.target
          continue
        }
      case .jumpIfEqual:
        if ints[a] == ints[b] { next += i.distance }
      case .jumpIfNotEqual:
        if ints[a] != ints[b] { next += i.distance }
      case .jumpIfLess:
        if ints[a] < ints[b] { next += i.distance }
      case .jumpIfLessOrEqual:
        if ints[a] <= ints[b] { next += i.distance }
      case .moveInt: ints[a] = ints[b]
      case .addInt:
        let sum = ints[b].addingReportingOverflow(ints[c])
        if sum.overflow { return startInterpreting(next, following) }
        ints[a] = sum.partialValue
      case .subtractInt:
        let difference = ints[b].subtractingReportingOverflow(ints[c])
        if difference.overflow { return startInterpreting(next, following) }
        ints[a] = difference.partialValue
      case .multiplyInt:
        let product = ints[b].multipliedReportingOverflow(by: ints[c])
        if product.overflow { return startInterpreting(next, following) }
        ints[a] = product.partialValue
      case .moduloInt:
        if ints[c] <= 0 { return startInterpreting(next, following) }
        ints[a] = ints[b] % ints[c]
      case .equalInt: ints[a] = ints[b] == ints[c] ? 1 : 0
      case .notEqualInt: ints[a] = ints[b] != ints[c] ? 1 : 0
      case .lessInt: ints[a] = ints[b] < ints[c] ? 1 : 0
      case .lessOrEqualInt: ints[a] = ints[b] <= ints[c] ? 1 : 0
      case .not: ints[a] = ints[b] ^ 1
      case .saveInt: save(int: a, ints[a])
      case .effect, .next, .elementFieldInt, .jumpIfElementField, .appendElementField, .enter,
        .enterUnless, .leave, .divideInt, .negateInt, .moveDouble,
        .moveString, .moveValue, .takeString, .takeValue, .integer, .real, .text, .value,
        .concatenate, .join, .iterate, .element, .elementPosition, .elementField, .fieldInt, .field,
        .locate, .box, .unbox, .startList, .append, .appendElement, .finishList, .startMap,
        .insert, .finishMap, .construct, .call, .pattern, .save, .assign, .clearError, .raiseIf,
        .raise, .charge, .extra:
        return startInterpreting(next, following)
      }
      next += 1
    }
  }
}
