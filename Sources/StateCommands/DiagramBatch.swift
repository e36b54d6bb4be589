import CEL
import GraphDrawing
import Graphs
import StateFiles
import StateGraphs
import StateLinking
import StateModel
import StateProject
import StateReplay

/// Draws definitions one after the other, or finds stale diagrams.
package struct DiagramBatch {
  /// The folder for pictures; `nil` for standard output.
  private let folder: String?
  private let isChecking: Bool
  private let request: DiagramRequest
  /// The process that runs Graphviz, or the reason why there is none.
  private let worker = Result { () throws(DrawingError) in try LayoutWorker() }
  private var validation = Validation()
  private var failures: [String] = []
  /// Stale diagrams, and unknown states in options.
  private var found: [FileFindings] = []
  private var count = 0
  private var kept: OutputFiles
  /// The files that belong to the definitions of this run.
  private var fileNames: Set<String> = []
  /// Set after a file could not be written, because the next one could not be written either.
  private var isStopped = false

  /// Draws the definitions in paths, or finds stale diagrams.
  ///
  /// - Parameters:
  ///   - paths: Files, folders or patterns.
  ///   - request: The pictures to make.
  ///   - folder: The folder for pictures; `nil` for standard output.
  ///   - isChecking: Whether to compare only, and write nothing.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  package static func run(
    _ paths: [String], _ request: DiagramRequest, into folder: String?, isChecking: Bool,
    _ printer: ReportPrinter
  ) -> CommandExit {
    let clock = Stopwatch()
    var batch = DiagramBatch(request, into: folder, isChecking: isChecking)
    batch.draw(printer.find(paths, [.definition]))
    return printer.print(
      batch.report, summary: "\(batch.summary) (\(clock.time))", toErrors: folder == nil)
  }

  init(_ request: DiagramRequest, into folder: String?, isChecking: Bool) {
    self.folder = folder.map(FilePath.plain)
    self.isChecking = isChecking
    self.request = request
    kept = OutputFiles(in: self.folder ?? ".", isChecking: isChecking)
  }

  /// Draws the definitions of a search.
  mutating func draw(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    var progress = Progress(isChecking ? "checking" : "drawing", of: search.paths.count)
    defer { progress.end() }
    for (offset, path) in search.paths.enumerated() where !isStopped {
      progress.note(offset, path)
      guard let file = validation.check(path) else { continue }
      let definition: Definition
      switch file.file.content {
      case .definition(let written): definition = written
      case .spec, .types:
        Console.note("note: `\(path)` is no definition: it is not drawn")
        continue
      case .unreadable: continue
      }
      if let checked = file.definition ?? file.draft, file.findings.count(.error) == 0 {
        draw(definition, checked, file.file)
        continue
      }
      // The pictures of a definition with errors are unknown.
      for kind in Graph.Kind.allCases { fileNames.insert(fileName(definition.name, kind)) }
      if file.findings.count(.error) == 0 {
        Console.note("note: `\(path)` uses a broken file: it is not drawn")
      }
    }
    // The diagrams of a definition with errors are unknown.
    let isWhole = failures.isEmpty && validation.report.exitCode(failingOn: .error) == 0
    if search.hasFolder, request.format.isComparable, isWhole { findOrphans(search) }
  }

  private mutating func draw(
    _ definition: Definition, _ checked: CheckedDefinition, _ file: DefinitionFolder.File
  ) {
    let unknown = request.unknownStates(in: definition)
    guard unknown.isEmpty else {
      return found.append(FileFindings(path: file.path, map: file.map, diagnostics: unknown))
    }
    var options = request.picture(of: file, in: folder ?? ".")
    var inputs: [String: Value] = [:]
    do throws(DiagramRun.Failure) {
      inputs = try DiagramRun.inputs(request.inputs, of: checked)
      if let events = request.events {
        let run = try DiagramRun(checked, inputs: request.inputs, after: events)
        run.mark(&options)
      }
    } catch {
      let diagnostic = error.diagnostic(in: definition)
      return found.append(FileFindings(path: file.path, map: file.map, diagnostics: [diagnostic]))
    }
    var kinds = request.kinds
    if let summaries = request.traffic {
      do throws(PartialSummary.Problem) {
        options.traffic = try summaries.traffic(of: checked)
      } catch {
        return failures.append("\(file.path): \(error)")
      }
      guard options.traffic != nil else {
        return Console.note("note: no summary is of `\(definition.name)`: it is not drawn")
      }
      // A configuration is not counted.
      kinds.remove(.derived)
    }
    draw(Pictures(of: checked, kinds: kinds, inputs: inputs, options: options), checked)
    for kind in Graph.Kind.allCases where !request.kinds.contains(kind) {
      fileNames.insert(fileName(definition.name, kind))
    }
  }

  private func fileName(_ name: String, _ kind: Graph.Kind) -> String {
    kind.fileName(name) + request.format.ending
  }

  private mutating func draw(_ pictures: Pictures, _ checked: CheckedDefinition) {
    // Beside other pictures, a missing one is no surprise unless it was requested.
    if request.wantsStates || pictures.graphs.isEmpty {
      for note in pictures.notes { Console.note("note: \(note)") }
    }
    let options = request.drawing(fingerprint: Fingerprint.meaning(of: checked))
    for graph in pictures.graphs where !isStopped {
      guard folder != nil else {
        Console.write((count > 0 ? "\n" : "") + (text(of: graph) ?? ""))
        count += 1
        continue
      }
      fileNames.insert(graph.fileName + request.format.ending)
      make(graph, options)
    }
  }

  private mutating func make(_ graph: Graph, _ options: DrawingOptions) {
    let path = FilePath.joined(kept.folder, graph.fileName + request.format.ending)
    do {
      let name = try OutputFileName(graph.fileName + request.format.ending)
      let old = try kept.old(name)
      if isChecking, request.format == .svg,
        let isFresh = isFresh(old, Stamp(of: graph, options: options))
      {
        if isFresh { kept.countFresh() } else { addStale(path, isThere: old != nil) }
      } else {
        let outcome = try kept.keep(try bytes(of: graph, options, path), as: name, old: old)
        if case .stale(let wasThere) = outcome { addStale(path, isThere: wasThere) }
      }
      count += 1
    } catch let error as DrawingError where error.affectsAll {
      failures.append("\(error)")
      isStopped = true
    } catch let error as DrawingError {
      failures.append("\(path): \(error)")
    } catch let error as OutputFiles.NameConflict {
      failures.append("\(error)")
    } catch let error as OutputFileName.Invalid {
      failures.append("\(error)")
    } catch {
      failures.append("\(error)")
      isStopped = !isChecking
    }
  }

  private func text(of graph: Graph) -> String? {
    switch request.format {
    case .dot: graph.dot
    case .md: graph.markdown
    case .mermaid: graph.mermaid
    case .svg, .png, .pdf: nil
    }
  }

  private func bytes(
    of graph: Graph, _ options: DrawingOptions, _ path: String
  ) throws(DrawingError) -> [UInt8] {
    if let text = text(of: graph), let header = request.format.header {
      return Array((header + text).utf8)
    }
    let drawing = try GraphDrawing.draw(graph, options: options, layout: worker.get().started())
    for note in drawing.notes { Console.note("note: \(path): \(note)") }
    guard let format = ImageFormat(rawValue: request.format.rawValue) else {
      return Array(drawing.svg.utf8)
    }
    for note in drawing.notes(for: format) { Console.note("note: \(path): \(note)") }
    let worker = try worker.get().started()
    return try image(of: drawing, theme: request.theme, format: format, layout: worker)
  }

  /// Whether a diagram is up to date, judged by its stamp. Another version of Graphviz may lay out
  /// the same content differently; then the result is still true, as without Graphviz. `nil` if the
  /// bytes must be compared.
  private func isFresh(_ old: [UInt8]?, _ now: Stamp) -> Bool? {
    guard let old, let layout = now.layout(of: old) else { return false }
    guard Stamp.needsGraphviz(layout) else { return nil }
    guard let worker = try? worker.get(), let version = try? worker.version() else {
      return true
    }
    return layout == version ? nil : true
  }

  private mutating func addStale(_ path: String, isThere: Bool) {
    found.append(FileFindings(path, .stale(.diagram, wasThere: isThere)))
  }

  /// Reports or removes the diagrams in the folder that no definition has.
  private mutating func findOrphans(_ search: FileSearch) {
    guard folder != nil else { return }
    do throws(FileError) {
      let known = Set(search.paths.map { FilePath.name(of: $0).prefix { $0 != "." } })
      found += try kept.orphans(
        .diagram, ending: request.format.ending, besides: fileNames,
        hasDefinition: { name in known.contains(name.prefix { $0 != "." }) }
      ) { bytes in
        request.format.header.map { bytes.starts(with: $0.utf8) }
          ?? Stamp.isPicture(bytes)
      }
    } catch {
      failures.append("\(error)")
    }
  }

  /// The errors of definitions, and stale diagrams.
  var report: Report {
    validation.errors(and: found, failures: failures)
  }

  /// The summary: `40 diagrams drawn into Diagrams`, or the number of fresh diagrams.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let diagrams = Report.counted(count, "diagram")
    guard let folder else { return "\(counts)\(diagrams) written" }
    if !isChecking { return "\(counts)\(diagrams) drawn into \(folder)" }
    return "\(counts)\(kept.freshCount) of \(diagrams) fresh"
  }
}
