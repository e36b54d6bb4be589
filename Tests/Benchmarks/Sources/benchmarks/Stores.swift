import CAllocations
import Generated
import Harness
import StateHost

/// A generated coin in a store; its base is the same coin without a store.
enum Stores {
  static func figures(runs: Int) -> [Figure] {
    let candidates = [
      Candidate(engine: "generated", events: Sizes.coin) { (try? GeneratedRuns.coin()) ?? -1 },
      Candidate(engine: "store", events: Sizes.coin) {
        MainActor.assumeIsolated { run { _ in } }
      },
      Candidate(engine: "observed", events: Sizes.coin) {
        MainActor.assumeIsolated {
          run { store in
            store.effect({ $0.coinSide == "Edge" ? $0.coinSide : nil }) { _, _ in }
            store.observe(nil, \.coinSide) { _ in }
          }
        }
      },
    ]
    return measure("store", runs: runs, candidates, allocationCount: { allocation_count() })
  }

  @MainActor private static func run(_ register: (Store<CoinState>) -> Void) -> Int {
    let events: [CoinState.Event] = opaque([.flipToTails, .flipToHeads])
    guard let start = try? CoinState.start() else { return -1 }
    let store = Store(start, register: register)
    var sum = 0
    for turn in 0..<Sizes.coin {
      store.send(events[turn & 1])
      sum &+= digest(store.state.coinSide)
    }
    store.stop()
    return sum
  }
}
