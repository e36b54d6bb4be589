import Foundation
import StateFiles
import StateProject
import Testing

/// Waits until files have changed.
private final class Watch {
  private var files: WatchedFiles

  init(_ arguments: [String]) { files = WatchedFiles(arguments) }

  func haveChanged() -> Bool { files.haveChanged() }

  func add(_ paths: [String]) { files.add(paths) }
}

@Suite struct `Watched files` {
  private static let text = #"{ "state": "A", "format": 1 }"#

  private func watching(_ name: String = "") throws -> (TemporaryFolder, Watch) {
    let folder = try TemporaryFolder(["A.state.json": Self.text, "B.types.json": "{}"])
    return (folder, Watch([name.isEmpty ? folder.path : "\(folder.path)/\(name)"]))
  }

  @Test func `have not changed while nobody writes`() throws {
    let (folder, files) = try watching()
    #expect(!files.haveChanged())
    try folder.write("x", "notes.txt")
    #expect(!files.haveChanged(), "another file is none of ours")
  }

  @Test func `have changed once for each change`() throws {
    let (folder, files) = try watching()
    try folder.write(Self.text + "\n", "A.state.json")
    #expect(files.haveChanged())
    #expect(!files.haveChanged())
    try folder.write(Self.text, "sub/C.state.json")
    #expect(files.haveChanged(), "a new file")
    try Files.remove("\(folder.path)/A.state.json")
    #expect(files.haveChanged(), "a file that vanished")
    try folder.write(Self.text, "A.state.json")
    #expect(files.haveChanged(), "and came back")
    #expect(!files.haveChanged())
  }

  @Test(arguments: ["", "**/*.state.json"])
  func `have changed after a quiet time, in a new folder too`(_ argument: String) throws {
    let (folder, files) = try watching(argument)
    for _ in 0..<3 { #expect(!files.haveChanged()) }
    try folder.write("x", "notes.txt")
    #expect(!files.haveChanged(), "another file is none of ours")
    try folder.write(Self.text, "sub/deep/C.state.json")
    #expect(files.haveChanged(), "a new file in a new folder")
    for _ in 0..<3 { #expect(!files.haveChanged()) }
    try folder.write(Self.text + "\n", "sub/deep/C.state.json")
    #expect(files.haveChanged())
    for _ in 0..<3 { #expect(!files.haveChanged()) }
    try Files.remove("\(folder.path)/sub/deep/C.state.json")
    #expect(files.haveChanged(), "a file that vanished")
  }

  @Test func `have changed where another text of the same size replaces a file`() throws {
    let (folder, files) = try watching()
    try folder.write(Self.text.replacing("A", with: "B"), "A.state.json")
    #expect(files.haveChanged())
  }

  @Test func `are also those that were used, and project files`() throws {
    let (folder, files) = try watching("A.state.json")
    try folder.write("{ }", "B.types.json")
    #expect(!files.haveChanged(), "it is not watched")
    files.add(["\(folder.path)/B.types.json"])
    #expect(files.haveChanged(), "it may have been read before it was written")
    #expect(!files.haveChanged())
    try folder.write("{}", "B.types.json")
    #expect(files.haveChanged())
    try folder.write("{}", "states.json")
    #expect(files.haveChanged())
    try folder.write(#"{ "checks": "strict" }"#, "states.json")
    #expect(files.haveChanged())
  }

  @Test func `may all be removed`() throws {
    let files = Watch(["Nowhere", "nowhere/*.state.json"])
    #expect(!files.haveChanged())
  }
}
