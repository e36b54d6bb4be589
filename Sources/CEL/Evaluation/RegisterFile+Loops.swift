extension RegisterFile {
  /// The current element of an iterator.
  @inline(__always)
  func element(_ iterator: Int) -> UnsafePointer<Value> {
    let iterator = iterators + iterator
    return iterator.pointee.current + iterator.pointee.offset
  }

  @inline(never)
  func iterate(_ i: Instruction) -> EvaluationError.ID? {
    let iterator = iterators + Int(i.a)
    iterator.pointee.position = -1
    switch values[Int(i.b)] {
    case .list(let elements):
      borrow(elements, iterator)
      return nil
    case .map(let map):
      iterator.pointee.entries = map.entries
      iterator.pointee.stride = 2
      iterator.pointee.offset = i.c == 0 ? 0 : 1
      iterator.pointee.entries.withUnsafeBufferPointer { entries in
        let count = entries.count * 2
        guard let base = entries.baseAddress else { return stop(iterator) }
        // In memory, a tuple of two values is one value after the other.
        let first = UnsafeRawPointer(base).assumingMemoryBound(to: Value.self)
        iterator.pointee.current = first - 2
        iterator.pointee.end = first + count
      }
      return nil
    default:
      stop(iterator)
      return .overload
    }
  }

  @inline(__always)
  private func borrow(_ elements: [Value], _ iterator: UnsafeMutablePointer<Iterator>) {
    iterator.pointee.stride = 1
    iterator.pointee.offset = 0
    elements.withUnsafeBufferPointer { elements in
      guard let base = elements.baseAddress else { return stop(iterator) }
      iterator.pointee.current = base - 1
      iterator.pointee.end = base + elements.count
    }
  }

  private func stop(_ iterator: UnsafeMutablePointer<Iterator>) {
    iterator.pointee.stride = 0
    iterator.pointee.end = iterator.pointee.current
  }

  /// Moves to the next element; `false` if there is none.
  @inline(__always)
  func advance(_ iterator: UnsafeMutablePointer<Iterator>) -> Bool {
    let current = iterator.pointee.current + iterator.pointee.stride
    guard current != iterator.pointee.end else {
      if iterator.pointee.stride == 2 { iterator.pointee.entries = [] }
      return false
    }
    iterator.pointee.current = current
    iterator.pointee.position &+= 1
    return true
  }

  /// Moves the iterator to one element of a list.
  @inline(__always)
  func locate(
    _ a: Int, _ list: UnsafePointer<Value>, _ index: Int64
  ) -> EvaluationError.ID? {
    guard case .list(let elements) = list.pointee else { return .overload }
    guard index >= 0, index < Int64(elements.count) else { return .index }
    borrow(elements, iterators + a)
    iterators[a].current += Int(index) + 1
    return nil
  }

  @inline(__always)
  func load(
    _ source: UnsafePointer<Value>, _ a: Int, _ bank: UInt8
  ) -> EvaluationError.ID? {
    switch Bank(rawValue: bank) {
    case .int:
      guard let number = Self.unbox(source.pointee) else { return .overload }
      ints[a] = number
    case .double:
      guard case .double(let number) = source.pointee else { return .overload }
      doubles[a] = number
    case .string:
      guard case .string(let text) = source.pointee else { return .overload }
      strings[a] = text
    case .value, nil: values[a] = source.pointee
    }
    return nil
  }

  @inline(never)
  func loadPosition(
    _ iterator: UnsafePointer<Iterator>, _ a: Int, _ bank: UInt8
  ) -> EvaluationError.ID? {
    if iterator.pointee.stride == 2 { return load(iterator.pointee.current, a, bank) }
    if bank == Bank.int.rawValue {
      ints[a] = iterator.pointee.position
    } else {
      values[a] = .int(iterator.pointee.position)
    }
    return nil
  }

  @inline(__always)
  func loadInt(
    _ record: UnsafePointer<Value>, _ field: Int, _ a: Int
  ) -> EvaluationError.ID? {
    switch record.pointee {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return .missingKey }
      guard let number = Self.unbox(fields[field]) else { return .overload }
      ints[a] = number
      return nil
    default: return .overload
    }
  }

  /// The bool field of a record as 1 or 0; -1 if the field is no bool, -2 if it does not exist.
  @inline(__always)
  func truth(of record: UnsafePointer<Value>, _ field: Int) -> Int {
    switch record.pointee {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return -2 }
      guard case .bool(let truth) = fields[field] else { return -1 }
      return truth ? 1 : 0
    default: return -1
    }
  }

  @inline(__always)
  func loadField(
    _ record: UnsafePointer<Value>, _ field: Int, _ a: Int, _ bank: UInt8
  ) -> EvaluationError.ID? {
    switch record.pointee {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return .missingKey }
      return fields.withUnsafeBufferPointer { fields in
        fields.baseAddress.map { load($0 + field, a, bank) } ?? .missingKey
      }
    default: return .overload
    }
  }

  @inline(never)
  func startList(_ i: Instruction) {
    lists[Int(i.a)] = []
    guard i.c == 1 else { return }
    let iterator = iterators[Int(i.b)]
    guard iterator.stride > 0 else { return }
    let count = (iterator.end - iterator.current) / iterator.stride - 1
    lists[Int(i.a)].reserveCapacity(count)
  }

  @inline(__always)
  func append(_ i: Instruction) {
    guard let form = FormCode(rawValue: i.sub) else { return }
    if form == .value, i.c == 1 {
      lists[Int(i.a)].append(exchange(values + Int(i.b), .null))
    } else {
      lists[Int(i.a)].append(boxed(Int(i.b), form, i.c))
    }
  }

  @inline(__always)
  func appendField(
    _ record: UnsafePointer<Value>, _ field: Int, _ a: Int
  ) -> EvaluationError.ID? {
    switch record.pointee {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return .missingKey }
      lists[a].append(fields[field])
      return nil
    default: return .overload
    }
  }

  /// Runs the operations of map builders.
  @inline(never)
  func map(_ i: Instruction) -> EvaluationError.ID? {
    let a = Int(i.a)
    switch i.operation {
    case .startMap: maps[a] = Value.Map.Builder()
    case .insert: return insert(values[Int(i.b)], values[Int(i.c)], into: a)
    default:
      let builder = maps + Int(i.b)
      if !builder.pointee.isAscending, let error = charge(sorting: builder.pointee.count) {
        return error
      }
      let map = builder.pointee.finish()
      if map.hasKeysWrittenAlike { return .duplicateKey }
      values[a] = .map(map)
    }
    return nil
  }

  func insert(_ key: Value, _ value: Value, into a: Int) -> EvaluationError.ID? {
    guard Value.Map.isKey(key) else { return .overload }
    guard state.pointee.budget.charge(2) else { return .budget }
    guard maps[a].insert(key, value) else { return .duplicateKey }
    return maps[a].count > Limits.elements ? .size : nil
  }

  func merge(_ value: Value, into a: Int) -> EvaluationError.ID? {
    guard case .map(let map) = value else { return .overload }
    for entry in map.entries {
      if let error = insert(entry.key, entry.value, into: a) { return error }
    }
    return nil
  }

  /// Charges for sorting the entries of a map.
  private func charge(sorting count: Int) -> EvaluationError.ID? {
    charge(count, times: Int.bitWidth - count.leadingZeroBitCount)
  }

  @inline(never)
  func charge(_ count: Int, times cost: Int) -> EvaluationError.ID? {
    let (product, overflow) = count.multipliedReportingOverflow(by: cost)
    return !overflow && state.pointee.budget.charge(product) ? nil : .budget
  }
}
