package import StateFiles
package import StateModel

/// Applies fixes: changes that resolve findings and keep the meaning of all that was valid.
package enum Fixes {
  /// Bytes to replace, and the new ones.
  package typealias Edit = (range: Range<Int>, text: [UInt8])

  /// The most rounds of fixing a file: each fixes what the errors of the one before hid.
  static let rounds = 8

  /// The most tries of a round: each checks the whole file.
  static let tries = 8

  /// The safe fixes of a file, in order; of two that overlap the first.
  package static func safe(in findings: FileFindings) -> [Edit] {
    var edits: [Edit] = []
    for fix in findings.diagnostics.compactMap(\.fix) where fix.isSafe && fix.location.file == nil {
      let (range, text) = edit(fix, in: findings.map)
      if let last = edits.last, range.lowerBound < last.range.upperBound { continue }
      edits.append((range, Array(text.utf8)))
    }
    return edits
  }

  /// A text with some edits made, which are in its order and do not overlap.
  package static func applied(_ edits: [Edit], to old: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = 0
    for edit in edits {
      bytes += old[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    return bytes + old[position...]
  }

  /// The bytes that a fix replaces, and the new text: escaped, unless the fix names bytes. Removing a
  /// member removes its comma too.
  package static func edit(
    _ fix: Diagnostic.Fix, in map: SourceMap
  ) -> (range: Range<Int>, text: String) {
    var range = map.range(of: fix.location)
    if fix.location.fileRange != nil { return (range, fix.replacement) }
    guard fix.location.isMember, fix.replacement.isEmpty else {
      return (range, escaped(fix.replacement))
    }
    func skip(_ offset: Int, by step: Int) -> Int {
      var offset = offset
      while map.bytes.indices.contains(offset),
        [0x20, 0x0A, 0x0D, 0x09].contains(map.bytes[offset])
      {
        offset += step
      }
      return offset
    }
    let after = skip(range.upperBound, by: 1)
    let before = skip(range.lowerBound - 1, by: -1)
    let comma = UInt8(ascii: ",")
    if map.bytes.indices.contains(after), map.bytes[after] == comma {
      range = range.lowerBound..<skip(after + 1, by: 1)
    } else if map.bytes.indices.contains(before), map.bytes[before] == comma {
      range = before..<range.upperBound
    }
    return (range, "")
  }

  /// The edits without those whose text is an error after all were made.
  static func withoutWrong(_ edits: [Edit], _ after: FileFindings) -> [Edit] {
    var errors = after.diagnostics.filter { $0.severity == .error && $0.location.file == nil }
      .map { after.map.range(of: $0.location) }.sorted { $0.lowerBound < $1.lowerBound }[...]
    var shift = 0
    return edits.filter { edit in
      let start = edit.range.lowerBound + shift
      let end = start + edit.text.count
      shift += edit.text.count - edit.range.count
      errors = errors.drop { $0.lowerBound < start }
      return !errors.prefix { $0.lowerBound < end }.contains { $0.upperBound <= end }
    }
  }

  /// The inside of a JSON string.
  static func escaped(_ text: String) -> String {
    String(JSON.string(text).text.dropFirst().dropLast())
  }
}

extension Validation {
  /// A file as safe fixes would make it.
  package struct PlannedFix: Sendable {
    /// The file.
    package let path: String
    /// What it holds.
    package let old: [UInt8]
    /// What it would hold.
    package let new: [UInt8]
    /// How many fixes that takes.
    package let count: Int

    /// The change as a patch; for a terminal nothing in it moves the cursor or turns the direction.
    package func patch(forTerminal: Bool) -> String {
      let text = UnifiedDiff.text(from: old, to: new, path: path)
      return forTerminal ? DisplayText.safeLines(text) : text
    }
  }

  /// The safe fixes of the findings that `reporting` keeps, in the files of a search.
  ///
  /// A fix is made unless its text is an error afterwards. Findings that an error hid are fixed in the
  /// next round.
  package func plannedFixes(_ search: FileSearch, reporting: (Report) -> Report) -> [PlannedFix] {
    reporting(report).findings.compactMap { findings in
      guard search.paths.contains(findings.path) else { return nil }
      var planned: PlannedFix?
      var left = findings
      for _ in 0..<Fixes.rounds {
        guard let (better, count) = improved(left) else { break }
        planned = PlannedFix(
          path: findings.path, old: findings.map.bytes, new: better.map.bytes,
          count: (planned?.count ?? 0) + count)
        guard let next = reporting(Report([better])).findings.first else { break }
        left = next
      }
      return planned
    }
  }

  /// The findings of a file after its safe fixes, and their number; `nil` if none can be made.
  private func improved(_ findings: FileFindings) -> (findings: FileFindings, count: Int)? {
    var fixes = Fixes.safe(in: findings)
    for _ in 0..<Fixes.tries where !fixes.isEmpty {
      let bytes = Fixes.applied(fixes, to: findings.map.bytes)
      guard let after = found(in: bytes, as: findings.path) else { return nil }
      let right = Fixes.withoutWrong(fixes, after)
      if right.count == fixes.count { return (after, fixes.count) }
      fixes = right
    }
    return nil
  }

  /// The findings of a text as the file at `path`.
  private func found(in bytes: [UInt8], as path: String) -> FileFindings? {
    var trial = Validation(styling: styling, ignoring: isIgnored)
    trial.check(bytes, as: path)
    return trial.files.first { $0.file.path == path }?.findings
  }

  /// Makes the safe fixes in the files that were found, each file replaced whole, and checks again.
  ///
  /// - Parameters:
  ///   - search: The files.
  ///   - exploring: How definitions are explored afterwards.
  ///   - styling: Which files are compared with their canonical form.
  ///   - isIgnored: Which findings the project does not show.
  ///   - reporting: Keeps the findings that count.
  /// - Returns: The validation afterwards, and how many fixes were made.
  package static func fixed(
    _ search: FileSearch, exploring: Exploring? = nil, styling: Styling? = nil,
    ignoring isIgnored: @escaping FileChecker.Ignoring = { _, _ in false },
    reporting: (Report) -> Report = { $0 }
  ) -> (validation: Validation, count: Int) {
    var before = Validation(styling: styling, ignoring: isIgnored)
    before.check(search)
    var count = 0
    var failures: [String] = []
    for fix in before.plannedFixes(search, reporting: reporting) {
      do {
        for name in search.names(of: fix.path) {
          try Files.write(fix.new, to: name, isEdit: true)
        }
        count += fix.count
      } catch {
        failures.append(error.description)
      }
    }
    var after = Validation(exploring: exploring, styling: styling, ignoring: isIgnored)
    after.check(search)
    after.fail(failures)
    return (after, count)
  }
}
