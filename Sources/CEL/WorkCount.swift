/// Counts the steps of work that could grow with the square of the input.
///
/// Tests compare the count for an input with the count for twice the input. A clock would make them
/// depend on the machine.
package enum WorkCount {
  /// Receives the steps; `nil` outside of tests.
  @TaskLocal package static var receiver: (@Sendable (Int) -> Void)?

  /// Counts steps.
  package static func add(_ steps: Int) { receiver?(steps) }
}
