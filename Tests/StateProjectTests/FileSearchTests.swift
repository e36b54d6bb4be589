import Foundation
import StateFiles
import StateProject
import Testing

@Suite struct `File search` {
  private func search(_ arguments: [String], in folder: TemporaryFolder) -> FileSearch {
    FileSearch(
      arguments.map { "\(folder.path)/\($0)" }, kinds: [.definition, .spec, .types])
  }

  private func found(_ arguments: [String], in folder: TemporaryFolder) -> [String] {
    search(arguments, in: folder).paths.map { FilePath.relative($0, to: folder.path) }
  }

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "B.state.json": "", "A.state.json": "", "A.spec.json": "", "x/C.types.json": "",
      ".git/D.state.json": "", "state.schema.json": "", "x/y/E.state.json": "", "notes.json": "",
    ])
  }

  @Test func `searches folders below, sorted by bytes`() throws {
    #expect(
      try found(["."], in: folder()) == [
        "A.spec.json", "A.state.json", "B.state.json", "x/C.types.json", "x/y/E.state.json",
      ])
  }

  @Test func `takes a named file whatever its name, once`() throws {
    #expect(
      try found(["notes.json", "A.state.json", "./A.state.json"], in: folder()) == [
        "A.state.json", "notes.json",
      ])
  }

  @Test(arguments: [
    ("*.state.json", ["A.state.json", "B.state.json"]),
    ("**/*.state.json", ["A.state.json", "B.state.json", "x/y/E.state.json"]),
    ("x/**/?.*.json", ["x/C.types.json", "x/y/E.state.json"]),
  ])
  func `understands patterns`(pattern: String, files: [String]) throws {
    #expect(try found([pattern], in: folder()) == files)
  }

  @Test func `reports a definition in a folder that is no file`() throws {
    let folder = try TemporaryFolder(["d/A.state.json": ""])
    try folder.link("d/B.state.json", to: "nowhere")
    #expect(mkfifo("\(folder.path)/d/C.state.json", 0o600) == 0)
    try folder.write("", "d/D.state.json/E.state.json")
    let search = search(["d"], in: folder)
    #expect(
      search.failures.map(\.description) == [
        "cannot read `\(folder.path)/d/B.state.json`: it is a link that leads nowhere",
        "cannot read `\(folder.path)/d/C.state.json`: it is a pipe, not a file",
      ])
    let found = ["A.state.json", "D.state.json/E.state.json"]
    #expect(search.paths == found.map { "\(folder.path)/d/\($0)" })
  }

  @Test func `names what leads to nothing and finds the rest`() throws {
    let folder = try folder()
    let search = search(["Z.state.json", "A.state.json", "*.spec.jsn"], in: folder)
    #expect(
      search.failures == [
        .absent("\(folder.path)/Z.state.json"), .nothingMatches("\(folder.path)/*.spec.jsn"),
      ])
    #expect(search.paths == ["\(folder.path)/A.state.json"])
    let empty = try TemporaryFolder()
    let failures = self.search(["."], in: empty).failures
    #expect(
      failures.map(\.description) == [
        "`\(empty.path)/.` holds no definition (`Name.state.json`), types file (`Name.types.json`) or spec (`Name.spec.json`)"
      ])
  }
}
