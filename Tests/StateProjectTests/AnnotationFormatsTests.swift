import DiagnosticTexts
import StateFiles
import StateModel
import StateProject
import Testing

/// A message with everything that some format escapes.
private let nasty = "50 % of `a:b,c`\r\n<\"&'>\t\u{1B}[2J\u{202E}"

private func finding(
  _ message: String, path: String = "A:1,b.state.json", severity: Diagnostic.Severity = .error,
  help: String? = nil
) -> FileFindings {
  let document = JSONDocument(Array(#"{ "state": "A" }"#.utf8))
  return FileFindings(
    path: path, map: document.map,
    diagnostics: [
      Diagnostic(
        rule: "name/unknown", severity: severity, message: message, at: .init("/state"),
        help: help)
    ])
}

@Suite struct `Formats of diagnostics` {
  @Test func `a GitHub command stays one line, whatever the message holds`() {
    let text = Annotations(.github).print([finding(nasty, help: "100 %\nsure")])
    let location = "file=A%3A1%2Cb.state.json,line=1,col=13,endLine=1,endColumn=14"
    #expect(
      text
        == "::error \(location),title=name/unknown::50 %25 of `a:b,c`%0D%0A<\"&'>\\t\\u{1B}[2J\\u{202E}"
        + "%0Ahelp: 100 %25%0Asure\n")
    #expect(text.utf8.count { $0 == 0x0A || $0 == 0x0D } == 1)
  }

  @Test(arguments: [
    (Diagnostic.Severity.error, "::error ", "major"), (.warning, "::warning ", "minor"),
    (.note, "::notice ", "info"),
  ])
  func `each severity has its word`(severity: Diagnostic.Severity, github: String, gitlab: String) {
    let files = [finding("m", severity: severity)]
    #expect(Annotations(.github).print(files).hasPrefix(github))
    #expect(Annotations(.gitlab).print(files).contains(#""severity": "\#(gitlab)""#))
    #expect(Annotations(.sarif).print(files).contains(#""level": "\#(severity.rawValue)""#))
  }

  @Test func `XML holds no character that XML forbids`() {
    let text = Annotations(.junit).print([finding(nasty)])
    let escaped = "50 % of `a:b,c`&#13;&#10;&lt;&quot;&amp;'&gt;&#9;\u{FFFD}[2J&#x202E;"
    #expect(text.contains("<failure message=\"\(escaped)\" type=\"name/unknown\">"))
  }

  @Test func `JUnit counts the findings that fail the run`() {
    let files = [finding("m", severity: .warning)]
    let lenient = Annotations(.junit).print(files)
    #expect(lenient.contains(#"tests="1" failures="0""#) && lenient.contains("<system-out>"))
    let strict = Annotations(.junit, failingOn: .warning).print(files)
    #expect(strict.contains(#"tests="1" failures="1""#) && strict.contains("<failure "))
  }

  @Test func `JUnit lists a failed case once, whatever severity its rule has in the project`() {
    let map = JSONDocument(Array(#"{ "spec": "A" }"#.utf8)).map
    let failure = Diagnostic(
      rule: "spec/failed", severity: .error, message: "m", at: .init("/spec"))
    var warning = failure
    warning.severity = .warning
    let findings = FileFindings(
      path: "A.spec.json", map: map, diagnostics: [warning],
      cases: [CaseResult(title: "c", .failed(failure))])
    let text = Annotations(.junit).print([findings])
    #expect(text.contains(#"<testsuite name="A.spec.json" tests="1" failures="1""#))
  }

  @Test(arguments: [AnnotationFormat.json, .sarif, .junit, .github, .gitlab])
  func `a report lists the first findings of a file and counts the others`(
    format: AnnotationFormat
  ) {
    let map = JSONDocument(Array(#"{ "state": "A" }"#.utf8)).map
    let diagnostics = (0..<15_002).map { index in
      Diagnostic(
        rule: "name/unknown", severity: index < 5_001 ? .error : .warning, message: "abc",
        at: .init("/state"))
    }
    let findings = FileFindings(path: "A.state.json", map: map, diagnostics: diagnostics)
    let text = Annotations(format).print([findings])
    #expect(text.split(separator: "abc").count < 30_003)
    #expect(text.contains("1 more mistake follows; it is not listed"))
    #expect(text.contains("10,001 more mistakes follow; they are not listed"))
  }

  @Test(arguments: [AnnotationFormat.text, .json, .sarif])
  func `a finding lists its first notes and counts the others`(format: AnnotationFormat) {
    let map = JSONDocument(Array(#"{ "state": "A" }"#.utf8)).map
    var diagnostic = Diagnostic(
      rule: "name/unknown", severity: .error, message: "abc", at: .init("/state"))
    for number in 0..<250 { diagnostic.add(.mention("use \(number).", at: .init("/state"))) }
    let findings = FileFindings(path: "A.state.json", map: map, diagnostics: [diagnostic])
    let text = Annotations(format).print([findings])
    #expect(text.contains("use 99."))
    #expect(!text.contains("use 100."))
    #expect(text.contains("and 150 more"), "\(text.suffix(300))")
  }

  @Test func `failures are printed where a format has room for them`() {
    let report = Report([], failures: ["`x` does not exist"])
    #expect(Annotations(.junit).print(report).contains("<error message=\"`x` does not exist\""))
    #expect(Annotations(.sarif).print(report).contains(#""executionSuccessful": false"#))
  }

  @Test func `a path becomes a relative URI`() {
    let text = Annotations(.sarif).print([finding("m", path: "a b/ü#1.state.json")])
    #expect(
      text.contains(#""uri": "a%20b/%C3%BC%231.state.json", "uriBaseId": "%SRCROOT%""#))
    #expect(Annotations(.sarif).print([finding("m", path: "/no/A.json")]).contains("file:///no/A"))
  }

  @Test func `the text of a fix is what goes into the file`() {
    let document = JSONDocument(Array(#"{ "state": "A" }"#.utf8))
    let location = Diagnostic.Location("/state")
    let diagnostic = Diagnostic(
      rule: "row/gap", severity: .error, message: "m", at: location,
      fix: .write("\"\n", at: location, isSafe: true))
    let files = [FileFindings(path: "A", map: document.map, diagnostics: [diagnostic])]
    #expect(Annotations(.json).print(files).contains(#""text": "\\\"\\n""#))
    #expect(Annotations(.sarif).print(files).contains(#""text": "\\\"\\n""#))
  }

  @Test func `nothing found is an empty report, not an empty file, where that is no JSON`() {
    #expect(Annotations(.gitlab).print([]) == "[]\n")
    #expect(Annotations(.json).print([]) == "")
    #expect(Annotations(.github).print([]) == "")
  }
}

@Suite struct `Fingerprints of findings` {
  private static let text = #"""
    { "state": "A", "format": 1,
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "tapped": {}, "cleared": {} },
      "reducer": [
        { "on": "tapped", "set": { "cuont": "1" } },
        { "on": "cleared", "set": { "conut": "1" } },
        { "on": "cleared", "set": { "coutn": "1", "coumt": "2" } }
      ] }
    """#

  private func fingerprints(_ text: String, as path: String = "A.state.json") -> [String] {
    var validation = Validation()
    validation.check(Array(text.utf8), as: path)
    return validation.report.findings.flatMap { file in
      zip(file.diagnostics, file.fingerprints).filter { $0.0.severity == .error }.map(\.1)
    }
  }

  @Test func `are all different`() {
    let all = fingerprints(Self.text)
    #expect(all.count == 4)
    #expect(Set(all).count == 4)
    #expect(all.allSatisfy { $0.utf8.count == 32 })
  }

  @Test func `do not change when ten lines are put on top`() {
    let shifted = String(repeating: "\n", count: 10) + Self.text
    #expect(fingerprints(shifted) == fingerprints(Self.text))
  }

  @Test func `do not change when a row is put in between`() {
    let row = #"{ "on": "tapped", "if": "count > 1", "set": { "count": "1" } },"#
    let longer = Self.text.replacing(#""reducer": ["#, with: #""reducer": [ \#(row)"#)
    let before = fingerprints(Self.text)
    let after = fingerprints(longer)
    #expect(after.count == 4)
    #expect(after.dropFirst() == before.dropFirst())
    #expect(after.first != before.first, "the second row of an event has another name")
  }

  @Test func `of equal findings are numbered`() {
    let document = JSONDocument(Array(#"{ "state": "A" }"#.utf8))
    let one = Diagnostic(rule: "row/gap", severity: .note, message: "m", at: .init("/state"))
    let files = FileFindings(path: "A", map: document.map, diagnostics: [one, one, one])
    let all = files.fingerprints
    #expect(all[1] == all[0] + ":2" && all[2] == all[0] + ":3")
  }

  @Test func `belong to a file`() {
    #expect(fingerprints(Self.text) != fingerprints(Self.text, as: "x/A.state.json"))
  }
}
