import Foundation
import StateFiles
import StateTables
import Testing

@testable import states

/// What is said of a rule is true: each bad example has its finding, each good one has none.
@Suite struct `Rules and their examples` {
  struct Finding: Equatable, CustomStringConvertible {
    let file: String
    let rule: String
    let range: Range<Int>
    let says: String

    var description: String { "@\(file) \(rule) \(range.lowerBound)-\(range.upperBound) \(says)@" }
  }

  /// All that a validation of the example's file, or of its folder, finds.
  private func findings(_ example: Example, _ rule: Rule) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rules-\(UUID().uuidString)/Definitions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    for file in [example] + example.beside {
      let place = folder.appending(path: file.name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: place)
    }
    let path = folder.path + (example.isFolder ? "" : "/" + example.name)
    let report: Report
    if rule.id == "spec/failed" {
      var testing = SpecTesting(threshold: nil)
      testing.run(FileSearch([path], kinds: [.spec]))
      report = testing.report
    } else if rule.id.hasPrefix("docs/") {
      var batch = DocumentBatch(diagrams: folder.path, isChecking: true)
      batch.fill(MarkdownSearch([path]))
      report = batch.report
    } else if rule.id == "diagram/run" {
      report = try afterAllEvents(path)
    } else if let before = example.beside.first, before.name.hasPrefix("before/") {
      var comparing = Comparing(permitted: [], oldName: "origin/main")
      comparing.compare("\(folder.path)/\(before.name)", path)
      report = comparing.report
    } else {
      var validation = Validation(
        exploring: rule.severity == .note ? Exploring.everything : Exploring.definition,
        styling: { _ in rule.id == "style/format" })
      validation.check(FileSearch([path], kinds: [.definition, .types, .spec]))
      report = validation.report
    }
    return report.findings.flatMap { file in
      file.diagnostics.map { diagnostic in
        #expect(diagnostic.severity == rule.severity)
        return Finding(
          file: String(file.path.dropFirst(folder.path.utf8.count + 1)), rule: diagnostic.rule,
          range: file.map.range(of: diagnostic.place), says: diagnostic.message)
      }
    }
  }

  /// A run that sends each event once.
  private func afterAllEvents(_ path: String) throws -> Report {
    var validation = Validation()
    let checked = validation.check(path)
    let file = try #require(checked)
    let definition = try #require(file.definition)
    let events = definition.events.map { Spec.Occurrence.event(Spec.Call(name: $0.name)) }
    var diagnostics: [Diagnostic] = []
    do {
      _ = try Situation(definition, inputs: [], after: events)
    } catch {
      diagnostics = [error.diagnostic(in: definition.definition)]
    }
    return Report([FileFindings(path: path, map: file.file.map, diagnostics: diagnostics)])
  }

  @Test(arguments: AllChecks.rules)
  func `the bad example has exactly its finding, at its mark`(_ rule: Rule) throws {
    let range = rule.bad.range ?? 0..<0
    let expected = Finding(file: rule.bad.name, rule: rule.id, range: range, says: rule.says)
    let found = try findings(rule.bad, rule)
    #expect(found == [expected], "\(found)")
  }

  @Test(arguments: AllChecks.rules)
  func `the good example has none`(_ rule: Rule) throws {
    let found = try findings(rule.good, rule)
    #expect(found == [], "\(found)")
  }

  @Test func `no id is there twice`() {
    let ids = AllChecks.rules.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `the page is what the rules say`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Definitions/RULES.md")
    #expect(
      try String(contentsOf: page, encoding: .utf8) == RuleReference().page,
      "states rules --format markdown > Definitions/RULES.md")
  }
}

extension Rule: CustomTestStringConvertible {
  package var testDescription: String { id }
}
