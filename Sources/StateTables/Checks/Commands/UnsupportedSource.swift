/// Something that the interpreter runs and generated code does not have.
package enum UnsupportedSource: Check {
  package static let rule = Rule(
    "generate/unsupported", .error,
    reason: """
      Generated code does what the interpreter does, or is not written: half a definition would be \
      another one.
      """,
    fix: "Generate what it needs beside it, say it in another way, or run it on the interpreter.",
    says: "generated code has no `Stop` to hand over, which is not generated beside it yet",
    bad: Example(
      #"""
      { "state": "Nearby", "format": 1,
        "uses": ⟦["Stop.state.json"]⟧,
        "properties": { "isPicked": { "type": "bool", "initial": false } },
        "events": { "pickedStop": {}, "showedStop": {} },
        "reducer": [{ "on": "pickedStop", "set": { "isPicked": true } },
                    { "on": "showedStop", "set": { "isPicked": false } }],
        "outputs": { "showStop": { "kind": "navigation", "type": "Stop?", "rows": [
          { "if": "isPicked", "value": { "name": "'Central'" } }] } } }
      """#, beside: [stop]),
    good: stop)

  private static let stop: Example = #"""
    { "state": "Stop", "format": 1, "inputs": { "name": "string" },
      "outputs": { "title": { "kind": "ui", "type": "string", "value": "name" } } }
    """#

  /// - Parameters:
  ///   - missing: What there is not, as the end of a sentence.
  ///   - pointer: What needs it.
  /// - Returns: The finding.
  package static func without(_ missing: String, at pointer: String) -> Diagnostic {
    finding(
      "generated code has no \(missing) yet", at: .init(pointer),
      help: "run this definition on the interpreter")
  }
}
