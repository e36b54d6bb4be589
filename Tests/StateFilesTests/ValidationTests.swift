import Foundation
import StateFiles
import StateTables
import Testing

/// Checks the files of a folder; gives each finding on a line of its own.
private func findings(_ files: [String: String], _ paths: [String] = ["."]) throws -> [String] {
  let folder = try TemporaryFolder(files)
  var validation = Validation()
  validation.check(
    FileSearch(
      paths.map { "\(folder.path)/\($0)" }, kinds: [.definition, .types, .spec]))
  return Annotations(.short).print(validation.report.findings).split(separator: "\n").map {
    String($0.dropFirst(folder.path.utf8.count + 1))
  } + validation.report.failures
}

@Suite struct `Validation of files` {
  private static let song = #"""
    { "state": "A", "format": 1, "uses": ["T.types.json"],
      "properties": { "x": { "type": "T", "initial": "T.a" } },
      "outputs": { "o": { "kind": "ui", "type": "T", "value": "x" } } }
    """#

  @Test func `checks what a named file uses`() throws {
    let found = try findings(
      [
        "A.state.json": Self.song,
        "T.types.json": #"{ "format": 1, "types": { "T": { "enum": 1 } } }"#,
      ],
      ["A.state.json"])
    #expect(
      found == [
        "T.types.json:1:42: error: `enum` must be an array, found a number [shape/wrong-type]"
      ])
  }

  @Test func `tells definitions without a spec where a folder is checked`() throws {
    let types = #"{ "format": 1, "types": { "T": { "enum": ["a"] } } }"#
    let files = ["A.state.json": Self.song, "T.types.json": types]
    #expect(try findings(files).contains { $0.contains("`A` has no spec [spec/missing]") })
    #expect(try !findings(files, ["A.state.json"]).contains { $0.contains("spec/missing") })
  }

  @Test func `checks a spec against the definition beside it`() throws {
    let found = try findings([
      "A.state.json":
        #"{ "state": "A", "format": 1, "events": { "went": {} }, "reducer": [{ "on": "went" }] }"#,
      "A.spec.json":
        #"{ "spec": "A", "cases": [{ "name": "n", "when": ["f"], "result": "changed" }] }"#,
    ])
    #expect(found.map { $0.hasPrefix("A.spec.json:1:51: error: no event is named `f`") } == [true])
  }

  @Test func `tells two definitions of one name`() throws {
    let text = #"{ "state": "A", "format": 1 }"#
    let found = try findings([
      "Definitions/A.state.json": text, "Definitions/x/A.state.json": text,
    ]).filter { !$0.contains("spec/missing") }
    #expect(
      found == [
        "Definitions/x/A.state.json:1:13: error: two files define `A`: also `../A.state.json` [file/name]"
      ])
  }
}

/// One slip in a good definition gives one diagnostic, where the slip is.
@Suite struct `One mistake` {
  /// A slip: a text of a definition, what is written instead, and what the finding must name.
  struct Slip: CustomTestStringConvertible, Sendable {
    let file: String
    let old: String
    let new: String
    let rule: String

    var testDescription: String { "\(file): \(old) -> \(new)" }
  }

  /// Misspells names of every definition at one place each.
  static let slips: [Slip] = `Definition reader`.files.filter { $0.hasSuffix(".state.json") }
    .flatMap { file -> [Slip] in
      let url = `Definition reader`.folder.appending(path: file)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
      let candidates = [
        Slip(file: file, old: #""reducer":"#, new: #""reducr":"#, rule: "shape/unknown-key"),
        Slip(file: file, old: #""outputs":"#, new: #""outpust":"#, rule: "shape/unknown-key"),
        Slip(file: file, old: #""kind": "ui""#, new: #""kind": "gui""#, rule: "shape/wrong-type"),
        Slip(file: file, old: #""type": "bool""#, new: #""type": "boool""#, rule: "name/unknown"),
        Slip(file: file, old: #""format": 1"#, new: #""format": 2"#, rule: "file/version"),
        Slip(file: file, old: #", "goTo": ""#, new: #", "goTo": "x"#, rule: "name/unknown"),
        Slip(file: file, old: #"{ "on": ""#, new: #"{ "on": "x"#, rule: "name/unknown"),
        Slip(file: file, old: #""emit": [""#, new: #""emit": ["x"#, rule: "name/unknown"),
      ]
      return candidates.filter { text.contains($0.old) }
    }

  @Test(arguments: slips)
  func `gives one diagnostic`(_ slip: Slip) throws {
    // The slip stands beside the good files: only in memory.
    let url = `Definition reader`.folder.appending(path: slip.file)
    var text = try String(contentsOf: url, encoding: .utf8)
    let range = try #require(text.range(of: slip.old))
    text.replaceSubrange(range, with: slip.new)
    var validation = Validation()
    validation.check(Array(text.utf8), as: url.path)
    let errors = validation.report.findings.flatMap(\.diagnostics).filter { $0.severity == .error }
    #expect(errors.map(\.rule) == [slip.rule], "\(errors.map(\.message))")
    let found = try #require(validation.report.findings.first { $0.path == url.path })
    let error = try #require(errors.first)
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let place = found.map.range(of: error.place)
    #expect(place.lowerBound >= start && place.lowerBound < start + slip.new.utf8.count)
  }
}
