import StateFiles
import StateModel
import StateProject

/// Definition, references, highlights and rename: all read the occurrences of symbols.
extension LanguageServer {
  /// The symbol at a position, and where its name is. Several symbols may share one name: a field of
  /// `event` in a row for several events.
  mutating func symbols(at cursor: Cursor) -> [Occurrence] {
    let found = workspace.occurrences(in: cursor.document.path).filter {
      $0.range.lowerBound <= cursor.offset && cursor.offset <= $0.range.upperBound
    }
    // Between two names, the second one counts.
    guard let start = found.map(\.range.lowerBound).max() else { return [] }
    return found.filter { $0.range.lowerBound == start }
  }

  /// All occurrences of symbols, by file: in the files that can name them. Of a request that was
  /// cancelled, only some.
  mutating func occurrences(of symbols: Set<Symbol>) -> [(path: String, found: [Occurrence])] {
    guard let first = symbols.first else { return [] }
    var paths = [first.file]
    let isLocal = [.local, .letName, .parameter].contains(first.kind)
    if !isLocal { paths += workspace.files(around: first.file).filter { $0 != first.file } }
    let names = Set(symbols.map(\.name))
    return paths.compactMap { path in
      // Most files do not contain the name.
      guard !inbox.wasCancelled(), isLocal || mentions(path, names) else { return nil }
      let found = workspace.occurrences(in: path).filter { symbols.contains($0.symbol) }
      return found.isEmpty ? nil : (path, found)
    }
  }

  private func mentions(_ path: String, _ names: Set<String>) -> Bool {
    guard let bytes = workspace[path]?.text.bytes ?? (try? Files.read(path)) else { return false }
    return names.contains { bytes.hasPart(Array($0.utf8)) }
  }

  private func location(_ path: String, _ range: Range<Int>) -> JSON? {
    workspace.text(of: path).map { text in
      ["uri": .string(uri(of: path)), "range": text.lines.json(range, client.encoding)]
    }
  }

  /// Where a symbol is declared.
  mutating func declaration(of symbol: Symbol) -> (path: String, range: Range<Int>)? {
    workspace.occurrences(in: symbol.file).first {
      $0.symbol == symbol && $0.role == .declaration
    }.map { (symbol.file, $0.range) }
  }

  mutating func definition(_ cursor: Cursor?) -> JSON {
    guard let cursor else { return .null }
    if let path = usedFile(at: cursor) { return location(path, 0..<0) ?? .null }
    var found: [JSON] = []
    for occurrence in symbols(at: cursor) {
      guard let (path, range) = declaration(of: occurrence.symbol) else { continue }
      if let json = location(path, range) { found.append(json) }
    }
    return .array(found)
  }

  /// The file that an entry of `uses` names.
  private func usedFile(at cursor: Cursor) -> String? {
    guard let node = cursor.tree.innermost(at: cursor.offset),
      let name = cursor.tree.string(at: node), cursor.tree.steps(to: node).first == "uses"
    else { return nil }
    let path = FilePath.plain(FilePath.joined(FilePath.folder(of: cursor.document.path), name))
    return Files.kind(of: path) == .file || workspace[path] != nil ? path : nil
  }

  mutating func references(_ cursor: Cursor?, includingDeclaration: Bool) -> JSON {
    guard let cursor else { return .null }
    let symbols = Set(symbols(at: cursor).map(\.symbol))
    var locations: [JSON] = []
    for (path, found) in occurrences(of: symbols) {
      for occurrence in found where includingDeclaration || occurrence.role != .declaration {
        if let json = location(path, occurrence.range) { locations.append(json) }
      }
    }
    return .array(locations)
  }

  mutating func highlights(_ cursor: Cursor?) -> JSON {
    guard let cursor else { return .null }
    let symbols = Set(symbols(at: cursor).map(\.symbol))
    let found = workspace.occurrences(in: cursor.document.path).filter {
      symbols.contains($0.symbol)
    }
    return .array(
      found.map { occurrence in
        [
          "range": cursor.text.lines.json(occurrence.range, client.encoding),
          "kind": occurrence.role == .read ? 2 : 3,
        ]
      })
  }
}

/// Rename.
extension LanguageServer {
  mutating func prepareRename(_ cursor: Cursor?) throws(ResponseError) -> JSON {
    guard let cursor else { return .null }
    let occurrence = try renamed(at: cursor)
    return [
      "range": cursor.text.lines.json(occurrence.range, client.encoding),
      "placeholder": .string(occurrence.symbol.name),
    ]
  }

  private mutating func renamed(at cursor: Cursor) throws(ResponseError) -> Occurrence {
    let found = symbols(at: cursor)
    guard let first = found.first else { throw .failed("there is no name here") }
    if found.count > 1 {
      let owners = found.map { "`\($0.symbol.container)`" }.joined(separator: " and ")
      throw .failed(
        "`\(first.symbol.name)` is a field of \(owners); rename it where it is declared")
    }
    if first.symbol.kind == .definition {
      throw .failed("the name of a definition is also that of its files; rename them first")
    }
    return first
  }

  mutating func rename(_ cursor: Cursor?, to name: String) throws(ResponseError) -> JSON {
    guard let cursor else { return .null }
    let symbol = try renamed(at: cursor).symbol
    guard Identifier(name) != nil else { throw .failed("`\(name)` is not a name") }
    if name == symbol.name { return ["changes": [:]] }
    let found = occurrences(of: [symbol])
    let before = found.map { path, _ in
      (path, inbox.wasCancelled() ? 0 : workspace.check(path)?.count(.error) ?? 0)
    }
    var changed: [String: SourceText] = [:]
    var edits: [JSON.Member] = []
    for (path, occurrences) in found {
      guard !inbox.wasCancelled(), let text = workspace.text(of: path) else { continue }
      try requireOwn(occurrences, in: path, symbol)
      let ranges = Set(occurrences.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
      let new = Array(name.utf8)
      changed[path] = SourceText(Fixes.applied(ranges.map { ($0, new) }, to: text.bytes))
      let list = ranges.map { range -> JSON in
        ["range": text.lines.json(range, client.encoding), "newText": .string(name)]
      }
      edits.append(.init(key: uri(of: path), value: .array(list)))
    }
    // Whether the new name collides is what the checker finds in the changed texts.
    var trial = workspace
    for path in changed.keys.sorted() {
      guard let text = changed[path] else { continue }
      trial.overlay(path, text)
    }
    for (path, count) in before where !inbox.wasCancelled() {
      let after = trial.check(path)?.count(.error) ?? 0
      if after > count {
        throw .failed("`\(name)` would collide: `\(FilePath.name(of: path))` would have errors")
      }
    }
    return ["changes": .object(edits)]
  }

  /// Refuses if a name to be changed is that of another symbol too.
  private mutating func requireOwn(
    _ occurrences: [Occurrence], in path: String, _ symbol: Symbol
  ) throws(ResponseError) {
    let ranges = Set(occurrences.map(\.range))
    let shared = workspace.occurrences(in: path).first {
      ranges.contains($0.range) && $0.symbol != symbol
    }
    if let shared {
      throw .failed(
        "`\(symbol.name)` is also a field of `\(shared.symbol.container)` where a row handles both")
    }
  }
}

extension [UInt8] {
  /// Whether other bytes are a part of these.
  func hasPart(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
