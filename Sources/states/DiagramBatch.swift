import CEL
import GraphDrawing
import Graphs
import StateFiles
import StateGraphs
import StateProject
import StateTables

/// Draws definitions one after the other, or tells which diagrams are stale.
struct DiagramBatch {
  /// `nil` for standard output.
  private let folder: String?
  private let isChecking: Bool
  private let looks: DiagramLooks
  /// What happens before the picture is taken; nil: nothing is run.
  private let after: [Spec.Occurrence]?
  private let inputs: [JSON.Member]
  private let place: LayoutPlace
  private var validation = Validation()
  private var failures: [String] = []
  /// Stale diagrams, and states that are asked for and not there.
  private var found: [FileFindings] = []
  private var count = 0
  private var kept: KeptFiles
  /// Files that belong to the definitions of this run.
  private var fileNames: Set<String> = []
  /// A file could not be written: the next could not either.
  private var isStopped = false

  init(
    into folder: String?, isChecking: Bool, looks: DiagramLooks, after: [Spec.Occurrence]?,
    inputs: [JSON.Member]
  ) {
    self.after = after
    self.inputs = inputs
    self.folder = folder.map(FilePath.plain)
    self.isChecking = isChecking
    self.looks = looks
    place = .worker(LayoutWorker())
    kept = KeptFiles(isChecking: isChecking)
  }

  /// Draws what was found.
  mutating func draw(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    var progress = Progress(isChecking ? "checking" : "drawing", of: search.paths.count)
    defer { progress.end() }
    for (place, path) in search.paths.enumerated() where !isStopped {
      progress.note(place, path)
      guard let file = validation.check(path) else { continue }
      let definition: Definition
      switch file.file.content {
      case .definition(let written): definition = written
      case .spec, .types:
        Console.note("note: `\(path)` is no definition: it is not drawn")
        continue
      case .unreadable: continue
      }
      if let checked = file.definition {
        draw(definition, checked, file.file)
        continue
      }
      // What it would have cannot be told.
      for kind in Graph.Kind.allCases { fileNames.insert(fileName(definition.name, kind)) }
      if file.findings.count(.error) == 0 {
        Console.note("note: `\(path)` is a draft, or uses a broken file: it is not drawn")
      }
    }
    if search.hasFolder, isChecking, looks.format == .svg, failures.isEmpty { findStrays(search) }
  }

  private mutating func draw(
    _ definition: Definition, _ checked: CheckedDefinition, _ file: DefinitionFolder.File
  ) {
    let unknown = looks.unknownStates(in: definition)
    guard unknown.isEmpty else {
      return found.append(FileFindings(path: file.path, map: file.map, diagnostics: unknown))
    }
    var options = looks.picture(of: file, in: folder ?? ".")
    var inputs: [String: Value] = [:]
    do throws(Situation.Obstacle) {
      inputs = try Situation.inputs(self.inputs, of: checked)
      if let after {
        let situation = try Situation(checked, inputs: self.inputs, after: after)
        situation.mark(&options)
      }
    } catch {
      let diagnostic = error.diagnostic(in: definition)
      return found.append(FileFindings(path: file.path, map: file.map, diagnostics: [diagnostic]))
    }
    let pictures = Pictures(of: checked, kinds: looks.kinds, inputs: inputs, options: options)
    draw(pictures, checked)
    for kind in Graph.Kind.allCases where !looks.kinds.contains(kind) {
      fileNames.insert(fileName(definition.name, kind))
    }
  }

  private func fileName(_ name: String, _ kind: Graph.Kind) -> String {
    kind.fileName(name) + looks.format.ending
  }

  private mutating func draw(_ pictures: Pictures, _ checked: CheckedDefinition) {
    if looks.wantsStates { for note in pictures.notes { Console.note("note: \(note)") } }
    let options = looks.drawing(fingerprint: Fingerprint.meaning(of: checked))
    for graph in pictures.graphs where !isStopped {
      guard let folder else {
        Console.write((count > 0 ? "\n" : "") + (text(of: graph) ?? ""))
        count += 1
        continue
      }
      fileNames.insert(graph.fileName + looks.format.ending)
      make(graph, options, FilePath.joined(folder, graph.fileName + looks.format.ending))
    }
  }

