import Foundation
import Testing

/// The words that comments, messages, names and documents avoid.
@Suite struct `Words` {
  /// Words that are hard to understand here, each with a plain replacement.
  static let replacements: [String: String] = [
    "tell": "report, notify, return", "tells": "reports", "told": "reported",
    "telling": "reporting",
    "ask": "request, query, read", "asks": "requests", "asked": "requested",
    "asking": "requesting",
    "bear": "have", "bears": "has", "bearing": "having",
    "stand": "be", "stands": "is", "standing": "being",
    "place": "index, offset, location, path", "places": "indices, offsets, locations, paths",
    "way": "transition, path, method", "ways": "transitions, paths, methods",
    "anew": "again", "gone": "removed",
    "say": "declare, specify", "says": "declares, specifies", "said": "declared, specified",
    "of its own": "own, separate", "of their own": "own, separate",
    "what is": "a noun", "follows from": "is caused by",
  ]

  /// The words after which a word is allowed: `in place`, `decimal places`, `takes place`.
  static let allowedAfter: [String: Set<String>] = [
    "place": ["in", "decimal", "take", "takes", "took", "taking", "taken"],
    "places": ["decimal"],
    "way": ["this"],
  ]

  /// The single words, packed.
  private static let banned: [UInt64: String] = Dictionary(
    uniqueKeysWithValues: replacements.keys.filter { !$0.contains(" ") }.map { (packed($0), $0) })

  /// The words of phrases, packed, by their first word.
  private static let phrases: [UInt64: [[UInt64]]] = Dictionary(
    grouping: replacements.keys.filter { $0.contains(" ") }.map { phrase in
      phrase.split(separator: " ").map { packed(String($0)) }
    }
  ) { $0[0] }

  /// One word of an identifier or a sentence.
  private struct Word {
    /// Its letters in lower case, a byte each; 0 if there are more than 8.
    let letters: UInt64
    /// Whether at most one space separates it from the word before.
    let continues: Bool
  }

  private static func packed(_ word: String) -> UInt64 {
    word.utf8.count > 8 ? 0 : word.utf8.reduce(0) { $0 << 8 | UInt64($1 | 32) }
  }

  private static let allowedBefore: [String: Set<UInt64>] = allowedAfter.mapValues { words in
    Set(words.map(packed))
  }

  /// The words of a line: split where no letter is, and at capitals (`isToldTwice`, `JSONPlace`).
  private static func words(_ line: UnsafeBufferPointer<UInt8>) -> [Word] {
    var words: [Word] = []
    var index = 0
    var end = -2
    let count = line.count
    while index < count {
      let first = line[index]
      let isUpper = first >= 65 && first <= 90
      guard isUpper || first >= 97 && first <= 122 else {
        index += 1
        continue
      }
      let start = index
      index += 1
      if isUpper, index < count, line[index] >= 65, line[index] <= 90 {
        // An abbreviation ends before the capital of the next word.
        while index < count, line[index] >= 65, line[index] <= 90 { index += 1 }
        if index < count, line[index] >= 97, line[index] <= 122 { index -= 1 }
      } else {
        while index < count, line[index] >= 97, line[index] <= 122 { index += 1 }
      }
      var letters: UInt64 = 0
      if index - start <= 8 {
        var letter = start
        while letter < index {
          letters = letters << 8 | UInt64(line[letter] | 32)
          letter += 1
        }
      }
      let continues = start == end || start == end + 1 && line[end] == 32
      words.append(Word(letters: letters, continues: continues))
      end = index
    }
    return words
  }

  /// The words of the list in a line.
  static func found(in line: some Collection<UInt8>) -> [String] {
    line.withContiguousStorageIfAvailable { found(in: $0) } ?? found(in: Array(line))
  }

  private static func found(in line: UnsafeBufferPointer<UInt8>) -> [String] {
    let words = words(line)
    var found: [String] = []
    for index in words.indices where words[index].letters != 0 {
      let letters = words[index].letters
      if let text = banned[letters], !isAllowed(text, at: index, words) { found.append(text) }
      for phrase in phrases[letters] ?? [] {
        let following = words[index...].prefix(phrase.count)
        if following.map(\.letters) == phrase, following.dropFirst().allSatisfy(\.continues),
          let text = replacements.keys.first(where: {
            $0.split(separator: " ").map { packed(String($0)) } == phrase
          })
        {
          found.append(text)
        }
      }
    }
    return found
  }

