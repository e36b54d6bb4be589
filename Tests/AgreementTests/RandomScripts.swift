import CEL
import StateLinking
import StateModel

/// Generates random events with typed data, edge values first. The same seed gives the same
/// scripts.
struct RandomScripts {
  private let definition: CheckedDefinition
  private var state: UInt64

  init(_ definition: CheckedDefinition, seed: UInt64) {
    self.definition = definition
    state = seed
  }

  mutating func next(events count: Int) -> Script {
    var inputs: [JSON.Member] = []
    for input in definition.inputs where input.defaultValue == nil || number(2) == 0 {
      inputs.append(.init(key: input.name, value: value(input.type)))
    }
    let known = definition.events.filter { $0.doneState == nil }
    var events: [JSON] = []
    let hasTimers = !definition.timers.isEmpty
    for _ in 0..<(known.isEmpty && !hasTimers ? 0 : count) {
      if number(12) == 0 {
        events.append(.object([.init(key: "snapshot", value: .bool(true))]))
        continue
      }
      if hasTimers, known.isEmpty || number(4) == 0 {
        let time = pick(["0", "\"0.5s\"", "1", "2", "\"2.000000001s\"", "3", "5", "20", "30"])
        let isText = time.hasPrefix("\"")
        let wait: JSON = isText ? .string(String(time.dropFirst().dropLast())) : .number(time)
        events.append(.object([.init(key: "wait", value: wait)]))
        continue
      }
      let event = known[number(known.count)]
      let data = event.fields.map { JSON.Member(key: $0.name, value: value($0.type)) }
      let isBare = data.isEmpty || event.isOwn
      events.append(
        isBare
          ? .string(event.name) : .object([.init(key: event.name, value: .object(data))]))
    }
    return Script(definition: definition.definition.name, inputs: inputs, events: events)
  }

  /// Changes one value of a snapshot.
  mutating func changed(_ json: JSON) -> JSON {
    switch json {
    case .object(var members) where !members.isEmpty && number(8) > 0:
      let index = number(members.count)
      switch number(10) {
      case 0: members.remove(at: index)
      case 1: members.append(.init(key: "more", value: .null))
      default:
        members[index] = .init(key: members[index].key, value: changed(members[index].value))
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && number(8) > 0:
      let index = number(elements.count)
      switch number(6) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = changed(elements[index])
      }
      return .array(elements)
    default:
      let others: [JSON] = [
        .null, .bool(true), .number("1"), .number("1.5"), .number("-3"), .string("a"),
        .string("1s"), .string(""), .array([]), .object([]), .array([.string(someState)]),
        .string(someState), .number("99999999999999999999"),
      ]
      return others[number(others.count)]
    }
  }

  private var someState: String {
    let states = definition.states
    return states[Int(state % UInt64(states.count))].name
  }

  private mutating func number(_ limit: Int) -> Int { Int(bits() % UInt64(max(limit, 1))) }

  /// The SplitMix64 generator.
  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func pick(_ choices: [String]) -> String { choices[number(choices.count)] }

  private static let texts = [
    "", "a", "1234", "your code is 98765", "\u{E9}", "e\u{301}", "\u{1F600}",
    "\u{1F468}\u{200D}\u{1F469}", "\r\n", "\u{FF5E}", "\u{661}\u{662}\u{663}\u{664}", " a b ",
    "lt", "\"quoted\" \\ and\ttabbed", "\u{1F600}1\u{301}23456",
  ]

  private mutating func value(_ type: ValueType, depth: Int = 0) -> JSON {
    switch type {
    case .bool: return .bool(number(2) == 0)
    case .int:
      return .number(
        pick([
          "0", "1", "2", "-1", "3", "10", "100", "\(Int64.min)", "\(Int64.max)",
          "\(Int64(bitPattern: bits()))",
        ]))
    case .uint: return .number(pick(["0", "1", "\(UInt64.max)", "\(bits())"]))
    case .double:
      let edges = ["0", "-0", "1.5", "1e+21", "1e-7", "5e-324", "0.1", "123456789.123"]
      if number(4) == 0 { return .string(pick(["NaN", "Infinity", "-Infinity"])) }
      return .number(pick(edges))
    case .string: return .string(pick(Self.texts))
    case .duration:
      let spans = ["0s", "1.5s", "-0.000000001s", "43200s", "43199.999999999s", "1h30m", "-5ms"]
      if number(4) == 0 { return .number(pick(["3", "0.25", "-7", "1.5e1"])) }
      return .string(pick(spans))
    case .bytes: return .string(pick(["", "AA==", "AP8=", "YWJj", "4oKs8J+YgA"]))
    case .timestamp:
      return .string(
        pick([
          "1970-01-01T00:00:00Z", "2026-01-31T23:59:59.999999999Z", "0001-01-01T00:00:00Z",
          "9999-12-31T23:59:59Z", "2024-02-29T12:00:00+02:30",
        ]))
    case .dyn: return dynamic(depth: depth)
    case .map(let key, let element): return map(key, element, depth)
    case .void: return .object([])
    case .nullable(let inner): return number(3) == 0 ? .null : value(inner, depth: depth)
    case .list(let element):
      let count = number(8) == 0 && depth == 0 ? 40 : number(depth > 2 ? 1 : 4)
      return .array((0..<count).map { _ in value(element, depth: depth + 1) })
    case .declared(let id, let arguments): return declared(id, arguments, depth)
    default: return .null
    }
  }

  /// A random value of type `dyn`.
  private mutating func dynamic(depth: Int) -> JSON {
    switch number(depth > 2 ? 5 : 7) {
    case 0: return .null
    case 1: return value(.bool)
    case 2: return value(.int)
    case 3: return .number(pick(["0.0", "-0.0", "1.0", "1e3", "2.5", "5e-324"]))
    case 4: return value(.string)
    case 5: return value(.list(.dyn), depth: depth)
    default: return map(.string, .dyn, depth)
    }
  }

  private mutating func map(_ key: ValueType, _ element: ValueType, _ depth: Int) -> JSON {
    let keys: [String] =
      switch key {
      case .bool: ["true", "false"]
      case .int: ["0", "-1", "7", "\(Int64.max)", "\(Int64.min)"]
      case .uint: ["0", "7", "\(UInt64.max)"]
      default: Self.texts
      }
    var members: [JSON.Member] = []
    for _ in 0..<number(depth > 2 ? 1 : 4) {
      let key = pick(keys)
      if members.contains(where: { CodePoints.equal($0.key, key) }) { continue }
      members.append(.init(key: key, value: value(element, depth: depth + 1)))
    }
    return .object(members)
  }

  private mutating func declared(_ id: TypeID, _ arguments: [ValueType], _ depth: Int) -> JSON {
    let type = ValueType.declared(id, arguments)
    switch definition.declarations[id].shape {
    case .enumeration(let names): return .string(names[number(names.count)])
    case .record, .state:
      return .object(members(definition.declarations.fields(of: type) ?? [], depth))
    case .union(let cases):
      let index = number(cases.count)
      let fields =
        definition.declarations.fields(
          of: .caseData(UnionCase(type: id, index: Int32(index)), arguments)) ?? []
      if fields.isEmpty { return .string(cases[index].name) }
      return .object([.init(key: cases[index].name, value: .object(members(fields, depth)))])
    case .broken: return .null
    }
  }

  private mutating func members(_ fields: [Declarations.Field], _ depth: Int) -> [JSON.Member] {
    fields.map { JSON.Member(key: $0.name, value: value($0.type, depth: depth + 1)) }
  }
}
