#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing

  /// The memory that the command takes for a file of 1 MB with mistakes.
  @Suite struct `A megabyte of mistakes` {
    /// A file with as many mistakes as fit into its size in bytes, and the command that reads it.
    struct Kind: Sendable, CustomTestStringConvertible {
      let testDescription: String
      var command = ["validate", "Lamp.state.json"]
      let text: @Sendable (Int) -> String
    }

    private static let lamp = #"{"state": "Lamp", "format": 1, "#

    /// A definition for a spec.
    private static let definition =
      lamp + #""properties": {"isLit": {"type": "bool", "initial": false}}, "events": {"tapped": {}}, "#
      + #""outputs": {"isOn": {"type": "bool", "value": "isLit"}}, "#
      + #""reducer": [{"on": "tapped", "set": {"isLit": "!isLit"}}]}"#

    private static let kinds = [
      Kind(testDescription: "bad escapes") { size in
        #"{"state": "\#(String(repeating: #"\q"#, count: size / 2))"}"#
      },
      Kind(testDescription: "brackets that are not closed") { String(repeating: "[", count: $0) },
      Kind(testDescription: "empty objects") { size in
        "\(lamp)\"reducer\": [\(String(repeating: "{}, ", count: size / 8))"
          + "\(String(repeating: "{} ,", count: size / 8))1]}"
      },
      Kind(testDescription: "unknown keys") { size in
        "\(lamp)\((0..<size / 14).map { #""key\#($0)": 1"# }.joined(separator: ","))}"
      },
      Kind(testDescription: "rows with an unknown key") { size in
        "\(lamp)\"reducer\": [\(String(repeating: #"{"sett":1},"#, count: size / 12))1]}"
      },
      Kind(testDescription: "unknown names") { size in
        "\(lamp)\"outputs\": {"
          + (0..<size / 45).map { #""o\#($0)": {"type": "int", "value": "p\#($0)"}"# }
          .joined(separator: ", ") + "}}"
      },
      Kind(testDescription: "expressions that are not CEL") { size in
        let row = #"{"on": "tapped", "if": "on &&& on"},"#
        return "\(lamp)\"reducer\": [\(String(repeating: row, count: size / row.utf8.count))1]}"
      },
      Kind(testDescription: "cases that fail", command: ["test", "Lamp.spec.json"]) { size in
        let end = #"", "when": ["tapped"], "then": {"isOn": false}}"#
        return #"{"spec": "Lamp", "cases": ["#
          + (0..<size / 64).map { #"{"name": "n\#($0)\#(end)"# }.joined(separator: ",") + "]}"
      },
      Kind(testDescription: "targets of XState that do not exist", command: ["import", "xstate", "Lamp.json"]) {
        size in
        #"{"id": "a", "initial": "s", "states": {"s": {"on": {"#
          + (0..<size / 16).map { #""E\#($0)": "t""# }.joined(separator: ", ") + "}}}}"
      },
      Kind(testDescription: "targets of SCXML that do not exist", command: ["import", "scxml", "Lamp.scxml"]) {
        size in
        let transition = #"<transition event="e" target="t"/>"#
        return #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="A"><state id="s">"#
          + String(repeating: transition, count: size / transition.utf8.count) + "</state></scxml>"
      },
    ]

    @Test(arguments: kinds)
    func `takes at most 20 times its size beyond a small file`(_ kind: Kind) throws {
      let small = try peak(of: kind, size: 100)
      let large = try peak(of: kind, size: 1_000_000)
      #expect(large - small <= 20 * 1_000_000)
    }

    /// The peak memory of the command in bytes.
    private func peak(of kind: Kind, size: Int) throws -> Int {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "states-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(Self.definition.utf8).write(to: folder.appending(path: "Lamp.state.json"))
      let file = try folder.appending(path: #require(kind.command.last))
      try Data(kind.text(size).utf8).write(to: file)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor: Int32 in [0, 1, 2] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
      let program = Transcript.products.appending(path: "states").path
      var arguments = ([program] + kind.command.dropLast() + [file.path]).map { strdup($0) }
      defer { for argument in arguments { free(argument) } }
      arguments.append(nil)
      var child = pid_t()
      try #require(posix_spawn(&child, program, &actions, nil, arguments, environ) == 0)
      var status: Int32 = 0
      var usage = rusage()
      try #require(wait4(child, &status, 0, &usage) == child)
      try #require(status == 1 << 8, "the command has exit code 1")
      return usage.ru_maxrss * 1024
    }
  }
#endif
