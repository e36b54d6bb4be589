import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import Testing

/// A separate folder for each test, removed with it.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = Files.resolved(url.path) ?? url.path
    for (name, text) in files { try write(text, name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, _ name: String) throws {
    try Files.makeFolder(FilePath.folder(of: "\(path)/\(name)"))
    try Files.write(Array(text.utf8), to: "\(path)/\(name)")
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Files.read("\(path)/\(name)"), as: UTF8.self)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }
}

@Suite struct `Writing a file` {
  @Test func `replaces it and leaves nothing else behind`() throws {
    let folder = try TemporaryFolder(["a.svg": "old"])
    try folder.write("new", "a.svg")
    #expect(try folder.read("a.svg") == "new")
    #expect(try Files.names(in: folder.path) == ["a.svg"])
  }

  @Test func `keeps its mode`() throws {
    let folder = try TemporaryFolder(["a.svg": "old"])
    let file = "\(folder.path)/a.svg"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try folder.write("new", "a.svg")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func `follows a link to a file below its folder and keeps it`() throws {
    let folder = try TemporaryFolder(["real/a.svg": "old"])
    try folder.link("a.svg", to: "real/a.svg")
    try folder.write("new", "a.svg")
    #expect(try folder.read("real/a.svg") == "new")
    #expect(Files.isLink("\(folder.path)/a.svg"))
  }

  @Test func `replaces a link that leads out of its folder, or nowhere`() throws {
    let folder = try TemporaryFolder(["secret": "old", "out/b.svg": "old"])
    try folder.link("out/a.svg", to: "../secret")
    try folder.link("out/lost.svg", to: "nowhere.svg")
    try folder.link("out/near.svg", to: "b.svg")
    for name in ["a", "lost", "near"] { try folder.write("new", "out/\(name).svg") }
    #expect(try folder.read("secret") == "old")
    #expect(try folder.read("out/a.svg") == "new")
    #expect(try folder.read("out/lost.svg") == "new")
    #expect(try folder.read("out/b.svg") == "new")
    #expect(Files.isLink("\(folder.path)/out/near.svg"))
  }

  @Test func `follows a link to a file that is edited`() throws {
    let folder = try TemporaryFolder(["secret": "old"])
    try folder.link("out.json", to: "secret")
    try folder.link("lost.json", to: "nowhere.json")
    try Files.write(Array("new".utf8), to: "\(folder.path)/out.json", isEdit: true)
    #expect(try folder.read("secret") == "new")
    #expect(throws: FileError.self) {
      try Files.write([], to: "\(folder.path)/lost.json", isEdit: true)
    }
  }

  @Test func `overwrites what a killed run left, but no other file of that name`() throws {
    let folder = try TemporaryFolder([".a.svg.new": "half", "victim": "mine"])
    try folder.write("new", "a.svg")
    #expect(try folder.read("a.svg") == "new")
    try FileManager.default.linkItem(
      atPath: "\(folder.path)/victim", toPath: "\(folder.path)/.a.svg.new")
    try folder.write("newer", "a.svg")
    #expect(try folder.read("victim") == "mine")
    #expect(try folder.read("a.svg") == "newer")
    #expect(try Files.names(in: folder.path) == ["a.svg", "victim"])
  }

  @Test func `removes what a killed run left, but nothing else`() throws {
    let folder = try TemporaryFolder([".a.svg.new": "half", ".b.svg.new": "half", "victim": "mine"])
    let other = open("\(folder.path)/.b.svg.new", O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    try FileManager.default.linkItem(
      atPath: "\(folder.path)/victim", toPath: "\(folder.path)/.c.svg.new")
    try folder.link(".d.svg.new", to: "victim")
    for name in "abcde" { Files.removeTemporary(of: "\(folder.path)/\(name).svg") }
    // One is locked by the run that writes it, one has a second name, one is a link.
    #expect(
      try Files.names(in: folder.path) == [".b.svg.new", ".c.svg.new", ".d.svg.new", "victim"])
  }

  @Test func `reports why it fails`() throws {
    let folder = try TemporaryFolder()
    let absent = #expect(throws: FileError.self) {
      try Files.write([], to: "\(folder.path)/none/a.svg")
    }
    #expect(absent?.description.hasSuffix("/none/a.svg`: No such file or directory") == true)
    #expect(throws: FileError.self) { try Files.read(folder.path) }
  }
}

