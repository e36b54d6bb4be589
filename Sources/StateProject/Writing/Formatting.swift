import StateChecks
import StateFiles
import StateModel

/// Brings files into their canonical form, or reports those that are not in it.
package struct Formatting {
  /// The action for a file that is not in its canonical form.
  package enum Mode: Sendable {
    case rewrite
    /// Nothing: only the patch is wanted.
    case preview
    /// Nothing: it is a finding.
    case check
  }

  private let mode: Mode
  private var folder = DefinitionFolder()
  private var findings: [FileFindings] = []
  private var failures: [String] = []
  private var count = 0
  /// How many files were not in their canonical form.
  package private(set) var changedCount = 0
  /// The changes, as a patch.
  package private(set) var patch = ""

  /// Starts with no file.
  package init(_ mode: Mode) { self.mode = mode }

  /// Formats the files of a search.
  package mutating func format(_ search: FileSearch) {
    failures += search.failures.map(\.description)
    for path in search.paths {
      do throws(FileError) {
        let file = try folder.file(at: path)
        let text = canonicalText(of: file)
        guard mode == .rewrite else { continue }
        guard let text else {
          Files.removeTemporary(of: path, isEdit: true)
          continue
        }
        for name in search.names(of: path) {
          try Files.write(Array(text.utf8), to: name, isEdit: true)
        }
        changedCount += 1
      } catch {
        failures.append(error.description)
      }
    }
  }

  /// Formats a text as the file at `path`, which need not exist.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - path: The path: its ending is the kind of the file.
  /// - Returns: The canonical text; `nil` if the text has errors or too many bytes.
  package mutating func format(_ bytes: [UInt8], as path: String) -> String? {
    let file = folder.add(bytes, as: path)
    let text = canonicalText(of: file)
    if text != nil, mode == .rewrite { changedCount += 1 }
    let isWhole = findings.allSatisfy { $0.count(.error) == 0 }
    return text ?? (isWhole ? String(decoding: bytes, as: UTF8.self) : nil)
  }

  /// The new text of a file; `nil` if it needs none, or cannot have one.
  private mutating func canonicalText(of file: DefinitionFolder.File) -> String? {
    count += 1
    let old = file.map.bytes
    let canonical = CanonicalText(of: old, kind: file.kind)
    guard let text = canonical.text else {
      add(canonical.diagnostics, to: file)
      return nil
    }
    guard let difference = text.firstDifference(from: old) else { return nil }
    if mode != .rewrite { changedCount += 1 }
    patch += UnifiedDiff.text(from: old, to: Array(text.utf8), path: file.path)
    if mode == .check { add([Formatting.finding(at: difference, text, old)], to: file) }
    return text
  }

  /// The finding about a file that is not in its canonical form; `nil` if it is, or has none.
  static func finding(in file: DefinitionFolder.File) -> Diagnostic? {
    let old = file.map.bytes
    guard let text = CanonicalText(of: old, kind: file.kind).text,
      let difference = text.firstDifference(from: old)
    else { return nil }
    return finding(at: difference, text, old)
  }

  /// The finding, with the new text for the part that differs.
  private static func finding(at start: Int, _ text: String, _ old: [UInt8]) -> Diagnostic {
    let new = Array(text.utf8)
    let room = min(old.count, new.count) - start
    let same = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    var end = min(same, room)
    var start = start
    // Characters stay whole.
    func isInside(_ bytes: [UInt8], _ offset: Int) -> Bool {
      bytes.indices.contains(offset) && bytes[offset] & 0xC0 == 0x80
    }
    while start > 0, isInside(old, start) || isInside(new, start) { start -= 1 }
    while end > 0, isInside(old, old.count - end) || isInside(new, new.count - end) { end -= 1 }
    return Diagnostic(
      .file(.form), at: .init("", fileRange: start..<min(start + 1, old.count)),
      fix: .init(
        .format, at: .init("", fileRange: start..<old.count - end),
        replacement: String(decoding: new[start..<new.count - end], as: UTF8.self), isSafe: true))
  }

  private mutating func add(_ diagnostics: [Diagnostic], to file: DefinitionFolder.File) {
    findings.append(FileFindings(path: file.path, map: file.map, diagnostics: diagnostics))
  }

  /// The findings, with files that are not canonical where that is a finding.
  package var report: Report { Report(findings, failures: failures) }

  /// `2 of 45 files formatted`, or how many are not canonical.
  package var summary: String {
    let files = Report.counted(count, "file")
    switch mode {
    case .rewrite: return "\(changedCount) of \(files) formatted"
    case .preview: return "\(changedCount) of \(files) would change"
    case .check: return "\(changedCount) of \(files) not in canonical form"
    }
  }
}

extension String {
  /// The first byte in which another text differs; `nil` if it is the same.
  func firstDifference(from other: [UInt8]) -> Int? {
    let same = zip(utf8, other).prefix { $0 == $1 }.count
    return same == other.count && same == utf8.count ? nil : same
  }
}
