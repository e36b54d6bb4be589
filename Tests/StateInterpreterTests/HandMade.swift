import CEL
import StateModel

@testable import StateLinking

/// An expression for definitions that tests build without the checker.
indirect enum Hand {
  case constant(Value, ValueType)
  case variable(Int32, ValueType)
  case call(Function, [Hand], ValueType)
  case conditional(Hand, Hand, Hand)
  case isIn(String)

  static func int(_ number: Int64) -> Hand { .constant(.int(number), .int) }
  static func bool(_ truth: Bool) -> Hand { .constant(.bool(truth), .bool) }
  static func string(_ text: String) -> Hand { .constant(.string(text), .string) }

  func expression(at pointer: String = "") -> Expression {
    var nodes: [TypedSyntax.Node] = []
    let root = add(to: &nodes)
    return Expression(
      syntax: TypedSyntax(nodes: nodes, root: root, sources: [], localCount: 0),
      pointer: Pointer(unchecked: pointer))
  }

  private func add(to nodes: inout [TypedSyntax.Node]) -> Int32 {
    let kind: TypedSyntax.Kind
    let type: ValueType
    switch self {
    case .constant(let value, let own): (kind, type) = (.constant(value), own)
    case .variable(let index, let own): (kind, type) = (.variable(.declared(index)), own)
    case .call(let function, let arguments, let own):
      (kind, type) = (.call(function, arguments.map { $0.add(to: &nodes) }), own)
    case .conditional(let condition, let first, let second):
      let test = condition.add(to: &nodes)
      let yes = first.add(to: &nodes)
      let no = second.add(to: &nodes)
      (kind, type) = (.conditional(test, yes, no), nodes[Int(yes)].type)
    case .isIn(let state): (kind, type) = (.isIn(state), .bool)
    }
    nodes.append(.init(kind: kind, type: type, origin: .init(source: -1, range: 0..<0)))
    return Int32(nodes.count - 1)
  }
}

/// Two definitions built without the checker.
enum HandMade {
  /// A counter: `add(by)` adds and is denied below 1; `reset` sets 0; `fail` divides by zero after
  /// an assignment.
  static let counter: CheckedDefinition = {
    var definition = Definition(name: "Counter")
    definition.reducer = []
    let declarations = Declarations(variables: [
      .init(name: "total", type: .int), .init(name: "event.by", type: .int),
    ])
    let total = Hand.variable(0, .int)
    let by = Hand.variable(1, .int)
    func row(
      _ index: Int, on event: Int, if condition: Hand? = nil, sets: [Hand]
    ) -> CheckedRow {
      CheckedRow(
        index: index, state: 0, trigger: .events([event]),
        condition: condition?.expression(at: "/reducer/\(index)/if"), lets: [],
        letsBeforeCondition: 0,
        assignments: sets.map {
          [
            CheckedAssignment(
              variable: 0, path: [],
              value: $0.expression(at: "/reducer/\(index)/set/total"))
          ]
        }, targets: nil, reentry: .no, emits: [], raises: [])
    }
    let field = Declarations.Field(name: "by", type: .int)
    return CheckedDefinition(
      definition: definition, declarations: declarations, roles: [.property(0), .event],
      inputs: [],
      properties: [
        CheckedProperty(
          name: "total", type: .int, variable: 0,
          initial: Hand.int(0).expression(at: "/properties/total/initial"), isStored: true)
      ], computed: [],
      events: [
        CheckedEvent(name: "add", fields: [field], variables: [1], isOwn: false, doneState: nil),
        CheckedEvent(name: "reset", fields: [], variables: [], isOwn: false, doneState: nil),
        CheckedEvent(name: "fail", fields: [], variables: [], isOwn: false, doneState: nil),
      ], commands: [],
      outputs: [
        CheckedOutput(
          name: "isZero", kind: .ui, type: .bool,
          rows: [
            .init(
              states: [0], condition: nil,
              value: Hand.call(.equal, [total, .int(0)], .bool).expression(
                at: "/outputs/isZero/value")
            )
          ]),
        CheckedOutput(
          name: "total", kind: .ui, type: .int,
          rows: [.init(states: [0], condition: nil, value: total.expression())]),
      ], functions: [],
      invariants: [
        CheckedInvariant(
          name: "small", condition: Hand.call(.less, [total, .int(100)], .bool).expression())
      ],
      states: [
        CheckedState(
          name: "Counter", kind: .leaf, pointer: "", parent: nil, children: [], end: 1, initial: [],
          fields: [], variables: [], defaults: [], enter: [], exit: [])
      ],
      rows: [
        row(
          0, on: 0, if: .call(.greater, [by, .int(0)], .bool),
          sets: [.call(.add, [total, by], .int)]),
        row(1, on: 1, sets: [.int(0)]),
        row(2, on: 2, sets: [.int(7), .call(.divide, [total, .int(0)], .int)]),
      ], timers: [])
  }()
}
