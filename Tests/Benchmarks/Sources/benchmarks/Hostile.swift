import CEL
import Harness

/// Expressions made to hang or to exhaust memory. Each must end with a value or a named error.
enum Hostile {
  private static let texts: [(name: String, text: String)] = [
    ("nested maps", "l.map(a, l.map(b, l.map(c, l.map(d, a + b + c + d))))"),
    ("nested all", "l.all(a, l.all(b, l.all(c, a + b + c > -1)))"),
    (
      "doubling text",
      "cel.bind(a, t + t, cel.bind(b, a + a, cel.bind(c, b + b, cel.bind(d, c + c, d + d))))"
    ),
    ("pattern", "t.matches('(a+)+$')"),
    ("sorted", "l.map(a, -a).sort().size() + l.distinct().size()"),
    ("deep list", String(repeating: "[", count: 60) + String(repeating: "]", count: 60)),
    ("65 nestings", String(repeating: "(", count: 65) + "1" + String(repeating: ")", count: 65)),
    ("long sum", Array(repeating: "1", count: 2_000).joined(separator: "+")),
    ("too long", Array(repeating: "1", count: 10_000).joined(separator: "+")),
    ("cross product", "l.map(a, l.filter(b, a * b % 7 == 3).size())"),
    ("joined", "l.map(a, t).join(t)"), ("replaced", "t.replace('a', t)"),
    ("split", "t.split('').size()"), ("format", "'%s %s %s'.format([t, t, l])"),
  ]

  /// Prints one line for each text: its result, and the time it took.
  static func run() {
    let declarations = Declarations(variables: [
      .init(name: "l", type: .list(.int)), .init(name: "t", type: .string),
    ])
    let bindings: [String: Value] = [
      "l": .list((0..<1_000).map { .int(Int64($0)) }),
      "t": .string(String(repeating: "a", count: 100_000)),
    ]
    for (name, text) in texts {
      let start = cpuSeconds()
      var end: String
      do {
        end = "a value"
        _ = try Program(text, declarations: declarations).evaluate(bindings)
      } catch let error as EvaluationError {
        end = error.id.rawValue
      } catch {
        end = "refused"
      }
      let milliseconds = Int(((cpuSeconds() - start) * 1_000).rounded(.up))
      print("\(name): \(end), \(milliseconds) ms, peak \(peakBytes() >> 20) MB")
    }
  }
}
