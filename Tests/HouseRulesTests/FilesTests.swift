import Foundation
import Testing

@Suite struct `Files` {
  @Test func `the top level is these and nothing else`() {
    let allowed: Set<String> = [
      "Package.swift", "README.md", "Definitions", "Diagrams", "Sources", "Tests", ".ci",
      ".swift-format", ".editorconfig", ".gitignore", ".github", ".pre-commit-hooks.yaml",
    ]
    let found = Set(Repository.paths.map { String($0.prefix { $0 != "/" }) })
    #expect(found.subtracting(allowed) == [])
  }

  @Test func `no Swift file is longer than 400 lines`() throws {
    let long = try (Repository.swiftFiles(in: "Sources") + Repository.swiftFiles(in: "Tests"))
      .filter {
        try Repository.text($0).split(separator: "\n", omittingEmptySubsequences: false).count > 401
      }
    // Generated, and as long as its definition needs: it contains everything that a store serves.
    #expect(long == ["Tests/AgreementTests/ErrandsState.swift"])
  }

  @Test func `sources do not trap`() throws {
    let traps = ["try!", " as!", "fatalError(", "preconditionFailure(", "precondition(", "assert("]
    let found = try Repository.swiftFiles(in: "Sources").flatMap { path in
      try Repository.text(path).split(separator: "\n").filter { line in
        let text = line.drop(while: \.isWhitespace)
        return !text.hasPrefix("//") && traps.contains { line.contains($0) }
      }.map { "\(path): \($0)" }
    }
    #expect(found == [])
  }

  @Test func `nothing is left over`() throws {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
    let found = try Repository.paths.filter { path in
      guard path.hasSuffix(".swift") || path.hasSuffix(".md") else { return false }
      let text = try Repository.text(path)
      return words.contains { text.contains($0) }
    }
    #expect(found == [])
  }

  /// All tests begin at once, so the time of one counts the others too, and the machine decides.
  @Test func `no test has a time limit`() throws {
    let found = try Repository.swiftFiles(in: "Tests").filter {
      try Repository.text($0).contains("time" + "Limit(")
    }
    #expect(found == [])
  }

  @Test func `a test file is named after what it tests`() {
    let found = Repository.swiftFiles(in: "Tests").filter { path in
      (try? Repository.text(path).contains("@Test")) == true && !path.hasSuffix("Tests.swift")
    }
    #expect(found == [])
  }

  /// Types at top level; those inside a type count with it.
  @Test(arguments: Walls.allowed.keys.sorted())
  func `a module promises at most 60 things`(_ module: String) throws {
    let kinds = ["struct", "enum", "class", "actor", "protocol", "typealias", "macro"]
    let count = try Repository.swiftFiles(in: "Sources/\(module)").reduce(0) { sum, path in
      try sum
        + Repository.text(path).split(separator: "\n").count { line in
          let words = line.split(separator: " ")
          return line.hasPrefix("public ") && words.contains { kinds.contains(String($0)) }
        }
    }
    #expect(count <= 60)
  }
}
