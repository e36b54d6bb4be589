import CEL
package import StateInterpreter
import StateLinking
import StateModel

/// Runs the sessions of a recording again and counts what they do.
///
/// The lines of a session follow each other, ordered by time. Memory does not grow with the number of
/// sessions or lines.
package struct SessionReplay {
  /// How a session ended.
  package struct SessionResult: Sendable {
    /// The name of the session.
    package let name: String
    /// The number of its events.
    package let events: Int
    /// The results of its events and timers, the errors and the faults of its lines.
    package let counts: CountTree
    /// The machine at its end; `nil` if it did not start.
    package let machine: Machine?
  }

  private let definition: CompiledDefinition
  private let reader: RecordReader
  private let fingerprint: Fingerprint
  /// Whether sessions of other versions of the definition run too.
  private let acceptsAnyVersion: Bool
  /// Receives the result of each session.
  private let each: ((SessionResult) -> Void)?

  private var counts: TrafficCounts
  private var session: Session?
  /// The line before, for lines that are there twice.
  private var lastLine: [UInt8] = []

  /// A session in progress; a class, so that its machine is changed without a copy.
  private final class Session {
    /// The name as it is written.
    let name: [UInt8]
    var run: SessionRun?
    /// Whether it does not run: it could not start, or belongs to another version.
    var isSkipped = false
    var time: Int64?
    var events = 0
    /// The results, if somebody wants them.
    var counts = CountTree()

    init(name: [UInt8]) { self.name = name }
  }

  /// Makes a replay without sessions.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - acceptsAnyVersion: Whether sessions that were recorded with another version run too.
  ///   - each: Receives the result of each session, in the order of the recording; `nil` if only the
  ///     summary is wanted.
  package init(
    _ definition: CompiledDefinition, acceptsAnyVersion: Bool = false,
    each: ((SessionResult) -> Void)? = nil
  ) {
    self.definition = definition
    self.acceptsAnyVersion = acceptsAnyVersion
    self.each = each
    reader = RecordReader(definition)
    fingerprint = definition.fingerprint
    counts = TrafficCounts(definition)
  }

  /// Runs one line, which is a range of bytes without its line feed.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let line = RecordLine(bytes, range) else { return note(.broken) }
    if session.map({ bytes.matches(line.session, $0.name) }) != true {
      finish()
      session = Session(name: Array(bytes[line.session]))
      counts.sessions += 1
      lastLine = []
    }
    if line.time != nil {
      if bytes.matches(range, lastLine) { return note(.repeated) }
      lastLine.replaceSubrange(lastLine.indices, with: bytes[range])
    }
    if let print = line.fingerprint, !acceptsAnyVersion, session?.isSkipped == false,
      !fingerprint.meaning.utf8.elementsEqual(bytes[print])
    {
      note(.otherVersion)
      session?.isSkipped = true
    }
    if session?.isSkipped == true { return }
    do throws(RecordFault) {
      try pass(to: line.time, bytes)
      try run(try reader.read(bytes, line))
    } catch {
      note(error)
    }
  }

  /// Ends the last session.
  package mutating func finish() {
    guard let session else { return }
    if let run = session.run {
      counts.add(run)
      counts.end(run)
    }
    if let each {
      each(
        SessionResult(
          name: session.name.unescaped(session.name.indices) ?? "", events: session.events,
          counts: session.counts, machine: session.run?.machine))
    }
    self.session = nil
  }

  /// The counts of all ended sessions, after `finish`.
  package var summary: CountTree { counts.tree }

  /// Lets the time up to a line pass.
  private mutating func pass(to time: Range<Int>?, _ bytes: [UInt8]) throws(RecordFault) {
    guard let time else { return }
    guard let now = RecordTime.nanoseconds(bytes, time) else { throw .broken }
    let last = session?.time ?? now
    if now < last { return note(.disordered) }
    session?.time = now
    guard now > last else { return }
    session?.run?.pass(now - last) { run, id, outcome in
      counts.note(firing: id)
      note(outcome)
    }
  }

  private mutating func run(_ record: Record) throws(RecordFault) {
    switch record {
    case .start(let inputs):
      try start(inputs)
    case .snapshot(let snapshot):
      guard let next = SessionRun.restore(definition, fingerprint, snapshot) else { throw .payload }
      if let run = session?.run { counts.add(run) }
      session?.run = next
    case .event(let event, let values):
      if session?.run == nil { try start([:]) }
      counts.events += 1
      guard let session else { return }
      session.events += 1
      guard let outcome = session.run?.receive(event, values),
        let active = session.run?.machine.active
      else { return }
      note(outcome, of: (event, active))
    case .fire(let id):
      guard session?.run != nil else { throw .notStarted }
      if let outcome = session?.run?.fire(id) {
        counts.note(firing: id)
        note(outcome)
      }
    }
  }

  /// Starts the session, or starts it again.
  private mutating func start(_ inputs: [String: Value]) throws(RecordFault) {
    if let run = session?.run { counts.add(run) }
    session?.run = nil
    switch SessionRun.start(definition, inputs) {
    case .success(let start): session?.run = start.run
    case .failure(let error):
      session?.isSkipped = true
      counts.note(error)
      if each != nil { session?.counts.add(at: "errors", error.id.rawValue, error.at) }
      throw .notStarted
    }
  }

  private mutating func note(
    _ outcome: SessionRun.Outcome, of event: (handle: EventHandle, active: StateSet)? = nil
  ) {
    counts.note(outcome, of: event)
    if each == nil { return }
    switch outcome {
    case .step(let step): session?.counts.add(at: "results", step.result.rawValue)
    case .failure(let error): session?.counts.add(at: "errors", error.id.rawValue, error.at)
    }
  }

  private mutating func note(_ fault: RecordFault) {
    counts.note(fault)
    if each != nil { session?.counts.add(at: "faults", fault.rawValue) }
  }
}
