/// An output that no case of the spec expects.
package enum UncoveredOutput: Check {
  package static let rule = Rule("spec/output-uncovered", .warning)

  /// No case names the output.
  package static func notExpected(_ name: String) -> Diagnostic {
    finding(
      "no case expects `\(name)`",
      at: Diagnostic.Location(Pointer.root["outputs"][name].text, isKey: true))
  }
}
