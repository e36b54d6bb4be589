import Foundation
import Testing

@Suite struct `README` {
  /// The first fenced block below a heading.
  static func block(under heading: String) throws -> String {
    let lines = try Repository.text("README.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "## \(heading)") else { return "" }
    let below = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    guard let fence = below.firstIndex(where: { $0.hasPrefix("```") }) else { return "" }
    return lines[(fence + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
  }

  @Test func `has the main job and the tests as one block each`() throws {
    let job = try Self.block(under: "The main job")
    for part in [
      "libgraphviz-dev", "libjson-c-dev", "swift build -c release", "validate Definitions",
      "test Definitions", "diagram Definitions --output Diagrams",
    ] { #expect(job.contains(part)) }
    let tests = try Self.block(under: "The tests")
    for part in ["libgraphviz-dev", "libjson-c-dev", "swift test"] {
      #expect(tests.contains(part))
    }
  }

  @Test func `has the commands that CI runs`() throws {
    let script = try Repository.text(".ci/run")
    #expect(script.contains(#"readme "The main job""#))
    #expect(script.contains(#"readme "The tests""#))
    #expect(!script.contains("swift test"), "CI takes the command from the README")
  }

  @Test func `says where a table is the wrong tool`() throws {
    let text = try Repository.text("README.md")
    let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("When not to use it") }
    let reasons = [
      "two fields and a button", "are shorter", "unusual style", "takes a few screens",
    ]
    for reason in reasons { #expect(section?.contains(reason) == true, "\(reason)") }
  }

  @Test(arguments: [
    "README.md", ".github/CONTRIBUTING.md", "Definitions/README.md", "Definitions/COMING.md",
    "Definitions/DECISIONS.md", "Definitions/GENERATED.md", "Definitions/REPLAY.md",
    "Definitions/STORE.md", "Definitions/TOOLS.md",
  ])
  func `leads to files and sections that are there`(_ path: String) throws {
    let folder = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    let text = try Repository.text(path)
    let links = text.matches(of: /\]\(([^)#:]*)(?:#([^)]*))?\)/)
    #expect(!links.isEmpty)
    for link in links {
      let file = link.1.isEmpty ? path : folder + link.1
      #expect(Repository.exists(file), "\(path) links to \(link.1)")
      guard let section = link.2, file.hasSuffix(".md") else { continue }
      let names = try Repository.text(file).matches(of: /\n#+ (.*)/).map { Self.anchor(of: $0.1) }
      #expect(names.contains(String(section)), "\(path) links to \(link.1)#\(section)")
    }
  }

  /// The name of a section in links: lower case, with hyphens for spaces.
  private static func anchor(of heading: Substring) -> String {
    String(
      heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .map { $0 == " " ? "-" : $0 })
  }

  @Test func `has a reference of at most 40 KB`() throws {
    #expect(try Repository.text("Definitions/README.md").utf8.count <= 40_000)
  }

  @Test func `the changelog begins with the version of the command`() throws {
    let source = try Repository.text("Sources/states/States.swift")
    let version = try #require(source.firstMatch(of: /static let number = "([0-9.]+)"/)).1
    let changes = try Repository.text(".github/CHANGELOG.md")
    #expect(changes.firstMatch(of: /\n## ([0-9.]+)\n/)?.1 == version)
  }
}
