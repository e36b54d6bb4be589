import GraphDrawing
import Graphs
import StateExploration
import StateFiles
import StateGraphs
import StateTables

/// Draws definitions one after the other, or tells which diagrams are stale.
struct DiagramBatch {
  private let folder: String
  private let isChecking: Bool
  private let place: LayoutPlace
  private var validation = Validation()
  private var failures: [String] = []
  private var stale: [FileFindings] = []
  private var count = 0
  private var freshCount = 0

  init(into folder: String, isChecking: Bool) {
    self.folder = FilePath.plain(folder)
    self.isChecking = isChecking
    place = .worker(
      LayoutWorker(path: Console.executable, arguments: ["layout-worker"]))
  }

  /// Draws what was found.
  mutating func draw(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths {
      guard let file = validation.check(path), case .definition(let definition) = file.file.content
      else { continue }
      if let checked = file.definition {
        draw(definition, checked)
      } else if file.findings.count(.error) == 0 {
        Console.note("note: `\(path)` is a draft, or uses a broken file: it is not drawn")
      }
    }
    if search.hasFolder, isChecking, failures.isEmpty { findStrays(search) }
  }

  private mutating func draw(_ definition: Definition, _ checked: CheckedDefinition) {
    let fingerprint = Fingerprint(of: checked).meaning
    let options = DrawingOptions(fingerprint: fingerprint, hash: SHA256.hexadecimal(hashing:))
    for (name, graph) in pictures(of: definition, checked) {
      let path = FilePath.joined(folder, name)
      count += 1
      do {
        let old = Files.kind(of: path) == nil ? nil : try Files.read(path)
        if isChecking, let isFresh = isFresh(old, Stamp(of: graph, options: options)) {
          if isFresh { freshCount += 1 } else { addStale(path, isThere: old != nil) }
          continue
        }
        let drawing = try GraphDrawing.draw(graph, options: options, layout: place)
        for note in drawing.notes { Console.note("note: \(path): \(note)") }
        try keep(Array(drawing.svg.utf8), path, old)
      } catch let error as DrawingError {
        failures.append("\(path): \(error)")
      } catch {
        failures.append("\(error)")
      }
    }
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

  /// The pictures that a definition has, with the names of their files.
  private func pictures(
    of definition: Definition, _ checked: CheckedDefinition
  ) -> [(name: String, graph: Graph)] {
    var pictures: [(String, Graph)] = []
    let states = statePicture(of: definition) ?? derived(definition, checked)
    if let states { pictures.append(("\(definition.name).svg", states)) }
    if let flow = flowPicture(of: definition) {
      pictures.append(("\(definition.name).flow.svg", flow))
    }
    return pictures
  }

  /// What a definition without states and inputs does, if that is little enough to be drawn.
  private func derived(_ definition: Definition, _ checked: CheckedDefinition) -> Graph? {
    guard definition.inputs.isEmpty, let states = try? DerivedStates.explore(checked) else {
      return nil
    }
    return derivedPicture(of: definition, states)
  }

  /// Writes a diagram that has changed, or remembers that it is stale.
  private mutating func keep(_ svg: [UInt8], _ path: String, _ old: [UInt8]?) throws {
    if old == svg {
      freshCount += 1
    } else if isChecking {
      addStale(path, isThere: old != nil)
    } else {
      try Files.makeFolder(folder)
      try Files.write(svg, to: path)
    }
  }

  private mutating func addStale(_ path: String, isThere: Bool) {
    addStale(path, isThere ? "this diagram is stale" : "this diagram was never drawn")
  }

  private mutating func addStale(_ path: String, _ message: String) {
    let diagnostic = Diagnostic(
      rule: "diagram/stale", severity: .error, message: message, at: .init(""),
      help: "draw it: states diagram --output \(folder)")
    stale.append(FileFindings(path: path, map: JSONDocument([]).map, diagnostics: [diagnostic]))
  }

  /// Diagrams that no definition of the folder has any more.
  private mutating func findStrays(_ search: FileSearch) {
    guard let names = try? Files.names(in: folder) else { return }
    let known = Set(
      search.paths.map { FilePath.name(of: $0).prefix { $0 != "." } })
    for name in names where name.hasSuffix(".svg") && !known.contains(name.prefix { $0 != "." }) {
      addStale(FilePath.joined(folder, name), "no definition has this diagram")
    }
  }

  /// Errors of the definitions, and stale diagrams.
  var report: Report {
    let errors = validation.files.map { file in
      FileFindings(
        path: file.file.path, map: file.file.map,
        diagnostics: file.findings.diagnostics.filter { $0.severity == .error },
        others: file.findings.others)
    }
    let files = (errors + stale).sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return Report(files, failures: failures + validation.report.failures)
  }

  /// `40 diagrams drawn into Diagrams`, or how many are fresh.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let diagrams = Report.counted(count, "diagram")
    if !isChecking { return "\(counts)\(diagrams) drawn into \(folder)" }
    return "\(counts)\(freshCount) of \(diagrams) fresh"
  }
}
