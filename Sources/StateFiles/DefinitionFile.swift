public import StateTables

/// A definition in a file: read, checked with the files that it uses, and ready to run.
public enum DefinitionFile {
  /// Reads and checks a definition.
  ///
  /// - Parameter path: The path of `Name.state.json`.
  /// - Returns: What an interpreter, a generator or a picture works on.
  /// - Throws: `LoadError` with everything that is wrong.
  public static func load(_ path: String) throws(LoadError) -> CheckedDefinition {
    var validation = Validation()
    let definition = validation.check(path)?.definition
    return try whole(definition, validation.report)
  }

  /// Checks the text of a definition.
  ///
  /// - Parameters:
  ///   - text: The JSON text.
  ///   - path: The path that it would have: it decides what `uses` reaches and stands in findings.
  /// - Returns: What an interpreter, a generator or a picture works on.
  /// - Throws: `LoadError` with everything that is wrong.
  public static func read(
    _ text: String, as path: String
  ) throws(LoadError) -> CheckedDefinition {
    var validation = Validation()
    validation.check(Array(text.utf8), as: path)
    let definition = validation.files.first { $0.file.path == path }?.definition
    return try whole(definition, validation.report)
  }

  private static func whole(
    _ definition: CheckedDefinition?, _ report: Report
  ) throws(LoadError) -> CheckedDefinition {
    guard let definition, report.exitCode(failingOn: .error) == 0 else {
      let findings = Annotations(.short).print(report.findings)
      let failures = report.failures.map { $0 + "\n" }.joined()
      throw LoadError(description: failures + findings)
    }
    return definition
  }
}

/// Why a definition cannot be used.
public struct LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line for each thing that is wrong: `Coin.state.json:9:41: error: no property is named …`.
  public let description: String
}
