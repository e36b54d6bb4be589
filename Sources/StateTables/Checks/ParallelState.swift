/// What a parallel state needs.
enum ParallelState: Check {
  static let rule = Rule("state/parallel", .error)

  static func initial(_ state: String, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` is parallel, so it has no `initial`: all its children are active", at: place)
  }

  static func regions(_ state: String, count: Int, at place: Diagnostic.Place) -> Diagnostic {
    finding(
      "`\(state)` is parallel and has \(count == 1 ? "one region" : "no regions"); it needs at least two",
      at: place)
  }

  static func region(_ region: String, of state: String, _ word: String, at place: Diagnostic.Place)
    -> Diagnostic
  {
    finding("`\(region)` is a region of `\(state)`, so it cannot be \(word)", at: place)
  }
}
