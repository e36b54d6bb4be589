/// The end of a command with an exit code, after everything is printed.
package struct CommandExit: Error, Hashable {
  /// The exit code of the process.
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// Everything is correct.
  package static let success = CommandExit(0)
  /// There is a finding, a failed case or a stale file.
  package static let finding = CommandExit(1)
  /// The work could not be done.
  package static let failure = CommandExit(2)
}
