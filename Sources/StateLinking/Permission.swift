package import StateModel

extension Definition.Allowance {
  /// Whether it permits a finding. Of errors, only breaking changes can be permitted.
  ///
  /// An allowance for a rule that does not exist is reported, and permits everything at its location,
  /// since any rule might be meant.
  package func permits(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity < .error || rule.hasPrefix("breaking/"),
      diagnostic.rule.rawValue == rule || RuleID(rawValue: rule) == nil,
      let permitted = Pointer(pointer)
    else { return false }
    return diagnostic.location.pointer.isWithin(permitted)
  }
}
