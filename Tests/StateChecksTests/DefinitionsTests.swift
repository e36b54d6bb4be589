import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateModel
import Testing

@Suite struct DefinitionsTests {
  @Test func `every definition of ours passes its checks`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Definitions").path
    let names = try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    #expect(names.count > 10)
    for name in names where name.hasSuffix(".state.json") || name.hasSuffix(".types.json") {
      var folder = DefinitionFolder()
      let file = try folder.file(at: root + "/" + name)
      let used = folder.usedFiles(of: file)
      var diagnostics = file.diagnostics + used.diagnostics
      switch file.content {
      case .definition(let definition):
        let result = definition.checked(with: used.files)
        diagnostics += result.diagnostics
        #expect(result.checked != nil, "\(name)")
      case .types(let types): diagnostics += types.checked(with: used.files)
      case .spec, .unreadable: Issue.record("\(name) cannot be read")
      }
      for diagnostic in diagnostics {
        Issue.record(
          "\(name): \(diagnostic.rule) \(diagnostic.location.pointer): \(diagnostic.message) \(diagnostic.location.range.map { "\($0)" } ?? "")"
        )
      }
    }
  }
}
