package import StateModel

extension Definition.Allowance {
  /// Whether it permits a finding. Of errors, only breaking changes can be permitted.
  ///
  /// An allowance for a rule that does not exist is reported, and permits everything at its location
  /// but errors, since any rule might be meant.
  package func permits(_ diagnostic: Diagnostic) -> Bool {
    let isMeant = diagnostic.rule.rawValue == rule
    guard
      diagnostic.severity == .error
        ? isMeant && rule.hasPrefix("breaking/") : isMeant || RuleID(rawValue: rule) == nil,
      let permitted = Pointer(pointer)
    else { return false }
    return diagnostic.location.pointer.isWithin(permitted)
  }
}

/// The allowances of a file by what they are about, so that findings need not be compared with each.
package struct Permissions {
  private struct Key: Hashable {
    let pointer: String
    /// `nil` for rules that do not exist: one of them permits what all of them permit.
    let rule: RuleID?
  }

  private let allowances: [Key: Definition.Allowance]

  package init(_ allowances: [Definition.Allowance]) {
    self.allowances = Dictionary(
      allowances.map { (Key(pointer: $0.pointer, rule: RuleID(rawValue: $0.rule)), $0) }
    ) { first, _ in first }
  }

  /// The allowances that permit a finding, those of outer declarations first. Of rules that do not
  /// exist, it is one for each declaration.
  package func allowances(for diagnostic: Diagnostic) -> [Definition.Allowance] {
    if allowances.isEmpty { return [] }
    let pointer = diagnostic.location.pointer.text
    var declarations = [""]
    for end in pointer.utf8.indices.dropFirst() + [pointer.endIndex]
    where end == pointer.endIndex || pointer.utf8[end] == UInt8(ascii: "/") {
      declarations.append(String(pointer[..<end]))
    }
    return declarations.flatMap { pointer in
      [diagnostic.rule, nil].compactMap { allowances[Key(pointer: pointer, rule: $0)] }
    }.filter { $0.permits(diagnostic) }
  }
}
