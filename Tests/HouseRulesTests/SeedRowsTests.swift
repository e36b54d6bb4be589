import Foundation
import Testing

/// What the sources of this project show in their own examples and what they warn of, by the ids
/// that specs and tests name: T (a finite state), K (a chart), B (a list), and the traps.
@Suite struct `Seed rows` {
  static let rows: [(prefix: String, numbers: [Int])] = [
    (
      "T",
      [
        1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 23, 27, 28,
      ]
    ),
    (
      "K",
      [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 23, 25, 24, 26,
        27, 28, 29,
      ]
    ),
    ("B", [1, 2, 4]),
    (
      "trap ",
      [
        1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 30, 31,
        32, 33, 34,
      ]
    ),
  ]

  static let ids: [String] = rows.flatMap { row in row.numbers.map { "\(row.prefix)\($0)" } }

  /// The ids that a text names: words like `K16`, and the numbers after `trap` or `traps`.
  static func ids(in text: String) -> Set<String> {
    var found = Set<String>()
    for match in text.matches(of: /\b[TKB][1-9][0-9]?\b/) { found.insert(String(match.0)) }
    for match in text.matches(of: /\btraps? ([0-9]+(?:(?:, | and )[0-9]+)*)/) {
      for number in match.1.split(whereSeparator: { !$0.isNumber }) {
        found.insert("trap \(number)")
      }
    }
    return found
  }

  @Test func `are each named by a spec or a test`() throws {
    let here = URL(filePath: #filePath).lastPathComponent
    let paths = Repository.paths.filter { path in
      path.hasPrefix("Definitions/") && path.hasSuffix(".spec.json")
        || path.hasPrefix("Tests/") && path.hasSuffix("Tests.swift") && !path.hasSuffix(here)
    }
    let named = try paths.reduce(into: Set<String>()) { names, path in
      names.formUnion(Self.ids(in: try Repository.text(path)))
    }
    #expect(Self.ids.filter { !named.contains($0) } == [], "rows that nothing shows")
  }

  @Test(arguments: [
    ("mistyped (K3, trap 31)", ["K3", "trap 31"]),
    ("traps 3, 4 and 5", ["trap 3", "trap 4", "trap 5"]),
    ("K161, AK1, trap", []),
  ])
  func `are found in a text`(text: String, ids: [String]) {
    #expect(Self.ids(in: text) == Set(ids))
  }
}
