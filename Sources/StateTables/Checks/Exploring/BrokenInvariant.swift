/// Something can happen after which an invariant does not hold.
package enum BrokenInvariant: Check {
  package static let rule = Rule("invariant/broken", .error)

  /// - Parameters:
  ///   - name: The invariant.
  ///   - text: What it says.
  ///   - cause: What breaks it: `` `tappedMinus` ``, `the start`.
  ///   - location: The cell that does.
  ///   - label: What it gives: `-1 when count is 0`.
  ///   - trace: How it comes to that.
  ///   - help: The guard that would prevent it.
  /// - Returns: The finding.
  package static func breaks(
    _ name: String, _ text: String, by cause: String, at location: Diagnostic.Location,
    label: String?,
    trace: String, help: String?
  ) -> Diagnostic {
    finding(
      "\(cause) can break the invariant `\(name)` (\(text))", at: location, label: label,
      notes: [.init(trace)], help: help)
  }
}
