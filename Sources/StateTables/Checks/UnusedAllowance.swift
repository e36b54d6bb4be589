/// An allowance that permits nothing.
package enum UnusedAllowance: Check {
  package static let rule = Rule("allow/unused", .warning)

  static func nothing(_ allowance: Definition.Allowance) -> Diagnostic {
    finding("nothing here raises `\(allowance.rule)`", at: allowance.location)
  }

  static func error(_ allowance: Definition.Allowance) -> Diagnostic {
    finding(
      "`\(allowance.rule)` is an error, and errors cannot be permitted", at: allowance.location)
  }
}
