import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateModel
import StateProject
import Testing

/// Nothing decides by reading the words of a finding: other words give the same findings.
@Suite struct `Findings are facts` {
  /// The bad examples of all rules, and the broken files of the transcripts.
  private static let corpus: [(name: String, bytes: [UInt8])] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StatesTests/Files/wrong").standardizedFileURL
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let wrong = names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map { (name, Array($0)) }
    }
    return Rule.all.map { ($0.bad.name, Array($0.bad.text.utf8)) } + wrong
  }()

  private func findings(_ file: (name: String, bytes: [UInt8])) -> [FileFindings] {
    var checker = FileChecker()
    checker.check(file.bytes, as: "/nowhere/" + file.name)
    return checker.files.map(\.findings)
  }

  /// The lines of the JSON report without words: rule, severity, location, fingerprint.
  private func report(_ files: [FileFindings], _ renderer: DiagnosticRenderer) -> [String] {
    Annotations(.json, renderer: renderer).print(files).split(separator: "\n").map { line in
      guard case .object(let members)? = JSONDocument(Array(line.utf8)).json else { return "" }
      let words: Set = ["message", "notes", "fixes"]
      return members.filter { !words.contains($0.key) }.map { "\($0.key) \($0.value.text)" }
        .joined(separator: " ")
    }
  }

  @Test func `the same findings are reported in the names of the cases`() {
    var count = 0
    for file in Self.corpus {
      let files = findings(file)
      let english = report(files, .english)
      #expect(report(files, .caseNames) == english, "\(file.name)")
      count += english.count
    }
    #expect(count > 80)
  }

  @Test func `a case name has no words of the file`() throws {
    for file in Self.corpus {
      for diagnostic in findings(file).flatMap(\.diagnostics) {
        let name = DiagnosticRenderer.caseNames.message(diagnostic)
        #expect(name.wholeMatch(of: /[a-zA-Z]+(\.[a-zA-Z0-9]+)?/) != nil, "\(name)")
        #expect(DiagnosticRenderer.caseNames.label(diagnostic) == nil)
      }
    }
  }

  @Test func `loading a broken definition throws its findings as facts`() throws {
    let text =
      #"{ "state": "A", "format": 1, "outputs": { "n": { "kind": "ui", "type": "int", "value": "x" } } }"#
    let error = #expect(throws: LoadError.self) {
      try DefinitionFile.read(text, as: "A.state.json")
    }
    let finding = try #require(error?.findings.first)
    #expect(finding.diagnostic.rule == .nameUnknown)
    #expect(finding.diagnostic.location.pointer == Pointer("/outputs/n/value"))
    #expect(finding.diagnostic.problem.arguments == ["x"])
  }
}
