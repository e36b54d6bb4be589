import StateLinking
package import StateModel

/// Reports outputs that no case of the spec expects.
package enum UncoveredOutput {
  package static func notExpected(_ name: String) -> Diagnostic {
    Diagnostic(
      .spec(.outputUncovered(name)),
      at: Diagnostic.Location(Pointer.root["outputs"][name], isKey: true))
  }

  /// An output that the spec of a definition without events does not name.
  package static func unused(_ name: String) -> Diagnostic {
    Diagnostic(
      .declaration(.unusedOutput(name)),
      at: Diagnostic.Location(Pointer.root["outputs"][name], isKey: true))
  }
}

/// Reports rows that no case of the spec reaches.
package enum UncoveredRow {
  /// The row at a 0-based index is not reached.
  package static func notReached(_ index: Int) -> Diagnostic {
    let row = Pointer.root["reducer"][index]
    return Diagnostic(.spec(.rowUncovered(row)), at: Diagnostic.Location(row))
  }
}
