import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import StateProject
import Testing

@Suite struct `Project files` {
  /// An event that no row takes (a warning), and no spec (a note).
  private static let definition = #"""
    { "state": "A", "format": 1, "events": { "tapped": {} }, "reducer": [],
      "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
    """#

  private func report(
    _ files: [String: String], _ source: ProjectSettings.Source = .nearest,
    least: Diagnostic.Severity = .error
  ) throws -> [String] {
    let folder = try TemporaryFolder(files)
    var validation = Validation()
    validation.check(FileSearch([folder.path], kinds: [.definition, .types, .spec]))
    var settings = ProjectSettings(source, least: least)
    let report = settings.settled(validation.report)
    return Annotations(.short).print(report).split(separator: "\n").map {
      String($0).replacing(folder.path + "/", with: "")
    } + report.remarks + report.failures
  }

  @Test(arguments: [
    ("minimal", 0, ["1 warning not shown", "1 note not shown"]),
    ("recommended", 1, ["1 note not shown"]), ("strict", 2, []),
  ])
  func `set which findings are reported`(checks: String, count: Int, remarks: [String]) throws {
    let found = try report([
      "A.state.json": Self.definition, "states.json": #"{ "checks": "\#(checks)" }"#,
    ])
    #expect(found.count { $0.contains("A.state.json") } == count)
    #expect(found.suffix(remarks.count) == remarks[...])
  }

  @Test(arguments: ProjectFile.Checks.allCases.map(\.rawValue)) func `accept all words`(
    checks: String
  ) throws {
    let levels = zip(["row/*", "event/*", "state/*", "name/*"], ProjectFile.Level.allCases)
    let severity = levels.map { "\"\($0)\": \"\($1.rawValue)\"" }.joined(separator: ", ")
    let text = "{ \"checks\": \"\(checks)\", \"severity\": { \(severity) } }"
    #expect(try report(["states.json": text]).filter { $0.contains("states.json") } == [])
  }

  @Test func `with a pattern that matches nothing are reported, and count`() throws {
    let found = try report([
      "A.state.json": Self.definition, "old/B.state.json": Self.definition,
      "states.json": #"""
      { "files": [ { "paths": ["old", "A.*", "Lagacy/**"], "checks": "minimal" },
                   { "paths": "gone", "checks": "strict" } ] }
      """#,
    ])
    #expect(
      found.filter { $0.contains("states.json") } == [
        "states.json:1:41: warning: `Lagacy/**` matches no file of this project, so these settings are not used [name/unknown]",
        "states.json:2:26: warning: `gone` matches no file of this project, so these settings are not used [name/unknown]",
      ])
    #expect(!found.contains { $0.contains("[event/unhandled]") })
  }

  @Test func `with an error configure nothing`() throws {
    let found = try report([
      "A.state.json": Self.definition,
      "states.json": #"{ "check": "strict", "severity": { "event/*": "off" } }"#,
    ])
    #expect(found.count == 3)
    #expect(found.first?.contains("[event/unhandled]") == true)
    #expect(found.contains { $0.contains("unknown key `check`; did you mean `checks`?") })
    #expect(found.last == "1 note not shown")
  }

  @Test func `are not needed: errors and warnings are reported, and findings that fail the run`()
    throws
  {
    let files = ["A.state.json": Self.definition]
    #expect(try report(files).count { $0.contains("A.state.json") } == 1)
    #expect(try report(files, least: .note).count { $0.contains("A.state.json") } == 2)
  }

  @Test(arguments: [
    (#""event/unhandled": "error""#, "error"), (#""event/*": "note""#, "note"),
    (#""event/*": "off", "event/unhandled": "warning""#, "warning"),
    (#""event/unhandled": "off""#, nil),
  ])
  func `set the severity of a rule, or of its group`(line: String, severity: String?) throws {
    let found = try report([
      "A.state.json": Self.definition, "states.json": "{ \"severity\": { \(line) } }",
    ]).first { $0.contains("[event/unhandled]") }
    #expect(found?.split(separator: " ")[1] == severity.map { "\($0):"[...] })
  }

  @Test(arguments: [
    ("old/**", true), ("old", true), ("**/A.state.json", true), ("new/*", false), ("A*", false),
  ])
  func `may set it for some files`(pattern: String, isCovered: Bool) throws {
    let found = try report([
      "old/x/A.state.json": Self.definition,
      "states.json":
        #"{ "files": [{ "paths": "\#(pattern)", "severity": { "event/unhandled": "off" } }] }"#,
    ])
    #expect(found.contains { $0.contains("[event/unhandled]") } == !isCovered)
  }

  @Test func `count for the files below them: the nearest wins`() throws {
    let found = try report([
      "states.json": #"{ "severity": { "event/unhandled": "off" } }"#,
      "A.state.json": Self.definition,
      "near/states.json": #"{ "severity": { "event/unhandled": "error" } }"#,
      "near/A.state.json": Self.definition,
    ]).filter { $0.contains("[event/unhandled]") }
    #expect(found.map { $0.hasPrefix("near/") && $0.contains(": error: ") } == [true])
  }

  @Test func `can be named, or left out`() throws {
    let folder = try TemporaryFolder(["off.json": #"{ "severity": { "event/*": "off" } }"#])
    let files = [
      "A.state.json": Self.definition, "states.json": #"{ "severity": { "event/*": "error" } }"#,
    ]
    let named = try report(files, .file("\(folder.path)/off.json"))
    #expect(!named.contains { $0.contains("[event/unhandled]") })
    #expect(try report(files, .none).contains { $0.contains("warning: no row takes") })
    #expect(try report(files, .file("nowhere.json")).last == "`nowhere.json` does not exist")
  }

  @Test(arguments: [
    (#"{ "chekcs": "strict" }"#, "1:4: error: unknown key `chekcs`; did you mean `checks`?"),
    (#"{ "checks": "strickt" }"#, "1:14: error: `checks` must be `minimal`, `recommended` or"),
    (
      #"{ "severity": { "event/unhandeld": "off" } }"#,
      "1:18: error: no rule is named `event/unhandeld`; did you mean `event/unhandled`?"
    ),
    (
      #"{ "severity": { "name/unknown": "off" } }"#,
      "1:34: error: `name/unknown` is an error, and stays one"
    ),
    (#"{ "files": [{ "checks": "strict" }] }"#, "1:13: error: this entry has no `paths`"),
    (#"{ "files": [{ "paths": [] }] }"#, "1:16: error: `paths` names nothing"),
    ("[", "1:1: error: this array has no end"),
  ])
  func `are read as strictly as definitions`(text: String, message: String) throws {
    let found = try report(["A.state.json": Self.definition, "states.json": text])
    #expect(found.count { $0.hasPrefix("states.json:" + message) } == 1, "\(found)")
    #expect(found.count { $0.hasPrefix("states.json") } == 1)
  }

  @Test func `are judged even where nothing else is wrong`() throws {
    let types = #"{ "format": 1, "types": { "T": { "enum": ["a"] } } }"#
    let found = try report(["T.types.json": types, "states.json": "[]"])
    #expect(
      found == [
        "states.json:1:1: error: a project file must be an object, found an array [shape/wrong-type]"
      ])
  }

  @Test func `may be empty, and then only mark the folder`() throws {
    let found = try report(["A.state.json": Self.definition, "states.json": ""])
    #expect(!found.contains { $0.hasPrefix("states.json") })
  }

  @Test func `never make less of an error, but of a break`() {
    let project = ProjectFile()
    #expect(project.severity(of: "name/unknown", .error, in: "A") == .error)
    #expect(project.severity(of: "x/y", .note, in: "A") == nil)
    #expect(project.severity(of: "x/y", .note, in: "A", least: .note) == .note)
  }
}

@Suite struct `Baselines` {
  private static let wrong = #"""
    { "state": "A", "format": 1, "events": { "tapped": {}, "swiped": {}, "left": {} },
      "reducer": [{ "on": "left" }],
      "outputs": { "o": { "kind": "ui", "type": "int", "value": "1" } } }
    """#

  private func report(_ folder: TemporaryFolder) -> Report {
    var validation = Validation()
    validation.check(FileSearch([folder.path], kinds: [.definition, .types, .spec]))
    var settings = ProjectSettings(.none)
    return settings.settled(validation.report)
  }

  @Test func `hide known findings, report new ones, count resolved ones`() throws {
    let folder = try TemporaryFolder(["A.state.json": Self.wrong])
    try folder.write(Baseline(report(folder)).text, "known.json")
    let (known, findings) = try Baseline.read("\(folder.path)/known.json")
    #expect(findings.diagnostics.isEmpty)
    #expect(known.count == 2)
    let same = known.settled(report(folder))
    #expect(same.findings.flatMap(\.diagnostics) == [])
    #expect(same.remarks.suffix(1) == ["2 known"])

    try folder.write(Self.wrong.replacing("swiped", with: "pinched"), "A.state.json")
    let other = known.settled(report(folder))
    #expect(other.findings.flatMap(\.diagnostics).map(\.message).count == 1)
    #expect(other.remarks.suffix(2) == ["1 known", "1 resolved"])
  }

  @Test(arguments: [
    ("{", "json/syntax"), ("[]", "shape/wrong-type"), (#"{ "format": 1 }"#, "shape/missing-key"),
    (#"{ "format": 1, "findings": [{ "file": "A" }] }"#, "shape/missing-key"),
  ])
  func `that are broken are reported`(text: String, rule: RuleID) throws {
    let folder = try TemporaryFolder(["known.json": text])
    let (_, findings) = try Baseline.read("\(folder.path)/known.json")
    #expect(findings.diagnostics.first?.rule == rule)
  }

  @Test func `that are not there are an error`() {
    #expect(throws: FileError.self) { try Baseline.read("nowhere.json") }
  }
}
