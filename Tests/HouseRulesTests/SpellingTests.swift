import Foundation
import Testing

/// Checks the spelling of documents with aspell. `spelling.txt` lists more words, sorted.
@Suite struct `Spelling` {
  private static let program = "/usr/bin/aspell"
  private static let isRequired =
    ProcessInfo.processInfo.environment["STATES_REQUIRE_TOOLS"] == "1"
  private static let isThere = FileManager.default.isExecutableFile(atPath: program)

  @Test(.enabled(if: isThere || isRequired, "aspell is not installed"))
  func `is American in documents`() throws {
    try #require(Self.isThere, "aspell and aspell-en are required")
    let known = Set(
      try Repository.text("Tests/HouseRulesTests/spelling.txt").split(separator: "\n"))
    let tutorials = Repository.paths.filter { $0.hasSuffix(".tutorial") }
    for path in Documents.paths + tutorials {
      let text = Self.plain(try Repository.text(path))
      let words = Set(try Self.unknown(in: text).split(separator: "\n")).subtracting(known)
      #expect(words.isEmpty, "\(path): \(words.sorted().joined(separator: ", "))")
    }
  }

  /// The prose of a document, without links, tags, and the directives of tutorials.
  private static func plain(_ text: String) -> String {
    Documents.prose(text).map(\.text)
      .filter { !$0.drop { $0 == " " }.hasPrefix("@") }.joined(separator: "\n")
      .replacing("`", with: " ").replacing(/\]\([^)]*\)/, with: "] ")
      .replacing(/<[^>]*>/, with: "")
  }

  @Test(.enabled(if: isThere || isRequired, "aspell is not installed"))
  func `finds a wrong word`() throws {
    #expect(try Self.unknown(in: "A stait of a screen.") == "stait\n")
    let text = Self.plain("`Store` has a stait, ``Stor`` has not: `x`\n@Steps(nam: 1)\n```\ny\n```")
    #expect(try Self.unknown(in: text) == "stait\n")
  }

  @Test func `has a sorted list of words without repetition`() throws {
    let words = try Repository.text("Tests/HouseRulesTests/spelling.txt").split(separator: "\n")
    #expect(words == Set(words).sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) })
  }

  private static func unknown(in text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["list", "--lang=en_US", "--encoding=utf-8"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
