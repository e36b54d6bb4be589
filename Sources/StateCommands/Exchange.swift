import Graphs
import StateExchange
import StateFiles
import StateGraphs
import StateLinking
import StateModel
import StateProject
import XMLFiles

/// The formats to import.
package enum ImportFormat: String, CaseIterable, Sendable {
  case scxml, xstate
}

/// The formats to export.
package enum ExportFormat: String, CaseIterable, Sendable {
  case scxml, mermaid
}

/// A file that was read in one format and written in another.
package struct Exchange {
  /// The text in the other format, if the translation succeeded.
  let text: String?
  let report: Report
  let summary: String

  /// Translates a chart to a definition, and writes it.
  ///
  /// - Parameters:
  ///   - format: The format of the chart.
  ///   - path: The file of the chart.
  ///   - output: The file of the definition; nil for standard output.
  ///   - isPartial: Whether to write the translated parts even if other parts are refused.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if a file cannot be read or written.
  package static func importing(
    _ format: ImportFormat, _ path: String, into output: String?, isPartial: Bool,
    _ printer: ReportPrinter
  ) throws -> CommandExit {
    let exchange = try Exchange.reading(format, path, into: output)
    let code = printer.print(exchange.report, summary: exchange.summary, toErrors: output == nil)
    if let text = exchange.text, code == .success || isPartial {
      try Exchange.write(output == nil ? DisplayText.safeJSON(text) : text, to: output)
    }
    return code
  }

  /// Translates a definition to another format, and writes it.
  ///
  /// - Parameters:
  ///   - format: The format to write.
  ///   - path: The file of the definition.
  ///   - output: The file to write; nil for standard output.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  /// - Throws: `CommandExit` if the output cannot be written.
  package static func exporting(
    _ format: ExportFormat, _ path: String, into output: String?, _ printer: ReportPrinter
  ) throws -> CommandExit {
    let exchange = try Exchange.writing(format, path)
    let code = printer.print(exchange.report, summary: exchange.summary, toErrors: output == nil)
    if let text = exchange.text, code == .success { try Exchange.write(text, to: output) }
    return code
  }

  /// Translates a chart of another format; a definition has the name of its output file.
  static func reading(
    _ format: ImportFormat, _ path: String, into output: String?
  ) throws -> Exchange {
    let bytes = try bytes(of: path)
    let suffix = DefinitionFolder.Kind.definition.suffix
    let written = output.map(FilePath.name).flatMap { $0.hasSuffix(suffix) ? $0 : nil }
    let isGiven = written != nil
    var name = written ?? FilePath.name(of: path)
    if let dot = name.firstIndex(of: ".") { name = String(name[..<dot]) }
    switch format {
    case .scxml:
      let document = XMLDocument(bytes)
      let imported = document.root.map { SCXMLImport.read($0, name: name, isGiven: isGiven) }
      return Exchange(path, SourceMap(bytes), document.diagnostics, imported, as: output)
    case .xstate:
      let document = JSONDocument(bytes)
      let imported = document.json.map { XStateImport.read($0, name: name, isGiven: isGiven) }
      return Exchange(path, document.map, document.diagnostics, imported, as: output)
    }
  }

  private init(
    _ path: String, _ map: SourceMap, _ diagnostics: [Diagnostic], _ imported: Imported?,
    as output: String?
  ) {
    let all = diagnostics + (imported?.findings ?? [])
    text = imported.map { DefinitionWriter.text($0.definition) }
    var found = [FileFindings(path: path, map: map, diagnostics: all)]
    if let imported, let text, found[0].count(.error) == 0 {
      let name = imported.definition.name + DefinitionFolder.Kind.definition.suffix
      let written = Exchange.errors(in: text, as: output ?? name)
      if written.count(.error) > 0 { found.append(written) }
    }
    report = Report(found)
    summary = Exchange.summary("import", report)
  }

  private init(text: String?, report: Report, summary: String) {
    self.text = text
    self.report = report
    self.summary = summary
  }

  /// The errors of a translated definition, as validation would report them.
  private static func errors(in text: String, as path: String) -> FileFindings {
    var validation = Validation(exploring: BehaviourChecks.definition)
    validation.check(Array(text.utf8), as: path)
    let findings = validation.files.first { $0.file.path == path }?.findings
    let errors = findings?.diagnostics.filter { $0.severity == .error } ?? []
    return FileFindings(
      path: path, map: findings?.map ?? SourceMap([]), diagnostics: errors)
  }

  /// Translates a definition to another format.
  static func writing(_ format: ExportFormat, _ path: String) throws -> Exchange {
    var validation = Validation()
    guard let checked = validation.check(path),
      case .definition(let definition) = checked.file.content,
      validation.report.exitCode(failingOn: .error) == 0
    else {
      return Exchange(text: nil, report: validation.report, summary: validation.summary)
    }
    let text: String?
    let diagnostics: [Diagnostic]
    switch format {
    case .scxml:
      let exported = SCXMLExport.write(definition)
      text = exported.remarks.hasRefusal ? nil : exported.text
      diagnostics = exported.remarks.diagnostics
    case .mermaid: (text, diagnostics) = diagram(of: definition, checked.definition)
    }
    let findings = FileFindings(
      path: checked.file.path, map: checked.file.map, diagnostics: diagnostics)
    let report = Report([findings])
    return Exchange(text: text, report: report, summary: summary("export", report))
  }

  /// The states of a definition, or the configurations that it reaches, as a Mermaid diagram.
  private static func diagram(
    of definition: Definition, _ checked: CheckedDefinition?
  ) -> (text: String?, diagnostics: [Diagnostic]) {
    let derived = checked.map { Pictures(of: $0, kinds: [.derived]) }
    let graph = statePicture(of: definition) ?? derived?.graphs.first
    func diagnostic(_ rule: RuleID, _ message: String) -> Diagnostic {
      Diagnostic(.text(rule, message), at: .init("/state"))
    }
    guard let graph else {
      let reason = derived?.notes.first ?? "`\(definition.name)` has no diagram of states"
      return (nil, [diagnostic(.exchangeRefused, reason)])
    }
    let losses = graph.mermaidLosses.joined(separator: ", ")
    guard !losses.isEmpty else { return (graph.mermaid, []) }
    let message = "a state diagram leaves out \(losses)"
    return (graph.mermaid, [diagnostic(.exchangeDropped, message)])
  }

  private static func summary(_ word: String, _ report: Report) -> String {
    "\(word): \(report.counts ?? "no findings")"
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    do {
      return try Files.read(path)
    } catch {
      Console.note("error: \(error)")
      throw CommandExit.failure
    }
  }

  /// Writes to a file, or to standard output.
  static func write(_ text: String, to path: String?) throws {
    guard let path else { return Console.write(text) }
    do {
      try Files.write(Array(text.utf8), to: path)
    } catch {
      Console.note("error: \(error)")
      throw CommandExit.failure
    }
  }
}
