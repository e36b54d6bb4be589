/// A type that would contain itself without end.
enum RecursiveType: Check {
  static let rule = Rule(
    "type/recursive", .error,
    reason: """
      A value that contains a value of its own type directly never ends, and structs of Swift \
      cannot hold themselves. Lists and maps may: a tree's node has a list of nodes.
      """,
    fix: "Put `[…]` or `[string: …]` between: a list or a map may hold values of its own type.",
    says: "`Node` contains itself without a list or map",
    bad: #"""
      { "state": "Family", "format": 1,
        "types": { "⟦Node⟧": { "record": { "name": "string", "child": "Node" } } },
        "inputs": { "root": "Node" },
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "root.name" } } }
      """#,
    good: #"""
      { "state": "Family", "format": 1,
        "types": { "Node": { "record": { "name": "string", "children": "[Node]" } } },
        "inputs": { "root": "Node" },
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "root.name" } } }
      """#)

  static func contains(_ path: [String], at place: Diagnostic.Place) -> Diagnostic {
    let message =
      path.count <= 2
      ? "`\(path.first ?? "")` contains itself without a list or map"
      : path.map { "`\($0)`" }.joined(separator: " -> ")
        + " contain each other without a list or map"
    return finding(message, at: place, help: "types recurse only through lists and maps")
  }
}