  private mutating func make(_ graph: Graph, _ options: DrawingOptions, _ path: String) {
    do {
      let old = try kept.old(at: path)
      if isChecking, looks.format == .svg,
        let isFresh = isFresh(old, Stamp(of: graph, options: options))
      {
        if isFresh { kept.noteFresh() } else { addStale(path, isThere: old != nil) }
      } else {
        let fate = try kept.keep(try bytes(of: graph, options, path), at: path, old: old)
        if case .stale(let wasThere) = fate { addStale(path, isThere: wasThere) }
      }
      count += 1
    } catch let error as DrawingError {
      failures.append("\(path): \(error)")
    } catch let error as KeptFiles.Taken {
      failures.append("\(error)")
    } catch {
      failures.append("\(error)")
      isStopped = !isChecking
    }
  }

  private func text(of graph: Graph) -> String? {
    switch looks.format {
    case .dot: graph.dot
    case .md: graph.markdown
    case .mermaid: graph.mermaid
    case .svg, .png, .pdf: nil
    }
  }

  private func bytes(
    of graph: Graph, _ options: DrawingOptions, _ path: String
  ) throws(DrawingError) -> [UInt8] {
    if let text = text(of: graph) { return Array(text.utf8) }
    let drawing = try GraphDrawing.draw(graph, options: options, layout: place)
    for note in drawing.notes { Console.note("note: \(path): \(note)") }
    guard let format = ImageFormat(rawValue: looks.format.rawValue) else {
      return Array(drawing.svg.utf8)
    }
    return try image(of: drawing, theme: looks.theme, format: format, layout: place)
  }

  /// Whether a diagram is fresh, as far as its stamp tells: another version of Graphviz places
  /// things elsewhere, and what is shown counts. `nil` where its bytes must tell.
  private func isFresh(_ old: [UInt8]?, _ now: Stamp) -> Bool? {
    guard let old, let before = Stamp(reading: String(decoding: old, as: UTF8.self)) else {
      return false
    }
    if !before.agrees(with: now) { return false }
    return before.layout == now.layout ? nil : true
  }

  private mutating func addStale(_ path: String, isThere: Bool) {
    addStale(path, isThere ? "this diagram is stale" : "this diagram was never drawn")
  }

  private mutating func addStale(_ path: String, _ message: String, help: String? = nil) {
    found.append(
      FileFindings(
        stale: path, rule: StaleDiagram.rule.id, message,
        help: help ?? "draw it: states diagram --output \(folder ?? ".")"))
  }

  /// Diagrams that no definition of the folder has any more.
  private mutating func findStrays(_ search: FileSearch) {
    guard let folder, let names = try? Files.names(in: folder) else { return }
    let known = Set(
      search.paths.map { FilePath.name(of: $0).prefix { $0 != "." } })
    for name in names where name.hasSuffix(".svg") && !fileNames.contains(name) {
      let path = FilePath.joined(folder, name)
      // A picture that we did not draw may lie there too.
      guard let bytes = try? Files.read(path),
        Stamp(reading: String(decoding: bytes, as: UTF8.self)) != nil
      else { continue }
      let isKnown = known.contains(name.prefix { $0 != "." })
      addStale(
        path,
        isKnown ? "its definition has no such diagram any more" : "no definition has this diagram",
        help: "delete it")
    }
  }

  /// Errors of the definitions, and stale diagrams.
  var report: Report {
    validation.errors(and: found, failures: failures)
  }

  /// `40 diagrams drawn into Diagrams`, or how many are fresh.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let diagrams = Report.counted(count, "diagram")
    guard let folder else { return "\(counts)\(diagrams) written" }
    if !isChecking { return "\(counts)\(diagrams) drawn into \(folder)" }
    return "\(counts)\(kept.freshCount) of \(diagrams) fresh"
  }
}
