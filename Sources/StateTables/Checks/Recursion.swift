/// A function, computed value or `let` that needs itself.
enum Recursion: Check {
  static let rule = Rule(
    "expr/recursive", .error,
    reason: "A cell always ends: what it uses may not use it again, on whatever way.",
    fix: "Take the circle apart: one of its members must do without the others.",
    says: "function `minutes` calls itself",
    bad: #"""
      { "state": "Clock", "format": 1,
        "inputs": { "seconds": "int" },
        "functions": { "⟦minutes⟧": { "takes": { "s": "int" }, "gives": "int",
                                    "value": "s < 60 ? 0 : 1 + minutes(s - 60)" } },
        "outputs": { "minutes": { "kind": "ui", "type": "int", "value": "minutes(seconds)" } } }
      """#,
    good: #"""
      { "state": "Clock", "format": 1,
        "inputs": { "seconds": "int" },
        "functions": { "minutes": { "takes": { "s": "int" }, "gives": "int", "value": "s / 60" } },
        "outputs": { "minutes": { "kind": "ui", "type": "int", "value": "minutes(seconds)" } } }
      """#)

  static func circle(
    _ kind: NameKind, _ names: [String], at place: Diagnostic.Place
  ) -> Diagnostic {
    if names.count <= 2, let name = names.first {
      let verb = kind == .function ? "calls" : "uses"
      return finding("\(kind.word) `\(name)` \(verb) itself", at: place)
    }
    let way = names.map { "`\($0)`" }.joined(separator: " -> ")
    return finding("\(kind.word) \(way)", at: place)
  }
}
