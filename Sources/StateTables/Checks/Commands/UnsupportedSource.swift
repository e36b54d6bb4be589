/// Something that the interpreter runs and generated code does not have.
package enum UnsupportedSource: Check {
  package static let rule = Rule("generate/unsupported", .error)

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
