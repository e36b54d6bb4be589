/// Findings about the allowances themselves.
extension Findings {
  /// Reports allowances for rules that do not exist, and those that permit nothing.
  ///
  /// - Parameters:
  ///   - allowances: Those of the file.
  ///   - decided: The rules whose findings are all there, so that an allowance may be unused.
  func check(_ allowances: [Definition.Allowance], decided: Set<String>) {
    let found = diagnostics
    let isBroken = hasErrors
    for allowance in allowances {
      guard let rule = AllChecks.rule(named: allowance.rule) else {
        if !allowance.isAboutChanges { add(UnknownAllowance.unknown(allowance)) }
        continue
      }
      if isBroken { continue }
      if rule.severity == .error {
        if !allowance.isAboutChanges { add(UnusedAllowance.error(allowance)) }
      } else if decided.contains(rule.id) {
        let permits = found.contains { finding in
          finding.rule == rule.id
            && (Pointer(finding.location.pointer)?.isWithin(Pointer(unchecked: allowance.pointer))
              ?? false)
        }
        if !permits { add(UnusedAllowance.nothing(allowance)) }
      }
    }
  }
}

extension Definition.Allowance {
  /// Whether it permits a finding. Of errors, only those of `states diff` can be permitted.
  ///
  /// An allowance for a rule that does not exist is reported, and findings where it is are not.
  package func permits(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity < .error || rule.hasPrefix("breaking/"),
      diagnostic.rule == rule || !AllChecks.ids.contains(rule),
      let path = Pointer(diagnostic.location.pointer), let permitted = Pointer(pointer)
    else { return false }
    return path.isWithin(permitted)
  }

  /// Whether it is about findings of `states diff`, whose errors can be permitted.
  fileprivate var isAboutChanges: Bool {
    rule.utf8.starts(with: "breaking/".utf8) || rule.utf8.starts(with: "behavior/".utf8)
  }
}
