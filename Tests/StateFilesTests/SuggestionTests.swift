import CEL
import DiagnosticTexts
import Foundation
import StateFiles
import StateModel
import StateProject
import Testing

/// Names of the definitions misspelt where they are used: the right name is suggested.
@Suite struct `Suggestions` {
  /// A kind of misspelling.
  enum Misspelling: CaseIterable {
    case swapped, dropped, doubled, replaced, lowered, added

    /// The name misspelt; `nil` where it is too short, or would stay the same.
    func misspelling(_ name: [UInt8], at index: Int) -> [UInt8]? {
      var bytes = name
      let middle = 1 + index % max(1, name.count - 2)
      guard name.count > 3, middle + 1 < name.count else { return nil }
      switch self {
      case .swapped: bytes.swapAt(middle, middle + 1)
      case .dropped: bytes.remove(at: middle)
      case .doubled: bytes.insert(bytes[middle], at: middle)
      case .replaced: bytes[middle] = bytes[middle] == UInt8(ascii: "z") ? 0x79 : 0x7A
      case .lowered: bytes = bytes.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
      case .added: bytes.append(UInt8(ascii: "s"))
      }
      return bytes == name ? nil : bytes
    }
  }

  struct Trial {
    let name: String
    let misspelt: String
    let found: [Diagnostic]

    /// The first suggestion.
    var offered: String? {
      let parts = found.first?.label?.split(separator: "`", omittingEmptySubsequences: false) ?? []
      return parts.count > 1 && parts[0] == "did you mean " ? String(parts[1]) : nil
    }
  }

  private static func trials() throws -> [Trial] {
    var trials: [Trial] = []
    for (number, file) in `Definition reader`.files.enumerated()
    where file.hasSuffix(".state.json") {
      let path = `Definition reader`.folder.appending(path: file).path
      let bytes = Array(try String(contentsOfFile: path, encoding: .utf8).utf8)
      let uses = names(in: String(decoding: bytes, as: UTF8.self))
      let step = max(1, uses.count / 14)
      for (index, range) in uses.enumerated() where index % step == number % step {
        let name = Array(bytes[range])
        let kind = Misspelling.allCases[trials.count % Misspelling.allCases.count]
        guard let misspelt = kind.misspelling(name, at: trials.count) else { continue }
        let text = bytes[..<range.lowerBound] + misspelt + bytes[range.upperBound...]
        var checker = FileChecker()
        checker.check(Array(text), as: path)
        let found = checker.files.map(\.findings).flatMap(\.diagnostics)
        let isName = bytes[range.lowerBound - 1] != UInt8(ascii: "\"") || !found.isEmpty
        guard isName else { continue }
        trials.append(
          Trial(
            name: String(decoding: name, as: UTF8.self),
            misspelt: String(decoding: misspelt, as: UTF8.self), found: found))
      }
    }
    return trials
  }

  /// Where names are used: in rows, and in cells as `event.name` and alone.
  private static func names(in text: String) -> [Range<Int>] {
    let patterns = [
      #""(?:goTo|on|in)": +\[?"([a-z][A-Za-z]{3,})""#, #""emit": \["([a-z][A-Za-z]{3,})""#,
      #""set": \{ "([a-z][A-Za-z]{3,})""#, #"event\.([a-z][A-Za-z]{3,})"#,
      #""(?:value|if)": "!?([a-z][A-Za-z]{4,}) "#, #""type": "\[?([A-Za-z]{4,})"#,
    ]
    return patterns.flatMap { pattern -> [Range<Int>] in
      guard let expression = try? Regex(pattern, as: (Substring, Substring).self) else { return [] }
      return text.matches(of: expression).map { match in
        let start = text.utf8.distance(from: text.startIndex, to: match.output.1.startIndex)
        return start..<start + match.output.1.utf8.count
      }
    }.sorted { $0.lowerBound < $1.lowerBound }
  }

  @Test func `of 200 misspellings 95 in 100 are offered first, and no wrong one is a safe fix`()
    throws
  {
    let trials = try Self.trials()
    #expect(trials.count >= 200)
    let right = trials.count { $0.offered == $0.name }
    let wrong = trials.filter { $0.offered != $0.name }.map {
      "\($0.name) \($0.misspelt): \($0.found.map { "\($0.message); \($0.label ?? "-")" })"
    }
    #expect(right * 100 >= trials.count * 95, "\(right) of \(trials.count): \(wrong)")
    for trial in trials {
      #expect(trial.found.count == 1, "\(trial)")
      for fix in trial.found.compactMap(\.fix) where fix.isSafe {
        #expect(fix.replacement == trial.name, "\(trial.misspelt)")
      }
    }
  }

  @Test(arguments: [
    ("warm.a", "a"), ("warm.x", nil), ("done.playr", "done.player"), ("wram", "warm"),
  ])
  func `behind a dot another name is meant than before it`(_ name: String, _ meant: String?) {
    #expect(Suggestion(for: name, among: ["warm", "a", "done.player"]).clearest == meant)
  }

  @Test func `are searched among 512 names of 128 bytes, and not among more`() {
    let names = (0..<511).map { "other\($0)" } + ["loadedPage"]
    #expect(Suggestion(for: "loadedPge", among: names).nearest == ["loadedPage"])
    #expect(Suggestion(for: "loadedPge", among: names + ["x"]).nearest == [])
    let long = String(repeating: "a", count: 127)
    #expect(Suggestion(for: long, among: [long + "b"]).nearest == [long + "b"])
    #expect(Suggestion(for: long, among: [long + "bb"]).nearest == [])
  }
}
