import Foundation
import Testing

/// The walls between modules; each wall is a sentence in `Sources/README.md`.
@Suite struct `Walls` {
  /// The modules that each module may import; standard library modules without a wall are in
  /// `anywhere`.
  static let allowed: [String: Set<String>] = [
    "CEL": ["StateRuntime"],
    "StateRuntime": [],
    "StateHost": ["StateRuntime", "Observation", "Synchronization", "SwiftUI", "os"],
    "StateTesting": model.union([
      "StateRuntime", "StateHost", "StateInterpreter", "StateSpecs", "StateFiles",
    ]),
    "Graphs": [],
    "StateModel": ["StateRuntime", "CEL"],
    "StateLinking": ["CEL", "StateModel"],
    "StateChecks": ["CEL", "StateModel", "StateLinking"],
    "StateInterpreter": model.union(["StateRuntime"]),
    "StateExploration": model.union(["StateRuntime", "StateChecks", "StateInterpreter"]),
    "StateSpecs": model.union(["StateChecks", "StateInterpreter"]),
    "StateReplay": model.union(["StateInterpreter", "StateSpecs"]),
    "StateFiles": model.union(["CJSON", "Glibc", "Darwin"]),
    "StateProject": model.union(["StateChecks", "StateFiles"]),
    "StateExchange": model.union(["StateChecks"]),
    "XMLFiles": ["StateModel", "StateExchange", "CExpat"],
    "StateCode": model,
    "StateGraphs": model.union([
      "Graphs", "StateChecks", "StateExploration", "StateInterpreter", "StateSpecs",
    ]),
    "StateDocuments": model.union(["Graphs", "StateInterpreter", "StateSpecs", "StateGraphs"]),
    "generate-states": model.union(["StateFiles", "StateProject", "StateCode", "ArgumentParser"]),
    "Plugins": ["PackagePlugin", "Foundation"],
    "embed-files": ["FoundationEssentials", "Foundation"],
    "GraphDrawing": ["Graphs", "Synchronization", "Glibc", "Darwin", "MachO"],
    "states-layout": ["GraphDrawing", "CGraphviz", "Synchronization", "Glibc", "Darwin"],
    "StateLanguageServer": model.union([
      "StateChecks", "StateSpecs", "StateExploration", "StateFiles", "StateProject",
    ]),
    "StateCommands": model.union([
      "StateLanguageServer",
      "StateChecks", "StateInterpreter", "StateSpecs", "StateExploration", "StateFiles",
      "StateProject", "StateExchange", "XMLFiles", "StateCode", "Graphs", "StateGraphs",
      "StateDocuments", "GraphDrawing", "StateReplay", "Synchronization", "Dispatch", "Glibc",
      "Darwin",
    ]),
    "states-preview": ["StatePreview", "StateCommands", "ArgumentParser"],
    "StatePreview": model.union([
      "StateInterpreter", "StateSpecs", "StateFiles", "StateProject", "Graphs", "StateGraphs",
      "GraphDrawing", "StateDocuments", "StateCommands", "FlyingFox", "FlyingSocks", "Foundation",
      "Synchronization", "Dispatch", "Glibc", "Darwin",
    ]),
    "states": model.union([
      "StateChecks", "StateFiles", "StateProject", "StateCode", "Graphs", "StateGraphs",
      "StateCommands", "ArgumentParser",
    ]),
  ]

  /// A definition as values, linked.
  private static let model: Set<String> = ["CEL", "StateModel", "StateLinking"]

  struct Import: Hashable {
    let path: String
    let module: String
  }

