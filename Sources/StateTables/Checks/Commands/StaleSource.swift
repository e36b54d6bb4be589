/// A generated file that is not what its definition says now.
package enum StaleSource: Check {
  package static let rule = Rule("generate/stale", .error)

  /// What is to be written anew, or for the first time.
  package static func stale(isThere: Bool) -> Diagnostic {
    finding(
      isThere ? "this file is stale" : "this file was never generated", at: .init(""),
      help: "generate it: states generate, without --check")
  }
}
