import CEL
import Harness

/// Measures CEL expressions alone: the cost of one evaluation with reused memory.
enum Expressions {
  /// A name for the table, and the text.
  static let scalars: [(name: String, text: String)] = [
    ("variable", "x"), ("arithmetic", "x * 3 + y - x % 7"),
    ("comparisons", "x < y && y < z && z < 100 && x != 5"),
    ("ternary", "x > 5 ? (y > 5 ? x : y) : z"), ("concatenation", "'(' + s + ') ' + s"),
    ("select", "r.address.code"), ("size", "size(s) < 4"), ("startsWith", "s.startsWith('ab')"),
    ("lookup", "m['second']"),
  ]

  private static let address = TypeID(index: 0)
  private static let person = TypeID(index: 1)
  private static let item = TypeID(index: 2)

  private static let declarations = Declarations(
    types: [
      .init(name: "Address", shape: .record([.init(name: "code", type: .int)])),
      .init(
        name: "Person",
        shape: .record([.init(name: "address", type: .declared(address, []))])),
      .init(
        name: "Item",
        shape: .record([
          .init(name: "title", type: .string), .init(name: "done", type: .bool),
        ])),
    ],
    variables: [
      .init(name: "x", type: .int), .init(name: "y", type: .int), .init(name: "z", type: .int),
      .init(name: "s", type: .string), .init(name: "m", type: .map(.string, .int)),
      .init(name: "r", type: .declared(person, [])),
      .init(name: "items", type: .list(.declared(item, []))),
    ])

  private static func items(_ count: Int) -> Value {
    .list((0..<count).map { .record([.string("title \($0)"), .bool($0 % 3 == 0)], item) })
  }

  static func figures(runs: Int) throws -> [Figure] {
    let map = try Program("{'first': 1, 'second': 2, 'third': 3}").evaluate()
    let record = Value.record([.record([.int(7)], address)], person)
    let bindings: [String: Value] = [
      "x": .int(11), "y": .int(17), "z": .int(23), "s": .string("abcd"), "m": map, "r": record,
    ]
    var figures = try scalars.flatMap { name, text in
      try measured(name, text, bindings, turns: 200_000, runs: runs)
    }
    let loop = "items.filter(item, !item.done).map(item, item.title)"
    for count in [100, 1_000] {
      figures += try measured(
        "filter+map \(count)", loop, ["items": items(count)], turns: 200_000 / count, runs: runs)
    }
    return figures
  }

  private static func measured(
    _ name: String, _ text: String, _ bindings: [String: Value], turns: Int, runs: Int
  ) throws -> [Figure] {
    let program = try Program(text, declarations: declarations, rules: .cell)
    let evaluator = program.evaluator()
    for (name, value) in bindings {
      if let variable = program.variable(named: name) { evaluator.bind(variable, to: value) }
    }
    let candidate = Candidate(engine: "cel", events: turns) {
      var count = 0
      for _ in 0..<turns where (try? evaluator.evaluate()) != nil { count += 1 }
      return count
    }
    return measure(name, runs: runs, [candidate])
  }
}
