import DiagnosticTexts
import Foundation
import StateChecks
import StateFiles
import StateModel
import Testing

/// Words of valid definitions are misspelt, one at a time.
@Suite struct MutationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Definitions").path

  @Test(arguments: [
    ("PhoneVerification", 1), ("LanguageSelection", 3), ("Player", 4), ("Songs", 3),
    ("NearbyStops", 3),
  ])
  func `a misspelt word is about one finding`(name: String, step: Int) throws {
    let path = Self.root + "/\(name).state.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var counts: [Int] = []
    for (index, range) in words(of: Array(text.utf8)).enumerated() where index % step == 0 {
      let (misspelt, found) = findings(text, misspelling: range, at: path)
      counts.append(found.count)
      #expect(
        found.count <= 4,
        "\(misspelt): \(found.map { "\($0.rule) \($0.location.pointer): \($0.message)" })")
    }
    #expect(Double(counts.reduce(0, +)) <= 1.2 * Double(counts.count))
  }

  /// The ranges of words of four letters and more.
  private func words(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      if isLetter, start == nil { start = index }
      if !isLetter, let first = start {
        if index - first >= 4 { ranges.append(first..<index) }
        start = nil
      }
    }
    return ranges
  }

  private func findings(
    _ text: String, misspelling range: Range<Int>, at path: String
  ) -> (word: String, found: [Diagnostic]) {
    var bytes = Array(text.utf8)
    let middle = range.lowerBound + range.count / 2
    bytes[middle] = bytes[middle] == UInt8(ascii: "q") ? UInt8(ascii: "j") : UInt8(ascii: "q")
    var folder = DefinitionFolder()
    let file = folder.add(bytes, as: path)
    let used = folder.usedFiles(of: file)
    var found = file.diagnostics + used.diagnostics
    if file.isWhole, case .definition(let definition) = file.content {
      found += definition.checked(with: used.files).diagnostics
    }
    let line = bytes[..<middle].count { $0 == 10 } + 1
    return ("line \(line): \(String(decoding: bytes[range], as: UTF8.self))", found)
  }
}
