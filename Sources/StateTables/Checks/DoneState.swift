/// `done.x` of something that is never done.
enum DoneState: Check {
  static let rule = Rule("state/done", .error)

  static func never(_ state: String, _ isParallel: Bool, at location: Diagnostic.Location)
    -> Diagnostic
  {
    finding(
      isParallel
        ? "`done.\(state)`: not every region of `\(state)` has a final state"
        : "`done.\(state)`: nothing in `\(state)` is final",
      at: location)
  }
}
