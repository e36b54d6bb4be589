import Foundation
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
    Kind(testDescription: "enum values that are no names") { size in
      "\(lamp)\"types\": {\"Kind\": {\"enum\": ["
        + (0..<size / 10).map { "\"9a\($0)\"" }.joined(separator: ",") + "]}}}"
    },
    Kind(testDescription: "expressions that are not CEL") { size in
      let row = #"{"on": "tapped", "if": "on &&& on"},"#
      return "\(lamp)\"reducer\": [\(String(repeating: row, count: size / row.utf8.count))1]}"
    },
    Kind(
      testDescription: "targets of SCXML that do not exist",
      command: ["import", "scxml", "Lamp.scxml"]
    ) {
      size in
      let transition = #"<transition event="e" target="t"/>"#
      return
        #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" name="A"><state id="s">"#
        + String(repeating: transition, count: size / transition.utf8.count) + "</state></scxml>"
    },
  ]

  @Test(arguments: kinds)
  func `takes at most 20 times its size beyond a small file`(_ kind: Kind) throws {
    guard let small = try peak(of: kind, size: 100), let large = try peak(of: kind, size: 1_000_000)
    else { return }
    #expect(large - small <= 20 * 1_000_000)
  }

  /// The peak memory of the command in bytes; `nil` if Python is missing.
  ///
  /// A process that starts the command itself would count its own memory, too.
  private func peak(of kind: Kind, size: Int) throws -> Int? {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try folder.appending(path: #require(kind.command.last))
    try Data(kind.text(size).utf8).write(to: file)
    let script = """
      import resource, subprocess, sys
      run = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      unit = 1 if sys.platform == "darwin" else 1024
      print(run.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
      """
    let program = Transcript.products.appending(path: "states").path
    let answer = try OutsideTool.run(
      "python3", ["-c", script, program] + kind.command.dropLast() + [file.path])
    guard let answer else { return nil }
    let numbers = answer.text.split { !$0.isNumber }.compactMap { Int($0) }
    try #require(numbers.count == 2 && numbers[0] == 1, "\(answer.text)")
    return numbers[1]
  }
}
