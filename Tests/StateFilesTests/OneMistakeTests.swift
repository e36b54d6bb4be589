import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import StateProject
import Testing

/// A wrong copy of a good definition: one mistake gives one diagnostic, at the column of the mistake.
@Suite struct `One mistake` {
  /// The wrong text, and the location of its finding.
  struct Mistake {
    /// The bytes that are replaced.
    let range: Range<Int>
    let written: String
    /// The first byte of the finding, from the start of the wrong text.
    let offset: Int
    /// `nil` where several rules may report it.
    let rule: String?
  }

  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case misspeltName, bareText, wrongType, unreachableRow, wrongKey

    var testDescription: String { rawValue }
  }

  static let names = `Definition reader`.files.filter { $0.hasSuffix(".state.json") }

  @Test(arguments: names, Kind.allCases)
  func `gives one diagnostic, where it is`(_ name: String, _ kind: Kind) throws {
    let path = `Definition reader`.folder.appending(path: name).path
    let bytes = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
    let before = findings(bytes, path).map(\.text)
    for mistake in Self.some(of: MistakeSearch(bytes).mistakes(of: kind)) {
      let wrong =
        bytes[..<mistake.range.lowerBound] + Array(mistake.written.utf8)
        + bytes[mistake.range.upperBound...]
      let found = findings(Array(wrong), path).filter { !before.contains($0.text) }
      let start = mistake.range.lowerBound + mistake.offset
      let line = wrong[..<start].count { $0 == 10 } + 1
      let lineStart = wrong[..<start].lastIndex(of: 10).map { $0 + 1 } ?? 0
      let column = String(decoding: wrong[lineStart..<start], as: UTF8.self).unicodeScalars.count
      let context = String(
        decoding: wrong[lineStart...].prefix { $0 != 10 }, as: UTF8.self)
      #expect(
        found.map(\.position) == ["\(line):\(column + 1)"], "\(context) \(found.map(\.text))")
      if let rule = mistake.rule {
        #expect(found.map(\.rule) == [rule], "\(context) \(found.map(\.text))")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `is tried in most definitions`(_ kind: Kind) throws {
    let tried = try Self.names.filter { name in
      let path = `Definition reader`.folder.appending(path: name).path
      return !MistakeSearch(Array(try String(contentsOfFile: path, encoding: .utf8).utf8))
        .mistakes(of: kind).isEmpty
    }
    switch kind {
    case .misspeltName, .wrongType, .unreachableRow, .wrongKey:
      #expect(tried.count == Self.names.count)
    case .bareText: #expect(tried.count >= 5)
    }
  }

  /// Eight of them, evenly.
  private static func some(of mistakes: [Mistake]) -> [Mistake] {
    let step = max(1, mistakes.count / 8)
    return stride(from: 0, to: mistakes.count, by: step).map { mistakes[$0] }
  }

  /// All findings about a text that is checked in memory, beside the good files.
  private func findings(
    _ bytes: [UInt8], _ path: String
  ) -> [(position: String, rule: String, text: String)] {
    var checker = FileChecker()
    checker.check(bytes, as: path)
    return checker.files.map(\.findings).flatMap { file in
      file.diagnostics.map { diagnostic in
        let position = file.map.position(of: file.map.range(of: diagnostic.location).lowerBound)
        return (
          "\(position.line):\(position.column)", diagnostic.rule.rawValue,
          "\(diagnostic.rule.rawValue) \(diagnostic.location.pointer): \(diagnostic.message)"
        )
      }
    }
  }
}

