/// A function, computed value or `let` that needs itself.
enum Recursion: Check {
  static let rule = Rule("expr/recursive", .error)

  static func circle(
    _ kind: NameKind, _ names: [String], at location: Diagnostic.Location
  ) -> Diagnostic {
    if names.count <= 2, let name = names.first {
      let verb = kind == .function ? "calls" : "uses"
      return finding("\(kind.word) `\(name)` \(verb) itself", at: location)
    }
    let way = names.map { "`\($0)`" }.joined(separator: " -> ")
    return finding("\(kind.word) \(way)", at: location)
  }
}
