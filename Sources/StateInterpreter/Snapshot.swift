public import CEL
public import StateLinking
public import StateModel
public import struct StateRuntime.WireError

/// A saved machine as plain JSON. The format reference describes it in its section on snapshots.
///
/// The same machine always gives the same bytes.
public struct Snapshot: Hashable, Sendable {
  /// The members in their order: `state`, `format`, `shape`, `fingerprint`, `in`, `inputs`,
  /// `properties`, `carried`, `history`, `timers`.
  public let json: JSON

  /// Wraps JSON. It is validated when it is restored.
  public init(_ json: JSON) { self.json = json }

  /// Reads JSON text. It is validated when it is restored.
  ///
  /// - Throws: If the text is not JSON.
  public init(parsing text: String) throws(WireError) { json = try JSON(parsing: text) }

  /// The JSON text, on one line.
  public var text: String { json.text }
}

/// A machine that continues from a snapshot.
public struct RestoredMachine: Sendable {
  /// The machine, as if it had never stopped.
  public internal(set) var machine: Machine
  /// Whether the meaning of the definition is the same as when the snapshot was taken. If not, its
  /// rows may treat the stored values differently.
  public let isSameMeaning: Bool
  /// The remaining time of each timer, in the order of their starts.
  public let timers: [(id: String, remaining: Value.Duration)]
}

/// The reason why a snapshot cannot be restored. Nothing has been restored.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the problem.
  public enum Reason: Hashable, Sendable {
    /// The JSON is not an object with the keys of a snapshot.
    case notASnapshot
    /// The snapshot belongs to a definition with another name.
    case otherState(String)
    /// The format version is unknown.
    case otherFormat
    /// The names or types of stored values have changed since.
    case otherShape(saved: String, expected: String)
    /// A value is missing, unknown, or of another type.
    case value(String)
    /// The active states cannot be active together.
    case configuration
    /// A history contains states that it cannot have recorded.
    case history
    /// A timer is unknown, missing, listed twice, of no active state, or has a negative remaining time.
    case timer
    /// A cell that has to be computed again fails.
    case cell(MachineError)
  }

  /// The problem.
  public let reason: Reason
  /// A JSON pointer into the snapshot.
  public let at: String

  init(_ reason: Reason, at pointer: Pointer) {
    self.reason = reason
    at = pointer.text
  }

  /// The problem as text.
  public var description: String {
    switch reason {
    case .notASnapshot: "this is not a snapshot"
    case .otherState(let name): "this is a snapshot of `\(name)`"
    case .otherFormat: "this snapshot format is unknown"
    case .otherShape(let saved, let expected):
      "the stored values have changed: the snapshot has shape \(saved), the definition \(expected)"
    case .value(let problem): problem
    case .configuration: "these states cannot be active together"
    case .history: "a history cannot have recorded these states"
    case .timer:
      "a timer is unknown, missing, listed twice, of no active state, or has negative time left"
    case .cell(let error): "a cell fails: \(error)"
    }
  }
}

extension CompiledDefinition {
  /// The fingerprints that snapshots of the definition carry.
  public var fingerprint: Fingerprint { Fingerprint(of: tables.source) }
}

extension Machine {
  /// Saves the machine between two steps.
  ///
  /// - Parameter remaining: Returns the remaining time of a timer by its id; `nil` for its full
  ///   duration. See `VirtualTime.remaining`.
  /// - Returns: A snapshot of everything except properties that are not stored.
  public func snapshot(remaining: (String) -> Value.Duration? = { _ in nil }) -> Snapshot {
    snapshot(fingerprint: definition.fingerprint, remaining: remaining)
  }

  /// Saves the machine with fingerprints that the caller has kept: computing them takes longer than
  /// the rest.
  package func snapshot(
    fingerprint hashes: Fingerprint, remaining: (String) -> Value.Duration?
  ) -> Snapshot {
    SnapshotWriter(core: storage, wire: Wire(definition.source.declarations))
      .snapshot(fingerprint: hashes, remaining)
  }

  /// Makes a machine from a snapshot. No action runs and no command is emitted.
  ///
  /// - Parameters:
  ///   - definition: The definition of the saved machine, or one that stores the same values.
  ///   - snapshot: The snapshot.
  /// - Returns: The machine, and its timers for the host.
  /// - Throws: If any part does not fit. A snapshot is never restored partially.
  public static func restore(
    _ definition: CompiledDefinition, from snapshot: Snapshot
  ) throws(SnapshotError) -> RestoredMachine {
    try restore(definition, from: snapshot, fingerprint: definition.fingerprint)
  }

