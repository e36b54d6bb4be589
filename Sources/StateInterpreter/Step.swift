public import CEL

/// All that one event caused.
public struct Step: Sendable {
  /// What an event did.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// Properties, carried data or the configuration differ from before, compared exactly.
    case changed
    /// A row ran, nothing differs.
    case unchanged
    /// Rows exist; every guard was false.
    case denied
    /// There is no row for it here.
    case unhandled
  }

  /// What most steps have nothing of.
  private final class Details: Sendable {
    let deniedRows: [Int]
    let commands: [CommandCall]
    let timers: [TimerRequest]

    init(deniedRows: [Int], commands: [CommandCall], timers: [TimerRequest]) {
      self.deniedRows = deniedRows
      self.commands = commands
      self.timers = timers
    }
  }

  /// What the event did; of the start: changed.
  public let result: Result
  /// The rows that denied the event where they stand side by side and nothing else is to be told:
  /// such a step is made without memory of its own.
  private let firstDenied: Int32
  private let deniedCount: Int32
  private let details: Details?

  @inline(__always)
  init(_ result: Result) {
    self.result = result
    firstDenied = 0
    deniedCount = 0
    details = nil
  }

  @inline(__always)
  init(denied rows: DeniedRows) {
    result = .denied
    firstDenied = rows.first
    deniedCount = rows.count
    details = nil
  }

  init(
    _ result: Result, deniedRows: [Int], commands: [CommandCall], timers: [TimerRequest]
  ) {
    self.result = result
    let isQuiet = commands.isEmpty && timers.isEmpty
    let rows = isQuiet ? DeniedRows(deniedRows) : nil
    firstDenied = rows?.first ?? 0
    deniedCount = rows?.count ?? 0
    details =
      isQuiet && rows != nil
      ? nil : Details(deniedRows: deniedRows, commands: commands, timers: timers)
  }

  /// The 0-based places in the reducer of the rows whose guards were false, if it was denied: from
  /// the active leaves to the root.
  public var deniedRows: [Int] {
    details?.deniedRows ?? (firstDenied..<firstDenied + deniedCount).map { Int($0) }
  }
  /// What to do, in order.
  public var commands: [CommandCall] { details?.commands ?? [] }
  /// The timers to start and to cancel, in the order in which that happened.
  public var timers: [TimerRequest] { details?.timers ?? [] }

  /// The JSON pointers of the rows that denied the event.
  public var denied: [String] { deniedRows.map { "/reducer/\($0)" } }
}

/// Rows that stand side by side in the reducer.
struct DeniedRows: BitwiseCopyable {
  let first: Int32
  let count: Int32

  /// Those that are not known: no event is denied by no row.
  static let unknown = DeniedRows(first: 0, count: 0)

  private init(first: Int32, count: Int32) {
    self.first = first
    self.count = count
  }

  /// Nothing where they do not.
  init?(_ rows: [Int]) {
    let first = rows.first ?? 0
    guard let start = Int32(exactly: first), let count = Int32(exactly: rows.count),
      rows.enumerated().allSatisfy({ $1 == first + $0 })
    else { return nil }
    (self.first, self.count) = (start, count)
  }
}

/// A side effect that a step asks for once.
public struct CommandCall: Sendable {
  /// Which command.
  public let command: CommandHandle
  /// Its name.
  public let name: String
  /// What it carries, in declared order.
  public let values: [Value]
}

/// Something for the clock of the host.
public enum TimerRequest: Hashable, Sendable {
  /// After so long, `fire(timer:)`; a repeating one again and again, until it is cancelled.
  case start(id: String, after: Value.Duration, isRepeating: Bool)
  /// The state that wanted it has been left.
  case cancel(id: String)
}

/// An event of one definition, found once by its name.
public struct EventHandle: Hashable, Sendable {
  @usableFromInline let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}

/// A command of one definition, found once by its name.
public struct CommandHandle: Hashable, Sendable {
  let index: Int
}

/// An output of one definition, found once by its name.
public struct OutputHandle: Hashable, Sendable {
  @usableFromInline let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}

extension EventHandle {
  /// The place among the checked events.
  package var place: Int { index }
}

extension OutputHandle {
  /// The place among the checked outputs.
  package var place: Int { index }
}

extension CommandHandle {
  /// The place among the checked commands.
  package var place: Int { index }
}
