import Foundation
import StateTables
import Testing

@testable import StateFiles

/// Valid definitions with one token deleted, misspelt, or swapped with the next.
@Suite struct `Mutations` {
  enum Change: CaseIterable {
    case deleted, swapped, misspelt
  }

  static let names = `Definition reader`.files.filter { $0.hasSuffix(".state.json") }

  @Test(arguments: names)
  func `give one finding at most, and fixes never add one`(_ name: String) throws {
    let path = `Definition reader`.folder.appending(path: name).path
    let bytes = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
    let tokens = Self.tokens(of: bytes)
    let step = max(1, tokens.count / 40)
    for place in stride(from: 0, to: tokens.count - 1, by: step) {
      let change = Change.allCases[(place / step) % 3]
      guard let text = Self.changed(bytes, tokens, place, change) else { continue }
      let before = told(text, path)
      let token = String(decoding: bytes[tokens[place]], as: UTF8.self)
      let line = bytes[..<tokens[place].lowerBound].count { $0 == 10 } + 1
      #expect(
        before.all.count <= 1, "line \(line): \(token) \(change): \(before.all)")
      guard let findings = before.findings else { continue }
      let fixed = Fixes.applied(findings)
      guard fixed.count > 0 else { continue }
      let after = told(fixed.bytes, path)
      #expect(
        after.all.count <= before.all.count, "line \(line): \(token) \(change): \(after.all)")
    }
  }

  private func told(
    _ bytes: [UInt8], _ path: String
  ) -> (all: [String], findings: FileFindings?) {
    var validation = Validation()
    validation.check(bytes, as: path)
    let files = validation.report.findings
    let all = files.flatMap(\.diagnostics).map { "\($0.rule) \($0.place.pointer): \($0.message)" }
    return (all, files.first { $0.path == path })
  }

  private static func changed(
    _ bytes: [UInt8], _ tokens: [Range<Int>], _ place: Int, _ change: Change
  ) -> [UInt8]? {
    let token = tokens[place]
    switch change {
    case .deleted: return Array(bytes[..<token.lowerBound] + bytes[token.upperBound...])
    case .swapped:
      let next = tokens[place + 1]
      let head = bytes[..<token.lowerBound] + bytes[next]
      let tail = bytes[token.upperBound..<next.lowerBound] + bytes[token]
      return Array(head + tail + bytes[next.upperBound...])
    case .misspelt:
      guard token.count > 3, Identifier(String(decoding: bytes[token], as: UTF8.self)) != nil else {
        return nil
      }
      var result = bytes
      result[token.lowerBound + token.count / 2] = UInt8(ascii: "q")
      return result
    }
  }

  /// Words, numbers and signs, inside texts as well; `about` is prose and left alone.
  private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard
      let prose = try? Regex(#""about": "(?:[^"\\]|\\.)*""#),
      let token = try? Regex(#"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[^\sA-Za-z0-9_]"#)
    else { return [] }
    let left = text.matches(of: prose).map(\.range)
    return text.matches(of: token).map(\.range).filter { range in
      !left.contains { $0.overlaps(range) }
    }.map { range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + text[range].utf8.count
    }
  }
}