  /// `in place`, `by the way`.
  private static func isAllowed(_ text: String, at index: Int, _ words: [Word]) -> Bool {
    guard index > 0, words[index].continues else { return false }
    if allowedBefore[text]?.contains(words[index - 1].letters) == true { return true }
    return text == "way" && index > 1 && words[index - 1].letters == packed("the")
      && words[index - 2].letters == packed("by")
  }

  /// Words that are allowed in a file, because diagrams contain them, or because they are names or
  /// messages in generated code. Both must not change.
  static let exceptions: Set<String> = [
    "Sources/Graphs/Chart.swift: anew", "Sources/Graphs/Graph.swift: asks",
    "Sources/StateRuntime/Operations/Charts.swift: way",
    "Sources/StateRuntime/Operations/Traversal.swift: way",
    "Sources/StateRuntime/Wire/Operations/SnapshotReader.swift: places",
    "Sources/StateRuntime/Wire/Operations/WireForm.swift: places",
    "Sources/StateTesting/SpecPlaying.swift: places",
    "Sources/StateRuntime/Wire/Operations/SnapshotReader.swift: what is",
    "Sources/StateRuntime/Wire/Operations/WireValues.swift: stands",
  ]

  /// Whether the literals of a file are data: text of generated code, or a list of English verbs.
  private static func hasDataLiterals(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Tense.swift"
      || ["Swift/", "Kotlin/", "Model/"].contains { path.hasPrefix("Sources/StateCode/" + $0) }
  }

  @Test func `are plain in sources`() {
    var hits: [String] = []
    for (path, source) in SourceLines.all {
      let hasDataLiterals = Self.hasDataLiterals(path)
      for (index, line) in source.lines.enumerated() {
        let words =
          hasDataLiterals ? Self.found(in: line.withoutLiterals) : Self.found(in: line.text)
        for word in words where !Self.exceptions.contains("\(path): \(word)") {
          hits.append("\(path):\(index + 1): \(word)")
        }
      }
    }
    Repository.expectNone(hits)
  }

  /// In documents, code in backquotes and fenced code are names that others choose.
  @Test(arguments: [
    "README.md", "Definitions/README.md", "Definitions/RULES.md", "Definitions/TOOLS.md",
    "Sources/README.md", "Definitions/REPLAY.md", "Definitions/STORE.md", "Definitions/COMING.md",
    "Definitions/DECISIONS.md", ".github/CHANGELOG.md", ".github/CONTRIBUTING.md",
  ])
  func `are plain in documents`(_ path: String) throws {
    let hits = Documents.prose(try Repository.text(path)).flatMap { line in
      Self.found(in: Array(line.text.utf8)).map { "\(path):\(line.number): \($0)" }
    }
    Repository.expectNone(hits)
  }

  @Test(arguments: [
    ("a row says so", ["says"]), ("isToldTwice", ["told"]), ("JSONPlace", ["place"]),
    ("the_place", ["place"]), ("sorted in place", []), ("three decimal places", []),
    ("it takes place", []), ("by the way", []), ("this way", []), ("replacing", []),
    ("placeholder", []), ("what is left", ["what is"]), ("a type of its own", ["of its own"]),
    ("what. Is it", []), ("always", []), ("THE PLACE", ["place"]), ("askAgain", ["ask"]),
  ])
  func `are found in names and sentences`(line: String, words: [String]) {
    #expect(Self.found(in: Array(line.utf8)) == words)
  }

  @Test func `are found outside of literals where these are data`() {
    let source = SourceLines(
      #"""
      let a = "told" // asks
      let b = """
        says
        """ + "places"
      /* gone */ let way = 1
      let c = "told \(ask("says", (1))) told"
      """#)
    let hits = source.lines.flatMap { Self.found(in: $0.withoutLiterals) }
    #expect(hits == ["asks", "gone", "way", "ask"])
  }
}
