import CEL
import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateModel
import Testing

import struct Vectors.OutsideVectors

@testable import StateInterpreter

/// The external suite of statecharts.
@Suite("Chart vectors") struct ChartSuiteTests {
  static let outOfScope: Set<String> = [
    "invoke", "invoke-done", "ecmascript", "external-file", "http-io", "xml-data", "error-events",
    "invalid-expression", "invalid-location", "internal-transition", "system-variables",
    "send-target", "send-type", "send-id", "foreach", "late-binding", "initial-actions",
  ]

  @Test(.enabled(if: OutsideVectors.charts.areWanted, OutsideVectors.charts.reason))
  func `every vector in scope passes`() throws {
    let files = try OutsideVectors.charts.files()
    var counts = (passed: 0, failed: 0, outOfScope: 0)
    for file in files {
      for vector in try Self.vectors(file) {
        if !Self.outOfScope.isDisjoint(with: vector["needs"]?.strings ?? []) {
          counts.outOfScope += 1
        } else if let complaint = Self.complaint(vector) {
          counts.failed += 1
          print("\(vector["group"]?.string ?? "")/\(vector["name"]?.string ?? ""): \(complaint)")
        } else {
          counts.passed += 1
        }
      }
    }
    print(
      "charts: \(counts.passed) passed, \(counts.failed) failed, "
        + "\(counts.outOfScope) out of scope")
    #expect(counts.passed > 0, "no vector ran")
    #expect(counts.failed == 0)
  }

  static func vectors(_ file: URL) throws -> [JSON] {
    let bytes = [UInt8](try Data(contentsOf: file))
    let document = JSONDocument(bytes, byteLimit: 1 << 26)
    guard let json = document.json else { throw Unreadable(file: file.lastPathComponent) }
    return json["vectors"]?.elements ?? []
  }

  private struct Unreadable: Error { let file: String }

  /// The problem of a vector; `nil` if it passes.
  private static func complaint(_ vector: JSON) -> String? {
    let adapter = ChartAdapter(vector)
    let result = adapter.definition.checked()
    guard let checked = result.checked else {
      return result.diagnostics.filter { $0.severity == .error }.map {
        "\($0.location.pointer): \($0.message) [\($0.rule)]"
      }.joined(separator: "; ")
    }
    do {
      let definition = try CompiledDefinition.underTest(checked)
      try ChartRunner.run(vector, adapter, definition)
      return nil
    } catch { return "\(error)" }
  }
}
