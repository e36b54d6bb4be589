import CEL

/// An allowance for a rule that does not exist.
package enum UnknownAllowance: Check {
  package static let rule = Rule("allow/unknown", .error)

  static func unknown(_ allowance: Definition.Allowance) -> Diagnostic {
    let suggestion = Suggestion(for: allowance.rule, among: AllChecks.rules.map(\.id))
    return finding(
      "no rule is called `\(allowance.rule)`", at: allowance.location,
      label: suggestion.nearest.isEmpty ? nil : suggestion.text,
      help: "states rules lists them")
  }
}

extension Definition.Allowance {
  /// Where its rule is named.
  var location: Diagnostic.Location {
    Diagnostic.Location(Pointer(unchecked: pointer)["allow"][rule].text, isKey: true)
  }
}
