import CEL
import DiagnosticTexts
import StateModel
import StateProject
import Testing

@testable import StateFiles

/// Keys, shapes and files of other formats: the advice, followed to the letter, gives a valid file.
@Suite struct `Foreign formats` {
  /// A file with the sections of an example, and with what else it needs.
  private func text(_ sections: String, of row: ForeignKey?, isSpec: Bool = false) -> String {
    let base: [(String, String)] =
      isSpec
      ? [("spec", "\"S\"")]
      : [
        ("state", "\"S\""), ("format", "1"),
        ("properties", #"{ "n": { "type": "int", "initial": 0 } }"#), ("events", #"{ "go": {} }"#),
        ("commands", #"{ "load": {} }"#),
        ("outputs", #"{ "count": { "kind": "ui", "type": "int", "value": "0" } }"#),
      ]
    let given = Set(JSONDocument(Array("{ \(sections) }".utf8)).json?.members.map(\.key) ?? [])
    let own = row?.own ?? []
    let left = base.filter { key, _ in
      !given.contains(key)
        && !(own.contains(key) && row?.keys.contains { given.contains($0) } == true)
    }
    return "{ \((left.map { "\"\($0)\": \($1)" } + [sections]).joined(separator: ", ")) }"
  }

  private func findings(_ text: String, isSpec: Bool = false) -> [Diagnostic] {
    file(text, isSpec: isSpec).flatMap(\.diagnostics).filter { $0.severity == .error }
  }

  private func file(_ text: String, isSpec: Bool) -> [FileFindings] {
    var checker = FileChecker()
    if isSpec {
      checker.check(Array(self.text(#""reducer": []"#, of: nil).utf8), as: "/S.state.json")
    }
    let path = isSpec ? "/S.spec.json" : "/S.state.json"
    checker.check(Array(text.utf8), as: path)
    return checker.files.filter { $0.file.path == path }.map(\.findings)
  }

  @Test(arguments: ForeignKey.all.indices)
  func `a key gives one finding, and its advice a valid file`(_ index: Int) throws {
    let row = ForeignKey.all[index]
    let wrong = text(row.example.wrong, of: row, isSpec: row.example.isSpec)
    let found = findings(wrong, isSpec: row.example.isSpec)
    let finding = try #require(found.first, "\(wrong)")
    #expect(found.count == 1, "\(wrong) \(found.map(\.message))")
    #expect(
      finding.location.pointer.steps.last.map(row.keys.contains) ?? false)
    let right: String
    if let example = row.example.right {
      right = text(example, of: row, isSpec: row.example.isSpec)
      try follow(try #require(finding.help, "\(wrong)"), right)
    } else {
      let fix = try #require(finding.fix, "\(wrong) \(finding.message)")
      let map = try #require(file(wrong, isSpec: row.example.isSpec).first).map
      let range = map.range(of: fix.location)
      right = String(
        decoding: map.bytes[..<range.lowerBound] + Array(fix.replacement.utf8)
          + map.bytes[range.upperBound...], as: UTF8.self)
    }
    #expect(findings(right, isSpec: row.example.isSpec).map(\.message) == [], "\(right)")
  }

  /// Whether a text has the snippet that a help proposes.
  private func follow(_ help: String, _ text: String) throws {
    for lead in ["write a row: ", "write "] where help.hasPrefix(lead) {
      let snippet = help.dropFirst(lead.count).prefix { $0 != "…" && $0 != ";" }
      if !snippet.hasPrefix("\"") && !snippet.hasPrefix("{") && !snippet.hasPrefix("[") { return }
      let plain = snippet.replacing(" ", with: "")
      #expect(text.replacing(" ", with: "").contains(plain), "\(help)")
      return
    }
  }

  @Test(arguments: ForeignShape.all.indices)
  func `a shape gives one finding, and its advice a valid file`(_ index: Int) throws {
    let row = ForeignShape.all[index]
    let found = findings(text(row.wrong, of: nil))
    #expect(found.count == 1, "\(row.wrong) \(found.map(\.message))")
    let help = try #require(found.first?.help, "\(row.wrong)")
    let right = text(row.right, of: nil)
    try follow(help, right)
    #expect(findings(right).map(\.message) == [], "\(right)")
  }

  @Test func `a key of the row inside set is named`() throws {
    let states = #""states": [{ "state": "a" }, { "state": "b" }], "initial": "a", "#
    let found = findings(
      text(
        states + #""reducer": [{ "in": "a", "on": "go", "set": { "n": 1, "goTo": "b" } }]"#,
        of: nil))
    #expect(found.map(\.message) == ["`goTo` is a key of the row, not a value to set"])
    #expect(found.first?.help == #"write it beside `set`: "set": { "n": 1 }, "goTo": "b""#)
  }

  @Test(arguments: ForeignFile.table.indices)
  func `a whole file is named`(_ index: Int) {
    let row = ForeignFile.table[index]
    let found = findings(row.example)
    #expect(found.map(\.problem) == [.json(.foreign(row.format))])
  }

  @Test(arguments: [
    (
      "/S.state.json", #"{ "spec": "S", "cases": [] }"#, "this is a spec, in a file of a definition"
    ),
    (
      "/S.spec.json", #"{ "state": "S", "format": 1 }"#,
      "this is a definition, in a file of a spec"
    ),
    (
      "/S.types.json", #"{ "state": "S", "format": 1 }"#,
      "this is a definition, in a file of types"
    ),
    (
      "/S.state.json",
      #"{ "id": "s", "initial": "a", "states": { "a": { "on": { "go": "b" } }, "b": {} } }"#,
      "this looks like an XState machine"
    ),
  ])
  func `a file of another kind is named`(_ path: String, _ text: String, _ message: String) {
    var checker = FileChecker()
    checker.check(Array(text.utf8), as: path)
    #expect(checker.files.flatMap(\.findings.diagnostics).map(\.message) == [message])
  }
}
