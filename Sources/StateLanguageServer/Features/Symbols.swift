import CEL
import StateFiles
import StateModel
import StateProject

/// Document symbols, workspace symbols, folding and selection: the structure of a text.
extension LanguageServer {
  /// The kinds of symbols of the protocol.
  private enum SymbolKind: Int {
    case module = 2, property = 7, field = 8, enumeration = 10, function = 12, variable = 13
    case constant = 14, boolean = 17, structure = 23, event = 24, object = 19, enumMember = 22
  }

  /// The outline of a document: sections, their entries, rows, states and cases.
  func symbols(_ document: OpenDocument) -> JSON {
    let tree = document.text.tree
    guard !tree.nodes.isEmpty else { return [] }
    return .array(
      tree.children(of: 0).compactMap { section in
        guard let name = tree.key(of: section) else { return nil }
        let kind = tree.nodes[section].kind
        guard kind == .object || kind == .array else { return nil }
        return symbol(
          name, .module, section, document, entries(of: section, name, document, depth: 0))
      })
  }

  /// The entries of a section; recursive, as deep as states and cases nest.
  private func entries(
    of section: Int, _ name: String, _ document: OpenDocument, depth: Int
  ) -> [JSON] {
    let tree = document.text.tree
    guard depth < FileLimits.nesting else { return [] }
    return tree.children(of: section).compactMap { child in
      if let key = tree.key(of: child) {
        return symbol(key, LanguageServer.kind(ofSection: name), child, document, [])
      }
      guard tree.nodes[child].kind == .object else { return nil }
      let inner = tree.member(name, of: child)
      let children = inner.map { entries(of: $0, name, document, depth: depth + 1) } ?? []
      let title = title(of: child, document) ?? "\(tree.nodes[child].ordinal)"
      return symbol(title, LanguageServer.kind(ofSection: name), child, document, children)
    }
  }

  /// The words for a row, state or case.
  private func title(of node: Int, _ document: OpenDocument) -> String? {
    let tree = document.text.tree
    func text(_ key: String) -> String? {
      tree.member(key, of: node).map { member in
        tree.string(at: member) ?? document.text.text(tree.nodes[member].range)
      }
    }
    if let name = text("state") ?? text("name") { return name }
    let states = text("in").map { "\($0): " } ?? ""
    for key in ["on", "after", "every"] {
      if let value = text(key) { return states + (key == "on" ? value : "\(key) \(value)") }
    }
    if let condition = text("if") { return states + "if " + condition }
    return states.isEmpty ? nil : states
  }

  private static func kind(ofSection name: String) -> SymbolKind {
    switch name {
    case "inputs": .field
    case "properties": .property
    case "computed", "outputs": .variable
    case "functions": .function
    case "events", "commands": .event
    case "types": .structure
    case "states": .object
    case "invariants": .boolean
    default: .constant
    }
  }

  private func symbol(
    _ name: String, _ kind: SymbolKind, _ node: Int, _ document: OpenDocument, _ children: [JSON]
  ) -> JSON {
    let tree = document.text.tree
    let whole = (tree.nodes[node].key ?? tree.nodes[node].range).lowerBound
    let range = whole..<max(whole, tree.nodes[node].range.upperBound)
    let selection = tree.nodes[node].key ?? tree.nodes[node].range
    return .members([
      "name": .string(name.isEmpty ? " " : name), "kind": .int(kind.rawValue),
      "range": document.text.lines.json(range, client.encoding),
      "selectionRange": document.text.lines.json(selection, client.encoding),
      "children": children.isEmpty ? nil : .array(children),
    ])
  }

