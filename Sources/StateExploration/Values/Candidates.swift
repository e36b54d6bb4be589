import CEL
import StateModel

/// Chooses values of a type to try: its limits, the constants of the definition, and each enum
/// value and case.
struct Candidates {
  /// Values of a type, and whether they represent all relevant values.
  struct Found {
    var values: [Value]
    var isComplete: Bool

    func prefix(_ count: Int) -> Found {
      values.count <= count
        ? self : Found(values: Array(values.prefix(count)), isComplete: false)
    }
  }

  let declarations: Declarations
  let constants: Constants
  /// The maximum number of values of one type.
  var limit = 12

  private static let deepest = 6

  /// The values of a type with a level of observability.
  func values(of type: ValueType, _ observability: Observability) -> Found {
    values(of: type, observability, 0).prefix(limit)
  }

  private func values(of type: ValueType, _ observability: Observability, _ depth: Int) -> Found {
    guard depth < Self.deepest else { return Found(values: [], isComplete: false) }
    switch type {
    case .bool: return Found(values: [.bool(false), .bool(true)], isComplete: true)
    case .void: return Found(values: [.unit], isComplete: true)
    case .null: return Found(values: [.null], isComplete: true)
    case .nullable(let inner):
      let found = values(of: inner, observability, depth + 1)
      return Found(values: [.null] + found.values, isComplete: found.isComplete)
    case .int, .uint, .double, .string, .bytes, .timestamp, .duration:
      return scalars(type, observability)
    case .list(let element):
      return lists(of: values(of: element, observability, depth + 1), observability)
    case .map(let key, let value):
      return maps(
        values(of: key, observability, depth + 1), values(of: value, observability, depth + 1),
        observability)
    case .declared(let id, let arguments): return declared(id, arguments, observability, depth)
    case .dyn:
      return Found(values: [.int(1), .string("a"), .null], isComplete: observability == .none)
    case .optional, .caseData, .type, .parameter, .named, .unknown:
      return Found(values: [], isComplete: false)
    }
  }

  private func scalars(_ type: ValueType, _ observability: Observability) -> Found {
    let all = numbers(type) ?? texts(type)
    guard observability == .content else {
      return Found(values: Array(all.dropFirst().prefix(1)), isComplete: true)
    }
    return Found(values: Array(all.prefix(limit)), isComplete: false)
  }

  /// The second value represents all others if one value is enough: it is neither empty nor zero.
  private func numbers(_ type: ValueType) -> [Value]? {
    switch type {
    case .int:
      let near = constants.ints.flatMap { [$0, $0 &+ 1, $0 &- 1] }
      return Self.distinct([0, 1, -1] + constants.ints + near).map { .int($0) }
    case .uint:
      let near = constants.uints.flatMap { [$0, $0 &+ 1] }
      return Self.distinct([0, 1] + near).map { .uint($0) }
    case .double:
      return Self.distinct([0, 1, -1, 0.5] + constants.doubles).map { .double($0) }
    case .duration:
      let spans = [0, 1_000_000_000].map { Value.Duration(nanoseconds: $0) }
      return Self.distinct(spans + constants.durations).map { .duration($0) }
    case .timestamp:
      let instants = [0, 1_600_000_000].map {
        Value.Timestamp(uncheckedSeconds: $0, nanoseconds: 0)
      }
      return Self.distinct(instants + constants.timestamps).map { .timestamp($0) }
    default: return nil
    }
  }

