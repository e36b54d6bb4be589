/// The limits for reading a file and for reporting its findings.
package enum FileLimits {
  /// The size of a file or snapshot, in bytes.
  package static let fileBytes = 4 << 20
  /// The size of one line of a stream of events, in bytes.
  package static let lineBytes = 1 << 20
  /// How deep arrays and objects nest.
  package static let nesting = 64
  /// Keys and values of a file together; a finding about each must fit into memory.
  package static let values = 250_000
  /// How often an entry of a spec can happen: as often as timers fire in one wait.
  package static let repetitions = 100_000
  /// The diagnostics shown of a file in text for people.
  package static let diagnostics = 100
  /// The width from which a quoted line is cut, in columns.
  package static let columns = 160
}
