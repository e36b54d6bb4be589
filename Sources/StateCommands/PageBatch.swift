import GraphDrawing
import Graphs
import StateDocuments
import StateFiles
import StateGraphs
import StateInterpreter
import StateLinking
import StateModel
import StateProject
import StateSpecs

/// Makes a page of each definition, or finds stale pages.
package struct PageBatch {
  private let folder: String
  private let isChecking: Bool
  /// The traffic that the pictures show; nil shows what the cases of the specs reach.
  private let traffic: TrafficSummaries?
  /// The process that runs Graphviz, or the reason why there is none.
  private let worker = Result { () throws(DrawingError) in try LayoutWorker() }
  private var validation = Validation()
  private var found: [FileFindings] = []
  private var failures: [String] = []
  private var count = 0
  private var kept: OutputFiles
  private var index = IndexPage()
  /// The pages that belong to the definitions of this run.
  private var names: Set<String> = []
  /// Whether an argument is a folder; its pages then have an index.
  private var hasIndex = false

  /// Makes a page of each definition in paths, or finds stale pages.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns.
  ///   - folder: The folder for pages.
  ///   - isChecking: Whether to compare only, and write nothing.
  ///   - traffic: The traffic that the pictures show; nil shows what the cases of the specs reach.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  package static func run(
    _ paths: [String], into folder: String, isChecking: Bool, traffic: TrafficSummaries?,
    _ printer: ReportPrinter
  ) -> CommandExit {
    let clock = Stopwatch()
    var batch = PageBatch(into: folder, isChecking: isChecking, traffic)
    batch.make(printer.find(paths, [.definition]))
    return printer.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }

  init(into folder: String, isChecking: Bool, _ traffic: TrafficSummaries?) {
    self.traffic = traffic
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    kept = OutputFiles(in: self.folder, isChecking: isChecking)
  }

  /// Makes the pages of the definitions of a search.
  mutating func make(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    hasIndex = search.hasFolder
    var progress = Progress(isChecking ? "checking" : "making page", of: search.paths.count)
    defer { progress.end() }
    for (offset, path) in search.paths.enumerated() {
      progress.note(offset, path)
      guard let file = validation.check(path), case .definition(let written) = file.file.content
      else {
        continue
      }
      names.insert(written.name)
      guard let definition = file.definition ?? file.draft, file.findings.count(.error) == 0 else {
        if file.findings.count(.error) == 0 {
          Console.note("note: `\(path)` uses a broken file: it has no page")
        }
        continue
      }
      do {
        let page = try page(of: definition, path)
        try keep(Array(page.html.utf8), definition.definition.name)
        index.entries.append(IndexPage.Entry(page))
      } catch let error as FileError {
        // The next page could not be written either.
        return failures.append("\(error)")
      } catch let error as DrawingError where error.affectsAll {
        return failures.append("\(error)")
      } catch let error as OutputFiles.NameConflict {
        failures.append("\(error)")
      } catch {
        failures.append("\(path): \(error)")
      }
    }
    guard hasIndex else { return }
    if !index.entries.isEmpty {
      names.insert(IndexPage.name)
      do {
        try keep(Array(index.html.utf8), IndexPage.name)
      } catch is OutputFiles.NameConflict {
        let path = FilePath.joined(folder, IndexPage.name + ".html")
        failures.append("cannot write the index: `\(path)` is the page of a definition")
      } catch {
        failures.append("\(error)")
      }
    }
    let isWhole = failures.isEmpty && validation.report.exitCode(failingOn: .error) == 0
    if isWhole { findOrphans() }
  }

  /// Reports or removes the pages in the folder that no definition has.
  private mutating func findOrphans() {
    do throws(FileError) {
      let known = Set(names.map { $0 + ".html" })
      found += try kept.orphans(
        .page, ending: ".html", besides: known, where: PageContent.isPage)
    } catch {
      failures.append("\(error)")
    }
  }

  private mutating func keep(_ bytes: [UInt8], _ name: String) throws {
    let name = try OutputFileName(name + ".html")
    let old = try kept.old(name)
    if case .stale(let wasThere) = try kept.keep(bytes, as: name, old: old) {
      found.append(FileFindings(name.path(in: folder), .stale(.page, wasThere: wasThere)))
    }
    count += 1
  }

  private mutating func page(
    of definition: CheckedDefinition, _ path: String
  ) throws -> PageContent {
    let fingerprint = Fingerprint.meaning(of: definition)
    var content = PageContent(
      definition.definition, fingerprint: fingerprint, pictures: [])
    content.isInFolder = hasIndex
    try examine(definition, path, &content)
    var options = PictureOptions()
    options.mayTurn = true
    options.unreached = content.unreached
    options.traffic = try traffic?.traffic(of: definition)
    content.showsTraffic = options.traffic != nil
    options.link = PageContent.links(in: definition.definition)
    var pictures: [LivePicture] = []
    for var picture in LivePicture.all(of: definition, options: options) {
      do throws(DrawingError) {
        let drawing = try GraphDrawing.draw(
          picture.graph,
          options: DrawingOptions(fingerprint: fingerprint, hash: SHA256.hexadecimal(hashing:)),
          layout: worker.get().started())
        let title = picture.kind == .flow ? "How data flows" : "How it moves"
        content.pictures.append((title, drawing.svg))
        picture.ids = drawing.ids
        pictures.append(picture)
      } catch .tooLarge(let nodes, let limit) {
        Console.note(
          "note: the page of `\(path)` lacks a picture, whose \(nodes) nodes are more than \(limit)"
        )
      }
    }
    if let spec = content.spec, !pictures.isEmpty,
      let compiled = try? CompiledDefinition(explaining: definition)
    {
      let player = PlayerContent(spec, of: compiled, pictures)
      if player.cases.count > 1 { content.player = player }
    }
    return content
  }

  /// Runs the spec beside a definition, if it exists and can run.
  private mutating func examine(
    _ definition: CheckedDefinition, _ path: String, _ content: inout PageContent
  ) throws {
    let beside = DefinitionFolder.spec(beside: path)
    guard DefinitionFolder.isNeighbor(beside), let spec = validation.check(beside)?.spec else {
      return
    }
    let compiled = try CompiledDefinition(draft: definition, isAccelerated: true)
    let result = SpecRunner<InterpreterSubject>.run(spec, of: definition) { inputs in
      InterpreterSubject.start(compiled, inputs)
    }
    content.spec = spec
    content.failed = Set(result.verdicts.filter { !$0.hasPassed }.map(\.pointer))
    guard let coverage = result.coverage else { return }
    content.coverage = CoverageTable(coverage, of: definition).lines
    content.unreached = Unreached(coverage, of: definition)
  }

  /// The errors of definitions and specs, and stale pages.
  var report: Report { validation.errors(and: found, failures: failures) }

  /// The summary: `19 pages made in Pages`, or the number of fresh pages.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let pages = Report.counted(count, "page")
    return isChecking
      ? "\(counts)\(kept.freshCount) of \(pages) fresh" : "\(counts)\(pages) made in \(folder)"
  }
}
