package import StateFiles
import StateModel

/// Findings that are known and not reported again, by their fingerprints.
package struct Baseline: Sendable {
  private struct Entry: Hashable, Sendable {
    let file: String
    let rule: String
    let fingerprint: String
  }

  private var entries: [Entry] = []

  /// Remembers all that a run found.
  package init(_ report: Report) {
    entries = report.findings.flatMap(Baseline.entries)
  }

  private init(entries: [Entry]) { self.entries = entries }

  /// Reads a baseline, with the findings about it.
  package static func read(_ path: String) throws(FileError) -> (Baseline, FileFindings) {
    let document = JSONDocument(try Files.read(path))
    let reading = document.json.map { SettingsReader.read($0, as: .baseline) }
    let entries = (reading?.content?.elements("findings") ?? []).compactMap { entry -> Entry? in
      guard let file = entry.text("file"), let rule = entry.text("rule"),
        let fingerprint = entry.text("fingerprint")
      else { return nil }
      return Entry(file: file, rule: rule, fingerprint: fingerprint)
    }
    let findings = FileFindings(
      path: path, map: document.map,
      diagnostics: document.diagnostics + (reading?.diagnostics ?? []))
    return (Baseline(entries: entries), findings)
  }

  /// How many findings are known.
  package var count: Int { entries.count }

  /// The text of its file: a finding a line, in the order of the report.
  package var text: String {
    JSONLayout.text(
      .objectOf([
        "format": .number("1"),
        "findings": .array(
          entries.map {
            .objectOf([
              "file": .string($0.file), "rule": .string($0.rule),
              "fingerprint": .string($0.fingerprint),
            ])
          }),
      ]))
  }

  /// The new findings, and the numbers of known and resolved ones.
  ///
  /// A known finding is resolved if it was not found, and its file was checked or no longer exists.
  package func settled(_ report: Report) -> Report {
    let known = Set(entries.map(\.fingerprint))
    var found: Set<String> = []
    let findings = report.findings.map { file in
      let fresh = zip(file.diagnostics, file.fingerprints).filter { _, fingerprint in
        if known.contains(fingerprint) { found.insert(fingerprint) }
        return !known.contains(fingerprint)
      }
      return file.with(fresh.map(\.0))
    }
    let files = Set(report.findings.map { FilePath.inRepository($0.path) })
    let resolved = entries.count {
      !found.contains($0.fingerprint)
        && (files.contains($0.file) || Files.kind(of: $0.file) == nil)
    }
    let remarks = ["\(found.count) known", resolved == 0 ? nil : "\(resolved) resolved"].compactMap
    { $0 }
    return Report(findings, failures: report.failures, remarks: report.remarks + remarks)
  }

  private static func entries(_ file: FileFindings) -> [Entry] {
    zip(file.diagnostics, file.fingerprints).map { diagnostic, fingerprint in
      let path = file.located(diagnostic.location).path
      return Entry(
        file: FilePath.inRepository(path), rule: diagnostic.rule.rawValue, fingerprint: fingerprint)
    }
  }
}
