/// A type that would contain itself without end.
enum RecursiveType: Check {
  static let rule = Rule("type/recursive", .error)

  static func contains(_ path: [String], at location: Diagnostic.Location) -> Diagnostic {
    let message =
      path.count <= 2
      ? "`\(path.first ?? "")` contains itself without a list or map"
      : path.map { "`\($0)`" }.joined(separator: " -> ")
        + " contain each other without a list or map"
    return finding(message, at: location, help: "types recurse only through lists and maps")
  }
}
