import Foundation
import StateFiles
import Testing

#if canImport(Glibc)
  import Glibc

  @Suite struct `Notices of a folder` {
    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    /// Whether there is a notice; then it is read.
    private func hasNotice(_ watch: FolderWatch) -> Bool {
      var input = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&input, 1, 0) > 0 && watch.take()
    }

    @Test func `are there after a file was made, written, replaced or removed, and once`() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data("a".utf8).write(to: file("old.json"))
      let watch = try #require(FolderWatch([folder.path, folder.path + "/missing"]))
      #expect(!hasNotice(watch))
      let changes: [() throws -> Void] = [
        { try Data("b".utf8).write(to: file("new.json")) },
        { try Data("c".utf8).write(to: file("old.json")) },
        { try Data("d".utf8).write(to: file("old.json"), options: .atomic) },
        { try FileManager.default.removeItem(at: file("new.json")) },
      ]
      for change in changes {
        try change()
        #expect(hasNotice(watch))
        #expect(!hasNotice(watch))
      }
      _ = try Data(contentsOf: file("old.json"))
      try Data("e".utf8).write(to: file("other.log"))
      #expect(!hasNotice(watch))
      #expect(!watch.isComplete)
      try #expect(#require(FolderWatch(["/proc"])).isComplete == false)
    }
  }
#endif
