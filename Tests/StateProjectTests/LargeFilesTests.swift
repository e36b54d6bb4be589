import CEL
import StateFiles
import StateModel
import StateProject
import Synchronization
import Testing

/// A file with many mistakes takes work in proportion to their number, in all report formats.
///
/// Work is counted, not timed: `WorkCount` is where work could grow with the square.
@Suite struct `Many mistakes` {
  /// A kind of mistake, and a file with any number of it.
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The smaller of the two numbers; more than the limit of a comparison of each with each.
    var count = 200
    let text: @Sendable (Int) -> String

    /// A definition, with one of its sections repeated.
    static func entries(
      _ description: String, _ section: String, around: String = "", isList: Bool = false,
      count: Int = 200,
      _ entry: @escaping @Sendable (Int) -> String
    ) -> Kind {
      Kind(testDescription: description, count: count) { count in
        let entries = (0..<count).map(entry).joined(separator: ", ")
        let (open, close) = isList ? ("[", "]") : ("{", "}")
        let start = #"{ "state": "A", "format": 1, \#(around) "\#(section)": "#
        return "\(start)\(open) \(entries) \(close) }"
      }
    }
  }

  /// A definition that declares a number of names, and has a misspelt use of each.
  static func misspelt(
    _ description: String, around: String = "", in open: String,
    _ declaration: @escaping @Sendable (Int) -> String, end: String = "}",
    use: @escaping @Sendable (Int) -> String
  ) -> Kind {
    Kind(testDescription: "misspelt \(description), of as many", count: 600) { count in
      let declarations = (0..<count).map(declaration).joined(separator: ", ")
      let uses = (0..<count).map(use).joined(separator: ", ")
      return #"{ "state": "A", "format": 1, \#(around) \#(open) \#(declarations) \#(end), "#
        + #""reducer": [ \#(uses) ] }"#
    }
  }

  /// A definition whose row has a number of parallel regions as targets.
  private static func regions(
    _ description: String, _ region: @escaping @Sendable (Int) -> String,
    target: @escaping @Sendable (Int) -> String
  ) -> Kind {
    Kind(testDescription: description) { count in
      let regions = (0..<count).map(region).joined(separator: ", ")
      let targets = stride(from: 0, to: count, by: 2).map(target).joined(separator: ", ")
      return #"{ "state": "A", "format": 1, "events": { "went": {} }, "initial": "off", "#
        + #""states": [{ "state": "off" }, { "state": "on", "parallel": true, "#
        + #""states": [\#(regions)] }], "reducer": [{ "on": "went", "goTo": [\#(targets)] }] }"#
    }
  }

  private static let base = #""properties": { "p": { "type": "int", "initial": 0 } }, "#
  private static let type = #""types": { "E": { "enum": ["a", "b"] } }, "#
  private static let event = #""events": { "went": {} }, "#

  static let kinds: [Kind] = [
    Kind(testDescription: "bad escapes") { count in
      #"{ "state": "\#(String(repeating: #"\q"#, count: count))" }"#
    },
    Kind(testDescription: "bytes that are not UTF-8 in a text of é") {
      #"{ "state": "\#(String(repeating: "é\u{1}", count: $0))" }"#
    },
    Kind(testDescription: "duplicate keys") {
      "{ " + (0..<$0).map { "\"k\($0 % 40)\": 1" }.joined(separator: ", ") + " }"
    },
    Kind(testDescription: "unknown keys") {
      "{ " + (0..<$0).map { "\"k\($0)\": 1" }.joined(separator: ", ") + " }"
    },
    .entries("unknown keys of properties", "properties") {
      #""x\#($0)": { "typ": "int", "initial": 0 }"#
    },
    .entries("values of a wrong shape", "reducer", isList: true) { "\($0)" },
    .entries("invalid names", "properties") {
      #""x y\#($0)": { "type": "int", "initial": 0 }"#
    },
    .entries("states with the same bad name", "states", isList: true) { _ in
      #"{ "state": "a-b" }"#
    },
    .entries("states with the same name", "states", isList: true) { _ in
      #"{ "state": "ab" }"#
    },
    .entries("unknown types", "properties", count: 600) {
      #""x\#($0)": { "type": "itn\#($0)", "initial": 0 }"#
    },
    .entries("misspelt names in cells", "reducer", around: base + event, isList: true) {
      #"{ "on": "went", "set": { "p": "pq\#($0)" } }"#
    },
    Kind(testDescription: "unknown names and functions in one cell") { count in
      let names = (0..<count).map { #""q\#($0)", "f\#($0)(x)""# }.joined(separator: ", ")
      return #"{ "state": "A", "format": 1, "properties": "#
        + #"{ "l": { "type": "[int]", "initial": [ \#(names) ] } } }"#
    },
    Kind(testDescription: "wrong values in one map") { count in
      let members = (0..<count).map { #""k\#($0)": "'a'""# }.joined(separator: ", ")
      return #"{ "state": "A", "format": 1, "properties": "#
        + #"{ "m": { "type": "[string: int]", "initial": { \#(members) } } } }"#
    },
    Kind(testDescription: "wrong values for the fields of one command") { count in
      let fields = (0..<count).map { #""f\#($0)": "int""# }.joined(separator: ", ")
      let values = (0..<count).map { #""f\#($0)": "'x'""# }.joined(separator: ", ")
      return
        #"{ "state": "A", "format": 1, \#(event) "commands": { "c": { "carries": { \#(fields) } } }, "#
        + #""reducer": [{ "on": "went", "emit": [{ "c": { \#(values) } }] }] }"#
    },
    .entries("misspelt events", "reducer", around: base + event, isList: true) {
      #"{ "on": "wentx\#($0)", "set": { "p": "1" } }"#
    },
    .entries("syntax errors in cells", "reducer", around: base + event, isList: true) { _ in
      #"{ "on": "went", "set": { "p": "p +" } }"#
    },
    .entries(
      "guards that may imply each other", "reducer", around: base + event, isList: true,
      count: 600
    ) {
      #"{ "on": "went", "if": "p == \#($0)", "set": { "p": "p + 1" } }"#
    },
    .entries("unknown commands", "reducer", around: base + event, isList: true) {
      #"{ "on": "went", "emit": ["ping\#($0)", "pong\#($0)"] }"#
    },
    .entries("unknown enum values", "properties", around: type) {
      #""p\#($0)": { "type": "E", "initial": "c\#($0)" }"#
    },
    .entries("outputs of a wrong kind", "outputs", around: base) {
      #""o\#($0)": { "kind": "iu", "type": "int", "value": "p" }"#
    },
    .entries("functions with unknown names", "functions") {
      #""f\#($0)": { "takes": { "a": "int" }, "gives": "int", "value": "b\#($0)" }"#
    },
    misspelt("events", in: #""events": {"#, { #""went\#($0)": {}"# }) {
      #"{ "on": "wnt\#($0)" }"#
    },
    misspelt("commands", around: event, in: #""commands": {"#, { #""ping\#($0)": {}"# }) {
      #"{ "on": "went", "emit": ["png\#($0)"] }"#
    },
    misspelt(
      "states", around: event, in: #""initial": "a0", "states": ["#,
      { #"{ "state": "a\#($0)" }"# }, end: "]"
    ) { #"{ "on": "went", "goTo": "b\#($0)" }"# },
    Kind(testDescription: "rows in unknown states, beside states that carry data", count: 600) {
      let states = (0..<$0).map { #"{ "state": "a\#($0)", "carries": { "f\#($0)": "int" } }"# }
      let rows = (0..<$0).map { #"{ "in": "b\#($0)", "on": "went" }"# }
      return #"{ "state": "A", "format": 1, \#(event) "initial": { "a0": { "f0": 0 } }, "#
        + #""states": [\#(states.joined(separator: ", "))], "#
        + #""reducer": [\#(rows.joined(separator: ", "))] }"#
    },
    misspelt(
      "properties", around: event, in: #""properties": {"#,
      { #""part\#($0)": { "type": "int", "initial": 0 }"# }
    ) { #"{ "on": "went", "set": { "prt\#($0)": "pat\#($0)" } }"# },
    misspelt(
      "fields of an event", in: #""events": { "went": { "carries": {"#,
      { #""part\#($0)": "int""# }, end: "} } }"
    ) { #"{ "on": "went", "if": "event.prt\#($0) == 1" }"# },
    misspelt(
      "enum values", around: event, in: #""types": { "E": { "enum": ["#,
      { #""part\#($0)""# }, end: "] } }"
    ) { #"{ "on": "went", "if": "E.prt\#($0) == E.part0" }"# },
    Kind(testDescription: "misspelt types, of as many", count: 600) { count in
      let types = (0..<count).map { #""Part\#($0)": { "enum": ["a"] }"# }
      let properties = (0..<count).map { #""p\#($0)": { "type": "Prt\#($0)", "initial": 0 }"# }
      return #"{ "state": "A", "format": 1, "types": { \#(types.joined(separator: ", ")) }, "#
        + #""properties": { \#(properties.joined(separator: ", ")) } }"#
    },
    regions("targets, each twice", { #"{ "state": "s\#($0)" }"# }) {
      #""s\#($0)", "s\#($0)""#
    },
    regions(
      "targets of some regions, while others lack data",
      { number in
        let carries = number % 2 == 0 ? "" : #", "carries": { "n\#(number)": "int" }"#
        return #"{ "state": "s\#(number)"\#(carries) }"#
      }
    ) { #""s\#($0)""# },
    Kind(testDescription: "unknown fields of an event with many", count: 600) { count in
      let fields = (0..<count).map { #""part\#($0)": "int""# }
      let rows = (0..<count).map { _ in #"{ "on": "went", "if": "event.b > 0" }"# }
      return #"{ "state": "A", "format": 1, "#
        + #""events": { "went": { "carries": { \#(fields.joined(separator: ", ")) } } }, "#
        + #""reducer": [\#(rows.joined(separator: ", "))] }"#
    },
    Kind(testDescription: "generic types that lead to ever more") { count in
      let types = (0..<count).map {
        #""T\#($0)<A>": { "record": { "a": "A", "b": "T\#(($0 + 1) % count)<[A]>" } }"#
      }
      return #"{ "state": "A", "format": 1, "types": { \#(types.joined(separator: ", ")) } }"#
    },
    .entries("functions that call unknown ones", "functions") {
      #""f\#($0)": { "takes": { "a": "int" }, "gives": "int", "value": "g\#($0)(a)" }"#
    },
    .entries("files that do not exist", "uses", isList: true) { #""X\#($0).types.json""# },
    .entries("events in the imperative", "events") { #""go\#($0)": {}"# },
    .entries("allowances of unknown rules", "allow", around: base) {
      #""event/x\#($0)": "reason""#
    },
  ]

  private func work(_ kind: Kind, _ count: Int) -> Int {
    let counter = StepCounter()
    WorkCount.$receiver.withValue({ counter.add($0) }) {
      var validation = Validation()
      validation.check(Array(kind.text(count).utf8), as: "A.state.json")
      for format in [AnnotationFormat.text, .short, .json, .sarif, .junit, .github, .gitlab] {
        _ = Annotations(format).print(validation.report)
      }
    }
    return counter.steps
  }

  private final class StepCounter: Sendable {
    private let count = Atomic<Int>(0)
    var steps: Int { count.load(ordering: .relaxed) }
    func add(_ steps: Int) { count.wrappingAdd(steps, ordering: .relaxed) }
  }

  @Test(arguments: kinds) func `twice the mistakes take about twice the work`(kind: Kind) {
    let (once, twice) = (work(kind, kind.count), work(kind, 2 * kind.count))
    #expect(once > 0)
    #expect(twice <= 3 * once, "\(once) steps, then \(twice)")
  }

  /// Each member needs the next and the first, so there are as many circles, each one longer.
  private static let circles: [Kind] = [
    .entries("types", "types") {
      #""T\#($0)": { "record": { "a": "T\#($0 + 1)", "b": "T0" } }"#
    },
    .entries("computed values", "computed") {
      #""c\#($0)": { "type": "int", "value": "c\#($0 + 1) + c0" }"#
    },
    .entries("functions", "functions") {
      #""f\#($0)": { "takes": {}, "gives": "int", "value": "f\#($0 + 1)() + f0()" }"#
    },
    .entries(
      "`let` names", "let", around: #"\#(event) "reducer": [{ "on": "went", "#
    ) { #""a\#($0)": "a\#($0 + 1) + a0""# },
  ]

  @Test(arguments: circles) func `a long circle is shown by its first members`(kind: Kind) throws {
    var validation = Validation()
    let text = kind.text(kind.count) + (kind.testDescription.contains("let") ? "] }" : "")
    validation.check(Array(text.utf8), as: "A.state.json")
    let found = validation.report.findings[0].diagnostics
    let messages = found.map { DiagnosticRenderer.english.message($0) }
    #expect(messages.contains { $0.contains(" -> … -> `") })
    #expect((messages.map(\.utf8.count).max() ?? 0) < 200)
  }

  @Test func `a text with very many mistakes lists the first and counts the others`() {
    let text = #"{ "state": "\#(String(repeating: #"\q"#, count: 25_000))" }"#
    var validation = Validation()
    validation.check(Array(text.utf8), as: "A.state.json")
    let report = validation.report
    #expect(report.findings[0].diagnostics.count == 5_001)
    #expect(report.counts == "25000 errors")
    let lines = Annotations(.json).print(report).split(separator: "\n")
    #expect(lines.last?.contains("20,000 more mistakes follow; they are not listed") == true)
    let last = Annotations(.short).print(report).split(separator: "\n").last
    #expect(last == "A.state.json: and 24900 more")
  }

  @Test func `very many values of a wrong shape are counted, not kept`() {
    let values = [String](repeating: "1", count: 25_000).joined(separator: ", ")
    var validation = Validation()
    validation.check(
      Array(#"{ "state": "A", "format": 1, "reducer": [\#(values)] }"#.utf8), as: "A.state.json")
    let report = validation.report
    #expect(report.findings[0].diagnostics.count == 5_001)
    #expect(report.counts == "25000 errors")
  }

  /// Each field that is left out is null, so 600 events without data of 600 fields are 360,000
  /// values.
  @Test(arguments: ["int", "int?"])
  func `what commands and raised events leave out is bounded`(type: String) {
    let fields = (0..<600).map { #""f\#($0)": "\#(type)""# }.joined(separator: ", ")
    let raised = Array(repeating: #""again""#, count: 600).joined(separator: ", ")
    var validation = Validation()
    validation.check(
      Array(
        #"""
        { "state": "A", "format": 1,
          "events": { "went": {}, "again": { "from": "self", "carries": { \#(fields) } } },
          "reducer": [{ "on": "went", "raise": [\#(raised)] }, { "on": "again" }] }
        """#.utf8), as: "A.state.json")
    let found = validation.report.findings[0].diagnostics.filter { $0.rule == .jsonLimit }
    #expect(found.map(\.location.pointer.text) == ["/reducer/0/raise/416"])
    #expect(
      found.map(DiagnosticRenderer.english.message) == [
        "commands, raised events and records leave out more than 250,000 fields in all"
      ])
  }

  /// The value of 600 outputs, and the first of them with too many.
  @Test(arguments: [
    (#""T{}""#, 416), ("{}", 416),
    ("\"[" + [String](repeating: "T{}", count: 500).joined(separator: ",") + "][0]\"", 0),
  ])
  func `what records leave out is bounded`(value: String, first: Int) {
    let fields = (0..<600).map { #""f\#($0)": "int?""# }.joined(separator: ", ")
    let outputs = (0..<600).map { number in
      #""o\#(number)": { "kind": "ui", "type": "T", "value": \#(value) }"#
    }.joined(separator: ", ")
    var validation = Validation()
    validation.check(
      Array(
        #"""
        { "state": "A", "format": 1, "types": { "T": { "record": { \#(fields) } } },
          "events": { "went": {} }, "reducer": [{ "on": "went" }], "outputs": { \#(outputs) } }
        """#.utf8), as: "A.state.json")
    let found = validation.report.findings[0].diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.rule) == [.jsonLimit])
    #expect(found.first?.location.pointer.text == "/outputs/o\(first)/value")
  }

  @Test func `paths that may be the same are reported once each, not in pairs`() {
    let paths = (0..<300).map { #""counts[key + 'k\#($0)']": 1"# }.joined(separator: ", ")
    var validation = Validation()
    validation.check(
      Array(
        #"""
        { "state": "A", "format": 1, "events": { "went": {} },
          "properties": { "counts": { "type": "[string: int]", "initial": {} }, "key": { "type": "string", "initial": "''" } },
          "reducer": [{ "on": "went", "set": { \#(paths) } }],
          "outputs": { "count": { "kind": "ui", "type": "int", "value": "size(counts)" } } }
        """#.utf8), as: "A.state.json")
    let found = validation.report.findings[0].diagnostics.filter { $0.rule == .rowDoubleSet }
    #expect(found.count == 299)
  }

  @Test func `a long line is shown around its mark`() {
    let text = #"{ "state": "\#(String(repeating: "é", count: 100_000))\q" }"#
    let counter = StepCounter()
    WorkCount.$receiver.withValue({ counter.add($0) }) {
      var validation = Validation()
      validation.check(Array(text.utf8), as: "A.state.json")
      let shown = Annotations(.text).print(validation.report)
      #expect(shown.contains("A.state.json:1:100013"))
      #expect(shown.contains("| …éééé"))
      #expect(shown.utf8.count < 2_000)
    }
    #expect(counter.steps < 20_000)
  }
}
