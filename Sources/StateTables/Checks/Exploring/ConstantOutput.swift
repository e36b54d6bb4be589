/// An output that never says anything else.
package enum ConstantOutput: Check {
  package static let rule = Rule("output/constant", .warning)

  package static func always(_ name: String, _ value: String) -> Diagnostic {
    finding(
      "`\(name)` is \(value) in every reachable state", at: .init("/outputs/\(name)", isKey: true))
  }
}
