public import StateTables

/// A definition in a file: read, checked with the files that it uses, and ready to run.
public enum DefinitionFile {
  /// Reads and checks a definition.
  ///
  /// - Parameter path: The path of `Name.state.json`.
  /// - Returns: The checked definition, for an interpreter, a generator or a picture.
  /// - Throws: `LoadError` with everything that is wrong.
  public static func load(_ path: String) throws(LoadError) -> CheckedDefinition {
    var checker = FileChecker()
    let definition = checker.check(path)?.definition
    return try whole(definition, checker)
  }

  /// Checks the text of a definition.
  ///
  /// - Parameters:
  ///   - text: The JSON text.
  ///   - path: The path that it would have: `uses` is relative to it, and findings name it.
  /// - Returns: The checked definition, for an interpreter, a generator or a picture.
  /// - Throws: `LoadError` with everything that is wrong.
  public static func read(
    _ text: String, as path: String
  ) throws(LoadError) -> CheckedDefinition {
    var checker = FileChecker()
    checker.check(Array(text.utf8), as: path)
    let definition = checker.files.first { $0.file.path == path }?.definition
    return try whole(definition, checker)
  }

  private static func whole(
    _ definition: CheckedDefinition?, _ checker: FileChecker
  ) throws(LoadError) -> CheckedDefinition {
    let findings = checker.files.flatMap { LoadError.Finding.all(of: $0.findings) }
    let isBroken = findings.contains { $0.diagnostic.severity == .error }
    guard let definition, !isBroken, checker.failures.isEmpty else {
      throw LoadError(failures: checker.failures, findings: findings)
    }
    return definition
  }
}

/// Why a definition cannot be used.
public struct LoadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A finding with its file and position.
  public struct Finding: Hashable, Sendable {
    /// The file, as the caller named it or relative to that.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in code points, from 1.
    public let column: Int
    /// The rule, the severity and the message.
    public let diagnostic: Diagnostic

    static func all(of file: FileFindings) -> [Finding] {
      file.diagnostics.map { diagnostic in
        let here = file.located(diagnostic.location)
        let position = here.map.position(of: here.map.range(of: diagnostic.location).lowerBound)
        return Finding(
          path: here.path, line: position.line, column: position.column, diagnostic: diagnostic)
      }
    }
  }

  /// The files that could not be read.
  public let failures: [String]
  /// Everything that is wrong, and other findings, in the order of the files.
  public let findings: [Finding]

  /// A line for each failure and finding: `Coin.state.json:9:41: error: no property is named …`.
  public var description: String {
    failures.map { $0 + "\n" }.joined() + findings.map { $0.line(safe: DisplayText.safe) }.joined()
  }
}

extension LoadError.Finding {
  /// The finding on one physical line.
  fileprivate func line(safe: (String) -> String) -> String {
    let position = "\(safe(path)):\(line):\(column)"
    let words = safe(diagnostic.sentence)
    return "\(position): \(diagnostic.severity.rawValue): \(words) [\(diagnostic.rule)]\n"
  }
}

extension Diagnostic {
  /// The message, and the name that was probably meant where only the label has it.
  package var sentence: String {
    guard let label, offersName else { return message }
    return message + "; " + label
  }
}
