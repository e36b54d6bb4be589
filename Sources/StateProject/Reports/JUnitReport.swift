import StateFiles
import StateModel

/// Diagnostics and cases as JUnit's XML, which every CI shows.
struct JUnitReport {
  private let report: Report
  private let severity: Diagnostic.Severity
  private let renderer: DiagnosticRenderer

  init(
    _ report: Report, failingOn severity: Diagnostic.Severity, _ renderer: DiagnosticRenderer
  ) {
    self.report = report
    self.severity = severity
    self.renderer = renderer
  }

  private struct Suite {
    var name: String
    var tests: [String] = []
    var failureCount = 0
    var errorCount = 0
    var skippedCount = 0
  }

  var text: String {
    var suites = report.findings.map(suite)
    if !report.failures.isEmpty {
      suites.append(
        Suite(
          name: "states",
          tests: report.failures.map { message in
            test(
              "states", "states", #"<error message="\#(XML.attribute(message))" type="states"/>"#)
          }, errorCount: report.failures.count))
    }
    let counts = JUnitReport.counts(
      suites.reduce(0) { $0 + $1.tests.count }, suites.reduce(0) { $0 + $1.failureCount },
      suites.reduce(0) { $0 + $1.errorCount })
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"states\"\(counts)>\n"
    for suite in suites {
      let counts = JUnitReport.counts(suite.tests.count, suite.failureCount, suite.errorCount)
      let skipped = " skipped=\"\(suite.skippedCount)\""
      text += "  <testsuite name=\"\(XML.attribute(suite.name))\"\(counts)\(skipped)>\n"
      text += suite.tests.joined() + "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  /// A file: its cases, then its findings; a file with neither has passed its checks.
  private func suite(_ findings: FileFindings) -> Suite {
    var suite = Suite(name: findings.path)
    for result in findings.cases {
      switch result.outcome {
      case .passed: suite.tests.append(test(result.title, findings.path, nil))
      case .failed(let diagnostic):
        suite.failureCount += 1
        suite.tests.append(test(result.title, findings.path, failure(diagnostic, findings)))
      case .skipped:
        suite.skippedCount += 1
        let reason = "<skipped message=\"the definition has errors\"/>"
        suite.tests.append(test(result.title, findings.path, reason))
      }
    }
    let others = findings.with(findings.diagnostics.filter { $0.rule != .specFailed })
    for diagnostic in others.listed.diagnostics {
      let isFailure = diagnostic.severity >= severity
      if isFailure { suite.failureCount += 1 }
      let remark = "<system-out>\(XML.content(line(diagnostic, findings)))</system-out>"
      let name = "\(diagnostic.rule.rawValue): \(renderer.sentence(diagnostic))"
      suite.tests.append(
        test(name, findings.path, isFailure ? failure(diagnostic, findings) : remark))
    }
    if suite.tests.isEmpty { suite.tests.append(test("checks", findings.path, nil)) }
    return suite
  }

  private func test(_ name: String, _ file: String, _ body: String?) -> String {
    let start =
      "    <testcase name=\"\(XML.attribute(name))\" classname=\"\(XML.attribute(file))\""
    return start + (body.map { ">\n      \($0)\n    </testcase>\n" } ?? "/>\n")
  }

  private func failure(_ diagnostic: Diagnostic, _ findings: FileFindings) -> String {
    let message = XML.attribute(renderer.sentence(diagnostic))
    let type = XML.attribute(diagnostic.rule.rawValue)
    let content = XML.content(line(diagnostic, findings))
    return "<failure message=\"\(message)\" type=\"\(type)\">\(content)</failure>"
  }

  private func line(_ diagnostic: Diagnostic, _ findings: FileFindings) -> String {
    let here = findings.located(diagnostic.location)
    let position = here.map.position(of: here.map.range(of: diagnostic.location).lowerBound)
    let help = renderer.help(diagnostic).map { "\nhelp: \($0)" } ?? ""
    return
      "\(here.path):\(position.line):\(position.column): \(renderer.sentence(diagnostic))\(help)"
  }
}

/// Text inside XML 1.0.
private enum XML {
  static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += isAttribute ? "&#10;" : "\n"
      case "\t": result += isAttribute ? "&#9;" : "\t"
      case "\r": result += "&#13;"
      case " "..."~": result.unicodeScalars.append(scalar)
      case _ where isForbidden(scalar): result += "\u{FFFD}"
      case _ where DisplayText.isHidden(scalar):
        result += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isForbidden(_ scalar: UnicodeScalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
