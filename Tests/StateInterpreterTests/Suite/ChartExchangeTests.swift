import DiagnosticTexts
import Foundation
import StateChecks
import StateExchange
import StateFiles
import StateModel
import Testing
import XMLFiles

import struct Vectors.OutsideVectors

@testable import StateInterpreter

/// Charts of the external suite, written as SCXML, read back and run.
@Suite struct `Charts through SCXML` {
  /// The minimum number of charts that must behave the same, of those that the adapter can convert.
  static let leastCount = 25

  @Test(.enabled(if: OutsideVectors.charts.areWanted, OutsideVectors.charts.reason))
  func `runs are the same after writing and reading SCXML`() throws {
    let vectors = try vectorsInScope()
    var failures: [String] = []
    var count = 0
    for vector in vectors {
      let name = "\(vector["group"]?.string ?? "")/\(vector["name"]?.string ?? "")"
      if let complaint = complaint(vector) {
        failures.append("\(name): \(complaint)")
      } else {
        count += 1
      }
    }
    #expect(failures == [])
    #expect(count >= Self.leastCount)
  }

  private func vectorsInScope() throws -> [JSON] {
    try OutsideVectors.charts.files().flatMap(ChartSuiteTests.vectors).filter {
      ChartSuiteTests.outOfScope.isDisjoint(with: $0["needs"]?.strings ?? [])
    }
  }

  private func complaint(_ vector: JSON) -> String? {
    let adapter = ChartAdapter(vector)
    let exported = SCXMLExport.write(adapter.definition)
    guard !exported.remarks.hasRefusal else { return "\(exported.remarks.diagnostics)" }
    let document = XMLDocument(Array(exported.text.utf8))
    guard let root = document.root else { return "\(document.diagnostics)" }
    let imported = SCXMLImport.read(root, name: "Chart")
    guard !imported.remarks.hasRefusal else {
      return imported.remarks.diagnostics.filter { $0.severity == .error }.map(\.message)
        .joined(separator: "; ")
    }
    let result = imported.definition.checked()
    guard let checked = result.checked else {
      return result.diagnostics.filter { $0.severity == .error }.map {
        "\($0.location.pointer): \($0.message) [\($0.rule)]"
      }.joined(separator: "; ")
    }
    do {
      try ChartRunner.run(vector, adapter, try CompiledDefinition.underTest(checked))
      return nil
    } catch { return "\(error)" }
  }
}
