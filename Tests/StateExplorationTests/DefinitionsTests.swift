import Foundation
import StateFiles
import StateTables
import Testing

@testable import StateExploration

/// The project's own example definitions are explored like any other.
@Suite struct `Definitions explored` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions").path

  @Test func `have no findings but notes, and the same on every run`() {
    func run() -> [String] {
      var validation = Validation { definition, spec, path, _ in
        var limits = Semantics.Limits()
        limits.hasNotes = true
        return Semantics.diagnostics(of: definition, spec: spec, path: path, limits: limits)
      }
      validation.check(
        FileSearch([Self.folder], kinds: [.definition, .types, .spec]))
      return validation.files.flatMap { file in
        file.findings.diagnostics.map { "\($0.severity) \($0.rule) \($0.message) \($0.notes)" }
      }
    }
    let found = run()
    #expect(found.filter { !$0.hasPrefix("note") } == [])
    #expect(found.count > 5)
    #expect(run() == found)
  }

  @Test func `are tried within the bounds`() {
    var validation = Validation()
    validation.check(FileSearch([Self.folder], kinds: [.definition]))
    let definitions = validation.files.compactMap(\.definition)
    #expect(definitions.count > 20)
    var complete = 0
    var explored = 0
    for checked in definitions {
      // Without goals there is no exploration.
      guard let ground = Ground(checked, spec: nil, path: "x", limits: .init()) else { continue }
      explored += 1
      #expect(ground.exploration.edges.count <= 2_000)
      #expect(ground.exploration.nodes.count <= 10_000)
      if ground.isProof { complete += 1 }
    }
    #expect(explored > 15)
    #expect(complete >= 5)
  }
}
