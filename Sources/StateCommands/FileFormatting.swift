import StateFiles
import StateProject

/// The work of `states format`: writes files in their canonical form.
package enum FileFormatting {
  /// Formats files, or standard input.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns; `-` alone for standard input.
  ///   - mode: Whether to rewrite, check or preview.
  ///   - inputName: The file name of standard input.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if standard input cannot be read.
  package static func run(
    _ paths: [String], _ mode: Mode, inputName: String?, _ printer: ReportPrinter
  ) throws -> CommandExit {
    let clock = Stopwatch()
    var formatting = Formatting(mode.isCheck ? .check : mode.isDiff ? .preview : .rewrite)
    if paths == ["-"] {
      let text = formatting.format(try Console.input(), as: inputName ?? "stdin")
      if !mode.isCheck, !mode.isDiff, let text {
        Console.write(Console.isTerminal ? DisplayText.safeJSON(text) : text)
      }
    } else {
      formatting.format(printer.find(paths, [.definition, .types, .spec], readsInput: true))
    }
    if mode.isDiff {
      let patch = formatting.patch
      Console.write(Console.isTerminal ? DisplayText.safeLines(patch) : patch)
    }
    let code = printer.print(
      formatting.report, summary: "\(formatting.summary) (\(clock.time))",
      toErrors: mode.isDiff || paths == ["-"])
    return mode.isCheck && code == .success && formatting.changedCount > 0 ? .finding : code
  }

  /// The flags `--check` and `--diff`, which can be combined.
  package struct Mode {
    let isCheck: Bool
    let isDiff: Bool

    package init(isCheck: Bool, isDiff: Bool) {
      self.isCheck = isCheck
      self.isDiff = isDiff
    }
  }
}
