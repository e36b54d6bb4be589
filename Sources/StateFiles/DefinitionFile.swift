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
    let report = validation.report
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
