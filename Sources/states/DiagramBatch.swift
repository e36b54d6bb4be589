import GraphDrawing
import Graphs
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
    let options = DrawingOptions(fingerprint: fingerprint, hash: SHA256.hexadecimal)
    for (name, graph) in pictures(of: definition, checked) {
      let path = FilePath.joined(folder, name)
      do {
        let drawing = try GraphDrawing.draw(graph, options: options, layout: place)
        for note in drawing.notes { Console.note("note: \(path): \(note)") }
        try keep(Array(drawing.svg.utf8), path)
        count += 1
      } catch let error as DrawingError {
        failures.append("\(path): \(error)")
      } catch {
        failures.append("\(error)")
      }
    }
  }

  /// The pictures that a definition has, with the names of their files.
  private func pictures(
    of definition: Definition, _ checked: CheckedDefinition
  ) -> [(name: String, graph: Graph)] {
    var pictures: [(String, Graph)] = []
    if let states = statePicture(of: definition) {
      pictures.append(("\(definition.name).svg", states))
    }
    if let flow = flowPicture(of: definition) {
      pictures.append(("\(definition.name).flow.svg", flow))
    }
    return pictures
  }

  /// Writes a diagram that has changed, or remembers that it is stale.
  private mutating func keep(_ svg: [UInt8], _ path: String) throws {
    let old = Files.kind(of: path) == nil ? nil : try Files.read(path)
    guard old != svg else { return freshCount += 1 }
    if !isChecking {
      try Files.makeFolder(folder)
      return try Files.write(svg, to: path)
    }
    // Another version of Graphviz places things elsewhere; what is shown is what counts.
    if let old, let before = DiagramStamp(old), let now = DiagramStamp(svg), before.isSame(as: now)
    {
      return
    }
    addStale(path, old == nil ? "this diagram was never drawn" : "this diagram is stale")
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

/// What a diagram says of itself: what it shows, and what placed it.
private struct DiagramStamp {
  private let definition: String
  private let picture: String
  private let layout: String

  /// Reads the attributes of the `svg` element; `nil` where one is missing.
  init?(_ svg: [UInt8]) {
    let text = String(decoding: svg.prefix(4_096), as: UTF8.self)
    guard let definition = DiagramStamp.attribute("data-definition", in: text),
      let picture = DiagramStamp.attribute("data-picture", in: text),
      let layout = DiagramStamp.attribute("data-layout", in: text)
    else { return nil }
    self.definition = definition
    self.picture = picture
    self.layout = layout
  }

  /// Whether both show the same, placed by different versions.
  func isSame(as other: DiagramStamp) -> Bool {
    definition == other.definition && picture == other.picture && layout != other.layout
  }

  private static func attribute(_ name: String, in text: String) -> String? {
    let parts = text.split(separator: " \(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    return parts[1].split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false).first
      .map(String.init)
  }
}
