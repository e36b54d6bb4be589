/// A run that a diagram is to show, and that fails.
package enum FailingRun: Check {
  package static let rule = Rule("diagram/run", .error)

  /// - Parameters:
  ///   - reason: Why it leads nowhere: `fails: …`.
  ///   - pointer: The cell that fails; `""` where none is to blame.
  /// - Returns: The finding.
  package static func leadsNowhere(_ reason: String, at pointer: String) -> Diagnostic {
    finding("the run that --after asks for \(reason)", at: .init(pointer))
  }
}
