import Graphs
import StateDocuments
import StateFiles
import StateGraphs
import StateProject
import StateTables

/// Fills the marked places of Markdown files, or tells which are stale.
struct DocumentBatch {
  private let diagrams: String
  private let isChecking: Bool
  private var validation = Validation()
  private var found: [FileFindings] = []
  private var failures: [String] = []
  private var placeCount = 0
  private var staleCount = 0
  private var fileCount = 0

  init(diagrams: String, isChecking: Bool) {
    self.diagrams = diagrams
    self.isChecking = isChecking
  }

  /// Fills what was found.
  mutating func fill(_ search: MarkdownSearch) {
    failures += search.failures
    for path in search.paths {
      do { try fill(path) } catch { failures.append("\(error)") }
    }
  }

  private mutating func fill(_ path: String) throws(FileError) {
    let text = MarkedText(try Files.read(path))
    guard !text.places.isEmpty || !text.diagnostics.isEmpty else { return }
    fileCount += 1
    var diagnostics = text.diagnostics
    var contents: [String?] = []
    for place in text.places {
      placeCount += 1
      // What is to be shown is not known where nothing of it is.
      let content = place.parts.isEmpty ? nil : content(of: place, in: path, &diagnostics)
      contents.append(content)
      let old = String(decoding: text.bytes[place.content], as: UTF8.self)
      if let content, content != old.replacing("\r\n", with: "\n") {
        staleCount += 1
        if isChecking {
          diagnostics.append(StalePlace.stale(at: place.mark, in: path))
        }
      }
    }
    // Where a mark is broken nobody knows what would be lost.
    let filled = text.filled(contents)
    if !isChecking, text.diagnostics.isEmpty, filled != text.bytes {
      try Files.write(filled, to: path)
    }
    if !diagnostics.isEmpty {
      found.append(
        FileFindings(path: path, map: SourceMap(text.bytes), diagnostics: diagnostics))
    }
  }

  /// What a place should hold; nil where that cannot be told.
  private mutating func content(
    of place: MarkedText.Place, in path: String, _ diagnostics: inout [Diagnostic]
  ) -> String? {
    func complain(_ message: String, help: String? = nil) {
      diagnostics.append(MarkedPlace.wrong(message, at: place.mark, help: help))
    }
    let source = FilePath.plain(FilePath.joined(FilePath.folder(of: path), place.path))
    guard Files.kind(of: source) == .file else {
      complain("there is no file `\(source)`", help: "the path is relative to \(path)")
      return nil
    }
    guard let file = validation.check(source), let checked = file.definition else {
      complain("`\(source)` is no definition that passes its checks")
      return nil
    }
    var blocks: [String] = []
    for part in place.parts {
      guard let text = text(part, checked, source, isAlone: place.parts.count == 1, path) else {
        complain(missing(part, checked.definition), help: help(part, source))
        return nil
      }
      blocks.append(text)
    }
    return "\n" + blocks.joined(separator: "\n") + "\n"
  }

  private func help(_ part: MarkedText.Part, _ source: String) -> String? {
    switch part {
    case .diagram, .flow: "draw it: states diagram \(source) --output \(diagrams)"
    case .mermaid, .spec, .table, .tables: nil
    }
  }

  private func missing(_ part: MarkedText.Part, _ definition: Definition) -> String {
    switch part {
    case .diagram, .flow: "there is no such picture of `\(definition.name)` in \(diagrams)"
    case .mermaid: "`\(definition.name)` has no diagram of states"
    case .spec: "`\(definition.name)` has no spec beside it"
    case .table, .tables: "`\(definition.name)` has nothing of this kind"
    }
  }

  private mutating func text(
    _ part: MarkedText.Part, _ checked: CheckedDefinition, _ source: String, isAlone: Bool,
    _ path: String
  ) -> String? {
    let definition = checked.definition
    switch part {
    case .diagram: return image(definition.name, .states, "states and transitions", from: path)
    case .flow: return image(definition.name, .flow, "flow of data", from: path)
    case .mermaid:
      let graph = Pictures(of: checked, kinds: [.states, .derived]).graphs.first
      return graph?.mermaid.map { "```mermaid\n\($0)```\n" }
    case .spec:
      let beside = DefinitionFolder.spec(beside: source)
      return Files.kind(of: beside) == .file
        ? validation.check(beside)?.spec.map { Story($0).markdown } : nil
    case .tables:
      return Table.all(of: definition).map { titled($0) }.joined(separator: "\n")
    case .table(let category):
      let table = Table.all(of: definition).first { $0.category == category }
      return table.map { isAlone ? $0.markdown : titled($0) }
    }
  }

  private func titled(_ table: Table) -> String {
    "**\(table.category.title).** \(table.category.about)\n\n" + table.markdown
  }

  /// A picture that stands in the folder of pictures.
  private func image(
    _ name: String, _ kind: Graph.Kind, _ what: String, from path: String
  ) -> String? {
    let picture = FilePath.joined(diagrams, kind.fileName(name) + ".svg")
    guard Files.kind(of: picture) == .file else { return nil }
    let here = Files.resolved(".") ?? "/"
    func whole(_ path: String) -> String { FilePath.plain(FilePath.joined(here, path)) }
    let way = FilePath.relative(whole(picture), to: whole(FilePath.folder(of: path)))
    return "![\(name): \(what)](\(escaped(way)))\n"
  }

  /// Errors of definitions, broken marks, stale places.
  var report: Report { validation.errors(and: found, failures: failures) }

  /// `3 places in 2 files filled, 1 of them anew`, or how many are fresh.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let places = Report.counted(placeCount, "place") + " in " + Report.counted(fileCount, "file")
    return isChecking
      ? "\(counts)\(placeCount - staleCount) of \(places) fresh"
      : "\(counts)\(places), \(staleCount) filled anew"
  }
}

extension DefinitionFolder {
  /// The path of the spec that stands beside a definition.
  static func spec(beside path: String) -> String {
    let suffix = Kind.definition.suffix
    return (path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path) + Kind.spec.suffix
  }
}
