import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateLinking
import StateModel
import StateProject
import Testing

@testable import StateExploration

/// The project's own example definitions are explored like any other.
@Suite struct `Definitions explored` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions").path

  @Test func `have no findings but notes, and the same on every run`() {
    func run() -> [String] {
      var validation = Validation { definition, spec, path, _ in
        var limits = SemanticChecks.Limits()
        limits.hasNotes = true
        return SemanticChecks.diagnostics(of: definition, spec: spec, path: path, limits: limits)
      }
      validation.check(
        FileSearch([Self.folder], kinds: [.definition, .types, .spec]))
      return validation.files.flatMap { file in
        file.findings.diagnostics.map { "\($0.severity) \($0.problem) \($0.notes)" }
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
      guard let context = try? ExplorationContext(checked, spec: nil, path: "x", limits: .init())
      else { continue }
      explored += 1
      #expect(context.exploration.edges.count <= 2_000)
      #expect(context.exploration.nodes.count <= 10_000)
      if context.isProof { complete += 1 }
    }
    #expect(explored > 15)
    #expect(complete >= 5)
  }
}

/// Each part of a definition may be within its limits while all parts together are too large.
@Suite struct `The total size of a definition` {
  private static func found(inputs count: Int) throws -> [Diagnostic] {
    var definition = Definition(name: "Wide")
    definition.inputs = (0..<count).map { .init(name: "number\($0)", type: "int") }
    let checked = try #require(definition.checked().checked)
    return SemanticChecks.diagnostics(
      of: checked, spec: nil, path: "Wide.state.json", limits: .init())
  }

  @Test func `is reported if it exceeds a program`() throws {
    let found = try Self.found(inputs: 70_000)
    #expect(found.map(\.rule) == [.jsonLimit])
    #expect(
      found.map(DiagnosticRenderer.english.message) == [
        "`Wide` is larger as a whole than a program can be"
      ])
    #expect(found.first?.location.pointer.text == "/state")
  }

  @Test func `is not reported below that`() throws {
    #expect(try Self.found(inputs: 7_000) == [])
  }
}
