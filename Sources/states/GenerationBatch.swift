import StateCode
import StateFiles
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
  private var freshCount = 0

  init(
    _ language: TargetLanguage, _ options: GenerationOptions, into folder: String,
    isChecking: Bool
  ) {
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    generation = Generation(language, options)
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
    for unmet in generation.takeOutUnmet() {
      definitionCount -= 1
      if let file = sources[unmet.source] { refuse(file, unmet.refusal) }
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
    let old = Files.kind(of: path) == nil ? nil : try Files.read(path)
    if old == bytes {
      freshCount += 1
    } else if isChecking {
      let message = old == nil ? "this file was never generated" : "this file is stale"
      let diagnostic = Diagnostic(
        rule: "generate/stale", severity: .error, message: message, at: .init(""),
        help: "generate it: states generate, without --check")
      found.append(
        FileFindings(path: path, map: JSONDocument([]).map, diagnostics: [diagnostic]))
    } else {
      try Files.makeFolder(folder)
      try Files.write(bytes, to: path)
    }
  }

  /// Errors of the definitions, and stale files.
  var report: Report {
    let errors = validation.files.map { file in
      FileFindings(
        path: file.file.path, map: file.file.map,
        diagnostics: file.findings.diagnostics.filter { $0.severity == .error },
        others: file.findings.others)
    }
    let files = (errors + found).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Report(files, failures: failures + validation.report.failures)
  }

  /// `8 definitions generated: 10 files in Sources`, or how many are fresh.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let files = Report.counted(fileCount, "file")
    if isChecking { return "\(counts)\(freshCount) of \(files) fresh" }
    let definitions = Report.counted(definitionCount, "definition")
    return "\(counts)\(definitions) generated: \(files) in \(folder)"
  }
}
