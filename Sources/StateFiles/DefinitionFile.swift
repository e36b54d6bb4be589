public import StateLinking
public import StateModel

/// A definition in a file: read, checked with the files that it uses, and ready to run.
public enum DefinitionFile {
  /// Reads and checks a definition.
  ///
  /// - Parameter path: The path of `Name.state.json`.
  /// - Returns: The checked definition, for an interpreter, a generator or a picture.
  /// - Throws: `LoadError` with everything that is wrong.
  public static func load(_ path: String) throws(LoadError) -> CheckedDefinition {
    var loading = Loading()
    loading.link(path)
    return try loading.definition()
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
    var loading = Loading()
    loading.link(Array(text.utf8), as: path)
    return try loading.definition()
  }
}

/// Reads a definition and the files that it uses, and links each once. It runs no checks.
private struct Loading {
  private var folder = DefinitionFolder()
  private var linked: Set<String> = []
  private var findings: [FileFindings] = []
  private var failures: [String] = []
  private var result: CheckedDefinition?

  mutating func link(_ path: String) {
    do {
      link(try folder.file(at: path), isFirst: true)
    } catch {
      failures.append(error.description)
    }
  }

  mutating func link(_ bytes: [UInt8], as path: String) {
    link(folder.add(bytes, as: path), isFirst: true)
  }

  private mutating func link(_ file: DefinitionFolder.File, isFirst: Bool) {
    guard linked.insert(file.resolved).inserted else { return }
    let used = folder.usedFiles(of: file)
    var meaning: [Diagnostic] = []
    switch file.content {
    case .definition(let written) where file.isWhole:
      let linked = written.linked(with: used.files)
      meaning = linked.diagnostics.filter { found in
        !written.allowances.contains { $0.permits(found) }
      }
      if isFirst, used.isWhole { result = linked.checked }
    case .types(let written) where file.isWhole: meaning = written.linked(with: used.files)
    case .definition, .types, .spec, .unreadable: break
    }
    findings.append(
      FileFindings(
        path: file.path, map: file.map,
        diagnostics: file.findings(meaning: meaning, used: used), others: used.sources))
    for path in used.paths { linkUsed(path) }
  }

  private mutating func linkUsed(_ path: String) {
    do {
      link(try folder.file(at: path), isFirst: false)
    } catch {
      failures.append(error.description)
    }
  }

  func definition() throws(LoadError) -> CheckedDefinition {
    let files = findings.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let found = files.flatMap(LoadError.Finding.all)
    let isBroken = found.contains { $0.diagnostic.severity == .error }
    guard let result, !isBroken, failures.isEmpty else {
      throw LoadError(failures: failures, findings: found)
    }
    return result
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
    let words = safe(DiagnosticRenderer.english.sentence(diagnostic))
    return "\(position): \(diagnostic.severity.rawValue): \(words) [\(diagnostic.rule.rawValue)]\n"
  }
}
