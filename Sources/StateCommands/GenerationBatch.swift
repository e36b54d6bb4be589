package import StateCode
import StateFiles
import StateLinking
import StateModel
import StateProject

/// Generates source for definitions, or finds stale files.
package struct GenerationBatch {
  private let folder: String
  private let isChecking: Bool
  private var generation: Generation
  private var validation = Validation()
  private var failures: [String] = []
  /// Stale files, and definitions that cannot be generated.
  private var found: [FileFindings] = []
  private var definitionCount = 0
  /// The files of definitions, by name.
  private var sources: [String: DefinitionFolder.File] = [:]
  private var fileCount = 0
  private var kept: OutputFiles

  /// Generates source for the definitions in paths, or finds stale files.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns.
  ///   - language: The language of the source.
  ///   - options: Options of the generated source.
  ///   - folder: The folder for the source.
  ///   - isChecking: Whether to compare only, and write nothing.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  package static func run(
    _ paths: [String], _ language: TargetLanguage, _ options: GenerationOptions,
    into folder: String, isChecking: Bool, _ printer: ReportPrinter
  ) -> CommandExit {
    let clock = Stopwatch()
    var batch = GenerationBatch(language, options, into: folder, isChecking: isChecking)
    batch.generate(printer.find(paths, [.definition]))
    return printer.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }

  init(
    _ language: TargetLanguage, _ options: GenerationOptions, into folder: String,
    isChecking: Bool
  ) {
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    generation = Generation(language, options)
    kept = OutputFiles(in: self.folder, isChecking: isChecking)
  }

  /// Generates the definitions of a search.
  mutating func generate(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths {
      guard let file = validation.check(path) else { continue }
      if let checked = file.definition, file.findings.count(.error) == 0 {
        add(checked, file.file)
      } else if file.findings.count(.error) == 0 {
        Console.note("note: `\(path)` is a draft, or uses a broken file: it is not generated")
      }
    }
    for unresolved in generation.removeUnresolved() {
      definitionCount -= 1
      if let file = sources[unresolved.source] { refuse(file, unresolved.refusal) }
    }
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    if validation.report.exitCode(failingOn: .error) == 0 { write() }
  }

  private mutating func add(_ definition: CheckedDefinition, _ file: DefinitionFolder.File) {
    sources[FilePath.name(of: file.path)] = file
    guard let refusal = generation.add(definition, source: FilePath.name(of: file.path)) else {
      definitionCount += 1
      return
    }
    refuse(file, refusal)
  }

  private mutating func refuse(_ file: DefinitionFolder.File, _ refusal: GenerationRefusal) {
    found.append(FileFindings(path: file.path, map: file.map, diagnostics: [refusal.diagnostic]))
  }

  private mutating func write() {
    for file in generation.files {
      fileCount += 1
      do {
        try keep(Array(file.text.utf8), OutputFileName(file.name))
      } catch {
        failures.append("\(error)")
      }
    }
  }

  /// Writes a changed file, or records that it is stale.
  private mutating func keep(_ bytes: [UInt8], _ name: OutputFileName) throws {
    let old = try kept.old(name)
    if case .stale(let wasThere) = try kept.keep(bytes, as: name, old: old) {
      found.append(
        FileFindings(
          name.path(in: folder),
          .stale(.source, wasThere: wasThere, command: "states generate, without --check")))
    }
  }

  /// The errors of definitions, and stale files.
  var report: Report {
    validation.errors(and: found, failures: failures)
  }

  /// The summary: `8 definitions generated: 10 files in Sources`, or the number of fresh files.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let files = Report.counted(fileCount, "file")
    if isChecking { return "\(counts)\(kept.freshCount) of \(files) fresh" }
    let definitions = Report.counted(definitionCount, "definition")
    return "\(counts)\(definitions) generated: \(files) in \(folder)"
  }
}
