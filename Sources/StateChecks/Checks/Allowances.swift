import CEL
import StateLinking
import StateModel

extension [Definition.Allowance] {
  /// The findings about allowances: unknown rules, and allowances that permit nothing.
  ///
  /// - Parameters:
  ///   - found: The findings of the file, with those that are permitted.
  ///   - decided: The rules whose findings are complete, so that an allowance may be unused.
  /// - Returns: The further findings.
  func findings(beside found: [Diagnostic], decided: [RuleID]) -> [Diagnostic] {
    if isEmpty { return [] }
    let hasErrors = found.contains { $0.severity == .error }
    let permissions = Permissions(self)
    let used = Set(
      found.flatMap { permissions.allowances(for: $0) }.map { $0.pointer + $0.rule })
    let rules = RuleID.allCases.map(\.rawValue)
    var unknownCount = 0
    return compactMap { allowance in
      guard let rule = RuleID(rawValue: allowance.rule) else {
        unknownCount += 1
        let suggestion = Suggestion(
          for: allowance.rule, among: unknownCount > Suggestion.mostMistakes ? [] : rules)
        return Diagnostic(.allowance(.unknown(allowance.rule, suggestion)), at: allowance.location)
      }
      if hasErrors { return nil }
      if rule.severity == .error {
        return allowance.isAboutChanges
          ? nil : Diagnostic(.allowance(.isError(allowance.rule)), at: allowance.location)
      }
      guard decided.contains(rule), !used.contains(allowance.pointer + rule.rawValue) else {
        return nil
      }
      return Diagnostic(.allowance(.unused(allowance.rule)), at: allowance.location)
    }
  }

  /// The findings that no allowance permits.
  func unpermitted(_ found: [Diagnostic]) -> [Diagnostic] {
    let permissions = Permissions(self)
    return found.filter { permissions.allowances(for: $0).isEmpty }
  }
}

extension Definition.Allowance {
  /// The location of its rule.
  fileprivate var location: Diagnostic.Location {
    Diagnostic.Location(Pointer(pointer)?["allow"][rule] ?? .root, isKey: true)
  }

  /// Whether it is about findings of `states diff`, which are not known here.
  fileprivate var isAboutChanges: Bool {
    rule.utf8.starts(with: "breaking/".utf8) || rule.utf8.starts(with: "behavior/".utf8)
  }
}
