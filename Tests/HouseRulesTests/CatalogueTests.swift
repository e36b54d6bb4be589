import Foundation
import Testing

/// The documentation catalogue: what it shows is tested, and it repeats nothing that may differ.
@Suite struct `The documentation catalogue` {
  private static let folder = "Sources/StateHost/StateHost.docc/"
  private static let paths = Repository.paths.filter { $0.hasPrefix(folder) }.sorted()
  private static let pages = paths.filter { $0.hasSuffix(".md") }
  private static let resources = paths.filter { $0.hasPrefix(folder + "Resources/") }

  /// The ending of the files that a code block of a language is a part of.
  private static let endings = [
    "json": ".json", "swift": ".swift", "kotlin": ".kt", "sh": ".sh", "yaml": ".yml",
  ]

  struct Block {
    let language: String
    let lines: [Substring]
  }

  /// The fenced blocks of a text. In a comment, `prefix` is `///`.
  static func blocks(_ text: String, prefix: String = "") -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      if !prefix.isEmpty {
        line = line.drop { $0 == " " }
        guard line.hasPrefix(prefix) else { continue }
        line = line.dropFirst(prefix.count)
        if line.first == " " { line = line.dropFirst() }
      }
      guard line.hasPrefix("```") else {
        if let block = open { open = Block(language: block.language, lines: block.lines + [line]) }
        continue
      }
      if let block = open {
        blocks.append(block)
        open = nil
      } else {
        open = Block(language: String(line.dropFirst(3)), lines: [])
      }
    }
    return blocks
  }

  /// Whether whole lines of a text are these. Each may be indented.
  static func contains(_ lines: [Substring], in text: String) -> Bool {
    func plain(_ lines: [Substring]) -> String {
      "\n" + lines.map { $0.drop { $0 == " " } + "\n" }.joined()
    }
    return plain(text.split(separator: "\n", omittingEmptySubsequences: false))
      .contains(plain(lines))
  }

  @Test func `has pages and files`() {
    #expect(Self.pages.count >= 11)
    #expect(Self.resources.count >= 20)
  }

  @Test func `has plain words`() throws {
    let texts = Self.paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }
    let hits = try texts.flatMap { path in
      Documents.prose(try Repository.text(path)).flatMap { line in
        Words.found(in: Array(line.text.utf8)).map { "\(path):\(line.number): \($0)" }
      }
    }
    Repository.expectNone(hits)
  }

  @Test(arguments: pages)
  func `shows only code that is a part of a tested file`(_ page: String) throws {
    for block in Self.blocks(try Repository.text(page)) {
      let ending = try #require(Self.endings[block.language], "\(page): ```\(block.language)")
      let files = Self.resources.filter { $0.hasSuffix(ending) }
      let isPart = try files.contains { Self.contains(block.lines, in: try Repository.text($0)) }
      #expect(isPart, "\(page): no file has\n\(block.lines.joined(separator: "\n"))")
    }
  }

  @Test func `a part of a file is found by whole lines`() {
    #expect(Self.contains(["b", "c"], in: "a\n  b\nc\n"))
    #expect(!Self.contains(["b"], in: "a\nbc\n"))
    #expect(!Self.contains(["a", "c"], in: "a\nb\nc\n"))
    #expect(Self.blocks("x\n```sh\na\n```\n```\nb\n```").map(\.language) == ["sh", ""])
    #expect(Self.blocks("  /// ```swift\n  /// a\n  /// ```\n", prefix: "///")[0].lines == ["a"])
  }

  /// The tests of the tutorials compile or run what a tutorial shows.
  @Test func `has no code that no tutorial shows`() throws {
    var shown: Set<String> = []
    for path in Self.paths where path.hasSuffix(".tutorial") {
      for match in try Repository.text(path).matches(of: /(?:file|source): "([^"]+)"/) {
        shown.insert(Self.folder + "Resources/" + match.1)
      }
    }
    #expect(Set(Self.resources).symmetricDifference(shown) == [])
  }

  @Test func `has comments of symbols with code of its files`() throws {
    let files = try Self.resources.filter { $0.hasSuffix(".swift") }.map(Repository.text)
    var count = 0
    let modules = ["Sources/StateHost", "Sources/StateRuntime"]
    for path in modules.flatMap({ Repository.swiftFiles(in: $0) }) {
      for block in Self.blocks(try Repository.text(path), prefix: "///") {
        count += 1
        #expect(
          files.contains { Self.contains(block.lines, in: $0) },
          "\(path): no file has\n\(block.lines.joined(separator: "\n"))")
      }
    }
    #expect(count >= 3)
  }

  /// The tables of a text. A link is its text.
  private static func tables(_ text: String) -> [[String]] {
    var tables: [[String]] = []
    var isTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("|") {
        if !isTable { tables.append([]) }
        let plain = line.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
        tables[tables.count - 1].append(String(plain))
      }
      isTable = line.hasPrefix("|")
    }
    return tables
  }

  @Test(arguments: [
    ("From trafi's States", "ComingFromStates"), ("From StateKit", "ComingFromStateKit"),
    ("From XState", "ComingFromXState"), ("From TCA", "ComingFromTCA"),
  ])
  func `has the tables of Definitions/COMING.md`(section: String, page: String) throws {
    let chapter = try Repository.text("Definitions/COMING.md").components(separatedBy: "\n## ")
      .first { $0.hasPrefix(section + "\n") }
    let expected = Self.tables(try #require(chapter))
    #expect(!expected.isEmpty)
    let text = try Repository.text("\(Self.folder)Articles/\(page).md")
    #expect(Self.tables(text) == expected)
  }
}
