/// An event that every row refuses.
package enum GapInRows: Check {
  package static let rule = Rule("row/gap", .note)

  /// - Parameters:
  ///   - event: What is denied, in backquotes where it has a name.
  ///   - when: When that is so: `` `isLoading` ``, `no guard holds`.
  ///   - row: The 0-based index of the last row that refuses it.
  ///   - trace: How it comes to that; `nil` where that was not found.
  /// - Returns: The finding.
  package static func denied(
    _ event: String, when: String, row: Int, trace: String?
  ) -> Diagnostic {
    finding(
      "\(event) is denied when \(when)",
      at: .init("/reducer/\(row)/if", isMember: true), notes: trace.map { [.init($0)] } ?? [],
      help: "end with a row without `if` to mean it")
  }
}
