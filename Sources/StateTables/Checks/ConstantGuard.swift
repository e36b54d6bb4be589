import CEL

/// A guard that decides nothing.
package enum ConstantGuard: WholeCheck {
  static let leavesOpen: Set<Findings.Aspect> = [.reads]

  package static let rule = Rule("expr/constant-guard", .warning)

  static let reliesOn: Set<Findings.Aspect> = [.reads, .rows]

  static func findings(in whole: Whole) -> [Diagnostic] {
    // What has an unknown type may fold to anything.
    guard whole.errors.isEmpty else { return [] }
    let checked = whole.checked
    var guards = checked.rows.compactMap(\.condition) + checked.actions.compactMap(\.condition)
    guards += checked.outputs.flatMap { $0.rows.compactMap(\.condition) }
    return guards.compactMap { condition in
      guard let truth = ConstantCondition.verdict(on: condition.syntax, checked.declarations) else {
        return nil
      }
      return isAlways(truth, condition)
    }
  }

  /// - Parameters:
  ///   - truth: What it always is.
  ///   - condition: The guard.
  ///   - isFound: Whether that was found by trying everything.
  /// - Returns: The finding.
  package static func isAlways(
    _ truth: Bool, _ condition: Expression, isFound: Bool = false
  ) -> Diagnostic {
    let text = condition.syntax.sources.first?.text ?? "\(truth)"
    let way = isFound ? " whenever it is asked" : ""
    let range = condition.syntax.sources.count == 1 ? 0..<text.utf8.count : nil
    // What was found by trying everything may be meant for what is still to be written, and a plain
    // `true` for a while.
    let isPlain = condition.syntax.sources.isEmpty || text == "true"
    let fix = Diagnostic.Fix(
      title: "leave the guard out", location: .init(condition.pointer, isMember: true),
      replacement: "", isSafe: true)
    return finding(
      "this guard is always \(truth)\(way) (`\(text)`)",
      at: .init(condition.pointer, range: range),
      help: truth
        ? "leave it out, or ask what was meant" : "the row never runs; ask what was meant",
      fix: truth && !isFound && !isPlain ? fix : nil)
  }
}
