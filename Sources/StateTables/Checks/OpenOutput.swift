/// An output that has no value somewhere, though its type says that it has.
enum OpenOutput: Check {
  static let rule = Rule("output/open-ended", .error)

  static func open(
    _ name: String, _ type: String, in states: [String], hasStates: Bool,
    at location: Diagnostic.Location
  ) -> Diagnostic {
    guard hasStates else {
      return finding(
        "`\(name)` is a \(type) and no row without `if` gives it a value", at: location)
    }
    let shown = states.prefix(3).map { "`\($0)`" }
    let more = states.count > 3 ? " and \(states.count - 3) more" : ""
    return finding(
      "`\(name)` is a \(type) and has no value in \(shown.joined(separator: ", "))\(more): no row without `if` covers \(states.count == 1 ? "it" : "them")",
      at: location)
  }
}
