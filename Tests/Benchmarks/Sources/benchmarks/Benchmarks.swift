import CAllocations
import CEL
import Generated
import Harness
import StateInterpreter

/// One scenario: by hand, generated, by handle, by name, and without acceleration.
struct Scenario {
  let id: String
  let events: Int
  let digest: Int?
  let hand: (() -> Int)?
  let generated: () throws -> Int
  let engine: Engine
  let run: (inout Driver) throws -> Int

  /// Measures the engines in `engines`, or all if it is empty. The first one that runs is the
  /// baseline.
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
    let generated = Candidate(engine: "generated", events: events) { (try? self.generated()) ?? -1 }
    let candidates = (base + [generated, candidate(.handle), candidate(.name), candidate(.plain)])
      .filter {
        engines.isEmpty || engines.contains($0.engine)
      }
    return measure(
      id, runs: runs, candidates,
      allocationCount: { allocation_count() })
  }

  static func all() throws -> [Scenario] {
    let record = { (index: Int) -> Value in
      .record(
        [.int(Int64(index)), .string(Sizes.title(index)), .bool(index % 3 == 0)],
        TypeID(index: 0))
    }
    return [
      Scenario(
        id: "S1", events: Sizes.coin, digest: 83_000_000, hand: Hands.coin,
        generated: GeneratedRuns.coin,
        engine: try Engine(
          Definitions.coin, events: ["flipToTails", "flipToHeads"], outputs: ["coinSide"]),
        run: Runs.coin),
      Scenario(
        id: "S2", events: Sizes.phoneRounds * 24, digest: 221_849_791,
        hand: Hands.phone,
        generated: GeneratedRuns.phone,
        engine: try Engine(
          Definitions.phone, events: Runs.phoneEvents,
          outputs: [
            "phone", "code", "effect", "showProgress", "resendEnabled", "resendButtonText",
          ], inputs: ["number": .string("+00000000000")]),
        run: Runs.phone),
      Scenario(
        id: "S3", events: Sizes.bubbling, digest: 2_408_600_000, hand: Hands.bubbling,
        generated: GeneratedRuns.bubbling,
        engine: try Engine(
          Definitions.bubbling, events: ["userPressedButton", "next"],
          outputs: ["tour", "entered", "exited", "bHi", "dHi", "gHi"]),
        run: Runs.bubbling),
      Scenario(
        id: "S4", events: Sizes.parallel, digest: 33_500_000, hand: Hands.parallel,
        generated: GeneratedRuns.parallel,
        engine: try Engine(
          Definitions.parallel, events: ["all", "one"], outputs: ["r1", "r2", "r3", "entered"]),
        run: Runs.parallel),
      Scenario(
        id: "S5", events: Sizes.toggles.count, digest: 11_930_860, hand: Hands.list,
        generated: GeneratedRuns.list,
        engine: try Engine(
          Definitions.todo, events: ["toggled"], outputs: ["remaining", "openTitles"],
          inputs: ["given": .list((0..<Sizes.items).map(record))]),
        run: Runs.list),
      Scenario(
        id: "S6", events: Sizes.draws.count, digest: 500_476_270_524, hand: Hands.wide,
        generated: GeneratedRuns.wide,
        engine: try Engine(
          Definitions.wide, events: (0..<500).map { "e\($0)" }, outputs: ["total", "isEven"]),
        run: { try Runs.wide(&$0, count: 500) }),
      Scenario(
        id: "S6five", events: Sizes.draws.count, digest: nil, hand: nil,
        generated: GeneratedRuns.wideFive,
        engine: try Engine(
          Definitions.wideFive, events: (0..<5).map { "e\($0)" }, outputs: ["total", "isEven"]),
        run: { try Runs.wide(&$0, count: 5) }),
    ]
  }
}
