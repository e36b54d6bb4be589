import StateInterpreter
import StateTables

/// Reports invariants that held in all explored nodes if the exploration is not a proof.
enum UndecidedFinder: Finder {
  static func findings(in ground: inout Ground) -> [Diagnostic] {
    guard !ground.isProof else { return [] }
    let count = ground.exploration.nodes.count
    var open = Array(ground.checked.invariants.indices)
    for node in ground.exploration.nodes {
      ground.machine.go(to: node.moment)
      open.removeAll { (try? ground.machine.holds($0)) != true }
    }
    return open.compactMap { place -> Diagnostic? in
      let condition = ground.checked.invariants[place].condition
      guard Truths.verdict(on: condition.syntax, ground.checked.declarations) == nil else {
        return nil
      }
      return UndecidedInvariant.explored(count, at: condition.wholePlace)
    }
  }
}
