import Graphs
import StateDocuments
import StateFiles
import StateGraphs
import StateLinking
import StateModel
import StateProject

/// Fills the marked sections of Markdown files, or finds stale ones.
package struct DocumentBatch {
  private let diagrams: String
  private let isChecking: Bool
  private var validation = Validation()
  private var found: [FileFindings] = []
  private var failures: [String] = []
  private var sectionCount = 0
  private var staleCount = 0
  private var fileCount = 0

  /// Fills the Markdown files in paths, or finds stale sections.
  ///
  /// - Parameters:
  ///   - paths: Files or folders.
  ///   - diagrams: The folder of pictures.
  ///   - isChecking: Whether to compare only, and write nothing.
  ///   - printer: Prints the findings.
  /// - Returns: The exit code.
  package static func run(
    _ paths: [String], diagrams: String, isChecking: Bool, _ printer: ReportPrinter
  ) -> CommandExit {
    let clock = Stopwatch()
    var batch = DocumentBatch(diagrams: diagrams, isChecking: isChecking)
    batch.fill(MarkdownSearch(paths))
    return printer.print(batch.report, summary: "\(batch.summary) (\(clock.time))")
  }

  init(diagrams: String, isChecking: Bool) {
    self.diagrams = diagrams
    self.isChecking = isChecking
  }

  /// Fills the files of a search.
  mutating func fill(_ search: MarkdownSearch) {
    failures += search.failures
    for path in search.paths {
      do { try fill(path) } catch { failures.append("\(error)") }
    }
  }

  private mutating func fill(_ path: String) throws(FileError) {
    let text = MarkedText(try Files.read(path))
    guard !text.sections.isEmpty || !text.diagnostics.isEmpty else { return }
    fileCount += 1
    var diagnostics = text.diagnostics
    var contents: [String?] = []
    var staleInFile = 0
    for section in text.sections {
      sectionCount += 1
      // Without a valid part, the content is unknown.
      let content = section.parts.isEmpty ? nil : content(of: section, in: path, &diagnostics)
      contents.append(content)
      let old = String(decoding: text.bytes[section.content], as: UTF8.self)
      if let content, !content.utf8.elementsEqual(old.replacing("\r\n", with: "\n").utf8) {
        staleInFile += 1
        if isChecking {
          diagnostics.append(
            Diagnostic(
              .product(.stale(.section, wasThere: true)), at: .init("", fileRange: section.mark)))
        }
      }
    }
    // With a broken mark, filling the sections could destroy text.
    let filled = text.filled(contents)
    if !isChecking, text.diagnostics.isEmpty, filled != text.bytes {
      try Files.write(filled, to: path, isEdit: true)
    } else if !isChecking {
      Files.removeTemporary(of: path, isEdit: true)
    }
    if isChecking || text.diagnostics.isEmpty { staleCount += staleInFile }
    if !diagnostics.isEmpty {
      found.append(
        FileFindings(path: path, map: SourceMap(text.bytes), diagnostics: diagnostics))
    }
  }

  /// The content of a section; nil with a diagnostic if it cannot be made.
  private mutating func content(
    of section: MarkedText.Section, in path: String, _ diagnostics: inout [Diagnostic]
  ) -> String? {
    func complain(_ message: String, help: String? = nil) {
      diagnostics.append(
        Diagnostic(
          .product(.mark(message, help: help)), at: .init("", fileRange: section.mark)))
    }
    let source = FilePath.plain(FilePath.joined(FilePath.folder(of: path), section.path))
    guard Files.kind(of: source) == .file else {
      complain("there is no file `\(source)`", help: "the path is relative to \(path)")
      return nil
    }
    guard isReadable(source, for: path) else {
      complain(
        "`\(source)` is outside the current folder",
        help: "a mark names a definition in the current folder, or beside its document")
      return nil
    }
    guard DefinitionFolder.Kind(fileName: source) == .definition,
      let file = validation.check(source), let checked = file.definition ?? file.draft,
      file.findings.count(.error) == 0
    else {
      complain("`\(source)` is not a definition that passes its checks")
      return nil
    }
    var blocks: [String] = []
    for part in section.parts {
      guard let text = text(part, checked, source, isAlone: section.parts.count == 1, path) else {
        complain(missing(part, checked.definition), help: help(part, source))
        return nil
      }
      blocks.append(text)
    }
    return "\n" + blocks.joined(separator: "\n") + "\n"
  }

  /// Whether a document may name a file: it is in the current folder or in that of the document,
  /// links followed. A link is read only within the folder of definitions where it is.
  private func isReadable(_ source: String, for document: String) -> Bool {
    guard DefinitionFolder.isNeighbor(source), let target = Files.resolved(source) else {
      return false
    }
    return [".", FilePath.folder(of: document)].contains { folder in
      Files.resolved(folder).map { FilePath.isInside(target, $0) } ?? false
    }
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
      return DefinitionFolder.isNeighbor(beside)
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

  /// A reference to a picture in the folder of pictures.
  private func image(
    _ name: String, _ kind: Graph.Kind, _ what: String, from path: String
  ) -> String? {
    let picture = FilePath.joined(diagrams, kind.fileName(name) + ".svg")
    guard Files.kind(of: picture) == .file else { return nil }
    let here = Files.resolved(".") ?? "/"
    func whole(_ path: String) -> String { FilePath.plain(FilePath.joined(here, path)) }
    let reference = FilePath.relative(whole(picture), to: whole(FilePath.folder(of: path)))
    return "![\(name): \(what)](\(escaped(reference)))\n"
  }

  /// The errors of definitions, broken marks and stale sections.
  var report: Report { validation.errors(and: found, failures: failures) }

  /// The summary: `3 sections in 2 files, 1 updated`, or the number of fresh sections.
  var summary: String {
    let counts = report.counts.map { "\($0), " } ?? ""
    let sections =
      Report.counted(sectionCount, "section") + " in " + Report.counted(fileCount, "file")
    return isChecking
      ? "\(counts)\(sectionCount - staleCount) of \(sections) fresh"
      : "\(counts)\(sections), \(staleCount) updated"
  }
}
