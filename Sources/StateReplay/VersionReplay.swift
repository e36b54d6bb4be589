import CEL
package import StateInterpreter
import StateLinking
package import StateModel
import StateSpecs

/// Runs the sessions of a recording on two versions of a definition, and finds the first difference of
/// each session.
package struct VersionReplay {
  /// A kind of difference: how many sessions differ so first, and the shortest of them.
  package struct Kind: Sendable {
    /// What differs: `commands`, `error`, `start`, or `output` and its name.
    package let name: String
    /// The number of sessions.
    package internal(set) var sessions = 0
    /// The name of the session that the example comes from.
    package internal(set) var session = ""
    fileprivate var script: SessionScript?
  }

  /// The number of sessions, and of those that differ.
  package private(set) var sessions = 0
  package private(set) var different = 0
  /// The number of lines that could not be read.
  package private(set) var brokenLines = 0
  /// The number of sessions that are not compared, because they continue from a snapshot.
  package private(set) var restored = 0
  /// The number of lines that neither version can run: they have no such event, or its data or the
  /// inputs do not fit.
  package private(set) var faults = 0
  /// The number of sessions with faults in which neither version took a step after the start.
  package private(set) var idle = 0

  /// The outputs of the new version, and those of the old one, that are not compared: the other has
  /// none of this name and type.
  package var skippedOutputs: [String] { versions.skippedOutputs }

  private let versions: VersionPair.Versions
  /// Receives each session and its difference, in the order of the recording.
  private let each: (String, VersionDifference?) -> Void
  private var kinds: [String: Kind] = [:]
  private var session: Session?

  private struct Session {
    let name: [UInt8]
    var time: Int64?
    var script = SessionScript()
    var pair: VersionPair?
    var difference: VersionDifference?
    /// Whether nothing more is compared: it differs, could not start, or continues from a snapshot.
    var isOver = false
    var isRestored = false
    /// Whether at least one line was a fault, and whether a version took a step after the start.
    var hasFaults = false
    var hasRun = false
    /// Whether it is too long to be an example.
    var isLong = false
  }

  /// A session with more occurrences is compared, but is no example.
  private static let longestExample = 10_000
  /// How many occurrences and steps of both versions may be run to shorten all examples of a
  /// comparison. A long session that needs most of its lines would else run once for each of them.
  package static let exampleBudget = 1_000_000

  /// Makes a comparison without sessions.
  package init(
    old: CompiledDefinition, new: CompiledDefinition,
    each: @escaping (String, VersionDifference?) -> Void
  ) {
    versions = VersionPair.Versions(old, new)
    self.each = each
  }

  /// Runs one line, which is a range of bytes without its line feed.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let line = RecordLine(bytes, range) else {
      brokenLines += 1
      return
    }
    if session?.name.elementsEqual(bytes[line.session]) != true {
      finish()
      session = Session(name: Array(bytes[line.session]))
      sessions += 1
    }
    if session?.isOver == true { return }
    if let time = line.time {
      guard let now = RecordTime.nanoseconds(bytes, time) else {
        brokenLines += 1
        return
      }
      let last = session?.time ?? now
      session?.time = max(now, last)
      if now > last { take(.wait(json(now - last))) }
    }
    if !run(line, bytes) { brokenLines += 1 }
  }

  /// Ends the last session.
  package mutating func finish() {
    guard let session else { return }
    self.session = nil
    if session.isRestored {
      restored += 1
    } else if session.hasFaults, !session.hasRun, session.difference == nil {
      idle += 1
    }
    each(session.name.unescaped(session.name.indices) ?? "", session.difference)
    guard let difference = session.difference else { return }
    different += 1
    var kind = kinds[difference.kind] ?? Kind(name: difference.kind)
    kind.sessions += 1
    let best = kind.script?.when.count ?? .max
    if !session.isLong, session.script.when.count < best {
      kind.script = session.script
      kind.session = session.name.unescaped(session.name.indices) ?? ""
    }
    kinds[difference.kind] = kind
  }

  /// The kinds of differences: the most frequent first, then by name.
  package var found: [Kind] {
    kinds.values.sorted { left, right in
      left.sessions == right.sessions
        ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        : left.sessions > right.sessions
    }
  }

  /// Makes an example of a kind of difference: its shortest session without what it does not need.
  ///
  /// - Parameters:
  ///   - kind: The kind of difference.
  ///   - budget: The rest of `exampleBudget`; reduced by the share of this example.
  /// - Returns: A case that the old version passes and the new one fails; `nil` if all sessions of the
  ///   kind are too long.
  package func example(of kind: Kind, budget: inout Int) -> Spec.Case? {
    var unlimited = Int.max
    guard let script = kind.script?.shortened(versions, kind: kind.name, budget: &budget),
      let found = script.difference(versions, budget: &unlimited)
    else { return nil }
    var example = found.difference.example
    example.name = "as in session \(kind.session)"
    example.given = script.given
    example.when = script.when
    return example
  }

  private mutating func run(_ line: RecordLine, _ bytes: [UInt8]) -> Bool {
    guard let json = bytes.json(line.value) else { return false }
    switch (line.kind, json) {
    case (.start, .object(let inputs)):
      start(inputs)
    case (.event, .string(let name)): take(.event(Spec.Call(name: name)))
    case (.event, .object(let members)) where members.count == 1:
      guard case .object(let data) = members[0].value else { return false }
      take(.event(Spec.Call(name: members[0].key, data: data)))
    case (.fire, .string): break
    case (.snapshot, .object):
      session?.isOver = true
      session?.isRestored = true
    default: return false
    }
    return true
  }

  private mutating func start(_ inputs: [JSON.Member]) {
    session?.script = SessionScript(given: inputs)
    switch VersionPair.start(versions, inputs) {
    case .equal(let pair): session?.pair = pair
    case .different(let difference):
      session?.difference = difference
      session?.isOver = true
    case .failed(let isFault):
      session?.isOver = true
      if isFault {
        faults += 1
        session?.hasFaults = true
      }
    }
  }

  private mutating func take(_ occurrence: Spec.Occurrence) {
    if session?.pair == nil { start([]) }
    // The session is taken out, so that its machines are changed without copies.
    guard var session, !session.isOver else { return }
    self.session = nil
    if session.script.when.count < Self.longestExample {
      session.script.when.append(occurrence)
    } else {
      session.isLong = true
    }
    let taken = session.pair?.take(occurrence)
    switch taken?.effect {
    case .fault:
      faults += 1
      session.hasFaults = true
    case .step: session.hasRun = true
    case .nothing, nil: break
    }
    session.difference = taken?.difference
    session.isOver = session.difference != nil
    self.session = session
  }

  /// A time as specs write it.
  private func json(_ nanoseconds: Int64) -> JSON {
    let span = Value.Duration(nanoseconds: nanoseconds)
    return Wire(versions.new.source.declarations).json(of: .duration(span), as: .duration)
  }
}
