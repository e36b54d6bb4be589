import StateInterpreter
import StateTables

/// Tells of invariants that held in all that was tried, where that is not all there is.
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
      guard ConstantCondition.verdict(on: condition.syntax, ground.checked.declarations) == nil else {
        return nil
      }
      return UndecidedInvariant.explored(count, at: condition.wholePlace)
    }
  }
}