  /// The module that a line imports.
  static func module(importedBy line: Substring) -> String? {
    var words = line.split(whereSeparator: \.isWhitespace)
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    while let first = words.first, first.hasPrefix("@") || modifiers.contains(first) {
      words.removeFirst()
    }
    guard words.first == "import" else { return nil }
    words.removeFirst()
    let kinds: Set<Substring> = [
      "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    if let first = words.first, kinds.contains(first) { words.removeFirst() }
    return words.first?.split(separator: ".").first.map(String.init)
  }

  static func imports(of module: String) throws -> [Import] {
    try Repository.swiftFiles(in: "Sources/\(module)").flatMap { path in
      try Repository.text(path).split(separator: "\n").compactMap { line in
        self.module(importedBy: line).map { Import(path: path, module: $0) }
      }
    }
  }

  @Test func `every module has its wall`() {
    let modules = Set(
      Repository.swiftFiles(in: "Sources").compactMap { $0.split(separator: "/").dropFirst().first }
        .map(String.init))
    #expect(modules == Set(Self.allowed.keys))
  }

  @Test(arguments: allowed.keys.sorted())
  func `a module imports nothing beyond its wall`(_ module: String) throws {
    let beyond = try Self.imports(of: module).filter {
      Self.allowed[module]?.contains($0.module) != true
    }
    #expect(beyond.map { "\($0.path): \($0.module)" } == [])
  }

  @Test func `an app that runs a definition links no check and no report`() throws {
    var linked: Set<String> = ["StateFiles", "StateInterpreter"]
    var pending = Array(linked)
    while let module = pending.popLast() {
      for next in Self.allowed[module] ?? [] where linked.insert(next).inserted {
        pending.append(next)
      }
    }
    let checks: Set<String> = ["StateChecks", "StateProject", "StateCommands", "StateExploration"]
    #expect(linked.isDisjoint(with: checks))
    #expect(linked.contains("StateLinking"))
  }

  @Test func `one file knows json-c`() throws {
    let files = try Self.imports(of: "StateFiles").filter { $0.module == "CJSON" }.map(\.path)
    #expect(files == ["Sources/StateFiles/JSON/JSONDocument.swift"])
  }

  @Test func `one file knows expat`() throws {
    let files = try Self.imports(of: "XMLFiles").filter { $0.module == "CExpat" }.map(\.path)
    #expect(files == ["Sources/XMLFiles/XMLDocument.swift"])
  }

  @Test func `one target links Graphviz`() throws {
    let package = try Repository.text("Package.swift")
    let targets = package.components(separatedBy: "name: ").filter {
      $0.contains("\"CGraphviz\"") && !$0.hasPrefix("\"CGraphviz\"")
    }
    #expect(targets.map { $0.prefix { $0 != "," } } == ["\"states-layout\""])
  }

  @Test(arguments: [("Swift", "Kotlin"), ("Kotlin", "Swift")])
  func `the printer of a language uses none of another`(language: String, other: String) throws {
    let types = try names(in: other)
    #expect(types.count > 5)
    for (path, source) in SourceLines.all where path.hasPrefix("Sources/StateCode/\(language)/") {
      let code = source.lines.map { String(decoding: $0.code, as: UTF8.self) }
        .joined(separator: "\n")
      let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      #expect(words.intersection(types) == [], "\(path)")
    }
  }

  /// The names of the printer's types, which begin with the name of the language.
  private func names(in language: String) throws -> Set<String> {
    Set(
      try Repository.swiftFiles(in: "Sources/StateCode/\(language)").flatMap { path in
        try Repository.text(path).matches(of: /(?:struct|enum|protocol) (\w+)/).map { String($0.1) }
      }.filter { $0.hasPrefix(language) })
  }

  @Test func `nothing is exported again`() throws {
    let found = try Repository.swiftFiles(in: "Sources").filter {
      try Repository.text($0).contains("@_exported")
    }
    #expect(found == [])
  }

  @Test func `no room is a box for everything`() {
    let boxes: Set<Substring> = [
      "Utilities", "Utils", "Common", "Extensions", "Core", "Helpers", "Misc",
    ]
    let found = Repository.paths.filter { path in
      path.hasPrefix("Sources/")
        && path.split(separator: "/").dropLast().contains { boxes.contains($0) }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("import CEL", "CEL"), ("public import struct CEL.Value", "CEL"),
    ("@preconcurrency internal import Glibc", "Glibc"), ("  import func Glibc.read", "Glibc"),
    ("// import CEL", nil), ("important()", nil),
  ])
  func `an import is seen in every form`(line: String, module: String?) {
    #expect(Self.module(importedBy: line[...]) == module)
  }
}

@Suite struct `Commands` {
  /// The bodies of `run()`, with the file of each.
  private static func bodies() throws -> [(path: String, lines: Int)] {
    try Repository.swiftFiles(in: "Sources/states").flatMap { path in
      let lines = try Repository.text(path).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.indices.filter { lines[$0].hasPrefix("  func run() throws {") }.map { start in
        let end = lines[start...].firstIndex { $0 == "  }" } ?? start
        return (path, end - start - 1)
      }
    }
  }

  @Test func `run in at most 15 lines`() throws {
    let bodies = try Self.bodies()
    #expect(bodies.count >= 4)
    #expect(bodies.filter { $0.lines > 15 }.map(\.path) == [])
  }
}
