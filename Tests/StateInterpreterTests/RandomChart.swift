import CEL
import StateModel

@testable import StateLinking

/// Pseudorandom numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }
  mutating func isHit(_ percent: Int) -> Bool { below(100) < percent }
}

/// A random chart built without the checker: trees with every kind of state, rows with every kind
/// of trigger, and cells that sometimes fail.
struct RandomChart {
  /// A node of the tree before it is numbered.
  private final class Node {
    var kind = CheckedState.Kind.leaf
    var children: [Node] = []
    var number = 0
    var end = 0
    var parent: Int?
    var rests = false
  }

  private var random: SeededGenerator
  private var nodes: [Node] = []
  private var variables: [Declarations.Variable] = []
  private var carried: [Int: Int32] = [:]
  private static let propertyCount = 3
  private static let eventCount = 4
  private static let eventVariable = Int32(propertyCount)

  static func definition(seed: UInt64) -> CheckedDefinition {
    var chart = RandomChart(random: SeededGenerator(seed))
    return chart.make()
  }

  private init(random: SeededGenerator) { self.random = random }

  private mutating func make() -> CheckedDefinition {
    let root = node(depth: 0)
    number(root, parent: nil)
    for index in 0..<Self.propertyCount {
      variables.append(.init(name: "p\(index)", type: .int))
    }
    variables.append(.init(name: "event.n", type: .int))
    for index in nodes.indices.dropFirst() where !isHistory(index) && random.isHit(25) {
      carried[index] = Int32(variables.count)
      variables.append(.init(name: "d\(index)", type: .int))
    }
    let states = nodes.indices.map { state($0) }
    var timers: [CheckedTimer] = []
    let rows = self.rows(&timers)
    var definition = Definition(name: "Chart")
    definition.reducer = []
    definition.microstepLimit = 30
    let done = nodes.indices.filter { $0 > 0 && !nodes[$0].children.isEmpty }
    let field = Declarations.Field(name: "n", type: .int)
    return CheckedDefinition(
      definition: definition, declarations: Declarations(variables: variables), roles: [],
      inputs: [],
      properties: (0..<Self.propertyCount).map {
        CheckedProperty(
          name: "p\($0)", type: .int, variable: Int32($0),
          initial: Hand.int(Int64($0)).expression(), isStored: true)
      }, computed: [],
      events: (0..<Self.eventCount).map {
        CheckedEvent(
          name: "e\($0)", fields: [field], variables: [Self.eventVariable], isOwn: $0 == 3,
          doneState: nil)
      }
        + done.map {
          CheckedEvent(
            name: "done.s\($0)", fields: [], variables: [], isOwn: false, doneState: $0)
        }, commands: [CheckedCommand(name: "c", fields: [field])],
      outputs: [failingOutput]
        + nodes.indices.filter { !isHistory($0) }.map {
          CheckedOutput(
            name: "in\($0)", kind: .ui, type: .bool,
            rows: [
              .init(states: [0], condition: nil, value: Hand.isIn("s\($0)").expression())
            ])
        }, functions: [], invariants: [], states: states, rows: rows, timers: timers)
  }

  /// An output that fails in some states and for some values.
  private var failingOutput: CheckedOutput {
    let state = nodes.indices.last { !isHistory($0) } ?? 0
    let divisor = Hand.call(.subtract, [.variable(0, .int), .int(7)], .int)
    let quotient = Hand.call(.divide, [.int(100), divisor], .int)
    return CheckedOutput(
      name: "quotient", kind: .ui, type: .int,
      rows: [
        .init(states: [state], condition: nil, value: quotient.expression(at: "/outputs/quotient")),
        .init(states: [0], condition: nil, value: Hand.variable(0, .int).expression()),
      ])
  }

  private mutating func node(depth: Int) -> Node {
    let node = Node()
    if depth >= 4 || depth > 0 && random.isHit(35) {
      node.kind = depth > 1 && random.isHit(10) ? .final : .leaf
      return node
    }
    let isParallel = depth > 0 && random.isHit(35)
    node.kind = isParallel ? .parallel : .composite
    for _ in 0..<(2 + random.below(2)) {
      let child = self.node(depth: depth + 1)
      if isParallel, child.kind == .final { child.kind = .leaf }
      node.children.append(child)
    }
    if !isParallel {
      if random.isHit(35) {
        let history = Node()
        history.kind = .history(random.isHit(50) ? .deep : .shallow)
        node.children.append(history)
      }
      node.rests = random.isHit(25)
    }
    return node
  }

  private mutating func number(_ node: Node, parent: Int?) {
    node.number = nodes.count
    node.parent = parent
    nodes.append(node)
    for child in node.children { number(child, parent: node.number) }
    node.end = nodes.count
  }

  private func isHistory(_ index: Int) -> Bool {
    if case .history = nodes[index].kind { true } else { false }
  }

