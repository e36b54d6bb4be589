/// An invariant of which nobody knows.
package enum UndecidedInvariant: Check {
  package static let rule = Rule("invariant/undecided", .note)

  package static func explored(_ count: Int, at location: Diagnostic.Location) -> Diagnostic {
    let states = count == 1 ? "1 state" : "\(count) states"
    return finding("\(states) explored without a counterexample", at: location)
  }
}
