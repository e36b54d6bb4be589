import DiagnosticTexts
import Foundation
import StateChecks
import StateCode
import StateFiles
import StateLinking
import StateModel
import StateProject
import Testing

@testable import StateCommands

/// The reference of a rule is correct: each bad example has its finding, each good one has none.
@Suite struct `Rules and their examples` {
  struct Finding: Equatable, CustomStringConvertible {
    let file: String
    let rule: String
    let range: Range<Int>
    let message: String

    var description: String {
      "@\(file) \(rule) \(range.lowerBound)-\(range.upperBound) \(message)@"
    }
  }

  /// The rules whose findings need the folder of the example, not only its file.
  private static let aboutFolders: Set<String> = [
    "output/unused", "spec/missing", "spec/row-uncovered", "spec/output-uncovered",
  ]

  /// All findings of a validation of the example's file, or of its folder.
  private func findings(_ example: Example, _ rule: Rule) throws -> [Finding] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "rules-\(UUID().uuidString)/Definitions")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let written = StaleFiles(rule.id.rawValue)
    let own = written == nil ? [(path: example.name, text: example.text)] : []
    for file in own + example.beside {
      let path = folder.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: path)
    }
    let path =
      folder.path + (Self.aboutFolders.contains(rule.id.rawValue) ? "" : "/" + example.name)
    if let written { return try written.findings(example, in: folder) }
    let report: Report
    if rule.id.rawValue.hasPrefix("exchange/") || rule.id.rawValue.hasPrefix("xml/") {
      report = try Exchange.reading(.scxml, path, into: nil).report
    } else if rule.id == "generate/unsupported" {
      var batch = GenerationBatch(
        .swift, GenerationOptions(), into: folder.path + "/out", isChecking: false)
      batch.generate(FileSearch([path], kinds: [.definition]))
      report = batch.report
    } else if rule.id == "spec/failed" || rule.id == "spec/coverage" {
      var testing = SpecTesting(threshold: rule.id == "spec/coverage" ? 90 : nil)
      testing.run(FileSearch([path], kinds: [.spec]))
      report = testing.report
    } else if rule.id.rawValue.hasPrefix("docs/") {
      var batch = DocumentBatch(diagrams: folder.path, isChecking: true)
      batch.fill(MarkdownSearch([path]))
      report = batch.report
    } else if rule.id == "diagram/run" {
      report = try afterAllEvents(path)
    } else if let before = example.beside.first, before.path.hasPrefix("before/") {
      var comparing = VersionComparison(permitted: [], oldName: "origin/main")
      comparing.compare("\(folder.path)/\(before.path)", path)
      report = comparing.report
    } else {
      var validation = Validation(
        exploring: rule.severity == .note ? BehaviourChecks.everything : BehaviourChecks.definition,
        styling: { _ in rule.id == "style/format" })
      validation.check(FileSearch([path], kinds: [.definition, .types, .spec]))
      report = validation.report
    }
    return report.findings.flatMap { file in
      file.diagnostics.compactMap { diagnostic in
        // A comparison also notes whether everything was tried.
        if diagnostic.severity == .note, diagnostic.rule == "behavior/changed",
          rule.id != "behavior/changed"
        {
          return nil
        }
        #expect(diagnostic.severity == rule.severity)
        return Finding(
          file: String(file.path.dropFirst(folder.path.utf8.count + 1)),
          rule: diagnostic.rule.rawValue,
          range: file.map.range(of: diagnostic.location), message: diagnostic.message)
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
      _ = try DiagramRun(definition, inputs: [], after: events)
    } catch {
      diagnostics = [error.diagnostic(in: definition.definition)]
    }
    return Report([FileFindings(path: path, map: file.file.map, diagnostics: diagnostics)])
  }

  @Test(arguments: Rule.all)
  func `the bad example has exactly its finding, at its mark`(_ rule: Rule) throws {
    let range = rule.bad.range ?? 0..<0
    let expected = Finding(
      file: rule.bad.name, rule: rule.id.rawValue, range: range, message: rule.message)
    let found = try findings(rule.bad, rule)
    #expect(found == [expected], "\(found)")
  }

  @Test(arguments: Rule.all)
  func `the good example has none`(_ rule: Rule) throws {
    let found = try findings(rule.good, rule)
    #expect(found == [], "\(found)")
  }

  @Test func `each id that the sources know can be explained`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let groups = Set(RuleID.allCases.compactMap { $0.rawValue.split(separator: "/").first })
    let literal = try Regex(#""([a-z]+/[a-z-]+)""#, as: (Substring, Substring).self)
    var ids: Set<String> = []
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      ids.formUnion(text.matches(of: literal).map { String($0.output.1) })
    }
    let known = ids.filter { groups.contains($0.split(separator: "/")[0]) }
    #expect(known.count > 100)
    #expect(known.subtracting(Set(RuleID.allCases.map(\.rawValue))) == [])
  }

  @Test func `the page is made from the rules`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Definitions/RULES.md")
    #expect(
      try String(contentsOf: page, encoding: .utf8) == RuleReference().page,
      "states rules --format markdown > Definitions/RULES.md")
  }
}

/// Output files that become stale.
private struct StaleFiles {
  private let command: String
  private let format: String

  init?(_ rule: String) {
    switch rule {
    case "diagram/stale":
      command = "states diagram Coin.state.json --kind flow --output ."
      format = "--findings json"
    case "generate/stale":
      command = "states generate swift Coin.state.json --output ."
      format = "--format json"
    default: return nil
    }
  }

  /// The findings of the command after the example replaces an output file.
  func findings(
    _ example: Example, in folder: URL
  ) throws -> [`Rules and their examples`.Finding] {
    let file = folder.appending(path: example.name)
    let isDefinition = example.beside.isEmpty
    if isDefinition { try Data(example.text.utf8).write(to: file) }
    let written = try Transcript.run(command, in: folder, [:])
    #expect(written.exitCode == 0, "\(written)")
    if !isDefinition { try Data(example.text.utf8).write(to: file) }
    let checked = try Transcript.run("\(command) --check \(format)", in: folder, [:])
    return try checked.lines.filter { !$0.hasPrefix("2> ") }.map { line in
      let json = try #require(JSONDocument(Array(line.utf8)).json)
      func text(_ key: String) throws -> String {
        guard case .object(let members) = json,
          case .string(let text)? = members.first(where: { $0.key == key })?.value
        else { throw CocoaError(.coderValueNotFound) }
        return text
      }
      return .init(
        file: try text("file"), rule: try text("rule"), range: 0..<0, message: try text("message"))
    }
  }
}

extension Rule: CustomTestStringConvertible {
  package var testDescription: String { id.rawValue }
}
