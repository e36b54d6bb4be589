import StateChecks
import StateFiles
import StateModel

/// Diagnostics as SARIF 2.1.0, which code scanning reads.
struct SARIFLog {
  private let report: Report
  private let renderer: DiagnosticRenderer
  private let rules = RuleID.allCases

  init(_ report: Report, _ renderer: DiagnosticRenderer) {
    self.report = report
    self.renderer = renderer
  }

  var text: String {
    let driver = JSON.objectOf([
      "name": .string("states"), "rules": .array(rules.map(rule)),
    ])
    let run = JSON.objectOf([
      "tool": .objectOf(["driver": driver]),
      "columnKind": .string("unicodeCodePoints"),
      "invocations": report.failures.isEmpty ? nil : .array([invocation]),
      "results": .array(report.findings.map(\.listed).flatMap(results)),
    ])
    let log = JSON.objectOf([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"), "runs": .array([run]),
    ])
    return JSONLayout.text(log)
  }

  /// Written only if the run had failures.
  private var invocation: JSON {
    .objectOf([
      "executionSuccessful": .bool(false),
      "toolExecutionNotifications": .array(
        report.failures.map {
          .objectOf(["level": .string("error"), "message": .objectOf(["text": .string($0)])])
        }),
    ])
  }

  private func rule(_ id: RuleID) -> JSON {
    let rule = Rule(id)
    return .objectOf([
      "id": .string(id.rawValue),
      "shortDescription": .objectOf(["text": .string(SARIFLog.firstSentence(rule.reason))]),
      "help": .objectOf(["text": .string("\(rule.reason)\n\n\(rule.fix)")]),
      "defaultConfiguration": .objectOf(["level": .string(rule.severity.rawValue)]),
    ])
  }

  private static func firstSentence(_ text: String) -> String {
    guard let end = text.firstRange(of: ". ") else { return text }
    return String(text[..<end.lowerBound]) + "."
  }

  private func results(_ findings: FileFindings) -> [JSON] {
    zip(findings.diagnostics, findings.fingerprints).map { diagnostic, fingerprint in
      let related = diagnostic.notes.compactMap { note in
        note.location.map { location($0, findings, message: renderer.message(note)) }
      }
      let further = diagnostic.notes.filter { $0.furtherCount != nil }
      let end = (further.map(renderer.message) + [renderer.help(diagnostic)].compactMap(\.self))
        .map { "\n\($0)" }.joined()
      return .objectOf([
        "ruleId": .string(diagnostic.rule.rawValue),
        "ruleIndex": .number(String(rules.firstIndex(of: diagnostic.rule) ?? -1)),
        "level": .string(diagnostic.severity.rawValue),
        "message": .objectOf(["text": .string(renderer.sentence(diagnostic) + end)]),
        "locations": .array([location(diagnostic.location, findings, message: nil)]),
        "relatedLocations": related.isEmpty ? nil : .array(related),
        "fixes": diagnostic.fix.map { .array([fix($0, findings)]) },
        "partialFingerprints": .objectOf([
          "primaryLocationLineHash": .string(fingerprint), "states/v1": .string(fingerprint),
        ]),
      ])
    }
  }

  private func location(
    _ location: Diagnostic.Location, _ findings: FileFindings, message: String?
  ) -> JSON {
    let there = findings.located(location)
    return .objectOf([
      "physicalLocation": .objectOf([
        "artifactLocation": SARIFLog.artifact(there.path),
        "region": region(there.map.range(of: location), there.map),
      ]),
      "message": message.map { .objectOf(["text": .string($0)]) },
    ])
  }

  private func fix(_ fix: Diagnostic.Fix, _ findings: FileFindings) -> JSON {
    let there = findings.located(fix.location)
    let (replaced, text) = Fixes.edit(fix, in: there.map)
    let replacement = JSON.objectOf([
      "deletedRegion": region(replaced, there.map),
      "insertedContent": .objectOf(["text": .string(text)]),
    ])
    let change = JSON.objectOf([
      "artifactLocation": SARIFLog.artifact(there.path), "replacements": .array([replacement]),
    ])
    return .objectOf([
      "description": .objectOf(["text": .string(renderer.title(fix))]),
      "artifactChanges": .array([change]),
    ])
  }

  private func region(_ range: Range<Int>, _ map: SourceMap) -> JSON {
    let start = map.position(of: range.lowerBound)
    let end = map.position(of: range.upperBound)
    return .objectOf([
      "startLine": .number(String(start.line)), "startColumn": .number(String(start.column)),
      "endLine": .number(String(end.line)), "endColumn": .number(String(end.column)),
    ])
  }

  /// A path in the repository is relative to its root; one outside stays as it is.
  private static func artifact(_ path: String) -> JSON {
    let path = FilePath.inRepository(path)
    let uri = path.utf8.map { byte -> String in
      let isPlain =
        Identifier.isPart(byte) || "-.~/".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
    }.joined()
    if uri.hasPrefix("/") { return .objectOf(["uri": .string("file://" + uri)]) }
    return .objectOf(["uri": .string(uri), "uriBaseId": .string("%SRCROOT%")])
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
  }
}

extension FilePath {
  /// The path as others know it: relative to the folder in which the command runs, if inside.
  static func inRepository(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return plain(path) }
    return Files.shown(Files.resolved(path) ?? plain(path))
  }
}