  /// The declarations in all folders whose names contain the letters of a query, in its order.
  mutating func workspaceSymbols(_ query: String) -> JSON {
    let limit = 500
    var found: [JSON] = []
    let search = FileSearch(workspace.folders, kinds: Workspace.kinds, mayBeEmpty: true)
    let paths = workspace.folders.isEmpty ? workspace.order : search.paths
    for path in paths {
      if inbox.wasCancelled() { break }
      guard let text = workspace.text(of: path),
        let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: path))
      else { continue }
      // Declarations need no types, so no file is linked.
      let occurrences = SymbolCollector.occurrences(
        in: text.tree, path: path, kind: kind, model: nil)
      for occurrence in occurrences where occurrence.role == .declaration {
        guard occurrence.symbol.name.hasLetters(of: query) else { continue }
        found.append(
          .members([
            "name": .string(occurrence.symbol.name),
            "kind": .int(LanguageServer.kind(of: occurrence.symbol.kind).rawValue),
            "location": [
              "uri": .string(uri(of: path)),
              "range": text.lines.json(occurrence.range, client.encoding),
            ],
            "containerName": .string(
              occurrence.symbol.container.isEmpty
                ? FilePath.name(of: path) : occurrence.symbol.container),
          ]))
        if found.count == limit { return .array(found) }
      }
    }
    return .array(found)
  }

  private static func kind(of kind: Symbol.Kind) -> SymbolKind {
    switch kind {
    case .definition: .module
    case .state: .object
    case .event, .command: .event
    case .output, .computed, .local, .letName: .variable
    case .property: .property
    case .function: .function
    case .type: .structure
    case .invariant: .boolean
    case .enumValue, .unionCase: .enumMember
    case .input, .eventField, .commandField, .carriedField, .typeField, .caseField, .parameter:
      .field
    }
  }

  /// Objects and arrays of several lines.
  func foldingRanges(_ document: OpenDocument) -> JSON {
    let (tree, lines) = (document.text.tree, document.text.lines)
    return .array(
      tree.nodes.compactMap { node -> JSON? in
        guard node.kind == .object || node.kind == .array else { return Optional.none }
        let first = lines.line(of: node.range.lowerBound)
        // The line of the closing bracket stays visible.
        let last = lines.line(of: node.range.upperBound) - (node.isClosed ? 1 : 0)
        guard last > first else { return Optional.none }
        return ["startLine": .int(first), "endLine": .int(last)]
      })
  }

  /// The parts around positions: the name in a cell, the expression, the value, the member, and so on.
  func selectionRanges(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let document = document(parameters) else { return .null }
    var ranges: [JSON] = []
    for json in parameters["positions"]?.elements ?? [] {
      guard let position = LineTable.Position(json) else {
        throw .invalidParameters("a position has a line and a character")
      }
      let offset = document.text.lines.offset(of: position, client.encoding)
      ranges.append(selection(at: offset, document))
    }
    return .array(ranges)
  }

  private func selection(at offset: Int, _ document: OpenDocument) -> JSON {
    let tree = document.text.tree
    var parts: [Range<Int>] = [0..<document.text.bytes.count]
    func add(_ range: Range<Int>) {
      if let last = parts.last, range != last, last.lowerBound <= range.lowerBound,
        range.upperBound <= last.upperBound, range.lowerBound <= offset,
        offset <= range.upperBound
      {
        parts.append(range)
      }
    }
    if let innermost = tree.innermost(at: offset) {
      var chain: [Int] = []
      var next: Int? = innermost
      while let node = next {
        chain.append(node)
        next = tree.nodes[node].parent
      }
      for node in chain.reversed() {
        if let key = tree.nodes[node].key {
          add(key.lowerBound..<max(key.upperBound, tree.nodes[node].range.upperBound))
          add(key)
          if let inside = tree.insideOfKey(node) { add(inside) }
        }
        add(tree.nodes[node].range)
        add(tree.inside(node))
      }
      for range in expressions(at: offset, in: innermost, tree) { add(range) }
    }
    var json: JSON?
    for range in parts {
      json = .members([
        "range": document.text.lines.json(range, client.encoding), "parent": json,
      ])
    }
    return json ?? .null
  }

  /// The parts of the expression in a string that have an offset, the largest first.
  private func expressions(at offset: Int, in node: Int, _ tree: TextTree) -> [Range<Int>] {
    guard let string = tree.string(at: node),
      let syntax = ExpressionText.syntax(of: string)
    else { return [] }
    let inner = Int32(clamping: tree.decodedOffset(of: offset, in: node))
    return syntax.nodes.map(\.range).filter { $0.lowerBound <= inner && inner <= $0.upperBound }
      .sorted { $0.count > $1.count }
      .map {
        tree.fileRange(of: Int($0.lowerBound)..<Int($0.upperBound), in: node)
      }
  }
}

extension String {
  /// Whether the letters of a query occur in this order, whatever their case.
  func hasLetters(of query: String) -> Bool {
    var rest = Array(lowercased().utf8)[...]
    for letter in query.lowercased().utf8 {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }
}
