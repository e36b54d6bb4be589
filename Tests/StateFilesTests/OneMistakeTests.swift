import Foundation
import StateFiles
import StateTables
import Testing

/// A wrong copy of a good definition: one slip gives one diagnostic, at the column of the slip.
@Suite struct `One mistake` {
  /// What is written wrong, and where that must be told.
  struct Slip {
    /// The bytes that are replaced.
    let range: Range<Int>
    let written: String
    /// The first byte of what is told, from the start of what is written.
    let offset: Int
    /// `nil` where several rules may tell it.
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
    let before = told(bytes, path).map(\.text)
    for slip in Self.some(of: Slips(bytes).slips(of: kind)) {
      let wrong =
        bytes[..<slip.range.lowerBound] + Array(slip.written.utf8)
        + bytes[slip.range.upperBound...]
      let found = told(Array(wrong), path).filter { !before.contains($0.text) }
      let start = slip.range.lowerBound + slip.offset
      let line = wrong[..<start].count { $0 == 10 } + 1
      let lineStart = wrong[..<start].lastIndex(of: 10).map { $0 + 1 } ?? 0
      let column = String(decoding: wrong[lineStart..<start], as: UTF8.self).unicodeScalars.count
      let context = String(
        decoding: wrong[lineStart...].prefix { $0 != 10 }, as: UTF8.self)
      #expect(
        found.map(\.place) == ["\(line):\(column + 1)"], "\(context) \(found.map(\.text))")
      if let rule = slip.rule {
        #expect(found.map(\.rule) == [rule], "\(context) \(found.map(\.text))")
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func `is tried in most definitions`(_ kind: Kind) throws {
    let tried = try Self.names.filter { name in
      let path = `Definition reader`.folder.appending(path: name).path
      return !Slips(Array(try String(contentsOfFile: path, encoding: .utf8).utf8))
        .slips(of: kind).isEmpty
    }
    switch kind {
    case .misspeltName, .wrongType, .unreachableRow, .wrongKey:
      #expect(tried.count == Self.names.count)
    case .bareText: #expect(tried.count >= 5)
    }
  }

  /// Eight of them, evenly.
  private static func some(of slips: [Slip]) -> [Slip] {
    let step = max(1, slips.count / 8)
    return stride(from: 0, to: slips.count, by: step).map { slips[$0] }
  }

  /// Everything that is told about a text that stands beside the good files, in memory alone.
  private func told(
    _ bytes: [UInt8], _ path: String
  ) -> [(place: String, rule: String, text: String)] {
    var checker = FileChecker()
    checker.check(bytes, as: path)
    return checker.files.map(\.findings).flatMap { file in
      file.diagnostics.map { diagnostic in
        let position = file.map.position(of: file.map.range(of: diagnostic.place).lowerBound)
        return (
          "\(position.line):\(position.column)", diagnostic.rule,
          "\(diagnostic.rule) \(diagnostic.place.pointer): \(diagnostic.message)"
        )
      }
    }
  }
}

/// The slips that the text of a definition has room for.
private struct Slips {
  private let text: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    text = String(decoding: bytes, as: UTF8.self)
  }

  func slips(of kind: `One mistake`.Kind) -> [`One mistake`.Slip] {
    switch kind {
    case .misspeltName: misspeltNames
    case .bareText: bareTexts
    case .wrongType: wrongTypes
    case .unreachableRow: unreachableRows
    case .wrongKey: wrongKeys
    }
  }

  /// Names that rows refer to: an inner letter becomes a `q`.
  private var misspeltNames: [`One mistake`.Slip] {
    matches(of: #""(?:goTo|on|in)": +\[?"([a-z][A-Za-z]{2,})""#).map { range in
      slip(range, misspelt(range), rule: "name/unknown")
    }
      + matches(of: #""emit": \[\{? ?"([a-z][A-Za-z]{2,})""#).map { range in
        slip(range, misspelt(range), rule: "name/unknown")
      }
      + matches(of: #""set": \{ "([a-z][A-Za-z]{2,})""#).map { range in
        slip(range, misspelt(range), rule: "name/unknown")
      }
  }

  /// Texts in cells that lose their quotes.
  private var bareTexts: [`One mistake`.Slip] {
    matches(of: #""(?!about)[a-zA-Z]+": "(?:[^"\n]*[^(\n"])?('[A-Za-z]+')[^"\n]*""#).map { range in
      slip(range, inside(range), rule: nil)
    }
  }

  /// Cells and names that become something else.
  private var wrongTypes: [`One mistake`.Slip] {
    matches(of: #""type": "bool", +"value": "([^"]+)""#).map { slip($0, "size('x')", rule: nil) }
      + matches(of: #""if": "([^"]+)""#).map { slip($0, "1 + 1", rule: nil) }
      + matches(of: #""on": +("[^"]+")"#).map { slip($0, "5", rule: "shape/wrong-type") }
      + matches(of: #""after": +([0-9]+)"#).map { slip($0, "true", rule: nil) }
      + matches(of: #""kind": "([a-z]+)""#).map { range in
        slip(range, "view", rule: "shape/wrong-type")
      }
  }

  /// Rows without a guard that stand there twice.
  private var unreachableRows: [`One mistake`.Slip] {
    matches(of: #"\n( +\{ (?:"in": [^\n]*?)?"(?:on|after)": [^\n]*\},?)\n"#).compactMap { range in
      let line = String(decoding: bytes[range], as: UTF8.self)
      guard !line.contains(#""if""#), !line.contains(#""let""#) else { return nil }
      let comma = line.hasSuffix(",") ? "\n" : ",\n"
      let keys = [#""on":"#, #""after":"#].compactMap { line.firstRange(of: $0) }
      guard let key = keys.first else { return nil }
      let before = line.utf8.distance(from: line.startIndex, to: key.lowerBound)
      return `One mistake`.Slip(
        range: range, written: line + comma + line,
        offset: (line + comma).utf8.count + before, rule: "row/unreachable")
    }
  }

  /// Keys of the format that are misspelt.
  private var wrongKeys: [`One mistake`.Slip] {
    matches(of: #""(about|reducer|goTo|emit|kind|carries|events)":"#).map { range in
      slip(range, misspelt(range), rule: "shape/unknown-key")
    }
  }

  private func slip(
    _ range: Range<Int>, _ written: String, rule: String?
  ) -> `One mistake`.Slip {
    `One mistake`.Slip(range: range, written: written, offset: 0, rule: rule)
  }

  private func misspelt(_ range: Range<Int>) -> String {
    var name = Array(bytes[range])
    name[name.count / 2] = UInt8(ascii: "q")
    return String(decoding: name, as: UTF8.self)
  }

  private func inside(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self)
  }

  /// Where the group of a pattern stands.
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
