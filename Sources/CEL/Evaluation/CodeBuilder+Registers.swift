extension CodeBuilder {
  mutating func emit(
    _ operation: Operation, _ a: UInt16 = 0, _ b: UInt16 = 0, _ c: UInt16 = 0, sub: UInt8 = 0
  ) {
    instructions.append(Instruction(operation: operation, sub: sub, a: a, b: b, c: c))
    cost += 1
  }

  /// Emits a call of a block.
  mutating func enter(_ block: Block) {
    emit(.enter)
    instructions[instructions.count - 1].target = Int(block.entry)
    cost = min(cost + block.cost, 1 << 40)
  }

  /// Allocates a register that is never reused.
  mutating func allocate(_ bank: Bank) -> Register {
    let index: Int
    switch bank {
    case .int:
      index = image.ints.count
      image.ints.append(0)
      registers.intForms.append(.int)
    case .double:
      index = image.doubles.count
      image.doubles.append(0)
    case .string:
      index = image.strings.count
      image.strings.append("")
    case .value:
      index = image.values.count
      image.values.append(.null)
    }
    if index > Int(UInt16.max) { isTooLarge = true }
    return Register(bank: bank, index: UInt16(truncatingIfNeeded: index))
  }

  /// A register for an intermediate result.
  mutating func temporary(_ form: InstructionForm) -> Operand {
    let bank = form.bank
    var operand: Operand
    if let index = registers.free[Int(bank.rawValue)].popLast() {
      operand = makeOperand(Register(bank: bank, index: index), form)
    } else {
      operand = makeOperand(allocate(bank), form)
    }
    operand.isTemporary = true
    return operand
  }

  /// The operand to write a result to: the wanted one if it has the right form, else a temporary.
  mutating func destination(_ form: InstructionForm, _ wanted: Operand?) -> Operand {
    if let wanted, wanted.form == form { return wanted }
    return temporary(form)
  }

  /// Releases an operand after its last read.
  mutating func release(_ operand: Operand) {
    guard operand.isTemporary else { return }
    registers.free[Int(operand.register.bank.rawValue)].append(operand.index)
  }

  mutating func release(_ operands: [Operand]) {
    for operand in operands { release(operand) }
  }

  /// Emits code that runs in the middle of other code, and returns the temporaries that it uses.
  /// The other code must not use them.
  mutating func isolating(_ body: (inout CodeBuilder) -> Void) -> [[UInt16]] {
    let outer = registers.free
    registers.free = [[], [], [], []]
    body(&self)
    let used = registers.free
    registers.free = outer
    return used
  }

  /// The operand of a register that the host declared.
  func permanent(_ register: Register) -> Operand {
    let form: InstructionForm
    switch register.bank {
    case .int:
      let index = Int(register.index)
      form = registers.intForms.indices.contains(index) ? registers.intForms[index] : .int
    case .double: form = .double
    case .string: form = .string
    case .value: form = .value
    }
    return Operand(register: register, form: form, isTemporary: false)
  }

  /// The next number of a counted resource, at most 65,536 of each.
  ///
  /// It is inlined so that the key path costs nothing.
  @inline(__always)
  mutating func next(_ count: WritableKeyPath<Code.Counts, Int>) -> UInt16 {
    let number = counts[keyPath: count]
    counts[keyPath: count] = number + 1
    return narrow(number)
  }

  mutating func narrow(_ number: Int) -> UInt16 {
    if let number = UInt16(exactly: number) { return number }
    isTooLarge = true
    return 0
  }

  /// An operand for a register, which holds this form from here on.
  mutating func makeOperand(_ register: Register, _ form: InstructionForm) -> Operand {
    if register.bank == .int, Int(register.index) < registers.intForms.count {
      registers.intForms[Int(register.index)] = form
    }
    return Operand(register: register, form: form, isTemporary: false)
  }

  /// A register that holds this number from the start.
  mutating func constant(int number: Int64, _ form: InstructionForm = .int) -> Operand {
    let index: UInt16
    let key = IntConstant(number: number, form: form)
    if let known = constants.ints[key] {
      index = known
    } else {
      index = allocate(.int).index
      if Int(index) < image.ints.count {
        image.ints[Int(index)] = number
        image.constants.append(index)
      }
      constants.ints[key] = index
    }
    return makeOperand(Register(bank: .int, index: index), form)
  }

  private mutating func constant(text: String) -> Operand {
    let key = ExactText(text: text)
    let index: UInt16
    if let known = constants.strings[key] {
      index = known
    } else {
      index = allocate(.string).index
      if Int(index) < image.strings.count { image.strings[Int(index)] = text }
      constants.strings[key] = index
    }
    return makeOperand(Register(bank: .string, index: index), .string)
  }

  private mutating func constant(double number: Double) -> Operand {
    let index: UInt16
    if let known = constants.doubles[number.bitPattern] {
      index = known
    } else {
      index = allocate(.double).index
      if Int(index) < image.doubles.count { image.doubles[Int(index)] = number }
      constants.doubles[number.bitPattern] = index
    }
    return makeOperand(Register(bank: .double, index: index), .double)
  }

  /// A register of the value bank that holds this value from the start.
  mutating func constant(boxed value: Value) -> Operand {
    if case .null = value, let index = constants.null {
      return makeOperand(Register(bank: .value, index: index), .value)
    }
    let index = allocate(.value).index
    if Int(index) < image.values.count { image.values[Int(index)] = value }
    if case .null = value { constants.null = index }
    return makeOperand(Register(bank: .value, index: index), .value)
  }

  /// A constant in the bank of its type.
  mutating func constant(_ value: Value) -> Operand {
    switch value {
    case .bool(let truth): constant(int: truth ? 1 : 0, .bool)
    case .int(let number): constant(int: number, .int)
    case .uint(let number): constant(int: Int64(bitPattern: number), .uint)
    case .duration(let span): constant(int: span.nanoseconds, .duration)
    case .enumeration(let type, let index): constant(int: Int64(index), .enumeration(type))
    case .double(let number): constant(double: number)
    case .string(let text): constant(text: text)
    case .null, .bytes, .timestamp, .list, .map, .record, .union, .unit, .optional, .type:
      constant(boxed: value)
    }
  }

  /// Moves `source` to `destination`, and boxes or unboxes it if their banks differ. A temporary
  /// source is released.
  mutating func convert(_ source: Operand, to destination: Operand) {
    guard source.register != destination.register else { return }
    defer { release(source) }
    let (a, b) = (destination.index, source.index)
    switch (destination.register.bank, source.register.bank) {
    case (.int, .int): emit(.moveInt, a, b)
    case (.double, .double): emit(.moveDouble, a, b)
    case (.string, .string): emit(source.isTemporary ? .takeString : .moveString, a, b)
    case (.value, .value): emit(source.isTemporary ? .takeValue : .moveValue, a, b)
    case (.value, _):
      emit(.box, a, b, source.form.typeIndex, sub: source.form.code.rawValue)
    case (_, .value):
      emit(.unbox, a, b, destination.form.typeIndex, sub: destination.form.code.rawValue)
    case (.int, _), (.double, _), (.string, _):
      // Only an unchecked program can request this conversion, and its values are in the value
      // bank.
      emit(.raise, EvaluationError.ID.overload.number)
    }
  }

  /// The operand in the given form. If that needs a conversion, the original is released.
  mutating func converted(_ operand: Operand, to form: InstructionForm, into wanted: Operand? = nil)
    -> Operand
  {
    if operand.form == form { return operand }
    if operand.register.bank == form.bank {
      // An unchecked program uses another integer type as a bool.
      emit(.raise, EvaluationError.ID.overload.number)
      var changed = operand
      changed.form = form
      return changed
    }
    let result = destination(form, wanted)
    convert(operand, to: result)
    return result
  }

  /// The operand in the value bank.
  mutating func boxed(_ operand: Operand) -> Operand { converted(operand, to: .value) }

  /// Sets the target of a jump instruction of any kind.
  mutating func setTarget(of jump: Int32, to target: Int32) {
    let index = Int(jump)
    let distance = Int16(exactly: target - jump - 1)
    switch instructions[index].operation {
    case .jumpIfEqual, .jumpIfNotEqual, .jumpIfLess, .jumpIfLessOrEqual, .jumpIfElementField:
      if distance == nil { isTooLarge = true }
      instructions[index].c = UInt16(bitPattern: distance ?? 0)
    case .next:
      if distance == nil { isTooLarge = true }
      instructions[index].b = UInt16(bitPattern: distance ?? 0)
    default:
      instructions[index].target = Int(target)
    }
  }

  /// Errors of the code from `start` to the current position continue at `handler`.
  mutating func protect(from start: Int32, handler: Int32, error: UInt16) {
    if start == position { return }
    tables.regions.append(
      Code.Region(start: start, end: position, handler: handler, error: error, parent: -1))
  }

  /// The regions by start, outer before inner, each with its parent.
  func sortedRegions() -> [Code.Region] {
    var sorted = tables.regions
    sorted.sort { $0.start != $1.start ? $0.start < $1.start : $0.end > $1.end }
    var around: [Int] = []
    for index in sorted.indices {
      while let last = around.last, sorted[last].end <= sorted[index].start { around.removeLast() }
      sorted[index].parent = Int32(truncatingIfNeeded: around.last ?? -1)
      around.append(index)
    }
    return sorted
  }
}

/// A constant of the int bank.
struct IntConstant: Hashable {
  var number: Int64
  var form: InstructionForm
}

/// A text that equals only texts of the same code points.
struct ExactText: Hashable {
  let text: String

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(bytes: .init($0)) }) == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
