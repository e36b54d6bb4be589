import Foundation
import Testing

/// The Markdown files, and the ids of examples that no text may contain.
@Suite struct `Documents` {
  struct Line {
    let number: Int
    let text: String
  }

  /// The lines of a Markdown text without fenced code and without code in backquotes. A backquote
  /// remains of each code. DocC writes the names of symbols in two backquotes.
  static func prose(_ text: String) -> [Line] {
    var lines: [Line] = []
    var isCode = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        let parts = line.replacing("``", with: "`")
          .split(separator: "`", omittingEmptySubsequences: false)
        let prose = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        lines.append(Line(number: index + 1, text: prose.joined(separator: "`")))
      }
    }
    return lines
  }

  static let paths = Repository.paths.filter { $0.hasSuffix(".md") }.sorted()

  /// The code blocks of the page of rules show whole lines of findings, which may be longer.
  @Test(arguments: paths)
  func `have lines of at most 160 columns`(_ path: String) throws {
    var isCode = false
    var long: [Int] = []
    let lines = try Repository.text(path).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode, path == "Definitions/RULES.md" { continue }
      if line.utf8.count > 160, line.count > 160 { long.append(index + 1) }
    }
    #expect(long == [], "\(path)")
  }

  /// Names that look like an id, by file.
  static let names: Set<String> = ["Tests/StateChecksTests/FingerprintTests.swift: T60"]

  /// The ids of the examples that this project is derived from: a letter and a number, or a trap.
  static func ids(in line: Substring) -> [String] {
    line.matches(of: /(\\u\{)?\b([TKB][1-9][0-9]?|traps? [0-9]+)\b/)
      .filter { $0.1 == nil }.map { String($0.2) }
  }

  @Test func `name no ids of examples`() throws {
    let here = "Tests/HouseRulesTests/DocumentsTests.swift"
    var found: [String] = []
    for path in Repository.paths where path != here && Self.isText(path) {
      let bytes = try Data(contentsOf: Repository.root.appending(path: path))
      guard Self.mayHaveIDs(bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        for id in Self.ids(in: line) where !Self.names.contains("\(path): \(id)") {
          found.append("\(path):\(index + 1): \(id)")
        }
      }
    }
    Repository.expectNone(found)
  }

  private static func isText(_ path: String) -> Bool {
    if path.hasSuffix(".md") { return true }
    if path.hasPrefix("Definitions/") { return path.hasSuffix(".json") }
    let isCode = path.hasPrefix("Sources/") || path.hasPrefix("Tests/")
    return isCode && path.hasSuffix(".swift")
  }

  /// A quick test: a letter before a digit, or the word `trap`. Most files have neither.
  private static func mayHaveIDs(_ data: Data) -> Bool {
    let bytes = [UInt8](data)
    let trap = Array("trap".utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices.dropLast(4) {
        switch bytes[index] {
        case 84, 75, 66:  // T, K, B
          if bytes[index + 1] >= 49, bytes[index + 1] <= 57 { return true }
        case 116:  // t
          if bytes[index..<index + 4].elementsEqual(trap) { return true }
        default: break
        }
      }
      return false
    }
  }

  @Test(arguments: [
    ("mistyped (K3, trap 31)", ["K3", "trap 31"]), ("traps 3 and 4", ["traps 3"]),
    ("K161, AK1, trap, T0, UTF8", []), (#"1\u{B5}s"#, []),
  ])
  func `an id is found in a text`(text: String, ids: [String]) {
    #expect(Self.ids(in: text[...]) == ids)
  }
}
