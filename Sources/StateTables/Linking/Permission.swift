extension Definition.Allowance {
  /// Whether a finding stands where it permits it; of errors, a break alone can be permitted.
  ///
  /// One for a rule that does not exist is told, and nothing that it might have meant.
  package func permits(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity < .error || rule.hasPrefix("breaking/"),
      diagnostic.rule == rule || !AllChecks.ids.contains(rule),
      let place = Pointer(diagnostic.place.pointer), let permitted = Pointer(pointer)
    else { return false }
    return place.isWithin(permitted)
  }
}
