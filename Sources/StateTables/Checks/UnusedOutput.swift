/// An output at which the only look of a spec, that at the start, does not look.
package enum UnusedOutput: Check {
  package static let rule = Rule("output/unused", .note)

  /// No `then` names the output.
  package static func notLookedAt(_ name: String) -> Diagnostic {
    finding(
      "no spec looks at `\(name)`",
      at: Diagnostic.Location(Pointer.root["outputs"][name].text, isKey: true))
  }
}
