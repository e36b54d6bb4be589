import Dispatch
import StateFiles
import StateInterpreter
import StateLinking
import StateModel
import StateReplay
import Synchronization

/// Runs a recording in several threads, which take turns with parts of whole sessions.
///
/// The counts and the order of the results are the same as with one thread.
struct ParallelReplay {
  private let jobs: [Job]
  /// Receives the results in the order of the recording.
  private let print: (String) -> Void
  /// The work that is not finished, in the order of the recording.
  private var pending: [Work] = []
  private var turn = 0

  /// Makes threads without work.
  ///
  /// - Parameters:
  ///   - count: The number of threads.
  ///   - definition: The definition to run; each thread compiles it, so that they share nothing.
  ///   - isAccelerated: Whether machines repeat known steps.
  ///   - acceptsAnyVersion: Whether sessions of other versions of the definition run too.
  ///   - print: Receives a line of JSON for each session; nil if only the summary is wanted.
  /// - Throws: `CompileError` if the definition is too large.
  init(
    _ count: Int, of definition: CheckedDefinition, isAccelerated: Bool, acceptsAnyVersion: Bool,
    print: ((String) -> Void)?
  ) throws(CompileError) {
    var jobs: [Job] = []
    for _ in 0..<count {
      let compiled = try CompiledDefinition(definition, isAccelerated: isAccelerated)
      jobs.append(Job(compiled, acceptsAnyVersion, hasResults: print != nil))
    }
    self.jobs = jobs
    self.print = print ?? { _ in }
  }

  /// Runs a recording to its end.
  ///
  /// - Parameter recordings: The recordings.
  /// - Returns: The summary.
  /// - Throws: `CommandExit` if a file cannot be read.
  mutating func run(_ recordings: Recordings) throws -> CountTree {
    var parts = RecordingParts(size: 1 << 18)
    try recordings.read { bytes, range in
      if let batch = parts.add(bytes, range) { start(batch) }
    }
    start(parts.finish())
    finish(downTo: 0)
    var counts = CountTree()
    for job in jobs { counts.add(job.summary) }
    return counts
  }

  private mutating func start(_ batch: RecordingParts.Batch) {
    pending.append(jobs[turn].start(batch))
    if batch.endsPart { turn = (turn + 1) % jobs.count }
    // So much waits at most, and memory is bounded.
    finish(downTo: 2 * jobs.count)
  }

  private mutating func finish(downTo count: Int) {
    while pending.count > count { print(pending.removeFirst().results()) }
  }
}

/// A batch that a thread runs.
private final class Work: Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let text = Mutex("")

  func end(_ results: String) {
    text.withLock { $0 = results }
    isDone.signal()
  }

  /// Waits for the end of the work and returns its lines of results.
  func results() -> String {
    isDone.wait()
    return text.withLock { $0 }
  }
}

/// A thread that runs batches one after the other.
private final class Job: Sendable {
  private let queue = DispatchQueue(label: "replay")
  private let replay: Mutex<SessionReplay>
  private let results: ResultLines?

  init(_ definition: CompiledDefinition, _ acceptsAnyVersion: Bool, hasResults: Bool) {
    let results = hasResults ? ResultLines(definition) : nil
    self.results = results
    replay = Mutex(
      SessionReplay(definition, acceptsAnyVersion: acceptsAnyVersion, each: results?.add))
  }

  func start(_ batch: RecordingParts.Batch) -> Work {
    let work = Work()
    queue.async { [self] in
      replay.withLock { replay in
        for line in batch.lines { replay.read(batch.bytes, line) }
        if batch.endsPart { replay.finish() }
      }
      work.end(results?.take() ?? "")
    }
    return work
  }

  var summary: CountTree { replay.withLock { $0.summary } }
}

/// A line of JSON for each session.
final class ResultLines: Sendable {
  private let definition: CompiledDefinition
  private let text = Mutex("")

  init(_ definition: CompiledDefinition) { self.definition = definition }

  /// Adds the line of a session.
  func add(_ session: SessionReplay.SessionResult) {
    let line = DisplayText.safeJSON(session.json(definition).text) + "\n"
    text.withLock { $0 += line }
  }

  /// Returns the lines since the last call.
  func take() -> String {
    text.withLock { text in
      defer { text = "" }
      return text
    }
  }
}
