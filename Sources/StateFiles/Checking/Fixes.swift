import StateTables

/// Changes that resolve what was found and keep the meaning of all that was valid.
package enum Fixes {
  /// The file with all safe fixes made; of two that overlap the first in the file.
  ///
  /// - Parameter findings: A file with what is wrong with it.
  /// - Returns: The new text and how many fixes it holds.
  static func applied(_ findings: FileFindings) -> (bytes: [UInt8], count: Int) {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    for fix in findings.diagnostics.compactMap(\.fix) where fix.isSafe && fix.place.file == nil {
      let (range, text) = edit(fix, in: findings.map)
      if let last = edits.last, range.lowerBound < last.range.upperBound { continue }
      edits.append((range, Array(text.utf8)))
    }
    var bytes: [UInt8] = []
    var position = 0
    for edit in edits {
      bytes += findings.map.bytes[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    return (bytes + findings.map.bytes[position...], edits.count)
  }

  /// What a fix replaces and by what, as the file has it: a place of bytes gets the text itself, a
  /// member that goes takes its comma along.
  static func edit(_ fix: Diagnostic.Fix, in map: SourceMap) -> (range: Range<Int>, text: String) {
    var range = map.range(of: fix.place)
    if fix.place.fileRange != nil { return (range, fix.replacement) }
    guard fix.place.isMember, fix.replacement.isEmpty else {
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

  /// The safe fixes of what `telling` leaves of the findings, in the files that were found.
  ///
  /// A file is changed only if it then has fewer errors, or as many and fewer other findings: what
  /// an error hid may be told then.
  package func plannedFixes(_ search: FileSearch, telling: (Report) -> Report) -> [PlannedFix] {
    telling(report).findings.compactMap { findings in
      guard search.paths.contains(findings.path) else { return nil }
      let fixed = Fixes.applied(findings)
      guard fixed.count > 0 else { return nil }
      let before = counts(findings.map.bytes, as: findings.path)
      let after = counts(fixed.bytes, as: findings.path)
      guard
        after.errors < before.errors || after.errors == before.errors && after.all < before.all
      else { return nil }
      return PlannedFix(
        path: findings.path, old: findings.map.bytes, new: fixed.bytes, count: fixed.count)
    }
  }

  /// How much is wrong with a text as the file at `path`.
  private func counts(_ bytes: [UInt8], as path: String) -> (errors: Int, all: Int) {
    var trial = Validation(styling: styling)
    trial.check(bytes, as: path)
    guard let file = trial.files.first(where: { $0.file.path == path }) else { return (0, 0) }
    return (file.findings.count(.error), file.findings.diagnostics.count)
  }

  /// Makes the safe fixes in the files that were found, each file replaced whole, and checks again.
  ///
  /// - Parameters:
  ///   - search: What was found.
  ///   - exploring: How definitions are explored afterwards.
  ///   - styling: Which files are compared with their canonical form.
  ///   - telling: Leaves the findings that count.
  /// - Returns: The validation afterwards, and how many fixes were made.
  package static func fixed(
    _ search: FileSearch, exploring: Exploring? = nil, styling: Styling? = nil,
    telling: (Report) -> Report = { $0 }
  ) -> (validation: Validation, count: Int) {
    var before = Validation(styling: styling)
    before.check(search)
    var count = 0
    var failures: [String] = []
    for fix in before.plannedFixes(search, telling: telling) {
      do {
        try Files.write(fix.new, to: fix.path)
        count += fix.count
      } catch {
        failures.append(error.description)
      }
    }
    var after = Validation(exploring: exploring, styling: styling)
    after.check(search)
    after.failures += failures
    return (after, count)
  }
}
