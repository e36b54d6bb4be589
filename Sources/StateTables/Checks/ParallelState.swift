/// What a parallel state needs.
enum ParallelState: Check {
  static let rule = Rule("state/parallel", .error)

  static func initial(_ state: String, at location: Diagnostic.Location) -> Diagnostic {
    finding(
      "`\(state)` is parallel, so it has no `initial`: all its children are active", at: location)
  }

  static func regions(_ state: String, count: Int, at location: Diagnostic.Location) -> Diagnostic {
    finding(
      "`\(state)` is parallel and has \(count == 1 ? "one region" : "no regions"); it needs at least two",
      at: location)
  }

  static func region(
    _ region: String, of state: String, _ word: String, at location: Diagnostic.Location
  )
    -> Diagnostic
  {
    finding("`\(region)` is a region of `\(state)`, so it cannot be \(word)", at: location)
  }
}
