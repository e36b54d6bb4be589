import CEL
import StateInterpreter
import StateLinking
import StateModel

/// What all sessions of a recording did, in arrays where the definition knows the names. `tree` gives
/// it with names.
struct TrafficCounts {
  private let definition: CompiledDefinition
  var sessions = 0
  var events = 0
  private var results: [Step.Result: Int] = [:]
  private var denied: [Int: Int] = [:]
  private var unhandled: [Unhandled: Int] = [:]
  private var errors = CountTree()
  private var timers: [String: Int] = [:]
  private var final: [[String]: Int] = [:]
  private var faults: [RecordFault: Int] = [:]
  private var coverage: Coverage?
  private var milliseconds: [Int]

  /// An event while states are active that have no row for it.
  private struct Unhandled: Hashable {
    let event: EventHandle
    let active: StateSet
  }

  init(_ definition: CompiledDefinition) {
    self.definition = definition
    milliseconds = Array(repeating: 0, count: definition.source.states.count)
  }

  mutating func note(_ fault: RecordFault) { faults[fault, default: 0] += 1 }

  /// Counts the result of an event, with the active states, or of a timer.
  mutating func note(
    _ outcome: SessionRun.Outcome, of event: (handle: EventHandle, active: StateSet)? = nil
  ) {
    switch outcome {
    case .failure(let error): note(error)
    case .step(let step):
      results[step.result, default: 0] += 1
      switch step.result {
      case .changed, .unchanged: break
      case .denied:
        for row in step.deniedRows { denied[row, default: 0] += 1 }
      case .unhandled:
        guard let event else { break }
        unhandled[Unhandled(event: event.handle, active: event.active), default: 0] += 1
      }
    }
  }

  mutating func note(_ error: MachineError) { errors.add(at: error.id.rawValue, error.at) }

  mutating func note(firing id: String) { timers[id, default: 0] += 1 }

  /// Counts what a session reached, at its end or where a snapshot replaces it.
  mutating func add(_ run: SessionRun) {
    if let reached = run.machine.coverage {
      if coverage == nil { coverage = reached } else { coverage?.formUnion(reached) }
    }
    for (state, span) in run.nanoseconds.enumerated() where span > 0 {
      let (sum, isOver) = milliseconds[state].addingReportingOverflow(Int(span / 1_000_000))
      milliseconds[state] = isOver ? .max : sum
    }
  }

  /// Counts where a session ended.
  mutating func end(_ run: SessionRun) { final[run.machine.configuration, default: 0] += 1 }

  /// The counts under their names. Everything that the definition declares is there, also with 0.
  var tree: CountTree {
    var tree = CountTree()
    tree["sessions"] = CountTree(sessions)
    tree["events"] = CountTree(events)
    for result in Step.Result.allCases {
      tree.add(results[result] ?? 0, at: "results", result.rawValue)
    }
    for (row, count) in denied { tree.add(count, at: "denied", "/reducer/\(row)") }
    for (key, count) in unhandled {
      tree.add(
        count, at: "unhandled", definition.name(of: key.event),
        definition.leafNames(of: key.active).joined(separator: ", "))
    }
    if errors.total > 0 { tree["errors"] = errors }
    addReached(to: &tree)
    for timer in definition.source.timers {
      tree.add(timers[timer.id] ?? 0, at: "timers", timer.id)
    }
    if definition.source.states.count > 1 {
      for (leaves, count) in final { tree.add(count, at: "final", leaves.joined(separator: ", ")) }
    }
    for fault in RecordFault.allCases {
      tree.add(faults[fault] ?? 0, at: "faults", fault.rawValue)
    }
    return tree
  }

  private func addReached(to tree: inout CountTree) {
    let source = definition.source
    let rows = coverage?.rows ?? []
    for row in Set(source.rows.map(\.index)).sorted() {
      let counts = rows.indices.contains(row) ? rows[row] : nil
      let pointer = "/reducer/\(row)"
      tree.add(counts?.runs ?? 0, at: "rows", pointer, "ran")
      guard source.rows.contains(where: { $0.index == row && $0.condition != nil }) else {
        continue
      }
      tree.add(counts?.trues ?? 0, at: "rows", pointer, "true")
      tree.add(counts?.falses ?? 0, at: "rows", pointer, "false")
    }
    for (number, row) in source.rows.enumerated() where row.targets != nil {
      let count = coverage?.moves[number] ?? 0
      tree.add(
        count, at: "transitions", "/reducer/\(row.index)", source.states[row.state].name)
    }
    for (index, output) in source.outputs.enumerated() {
      for row in output.rows.indices {
        let count = coverage?.outputCounts[index][row] ?? 0
        tree.add(count, at: "outputs", output.pointer(ofRow: row).text)
      }
    }
    for (index, state) in source.states.enumerated().dropFirst() where !state.isHistory {
      tree.add(coverage?.entries[index] ?? 0, at: "states", state.name, "entered")
      tree.add(coverage?.leaves[index] ?? 0, at: "states", state.name, "left")
      tree.add(milliseconds[index], at: "states", state.name, "milliseconds")
    }
  }
}

extension CheckedState {
  /// Whether it is a history, which is never active.
  fileprivate var isHistory: Bool {
    if case .history = kind { true } else { false }
  }
}
