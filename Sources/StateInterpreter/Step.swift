public import CEL

/// The effects of one event.
public struct Step: Sendable {
  /// The outcome of an event.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// Properties, carried data or the configuration differ from before. Values are compared
    /// exactly.
    case changed
    /// A row ran, but nothing differs.
    case unchanged
    /// Rows exist, but every guard was false.
    case denied
    /// No row exists for the event in the active states.
    case unhandled
  }

  /// The parts that most steps do not have.
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

  /// The outcome; always `changed` for a start.
  public let result: Result
  /// The rows that denied the event if they are adjacent and the step has no other effect. Such a
  /// step allocates nothing.
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

  /// For a denied event, the rows whose guards were false, as 0-based indices in the reducer, from
  /// the active leaves to the root.
  package var deniedRows: [Int] {
    details?.deniedRows ?? (firstDenied..<firstDenied + deniedCount).map { Int($0) }
  }
  /// The emitted commands, in order.
  public var commands: [CommandCall] { details?.commands ?? [] }
  /// The requests to start and cancel timers, in order.
  public var timers: [TimerRequest] { details?.timers ?? [] }

  /// The JSON pointers of the rows that denied the event.
  public var denied: [String] { deniedRows.map { "/reducer/\($0)" } }
}

/// Adjacent rows of the reducer.
struct DeniedRows: BitwiseCopyable {
  let first: Int32
  let count: Int32

  /// Unknown rows. It is unambiguous: an event is never denied by zero rows.
  static let unknown = DeniedRows(first: 0, count: 0)

  private init(first: Int32, count: Int32) {
    self.first = first
    self.count = count
  }

  /// Returns `nil` if the rows are not adjacent.
  init?(_ rows: [Int]) {
    let first = rows.first ?? 0
    guard let start = Int32(exactly: first), let count = Int32(exactly: rows.count),
      rows.enumerated().allSatisfy({ $1 == first + $0 })
    else { return nil }
    (self.first, self.count) = (start, count)
  }
}

/// A command that a step emitted. The host runs it once.
public struct CommandCall: Sendable {
  /// The command.
  public let command: CommandHandle
  /// The name of the command.
  public let name: String
  /// The values that it carries, in declared order.
  public let values: [Value]
}

/// A request to the clock of the host.
public enum TimerRequest: Hashable, Sendable {
  /// Call `fire(timer:)` after a duration. A repeating timer fires until it is cancelled.
  case start(id: String, after: Value.Duration, isRepeating: Bool)
  /// Cancel a timer: the state that it belongs to has been left.
  case cancel(id: String)
}

/// An event of one definition. Look it up once by its name.
public struct EventHandle: Hashable, Sendable {
  /// The index in declared order among the checked declarations.
  @usableFromInline package let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}

/// A command of one definition. Look it up once by its name.
public struct CommandHandle: Hashable, Sendable {
  /// The index in declared order among the checked declarations.
  package let index: Int
}

/// An output of one definition. Look it up once by its name.
public struct OutputHandle: Hashable, Sendable {
  /// The index in declared order among the checked declarations.
  @usableFromInline package let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}
