import Foundation
import Testing

@testable import GraphDrawing

/// `states-layout` is the only program that needs Graphviz.
@Suite struct `The layout program` {
  private static let root = Transcript.folder.deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Runs a command with a copy of `states` that has no `states-layout` beside it.
  private static func alone(_ command: String) throws -> Transcript.Entry {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-alone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // If this process copied the file, a child of another test could hold it open for writing.
    let states = Transcript.products.appending(path: "states").path
    return try Transcript.run(
      "cp '\(states)' '\(folder.path)/states'; PATH=\(folder.path):/usr/bin:/bin; \(command)",
      in: Self.root, [:])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/ldd")))
  func `is the only one that links Graphviz`() throws {
    func libraries(_ program: String) throws -> [String] {
      try Transcript.run("ldd $(command -v \(program))", in: Self.root, [:]).lines.filter {
        $0.contains("libgvc") || $0.contains("libcgraph")
      }
    }
    #expect(try libraries("states") == [])
    #expect(try !libraries("states-layout").isEmpty)
  }

  @Test func `is needed to draw, and the message says where it is expected`() throws {
    let entry = try Self.alone(
      "d=$(mktemp -d) && states diagram Definitions/Coin.state.json --output $d; e=$?; rm -r $d; exit $e"
    )
    #expect(entry.exitCode == 2)
    #expect(
      entry.lines.contains {
        $0.contains("drawing needs `states-layout` beside `states` or on PATH")
      }, "\(entry.lines)")
  }

  /// As the dynamic linker ends a program whose libraries are missing.
  @Test func `that cannot start stops the work, and the message says what to install`() throws {
    let entry = try Self.alone(
      """
      d=$(mktemp -d); cp "$(command -v states)" $d; printf '#!/bin/sh\nexit 127\n' > $d/states-layout
      chmod +x $d/states-layout; $d/states diagram Definitions/Coin.state.json --output $d/drawn; e=$?
      ls $d/drawn; rm -r $d; exit $e
      """)
    #expect(entry.exitCode == 2)
    #expect(entry.lines.contains { $0.contains("`apt-get install libgvc6`") }, "\(entry.lines)")
    #expect(!entry.lines.contains { $0.contains("Coin.svg") }, "\(entry.lines)")
  }

  @Test(arguments: [
    "states validate Definitions/Coin.state.json", "states test Definitions/Coin.state.json",
    "states diagram Definitions/Coin.state.json --format mermaid",
    "states diagram --check Definitions/Coin.state.json --output Diagrams",
  ])
  func `is not needed for other work`(_ command: String) throws {
    let entry = try Self.alone(command)
    #expect(entry.exitCode == 0, "\(entry.lines)")
  }

  @Test func `is searched beside the executable, then in the folders of PATH`() throws {
    let beside = Transcript.products.appending(path: "states").path
    let found = Transcript.products.appending(path: "states-layout").path
    let folders = "/void:\(Transcript.products.path)"
    #expect(InstalledProgram.path(of: "states-layout", beside: beside, in: "") == found)
    #expect(
      InstalledProgram.path(of: "states-layout", beside: "/nowhere/states", in: folders) == found)
    #expect(InstalledProgram.path(of: "states-layout", beside: nil, in: "/void") == nil)
  }
}