  /// Restores a snapshot with fingerprints that the caller has kept.
  package static func restore(
    _ definition: CompiledDefinition, from snapshot: Snapshot, fingerprint hashes: Fingerprint
  ) throws(SnapshotError) -> RestoredMachine {
    try SnapshotReader(definition, hashes).read(snapshot.json)
  }
}

extension VirtualTime {
  /// Makes a clock with the remaining timers of a restored machine.
  ///
  /// - Parameter restored: A machine that has not received an event since it was restored.
  public init(resuming restored: RestoredMachine) {
    self.init(resuming: restored.timers, of: restored.machine)
  }

  /// Makes a clock with the remaining timers of a machine.
  package init(resuming timers: [(id: String, remaining: Value.Duration)], of machine: Machine) {
    self.init()
    var periods: [String: Int64] = [:]
    for case .start(let id, let period, true) in machine.timers {
      periods[id] = period.nanoseconds
    }
    for timer in timers {
      start(timer.id, remaining: timer.remaining.nanoseconds, period: periods[timer.id])
    }
  }
}

/// Writes a machine as JSON.
private struct SnapshotWriter {
  let core: Interpreter
  let wire: Wire

  private var tables: Tables { core.tables }

  func snapshot(
    fingerprint hashes: Fingerprint, _ remaining: (String) -> Value.Duration?
  ) -> Snapshot {
    let definition = tables.source.definition
    return Snapshot(
      .object([
        JSON.Member(key: "state", value: .string(definition.name)),
        JSON.Member(key: "format", value: .number("\(definition.format)")),
        JSON.Member(key: "shape", value: .string(hashes.shape)),
        JSON.Member(key: "fingerprint", value: .string(hashes.meaning)),
        JSON.Member(key: "in", value: names(tables.tree.leaves(of: core.active))),
        JSON.Member(
          key: "inputs", value: members(tables.inputs.map { ($0.name, $0.type, $0.slot) })),
        JSON.Member(key: "properties", value: properties),
        JSON.Member(key: "carried", value: carried),
        JSON.Member(key: "history", value: history),
        JSON.Member(key: "timers", value: timers(remaining)),
      ]))
  }

  private func names(_ states: [Int]) -> JSON {
    .array(states.map { .string(tables.states[$0].name) })
  }

  private func members(_ slots: [(name: String, type: ValueType, slot: Slot)]) -> JSON {
    .object(
      slots.map { name, type, slot in
        JSON.Member(key: name, value: wire.json(of: core.registers.value(of: slot), as: type))
      })
  }

  private var properties: JSON {
    members(
      zip(tables.source.properties, tables.properties).filter { $0.0.isStored }
        .map { ($0.0.name, $0.0.type, $0.1) })
  }

  private var carried: JSON {
    .object(
      core.active.filter { !tables.states[$0].carried.isEmpty }.map { state in
        let fields = zip(tables.source.states[state].fields, tables.states[state].carried)
        return JSON.Member(
          key: tables.states[state].name,
          value: members(fields.map { ($0.name, $0.type, $1) }))
      })
  }

  private var history: JSON {
    var result: [JSON.Member] = []
    for (history, memory) in zip(tables.tree.histories, core.chart.memories) {
      guard let memory else { continue }
      let carried = memory.carried.map { state, values in
        let fields = tables.source.states[state].fields
        return JSON.Member(
          key: tables.states[state].name,
          value: .object(
            zip(fields, values).map { field, value in
              JSON.Member(key: field.name, value: wire.json(of: value, as: field.type))
            }))
      }
      result.append(
        JSON.Member(
          key: tables.states[history].name,
          value: .object([
            JSON.Member(key: "in", value: names(memory.states)),
            JSON.Member(key: "carried", value: .object(carried)),
          ])))
    }
    return .object(result)
  }

  private func timers(_ remaining: (String) -> Value.Duration?) -> JSON {
    .array(
      core.chart.timers.map { running in
        let id = tables.timers[running.timer].id
        let rest = Value.Duration(
          nanoseconds: max(0, remaining(id)?.nanoseconds ?? running.duration))
        return .object([
          JSON.Member(key: "id", value: .string(id)),
          JSON.Member(key: "remaining", value: wire.json(of: .duration(rest), as: .duration)),
        ])
      })
  }
}
