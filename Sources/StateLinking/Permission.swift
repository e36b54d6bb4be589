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

/// The allowances of a file by what they are about, so that findings need not be compared with each.
package struct Permissions {
  private let allowances: [String: [Definition.Allowance]]

  package init(_ allowances: [Definition.Allowance]) {
    self.allowances = Dictionary(grouping: allowances, by: \.pointer)
  }

  /// The allowances that permit a finding.
  package func allowances(for diagnostic: Diagnostic) -> [Definition.Allowance] {
    if allowances.isEmpty { return [] }
    let pointer = diagnostic.location.pointer.text
    var found = allowances[""] ?? []
    for end in pointer.utf8.indices.dropFirst() + [pointer.endIndex]
    where end == pointer.endIndex || pointer.utf8[end] == UInt8(ascii: "/") {
      found += allowances[String(pointer[..<end])] ?? []
    }
    return found.filter { $0.permits(diagnostic) }
  }
}