/// The mistakes that the text of a definition has room for.
private struct MistakeSearch {
  private let text: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text = String(decoding: bytes, as: UTF8.self)
  }

  func mistakes(of kind: `One mistake`.Kind) -> [`One mistake`.Mistake] {
    switch kind {
    case .misspeltName: misspeltNames
    case .bareText: bareTexts
    case .wrongType: wrongTypes
    case .unreachableRow: unreachableRows
    case .wrongKey: wrongKeys
    }
  }

  /// Names that rows refer to: an inner letter becomes a `q`.
  private var misspeltNames: [`One mistake`.Mistake] {
    matches(of: #""(?:goTo|on|in)": +\[?"([a-z][A-Za-z]{2,})""#).map { range in
      mistake(range, misspelt(range), rule: "name/unknown")
    }
      + matches(of: #""emit": \[\{? ?"([a-z][A-Za-z]{2,})""#).map { range in
        mistake(range, misspelt(range), rule: "name/unknown")
      }
      + matches(of: #""set": \{ "([a-z][A-Za-z]{2,})""#).map { range in
        mistake(range, misspelt(range), rule: "name/unknown")
      }
  }

  /// Texts in cells that lose their quotes.
  private var bareTexts: [`One mistake`.Mistake] {
    matches(of: #""(?!about)[a-zA-Z]+": "(?:[^"\n]*[^(\n"])?('[A-Za-z]+')[^"\n]*""#).map { range in
      mistake(range, inside(range), rule: nil)
    }
  }

  /// Cells and names that become something else.
  private var wrongTypes: [`One mistake`.Mistake] {
    matches(of: #""type": "bool", +"value": "([^"]+)""#).map { mistake($0, "size('x')", rule: nil) }
      + matches(of: #""if": "([^"]+)""#).map { mistake($0, "1 + 1", rule: nil) }
      + matches(of: #""on": +("[^"]+")"#).map { mistake($0, "5", rule: "shape/wrong-type") }
      + matches(of: #""after": +([0-9]+)"#).map { mistake($0, "true", rule: nil) }
      + matches(of: #""kind": "([a-z]+)""#).map { range in
        mistake(range, "view", rule: "shape/wrong-type")
      }
  }

  /// Rows without a guard that are written twice.
  private var unreachableRows: [`One mistake`.Mistake] {
    matches(of: #"\n( +\{ (?:"in": [^\n]*?)?"(?:on|after)": [^\n]*\},?)\n"#).compactMap { range in
      let line = String(decoding: bytes[range], as: UTF8.self)
      guard !line.contains(#""if""#), !line.contains(#""let""#) else { return nil }
      let comma = line.hasSuffix(",") ? "\n" : ",\n"
      let keys = [#""on":"#, #""after":"#].compactMap { line.firstRange(of: $0) }
      guard let key = keys.first else { return nil }
      let before = line.utf8.distance(from: line.startIndex, to: key.lowerBound)
      return `One mistake`.Mistake(
        range: range, written: line + comma + line,
        offset: (line + comma).utf8.count + before, rule: "row/unreachable")
    }
  }

  /// Keys of the format that are misspelt.
  private var wrongKeys: [`One mistake`.Mistake] {
    matches(of: #""(about|reducer|goTo|emit|kind|carries|events)":"#).map { range in
      mistake(range, misspelt(range), rule: "shape/unknown-key")
    }
  }

  private func mistake(
    _ range: Range<Int>, _ written: String, rule: String?
  ) -> `One mistake`.Mistake {
    `One mistake`.Mistake(range: range, written: written, offset: 0, rule: rule)
  }

  private func misspelt(_ range: Range<Int>) -> String {
    var name = Array(bytes[range])
    name[name.count / 2] = UInt8(ascii: "q")
    return String(decoding: name, as: UTF8.self)
  }

  private func inside(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self)
  }

  /// The ranges of the group of a pattern.
  private func matches(of pattern: String) -> [Range<Int>] {
    guard let expression = try? Regex(pattern, as: (Substring, Substring).self) else {
      Issue.record("\(pattern)")
      return []
    }
    return text.matches(of: expression).map { match in
      let group = match.output.1
      let start = text.utf8.distance(from: text.startIndex, to: group.startIndex)
      return start..<start + group.utf8.count
    }
  }
}