  private mutating func state(_ index: Int) -> CheckedState {
    let node = nodes[index]
    var initial: [CheckedTarget] = []
    switch node.kind {
    case .composite where !node.rests:
      let choices = (index + 1..<node.end).filter { !isHistory($0) }
      initial = [
        target(
          random.isHit(70)
            ? node.children[0].number : choices.randomElement(using: &random) ?? index + 1)
      ]
    case .history:
      let parent = node.parent ?? 0
      initial = [target(nodes[parent].children[0].number)]
    default: break
    }
    let variable = carried[index]
    return CheckedState(
      name: "s\(index)", kind: node.kind, pointer: "/s\(index)", parent: node.parent,
      children: node.children.map(\.number), end: node.end, initial: initial,
      fields: variable == nil ? [] : [.init(name: "d", type: .int)],
      variables: variable.map { [$0] } ?? [],
      defaults: variable == nil ? [] : [Hand.int(Int64(index)).expression()],
      enter: isHistory(index) ? [] : actions(index), exit: isHistory(index) ? [] : actions(index))
  }

  private mutating func target(_ index: Int) -> CheckedTarget {
    guard carried[index] != nil, random.isHit(60) else {
      return CheckedTarget(state: index, data: [])
    }
    return CheckedTarget(state: index, data: [(field: 0, value: value([0, 1]).expression())])
  }

  private mutating func actions(_ index: Int) -> [CheckedAction] {
    guard random.isHit(40) else { return [] }
    return [
      CheckedAction(
        pointer: Pointer.root["s\(index)"],
        condition: random.isHit(30) ? condition([0, 1]).expression() : nil,
        assignments: [[set([0, 1, 2])]], emits: random.isHit(30) ? [sending([0])] : [],
        raises: random.isHit(15) ? [sending([1], event: true)] : [])
    ]
  }

  private mutating func set(_ readable: [Int32]) -> CheckedAssignment {
    CheckedAssignment(
      variable: Int32(random.below(Self.propertyCount)), path: [],
      value: value(readable).expression(at: "/set"))
  }

  private mutating func sending(_ readable: [Int32], event: Bool = false) -> CheckedSending {
    CheckedSending(
      index: event ? random.below(Self.eventCount) : 0, values: [value(readable).expression()],
      pointer: .root)
  }

  /// Sometimes fails by overflow or division.
  private mutating func value(_ readable: [Int32]) -> Hand {
    let variable = Hand.variable(readable.randomElement(using: &random) ?? 0, .int)
    let number = Hand.int(Int64(random.below(7)))
    switch random.below(40) {
    case 0...14: return .call(.modulo, [.call(.add, [variable, number], .int), .int(50)], .int)
    case 15...24:
      return .call(.modulo, [.call(.subtract, [variable, number], .int), .int(50)], .int)
    case 25: return .call(.multiply, [variable, .int(1 << 60)], .int)
    case 26: return .call(.divide, [.int(100), variable], .int)
    case 27...30: return .call(.modulo, [variable, .int(3)], .int)
    default: return number
    }
  }

  private mutating func condition(_ readable: [Int32]) -> Hand {
    .call(
      random.isHit(50) ? .less : .notEqual,
      [.call(.modulo, [value(readable), .int(4)], .int), .int(Int64(random.below(4)))], .bool)
  }

  private mutating func rows(_ timers: inout [CheckedTimer]) -> [CheckedRow] {
    (0..<(10 + random.below(30))).map { index in
      var state = random.below(nodes.count)
      if random.isHit(40) { state = random.below(3) }
      while isHistory(state) || nodes[state].kind == .final { state = random.below(nodes.count) }
      var readable: [Int32] = [0, 1, 2]
      if let own = carried[state] { readable.append(own) }
      let trigger: CheckedRow.Trigger
      switch random.below(12) {
      case 0: trigger = .eventless
      case 1: trigger = .any
      case 2:
        trigger = .timer(timers.count)
        timers.append(
          CheckedTimer(
            id: "s\(state).\(timers.count)", state: state,
            duration: Hand.constant(
              .duration(.init(nanoseconds: Int64(random.below(4)) * 1_000_000_000)), .duration
            ).expression(), isRepeating: false))
      default:
        readable.append(Self.eventVariable)
        trigger = .events(random.isHit(20) ? [0, 1] : [random.below(Self.eventCount)])
      }
      let isGuarded = trigger == .eventless || random.isHit(50)
      let targets = self.targets(random.isHit(65))
      return CheckedRow(
        index: index, state: state, trigger: trigger,
        condition: isGuarded ? condition(readable).expression() : nil, lets: [],
        letsBeforeCondition: 0,
        assignments: random.isHit(60) ? [[set(readable)]] : [], targets: targets,
        reentry: random.isHit(15) ? .yes : random.isHit(15) ? .external : .no,
        emits: random.isHit(20) ? [sending(readable)] : [],
        raises: random.isHit(15) ? [sending(readable, event: true)] : [])
    }
  }

  private mutating func targets(_ goes: Bool) -> [CheckedTarget]? {
    goes ? [target(random.below(nodes.count))] : nil
  }
}
