import CEL
import Foundation
import StateFiles
import StateInterpreter
import Testing

@Suite struct `README` {
  static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  static func blocks(_ language: String) throws -> [String] {
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let parts = text.components(separatedBy: "\n```")
    // Every second part is inside a fence; its first line names the language.
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      .filter { $0.hasPrefix(language + "\n") }.map { String($0.dropFirst(language.count + 1)) }
  }

  @Test func `shows what the command prints about a misspelt Coin`() throws {
    let shown = try Self.blocks("").filter { $0.hasPrefix("$ states") }
    #expect(!shown.isEmpty)
    let coin = try String(
      contentsOf: Self.root.appending(path: "Definitions/Coin.state.json"), encoding: .utf8)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "states-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(coin.replacing("\"isHeads\": false", with: "\"isHead\": false").utf8)
      .write(to: folder.appending(path: "Coin.state.json"))
    for block in shown {
      var lines = block.split(separator: "\n").map(String.init)
      let command = String(lines.removeFirst().dropFirst(2))
      let printed = try Transcript.run(command, in: folder, [:]).lines
      #expect(printed.filter { !$0.hasPrefix("2> ") && !$0.isEmpty } == lines, "\(command)")
    }
  }

  @Test func `has a program that runs`() throws {
    let path = Self.root.appending(path: "Definitions/Coin.state.json").path
    var printed: [String] = []
    func print(_ line: String) { printed.append(line) }

    let coin = try CompiledDefinition(DefinitionFile.load(path))
    var (machine, _) = try Machine.start(coin)
    let step = try machine.receive(named: "flipToTails")
    if let side = machine.string(named: "coinSide") {
      print("\(step.result): \(side)")  // changed: Tails
    }
    #expect(printed == ["changed: Tails"])

    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let program = try #require(try Self.blocks("swift").first)
    let body = program.split(separator: "\n").filter { !$0.hasPrefix("import ") }
      .map { $0.replacing("\"Definitions/Coin.state.json\"", with: "path") }
    #expect(source.contains(body.map { "    " + $0 }.joined(separator: "\n")))
  }

  @Test func `reports the errors of a definition when it is loaded`() {
    let path = Transcript.folder.appending(path: "Files/wrong/Keys.state.json").path
    let error = #expect(throws: LoadError.self) { try DefinitionFile.load(path) }
    #expect(error?.description.contains("unknown key `evnets`; did you mean `events`?") == true)
  }
}
