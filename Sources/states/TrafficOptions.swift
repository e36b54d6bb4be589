import ArgumentParser
import StateCommands

/// The option for recorded traffic in pictures, of `states diagram` and `states docs`.
struct TrafficOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show in pictures how often recorded sessions ran each row and entered each state.",
      discussion: "A summary that `states replay --partial` printed, repeatable.",
      valueName: "summary"), completion: .file())
  var traffic: [String] = []

  /// Whether no summary is given.
  var isEmpty: Bool { traffic.isEmpty }

  /// Reads the summaries.
  ///
  /// - Returns: The summaries, added up for each definition; `nil` without the option.
  /// - Throws: The first file that is no summary or that cannot be read.
  func summaries() throws -> TrafficSummaries? {
    isEmpty ? nil : try TrafficSummaries(traffic)
  }
}
