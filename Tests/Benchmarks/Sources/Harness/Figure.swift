/// One implementation of a scenario, to be measured.
public struct Candidate {
  /// The implementation: `hand`, `handle`, `name`.
  public let engine: String
  /// The number of events in one run.
  public let events: Int
  /// Performs one run and returns its digest.
  public let run: () -> Int

  /// Makes a candidate.
  public init(engine: String, events: Int, run: @escaping () -> Int) {
    self.engine = engine
    self.events = events
    self.run = run
  }
}

/// The measurements of a candidate, in nanoseconds per event.
public struct Figure {
  /// The scenario, such as `S1`.
  public let scenario: String
  /// The implementation.
  public let engine: String
  /// The median of the measured runs.
  public let median: Double
  /// The fastest run.
  public let minimum: Double
  /// The slowest run.
  public let maximum: Double
  /// The median divided by the baseline's median in the same process.
  public let ratio: Double
  /// Calls of malloc per event in the last run, including its start.
  public let allocations: Double
  /// The digest of the results; equal for all candidates of a scenario.
  public let digest: Int
  /// The peak memory in bytes, if the candidate was a separate process.
  public let peak: Int?

  init(
    scenario: String, engine: String, median: Double, minimum: Double, maximum: Double,
    ratio: Double, allocations: Double, digest: Int
  ) {
    self.scenario = scenario
    self.engine = engine
    self.median = median
    self.minimum = minimum
    self.maximum = maximum
    self.ratio = ratio
    self.allocations = allocations
    self.digest = digest
    peak = nil
  }

  /// Makes the figure of whole processes; each time is CPU time in nanoseconds.
  public init(_ scenario: String, engine: String, times: [Double], peak: Int) {
    self.scenario = scenario
    self.engine = engine
    median = Harness.median(times)
    minimum = times.min() ?? 0
    maximum = times.max() ?? 0
    ratio = 1
    allocations = 0
    digest = 0
    self.peak = peak
  }
}

/// Runs the candidates in turn, with one warm-up and `runs` measured runs each. The first one is
/// the baseline. `allocationCount` returns the number of calls of malloc so far.
public func measure(
  _ scenario: String, runs: Int, _ candidates: [Candidate], allocationCount: () -> Int = { 0 }
) -> [Figure] {
  var allocations = candidates.map { _ in 0 }
  var digests = candidates.map { $0.run() }
  var times: [[Double]] = candidates.map { _ in [] }
  for _ in 0..<runs {
    for (index, candidate) in candidates.enumerated() {
      let counted = allocationCount()
      let start = cpuSeconds()
      digests[index] = candidate.run()
      times[index].append((cpuSeconds() - start) * 1e9 / Double(candidate.events))
      allocations[index] = allocationCount() - counted
    }
  }
  let medians = times.map { median($0) }
  return candidates.indices.map { index in
    Figure(
      scenario: scenario, engine: candidates[index].engine, median: medians[index],
      minimum: times[index].min() ?? 0, maximum: times[index].max() ?? 0,
      ratio: medians[index] / medians[0],
      allocations: Double(allocations[index]) / Double(candidates[index].events),
      digest: digests[index])
  }
}

/// The median of the values.
public func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}
