import CEL
package import StateCode
import StateFiles
import StateLinking
import StateModel
import StateProject

/// Generates source for definitions, or finds stale files.
package struct GenerationBatch {
  private let folder: String
  private let isChecking: Bool
  private let language: TargetLanguage
  private var generation: Generation
  private var validation = Validation()
  private let isTests: Bool
  private var failures: [String] = []
  /// Stale files, and definitions that cannot be generated.
  private var found: [FileFindings] = []
  private var definitionCount = 0
  /// The files of definitions, by name.
  private var sources: [String: DefinitionFolder.File] = [:]
  private var fileCount = 0
  /// The files that were written or compared.
  private var doneCount = 0
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
    if options.content == .runtime {
      batch.write()
    } else {
      batch.generate(printer.find(paths, [.definition]))
    }
    return printer.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }

  init(
    _ language: TargetLanguage, _ options: GenerationOptions, into folder: String,
    isChecking: Bool
  ) {
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    self.language = language
    isTests = options.content == .tests
    generation = Generation(language, options)
    kept = OutputFiles(in: self.folder, isChecking: isChecking)
  }

  /// Generates the definitions of a search.
  mutating func generate(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths {
      guard let file = validation.check(path) else { continue }
      guard file.findings.count(.error) == 0 else { continue }
      if let checked = file.definition {
        add(checked, file.file)
      } else if let draft = file.draft {
        add(draft: draft, file.file)
      } else {
        Console.note("note: `\(path)` uses a broken file: it is not generated")
      }
    }
    for file in validation.files {
      guard case .types(let types) = file.file.content, let stem = file.file.stem else { continue }
      generation.add(types, name: stem)
    }
    for unresolved in generation.removeUnresolved() {
      definitionCount -= 1
      if let file = sources[unresolved.source] { refuse(file, unresolved.refusal) }
    }
    guard validation.report.exitCode(failingOn: .error) == 0 else {
      definitionCount = 0
      return
    }
    write()
    if search.hasFolder, failures.isEmpty { findOrphans() }
  }

  /// Generates the interface of a draft: each event is unhandled, and outputs without a value are
  /// `nil`.
  private mutating func add(draft: CheckedDefinition, _ file: DefinitionFolder.File) {
    let open = zip(draft.definition.outputs, draft.outputs).first { written, output in
      written.content == .absent && output.type == output.type.withoutNull
    }
    if let open {
      Console.note(
        "note: `\(file.path)` is a draft, and `\(open.0.name)` needs a `value`: it is not generated"
      )
    } else {
      add(draft, file)
    }
  }

  /// Adds the spec beside a definition, if tests are generated.
  private mutating func addSpec(beside path: String) {
    guard isTests, let beside = DefinitionFolder.Kind.spec(beside: path),
      DefinitionFolder.isNeighbor(beside), let spec = validation.check(beside)?.spec
    else { return }
    generation.add(spec, source: FilePath.name(of: beside))
  }

  private mutating func add(_ definition: CheckedDefinition, _ file: DefinitionFolder.File) {
    addSpec(beside: file.path)
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
        doneCount += 1
      } catch {
        failures.append("\(error)")
      }
    }
  }

  /// Reports or removes the generated files in the folder that no definition has.
  private mutating func findOrphans() {
    do throws(FileError) {
      let ending = language == .swift ? ".swift" : ".kt"
      let target = "\(language.rawValue)\(isTests ? "-tests" : "")"
      let head = "// Generated by `states generate \(target)` from "
      found += try kept.orphans(.source, ending: ending) { $0.starts(with: head.utf8) }
    } catch {
      failures.append("\(error)")
    }
  }

  /// Writes a changed file, or records that it is stale.
  private mutating func keep(_ bytes: [UInt8], _ name: OutputFileName) throws {
    let old = try kept.old(name)
    if case .stale(let wasThere) = try kept.keep(bytes, as: name, old: old) {
      found.append(FileFindings(name.path(in: folder), .stale(.source, wasThere: wasThere)))
    }
  }

  /// The errors of definitions, and stale files.
  var report: Report {
    validation.errors(and: found, failures: failures)
  }

  /// The summary: `8 definitions generated: 10 files in Sources`, or the number of fresh files. If a
  /// file could not be written, only the files that were.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let files = Report.counted(fileCount, "file")
    if isChecking { return "\(counts)\(kept.freshCount) of \(files) fresh" }
    if doneCount < fileCount { return "\(counts)\(doneCount) of \(files) written into \(folder)" }
    let subject =
      definitionCount == 0 && fileCount == 1
      ? "runtime" : Report.counted(definitionCount, "definition")
    return "\(counts)\(subject) generated: \(files) in \(folder)"
  }
}
