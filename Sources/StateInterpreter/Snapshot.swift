public import CEL
public import StateTables

/// A saved machine as plain JSON: the format's section on snapshots.
///
/// Byte-stable: the same machine gives the same text.
public struct Snapshot: Hashable, Sendable {
  /// The members in their order: `state`, `format`, `shape`, `fingerprint`, `in`, `inputs`,
  /// `properties`, `carried`, `history`, `timers`.
  public let json: JSON

  /// Takes what has been read; whether it is a snapshot is seen when it is restored.
  public init(_ json: JSON) { self.json = json }
}

/// A machine that goes on where a snapshot was taken.
public struct RestoredMachine: Sendable {
  /// The machine, as if it had never stopped.
  public internal(set) var machine: Machine
  /// Whether the definition means what it meant when the snapshot was taken; if not, its rows may
  /// do other things with what was stored.
  public let isSameMeaning: Bool
  /// What remains of each timer, in the order of their starts.
  public let timers: [(id: String, remaining: Value.Duration)]
}

/// Why a snapshot is refused; nothing has been restored.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// It is no object with the keys of a snapshot.
    case notASnapshot
    /// It belongs to the state of another name.
    case otherState(String)
    /// It is of a format that is not known.
    case otherFormat
    /// What is stored has changed since: names or types.
    case otherShape(saved: String, expected: String)
    /// A value is missing, unknown, or of another type.
    case value(String)
    /// The active states are none that the tree can have.
    case configuration
    /// A history remembers what it cannot have recorded.
    case history
    /// A timer that no active state has, or one that is missing, or a negative rest.
    case timer
    /// A cell that has to be computed again fails.
    case cell(MachineError)
  }

  /// What is wrong.
  public let reason: Reason
  /// A JSON pointer into the snapshot.
  public let at: String

  init(_ reason: Reason, at pointer: Pointer) {
    self.reason = reason
    at = pointer.text
  }

  /// The refusal in words.
  public var description: String {
    switch reason {
    case .notASnapshot: "this is no snapshot"
    case .otherState(let name): "this is a snapshot of `\(name)`"
    case .otherFormat: "this format of snapshots is not known"
    case .otherShape(let saved, let expected):
      "what is stored has changed: the snapshot has shape \(saved), the definition \(expected)"
    case .value(let problem): problem
    case .configuration: "these states cannot be active together"
    case .history: "this is nothing that a history can have recorded"
    case .timer: "there is no such timer, it does not run here, or it is not due in the future"
    case .cell(let error): "a cell fails: \(error)"
    }
  }
}

extension CompiledDefinition {
  /// The hashes that snapshots of the definition bear.
  public var fingerprint: Fingerprint { Fingerprint(of: tables.source) }
}

extension Machine {
  /// Saves the machine between two steps.
  ///
  /// - Parameter remaining: What remains of a timer, by its id; `nil` for the whole of it. See
  ///   `VirtualTime.remaining`.
  /// - Returns: Everything but properties that are not stored.
  public func snapshot(remaining: (String) -> Value.Duration? = { _ in nil }) -> Snapshot {
    snapshot(bearing: definition.fingerprint, remaining: remaining)
  }

  /// The same with hashes that the caller has kept: computing them takes longer than the rest.
  package func snapshot(
    bearing hashes: Fingerprint, remaining: (String) -> Value.Duration?
  ) -> Snapshot {
    SnapshotWriter(core: storage, wire: Wire(definition.source.declarations))
      .snapshot(bearing: hashes, remaining)
  }

  /// Makes a machine from a snapshot. No actions run, no commands are asked for.
  ///
  /// - Parameters:
  ///   - definition: That of which it was taken, or one that stores the same.
  ///   - snapshot: What was saved.
  /// - Returns: The machine and what its host must know.
  /// - Throws: Where anything in it does not fit; nothing is restored by half.
  public static func restore(
    _ definition: CompiledDefinition, from snapshot: Snapshot
  ) throws(SnapshotError) -> RestoredMachine {
    try restore(definition, from: snapshot, bearing: definition.fingerprint)
  }

  /// The same with hashes that the caller has kept.
  package static func restore(
    _ definition: CompiledDefinition, from snapshot: Snapshot, bearing hashes: Fingerprint
  ) throws(SnapshotError) -> RestoredMachine {
    try SnapshotReader(definition, hashes).read(snapshot.json)
  }
}

extension VirtualTime {
  /// A clock that goes on with what remained of the timers of a restored machine.
  ///
  /// - Parameter restored: A machine that nothing has been sent to yet.
  public init(resuming restored: RestoredMachine) {
    self.init()
    var periods: [String: Int64] = [:]
    for case .start(let id, let period, true) in restored.machine.timers {
      periods[id] = period.nanoseconds
    }
    for timer in restored.timers {
      start(timer.id, remaining: timer.remaining.nanoseconds, period: periods[timer.id])
    }
  }
}

/// Writes what a machine holds.
private struct SnapshotWriter {
  let core: Core
  let wire: Wire

  private var tables: Tables { core.tables }

  func snapshot(
    bearing hashes: Fingerprint, _ remaining: (String) -> Value.Duration?
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
        JSON.Member(key: name, value: wire.json(of: core.banks.value(of: slot), as: type))
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
    for (history, memory) in zip(tables.tree.histories, core.memories) {
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
      core.timers.map { running in
        let id = tables.timers[running.timer].id
        let rest = remaining(id) ?? Value.Duration(nanoseconds: max(0, running.duration))
        return .object([
          JSON.Member(key: "id", value: .string(id)),
          JSON.Member(key: "remaining", value: wire.json(of: .duration(rest), as: .duration)),
        ])
      })
  }
}
