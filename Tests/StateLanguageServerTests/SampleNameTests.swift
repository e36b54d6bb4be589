import CEL
import Foundation
import StateFiles
import StateModel
import Testing

@testable import StateLanguageServer

/// The definitions of the repository as files of names.
@Suite struct `The names of the samples` {
  /// A name at a location, for messages.
  private func words(_ occurrence: Occurrence, _ text: SourceText) -> String {
    let line = text.lines.line(of: occurrence.range.lowerBound) + 1
    return
      "\(line): \(occurrence.symbol.kind) \(occurrence.symbol.container).\(occurrence.symbol.name)"
  }

  @Test(arguments: Samples.names) func `have a declaration each, and are where they are written`(
    file: String
  ) throws {
    var workspace = Workspace()
    let path = FilePath.joined(Samples.folder, file)
    let text = try #require(workspace.text(of: path))
    let found = workspace.occurrences(in: path)
    #expect(found.count > 1)
    for occurrence in found {
      #expect(text.text(occurrence.range) == occurrence.symbol.name, "\(words(occurrence, text))")
      let declared = workspace.occurrences(in: occurrence.symbol.file).contains {
        $0.symbol == occurrence.symbol && $0.role == .declaration
      }
      #expect(declared, "\(words(occurrence, text))")
    }
  }

  /// Names of functions and macros belong to the language.
  @Test(arguments: Samples.definitions)
  func `are found in every cell`(file: String) throws {
    var workspace = Workspace()
    let path = FilePath.joined(Samples.folder, file)
    let text = try #require(workspace.text(of: path))
    let starts = Set(workspace.occurrences(in: path).map(\.range.lowerBound))
    let forms = FormTree(text.tree, .definition)
    for node in text.tree.nodes.indices where forms.isCell(node) {
      guard let cell = text.tree.string(at: node) else { continue }
      for piece in ExpressionText.pieces(of: cell) where piece.kind == .name {
        let range = text.tree.fileRange(of: piece.range, in: node)
        let word = text.text(range)
        let isOfLanguage =
          word == "event" || LanguageFunction.namespaces.contains(word)
          || LanguageFunction.all.contains { $0.name == word || $0.name.hasSuffix("." + word) }
          || word == "copy"
        #expect(starts.contains(range.lowerBound) || isOfLanguage, "\(word) in \(cell)")
      }
    }
  }

  @Test(arguments: ["Songs", "Checkout", "MyCommute"])
  func `can all be renamed without errors`(name: String) throws {
    let files = Samples.texts
    let client = try TestClient(files: files)
    let file = name + ".state.json"
    for open in Samples.names where open.hasPrefix(name) || open.hasSuffix(".types.json") {
      client.open(open, files[open] ?? "")
    }
    var workspace = Workspace()
    let text = SourceText(Array((files[file] ?? "").utf8))
    var seen: Set<Symbol> = []
    for occurrence in workspace.occurrences(in: FilePath.joined(Samples.folder, file))
    where occurrence.symbol.kind != .definition && seen.insert(occurrence.symbol).inserted {
      let start = text.lines.position(of: occurrence.range.lowerBound, .utf16)
      let answer = client.answer(
        "textDocument/rename",
        [
          "textDocument": ["uri": .string(client.uri(file))],
          "position": [
            "line": .number("\(start.line)"), "character": .number("\(start.character)"),
          ], "newName": "renamed",
        ])
      // A field that two events share, where one row handles both, is refused.
      if answer.code == -32803, answer.text.contains("is also a field of") { continue }
      guard case .object(let changes)? = answer["result"]?["changes"] else {
        Issue.record("\(words(occurrence, text)): \(answer.text)")
        continue
      }
      #expect(!changes.isEmpty, "\(words(occurrence, text))")
    }
    #expect(seen.count > 5)
  }
}
