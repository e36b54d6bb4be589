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
      let range = findings.map.range(of: fix.place)
      if let last = edits.last, range.lowerBound < last.range.upperBound { continue }
      edits.append((range, Array(escaped(fix.replacement).utf8)))
    }
    var bytes: [UInt8] = []
    var position = 0
    for edit in edits {
      bytes += findings.map.bytes[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    return (bytes + findings.map.bytes[position...], edits.count)
  }

  /// The inside of a JSON string.
  static func escaped(_ text: String) -> String {
    String(JSON.string(text).text.dropFirst().dropLast())
  }
}

extension Validation {
  /// Makes the safe fixes in the files that were found, and checks them again.
  ///
  /// A file is replaced whole, and only if it then has fewer errors.
  ///
  /// - Parameter search: What was found.
  /// - Returns: The validation afterwards, and how many fixes were made.
  package static func fixed(_ search: FileSearch) -> (validation: Validation, count: Int) {
    var before = Validation()
    before.check(search)
    var count = 0
    var failures: [String] = []
    for file in before.files where search.paths.contains(file.file.path) {
      let fixed = Fixes.applied(file.findings)
      guard fixed.count > 0 else { continue }
      var trial = Validation()
      trial.check(fixed.bytes, as: file.file.path)
      let after = trial.files.first { $0.file.path == file.file.path }
      guard let after, after.findings.count(.error) < file.findings.count(.error) else { continue }
      do {
        try Files.write(fixed.bytes, to: file.file.path)
        count += fixed.count
      } catch {
        failures.append(error.description)
      }
    }
    var after = Validation()
    after.check(search)
    after.failures += failures
    return (after, count)
  }
}
