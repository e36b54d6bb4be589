import ArgumentParser
import StateCommands

/// `states test`.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    "test", abstract: "Runs specs, and reports failed expectations.")

  @Argument(
    help: "Specs, definitions, folders or patterns; else the definitions folder.",
    completion: .file())
  var paths: [String] = []

  @Flag(
    help:
      "Report the rows, guards, output rows, states, exits and transitions that no case reaches.")
  var coverage = false

  @Option(help: "Report definitions whose cases reach less than this, in percent.")
  var coverageThreshold: Int?

  @OptionGroup var reporting: Reporting

  func validate() throws {
    if let threshold = coverageThreshold, !(0...100).contains(threshold) {
      throw ValidationError("--coverage-threshold is from 0 to 100")
    }
  }

  func run() throws {
    throw try SpecTesting.run(
      paths, threshold: coverageThreshold, showsCoverage: coverage, reporting.reporter)
  }
}
