import CAllocations
import CEL
import Hand
import Harness
import StateInterpreter

/// One scenario: by hand, by handle, by name.
struct Scenario {
  let id: String
  let events: Int
  let digest: Int?
  let hand: (() -> Int)?
  let engine: Engine
  let run: (inout Driver) throws -> Int

  /// `engines`: which of them; none for all. The first that runs is the base.
  func measured(runs: Int, engines: [String]) throws -> [Figure] {
    func candidate(_ access: Access) -> Candidate {
      Candidate(engine: access.rawValue, events: events) {
        (try? engine.start(access)).flatMap { driver in
          var driver = driver
          return try? run(&driver)
        } ?? -1
      }
    }
    let base = hand.map { [Candidate(engine: "hand", events: events, run: $0)] } ?? []
    let candidates = (base + [candidate(.handle), candidate(.name)]).filter {
      engines.isEmpty || engines.contains($0.engine)
    }
    return measure(
      id, runs: runs, candidates,
      allocationCount: { allocation_count() })
  }

  static func all() throws -> [Scenario] {
    let record = { (place: Int) -> Value in
      .record(
        [.int(Int64(place)), .string(TodoState.title(place)), .bool(place % 3 == 0)],
        TypeID(index: 0))
    }
    return [
      Scenario(
        id: "S1", events: Sizes.coin, digest: 83_000_000, hand: Hands.coin,
        engine: try Engine(
          Texts.coin, events: ["flipToTails", "flipToHeads"], outputs: ["coinSide"]),
        run: Runs.coin),
      Scenario(
        id: "S2", events: Sizes.phoneRounds * 24, digest: 221_849_791,
        hand: Hands.phone,
        engine: try Engine(
          Texts.phone, events: Runs.phoneEvents,
          outputs: [
            "phone", "code", "effect", "showProgress", "resendEnabled", "resendButtonText",
          ], inputs: ["number": .string("+00000000000")]),
        run: Runs.phone),
      Scenario(
        id: "S3", events: Sizes.bubbling, digest: 2_408_600_000, hand: Hands.bubbling,
        engine: try Engine(
          Texts.bubbling, events: ["userPressedButton", "next"],
          outputs: ["place", "entered", "exited", "bHi", "dHi", "gHi"]),
        run: Runs.bubbling),
      Scenario(
        id: "S4", events: Sizes.parallel, digest: 33_500_000, hand: Hands.parallel,
        engine: try Engine(
          Texts.parallel, events: ["all", "one"], outputs: ["r1", "r2", "r3", "entered"]),
        run: Runs.parallel),
      Scenario(
        id: "S5", events: Sizes.toggles.count, digest: 11_930_860, hand: Hands.list,
        engine: try Engine(
          Texts.list, events: ["toggled"], outputs: ["remaining", "openTitles"],
          inputs: ["given": .list((0..<Sizes.items).map(record))]),
        run: Runs.list),
      Scenario(
        id: "S6", events: Sizes.draws.count, digest: 500_476_270_524, hand: Hands.wide,
        engine: try Engine(
          Texts.wide(500), events: (0..<500).map { "e\($0)" }, outputs: ["total", "isEven"]),
        run: { try Runs.wide(&$0, count: 500) }),
      Scenario(
        id: "S6five", events: Sizes.draws.count, digest: nil, hand: nil,
        engine: try Engine(
          Texts.wide(5), events: (0..<5).map { "e\($0)" }, outputs: ["total", "isEven"]),
        run: { try Runs.wide(&$0, count: 5) }),
    ]
  }
}
