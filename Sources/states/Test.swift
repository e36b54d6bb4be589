import ArgumentParser
import StateFiles

/// `states test`.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    "test", abstract: "Runs specs, and reports failed expectations.")

  @Argument(
    help: "Specs, definitions, folders or patterns; else the definitions folder.",
    completion: .file())
  var paths: [String] = []

  @Flag(
    help: "Show which rows, guards, output rows, states, exits and transitions no case reaches.")
  var coverage = false

  @Option(help: "Exit with 1 if the cases of a spec reach less than this, in percent.")
  var coverageThreshold: Int?

  @OptionGroup var reporting: Reporting

  func validate() throws {
    if let threshold = coverageThreshold, !(0...100).contains(threshold) {
      throw ValidationError("--coverage-threshold is from 0 to 100")
    }
  }

  func run() throws {
    throw try reporting.run(paths) {
      let clock = Stopwatch()
      var testing = SpecTesting(threshold: coverageThreshold)
      testing.run(reporting.options.find(paths, [.spec]))
      let report = reporting.settled(testing.report)
      let summary = "\(report.summed(testing.summary(of: report))) (\(clock.time))"
      let code = try reporting.print(report, summary: summary)
      if coverage { reporting.options.printDetails(testing.coverageText) }
      let isLow = code == ExitCode(0) && testing.isBelowThreshold
      return (isLow ? ExitCode(1) : code, testing.report.findings.map(\.path))
    }
  }
}
