/// A row that only writes values to themselves.
enum NoEffect: Check {
  static let rule = Rule("row/no-effect", .warning)

  static func writesItself(_ names: [String], at location: Diagnostic.Location) -> Diagnostic {
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return finding(
      "`set` writes \(list) to itself and nothing else", at: location,
      help: "a row without any effect is fine: it handles its event")
  }
}