@Suite struct `File path` {
  @Test(arguments: [
    ("a//b/./c/../d", "a/b/d"), ("./a", "a"), ("a/..", "."), ("../a/../..", "../.."),
    ("/../a/", "/a"), ("", "."),
  ])
  func `is made plain`(path: String, plain: String) { #expect(FilePath.plain(path) == plain) }

  @Test(arguments: [
    ("/a/b/c", "/a/b", "c"), ("/a/c", "/a/b", "../c"), ("/a", "/a", "."), ("/x", "/", "x"),
  ])
  func `is made relative to a folder`(path: String, folder: String, relative: String) {
    #expect(FilePath.relative(path, to: folder) == relative)
  }

  @Test func `is inside a folder by whole names`() {
    #expect(FilePath.isInside("/a/b", "/a"))
    #expect(!FilePath.isInside("/ab", "/a"))
  }
}

@Suite struct `Used files` {
  private static let empty = #"{ "format": 1 }"#

  private func complaints(_ uses: String, _ files: [String: String]) throws -> [String] {
    let text = #"{ "state": "A", "format": 1, "uses": [\#(uses)] }"#
    let temporary = try TemporaryFolder(
      files.merging(["Definitions/A.state.json": text]) { $1 })
    var folder = DefinitionFolder()
    let file = try folder.file(at: "\(temporary.path)/Definitions/A.state.json")
    return folder.usedFiles(of: file).diagnostics.map {
      "\($0.location.pointer): \($0.message) [\($0.rule)]"
    }
  }

  @Test func `are read with what they use`() throws {
    let temporary = try TemporaryFolder([
      "Definitions/x/A.state.json":
        #"{ "state": "A", "format": 1, "uses": ["../B.types.json", "C.state.json"] }"#,
      "Definitions/B.types.json": #"{ "format": 1, "types": { "T": { "enum": ["a"] } } }"#,
      "Definitions/x/C.state.json":
        #"{ "state": "C", "format": 1, "uses": ["../B.types.json"] }"#,
    ])
    var folder = DefinitionFolder()
    let file = try folder.file(at: "\(temporary.path)/Definitions/x/A.state.json")
    let used = folder.usedFiles(of: file)
    #expect(used.diagnostics == [])
    #expect(used.files.map(\.name) == ["../B.types.json", "C.state.json"])
    #expect(used.files.map(\.path) == ["B.types.json", "x/C.state.json"])
    #expect(used.files.last?.uses.map(\.path) == ["B.types.json"])
    #expect(used.sources.keys.sorted() == ["../B.types.json", "C.state.json"])
  }

  @Test func `lie inside the definitions folder`() throws {
    #expect(
      try complaints(#""../B.types.json""#, ["B.types.json": Self.empty])
        == ["/uses/0: `../B.types.json` is outside the definitions folder [file/uses]"])
    #expect(
      try complaints(#""/etc/B.types.json""#, [:])
        == ["/uses/0: `/etc/B.types.json` is outside the definitions folder [file/uses]"])
  }

  @Test func `are not reached by a link to outside`() throws {
    let temporary = try TemporaryFolder([
      "Definitions/A.state.json": #"{ "state": "A", "format": 1, "uses": ["B.types.json"] }"#,
      "B.types.json": Self.empty,
    ])
    try temporary.link("Definitions/B.types.json", to: "../B.types.json")
    var folder = DefinitionFolder()
    let file = try folder.file(at: "\(temporary.path)/Definitions/A.state.json")
    #expect(
      folder.usedFiles(of: file).diagnostics.map(\.message)
        == ["`B.types.json` is a link to outside the definitions folder"])
  }

  @Test func `have no U+0000, before which a path ends for the system`() throws {
    let names = [#"B.types.json\u0000/x.types.json"#, #"Nope\u0000/../B.types.json"#]
    for name in names {
      let found = try complaints("\"\(name)\"", ["Definitions/x/B.types.json": Self.empty])
      #expect(found.count == 1 && found[0].contains("does not exist"), "\(found)")
    }
  }

  @Test func `exist and are of a kind`() throws {
    #expect(
      try complaints(#""B.types.json", "B.spec.json""#, [:]) == [
        "/uses/0: `B.types.json` does not exist [file/uses]",
        "/uses/1: `B.spec.json` is neither a `.types.json` nor a `.state.json` file [file/uses]",
      ])
  }

  @Test func `do not use each other in a circle`() throws {
    let b = #"{ "format": 1, "uses": ["C.types.json"] }"#
    let c = #"{ "format": 1, "uses": ["A.state.json"] }"#
    #expect(
      try complaints(
        #""B.types.json""#, ["Definitions/B.types.json": b, "Definitions/C.types.json": c]) == [
          "/uses/0: `A.state.json` uses `B.types.json` uses `C.types.json` uses `A.state.json` "
            + "[file/uses]"
        ])
  }

  @Test func `may be in a circle without the file, which is reported there`() throws {
    let b = #"{ "format": 1, "uses": ["C.types.json"] }"#
    let c = #"{ "format": 1, "uses": ["B.types.json"] }"#
    #expect(
      try complaints(
        #""B.types.json""#, ["Definitions/B.types.json": b, "Definitions/C.types.json": c]) == [])
  }
}
