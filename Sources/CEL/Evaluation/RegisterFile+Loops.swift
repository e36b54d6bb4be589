extension RegisterFile {
  /// The current element of an iterator.
  @inline(__always)
  func element(_ iterator: Int) -> Value {
    let iterator = iterators + iterator
    switch values[iterator.pointee.collection] {
    case .list(let elements): return elements[iterator.pointee.index]
    case .map(let map):
      let entry = map.entries[iterator.pointee.index]
      return iterator.pointee.readsValues ? entry.value : entry.key
    default: return .null
    }
  }

  @inline(never)
  func iterate(_ i: Instruction) -> EvaluationError.ID? {
    var iterator = Iterator(collection: Int(i.b), readsValues: i.c != 0)
    var error: EvaluationError.ID?
    switch values[Int(i.b)] {
    case .list(let elements): iterator.count = elements.count
    case .map(let map): iterator.count = map.count
    default: error = .overload
    }
    iterators[Int(i.a)] = iterator
    return error
  }

  /// Moves to the next element; `false` if there is none.
  @inline(__always)
  func advance(_ iterator: UnsafeMutablePointer<Iterator>) -> Bool {
    iterator.pointee.index &+= 1
    return iterator.pointee.index < iterator.pointee.count
  }

  /// Moves the iterator to one element of a list.
  @inline(__always)
  func locate(_ a: Int, _ list: Int, _ index: Int64) -> EvaluationError.ID? {
    guard case .list(let elements) = values[list] else { return .overload }
    guard index >= 0, index < Int64(elements.count) else { return .index }
    iterators[a] = Iterator(collection: list, index: Int(index), count: elements.count)
    return nil
  }

  @inline(__always)
  func load(_ source: Value, _ a: Int, _ bank: UInt8) -> EvaluationError.ID? {
    switch Bank(rawValue: bank) {
    case .int:
      guard let number = Self.unbox(source) else { return .overload }
      ints[a] = number
    case .double:
      guard case .double(let number) = source else { return .overload }
      doubles[a] = number
    case .string:
      guard case .string(let text) = source else { return .overload }
      strings[a] = text
    case .value, nil: values[a] = source
    }
    return nil
  }

  @inline(never)
  func loadPosition(
    _ iterator: UnsafePointer<Iterator>, _ a: Int, _ bank: UInt8
  ) -> EvaluationError.ID? {
    let index = iterator.pointee.index
    if case .map(let map) = values[iterator.pointee.collection] {
      return load(map.entries[index].key, a, bank)
    }
    return load(.int(Int64(index)), a, bank)
  }

  @inline(__always)
  func loadInt(
    _ record: Value, _ field: Int, _ a: Int
  ) -> EvaluationError.ID? {
    switch record {
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
  func truth(of record: Value, _ field: Int) -> Int {
    switch record {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return -2 }
      guard case .bool(let truth) = fields[field] else { return -1 }
      return truth ? 1 : 0
    default: return -1
    }
  }

  @inline(__always)
  func loadField(
    _ record: Value, _ field: Int, _ a: Int, _ bank: UInt8
  ) -> EvaluationError.ID? {
    switch record {
    case .record(let fields, _), .union(_, let fields):
      guard field < fields.count else { return .missingKey }
      return load(fields[field], a, bank)
    default: return .overload
    }
  }

  @inline(never)
  func startList(_ i: Instruction) {
    lists[Int(i.a)] = []
    guard i.c == 1 else { return }
    lists[Int(i.a)].reserveCapacity(iterators[Int(i.b)].count)
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
    _ record: Value, _ field: Int, _ a: Int
  ) -> EvaluationError.ID? {
    switch record {
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