  private func texts(_ type: ValueType) -> [Value] {
    if case .bytes = type { return [.bytes([]), .bytes([97])] }
    let own = constants.strings.filter { !$0.utf8.isEmpty }
    var texts = [""] + (own.contains { CodePoints.equal($0, "a") } ? [] : ["a"]) + own
    // Where a size is compared, behaviour may change at that size and at the next.
    for size in constants.textSizes.flatMap({ [$0, $0 + 1] }) {
      let text = String(repeating: "a", count: size)
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.map { .string($0) }
  }

  private static func distinct<Number: Equatable>(_ numbers: [Number]) -> [Number] {
    numbers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func lists(of elements: Found, _ observability: Observability) -> Found {
    let first = elements.values.first { if case .null = $0 { false } else { true } }
    let one = first ?? elements.values.first
    var values: [Value] = [.list([])]
    if let one { values.append(.list([one])) }
    guard observability == .content else { return Found(values: values, isComplete: one != nil) }
    if let one, let other = elements.values.last { values.append(.list([one, other])) }
    return Found(values: values, isComplete: false)
  }

  private func maps(_ keys: Found, _ elements: Found, _ observability: Observability) -> Found {
    var values: [Value] = [.map(Value.Map())]
    if let key = keys.values.last, let value = elements.values.last {
      var map = Value.Map()
      _ = map.insert(key, value)
      values.append(.map(map))
    }
    return Found(values: values, isComplete: observability != .content && values.count == 2)
  }

  private func declared(
    _ id: TypeID, _ arguments: [ValueType], _ observability: Observability, _ depth: Int
  ) -> Found {
    guard declarations.types.indices.contains(Int(id.index)) else {
      return Found(values: [], isComplete: false)
    }
    switch declarations.types[Int(id.index)].shape {
    case .enumeration(let names):
      return Found(
        values: names.indices.map { .enumeration(id, Int32(truncatingIfNeeded: $0)) },
        isComplete: true)
    case .record, .state:
      let fields = declarations.fields(of: .declared(id, arguments)) ?? []
      let found = combinations(fields.map(\.type), observability, depth + 1)
      return Found(values: found.rows.map { .record($0, id) }, isComplete: found.isComplete)
    case .union(let cases):
      return Candidates.inTurn(
        cases.indices.map { index in
          let unionCase = UnionCase(type: id, index: Int32(truncatingIfNeeded: index))
          let fields = declarations.fields(of: .caseData(unionCase, arguments)) ?? []
          let found = combinations(fields.map(\.type), observability, depth + 1)
          return Found(
            values: found.rows.map { .union(unionCase, $0) }, isComplete: found.isComplete)
        })
    case .broken: return Found(values: [], isComplete: false)
    }
  }

  /// The first value of each, then the second of each, and so on, so that a limit leaves out none of
  /// them.
  private static func inTurn(_ found: [Found]) -> Found {
    var values: [Value] = []
    for round in 0..<(found.map(\.values.count).max() ?? 0) {
      values += found.compactMap { $0.values.indices.contains(round) ? $0.values[round] : nil }
    }
    return Found(values: values, isComplete: found.allSatisfy(\.isComplete))
  }

  private func combinations(
    _ types: [ValueType], _ observability: Observability, _ depth: Int
  ) -> (rows: [[Value]], isComplete: Bool) {
    combinations(types.map { values(of: $0, observability, depth) }, limit: limit)
  }

  /// All combinations if they are few. Otherwise one combination, and others that differ from it in
  /// one value.
  func combinations(_ columns: [Found], limit: Int) -> (rows: [[Value]], isComplete: Bool) {
    guard !columns.contains(where: { $0.values.isEmpty }) else { return ([], false) }
    let isComplete = columns.allSatisfy(\.isComplete)
    var product = 1
    for column in columns where product <= limit { product *= min(column.values.count, limit + 1) }
    if product <= limit {
      var rows: [[Value]] = [[]]
      for column in columns { rows = rows.flatMap { row in column.values.map { row + [$0] } } }
      return (rows, isComplete)
    }
    let base = columns.map { $0.values.count > 1 ? $0.values[1] : $0.values[0] }
    var rows = [base]
    for round in 0..<limit {
      for (index, column) in columns.enumerated() where rows.count < limit {
        guard column.values.indices.contains(round), round != (column.values.count > 1 ? 1 : 0)
        else { continue }
        var row = base
        row[index] = column.values[round]
        rows.append(row)
      }
    }
    return (rows, false)
  }
}
