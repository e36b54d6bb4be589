import StateCode
import StateFiles
import StateProject
import StateTables

/// Generates definitions, or tells which files are stale.
struct GenerationBatch {
  private let folder: String
  private let isChecking: Bool
  private var generation: Generation
  private var validation = Validation()
  private var failures: [String] = []
  /// Stale files, and what cannot be generated.
  private var found: [FileFindings] = []
  private var definitionCount = 0
  /// The files of definitions by their names.
  private var sources: [String: DefinitionFolder.File] = [:]
  private var fileCount = 0
  private var kept: KeptFiles

  init(
    _ language: TargetLanguage, _ options: GenerationOptions, into folder: String,
    isChecking: Bool
  ) {
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    generation = Generation(language, options)
    kept = KeptFiles(isChecking: isChecking)
  }

  /// Generates what was found.
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
        try keep(Array(file.text.utf8), FilePath.joined(folder, file.name))
      } catch {
        failures.append("\(error)")
      }
    }
  }

  /// Writes a file that has changed, or remembers that it is stale.
  private mutating func keep(_ bytes: [UInt8], _ path: String) throws {
    let old = try kept.old(at: path)
    if case .stale(let wasThere) = try kept.keep(bytes, at: path, old: old) {
      found.append(
        FileFindings(
          path: path, map: SourceMap([]),
          diagnostics: [StaleSource.stale(isThere: wasThere)]))
    }
  }

  /// Errors of the definitions, and stale files.
  var report: Report {
    validation.errors(and: found, failures: failures)
  }

  /// `8 definitions generated: 10 files in Sources`, or how many are fresh.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let files = Report.counted(fileCount, "file")
    if isChecking { return "\(counts)\(kept.freshCount) of \(files) fresh" }
    let definitions = Report.counted(definitionCount, "definition")
    return "\(counts)\(definitions) generated: \(files) in \(folder)"
  }
}
