import CEL
import StateFiles
import StateLinking
import StateModel

/// Completion: keys of the format, names by where they are used, and expressions.
extension LanguageServer {
  mutating func completion(_ cursor: Cursor?) -> JSON {
    guard let cursor else { return .null }
    // The model is made before the text is looked at: a broken text keeps its names.
    let model = workspace.model(for: cursor.document.path)
    var completion = Completion(
      cursor: cursor, forms: FormTree(cursor.tree, cursor.document.kind), model: model,
      files: isInUses(cursor) ? usableFiles(cursor.document) : [])
    completion.run()
    let range = cursor.text.lines.json(completion.range, client.encoding)
    let items = completion.items.enumerated().map { index, item in
      item.json(range, hasSnippets: client.hasSnippets, index: index)
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  private func isInUses(_ cursor: Cursor) -> Bool {
    let node = cursor.tree.innermost(at: cursor.offset)
    return node.map { cursor.tree.steps(to: $0).first == "uses" } ?? false
  }

  /// The files that `uses` of a document can name, relative to it.
  private func usableFiles(_ document: OpenDocument) -> [String] {
    workspace.files(around: document.path).filter { path in
      let kind = DefinitionFolder.Kind(fileName: FilePath.name(of: path))
      return path != document.path && (kind == .types || kind == .definition)
    }.map { FilePath.relative($0, to: FilePath.folder(of: document.path)) }
  }
}

/// The items at a position.
struct Completion {
  let cursor: Cursor
  let forms: FormTree
  let model: DefinitionModel?
  /// The files that `uses` can name; empty elsewhere.
  let files: [String]
  /// What the items replace.
  private(set) var range: Range<Int>
  private(set) var items: [CompletionItem] = []

  init(cursor: Cursor, forms: FormTree, model: DefinitionModel?, files: [String]) {
    self.cursor = cursor
    self.forms = forms
    self.model = model
    self.files = files
    range = cursor.offset..<cursor.offset
  }

  var tree: TextTree { cursor.tree }

  mutating func run() {
    let offset = cursor.offset
    guard let node = tree.innermost(at: offset) else {
      if tree.nodes.isEmpty { completeEmptyFile() }
      return
    }
    let found = tree.nodes[node]
    if let key = found.key, key.lowerBound < offset, offset <= key.upperBound,
      let parent = found.parent
    {
      if offset < key.upperBound || found.kind == .missing {
        range = key
        completeKey(of: parent, replacing: node)
      }
      return
    }
    switch found.kind {
    case .string where found.range.lowerBound < offset:
      if offset < found.range.upperBound || !found.isClosed { completeString(node) }
    case .word, .number:
      range = found.range
      completeValue(of: forms.forms(of: node), node, isString: false)
    case .missing:
      completeValue(of: forms.forms(of: node), node, isString: false)
    case .object where found.range.lowerBound < offset:
      if let child = tree.children(of: node).last(where: { isUnfinished($0) }) {
        completeValue(of: forms.forms(of: child), child, isString: false)
      } else {
        completeKey(of: node, replacing: nil)
      }
    case .array where found.range.lowerBound < offset:
      completeElement(of: node)
    default: break
    }
  }

  /// Whether a member has a colon and no value, and only blanks are between it and the cursor.
  private func isUnfinished(_ child: Int) -> Bool {
    let node = tree.nodes[child]
    guard node.kind == .missing, let key = node.key, node.range.lowerBound > key.upperBound,
      node.range.upperBound <= cursor.offset
    else { return false }
    return tree.bytes[node.range.upperBound..<cursor.offset].allSatisfy {
      $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
    }
  }

  mutating func add(_ item: CompletionItem) { items.append(item) }

  private mutating func completeEmptyFile() {
    let kind = cursor.document.kind
    let stem = cursor.document.stem
    let text =
      switch kind {
      case .definition:
        "{\n  \"state\": \"\(stem)\",\n  \"format\": 1,\n  $1\n}\n"
      case .types: "{\n  \"format\": 1,\n  \"types\": {\n    $1\n  }\n}\n"
      case .spec: "{\n  \"spec\": \"\(stem)\",\n  $1\n}\n"
      }
    add(CompletionItem("new \(kind.noun)", .snippet, insert: text))
  }

  // MARK: Keys

  /// The keys that an object can have, or the names that are keys of a map.
  private mutating func completeKey(of object: Int, replacing node: Int?) {
    let present = Set(
      tree.children(of: object).filter { $0 != node }.compactMap { tree.key(of: $0) })
    let hasValue = node.map { tree.nodes[$0].kind != .missing } ?? false
    let hasColon =
      node.map { tree.nodes[$0].range.lowerBound > (tree.nodes[$0].key?.upperBound ?? 0) } ?? false
    /// Only the key is written where its value is there already.
    func member(_ key: String, _ value: String) -> String {
      let quoted = CompletionItem.escaped(JSON.string(key).text)
      if hasValue { return quoted }
      return quoted + (hasColon ? "" : ": " + value) + (hasColon ? "" : comma)
    }
    func propose(_ key: String, _ kind: CompletionItem.Kind, _ value: String, _ order: Int)
      -> CompletionItem
    {
      var item = CompletionItem(key, kind, insert: member(key, value), order: order)
      item.filter = JSON.string(key).text
      return item
    }
    let found = forms.forms(of: object)
    let kinds = forms.kinds(of: object)
    for kind in kinds {
      let excluded = Set(
        kind.form.exclusions.filter { !present.isDisjoint(with: $0.keys) }.flatMap(\.keys))
      for key in kind.form.keys
      where !present.contains(key.name) && !excluded.contains(key.name) {
        var item = propose(
          key.name, .property, Snippets.value(key.form), key.isRequired ? 0 : 1)
        item.detail = key.about
        item.documentation = LanguageServer.text(of: key, in: kind)
        add(item)
      }
    }
    for form in found {
      switch form {
      case .map(let inner):
        for (name, value, detail) in mapNames(of: object, inner) where !present.contains(name) {
          var item = propose(name, .variable, value, 0)
          item.detail = detail
          add(item)
        }
        if let item = newEntry(inner, isReplacing: node != nil) { add(item) }
      case .sending:
        for item in sendings(of: object, asKey: true) where !present.contains(item.label) {
          add(propose(item.label, item.kind, item.insert, 0))
        }
      case .cell, .data:
        for (name, value, detail) in valueKeys(of: object) where !present.contains(name) {
          var item = propose(name, .field, value, 0)
          item.detail = detail
          add(item)
        }
      default: break
      }
    }
  }

  /// A comma if another member follows.
  private var comma: String {
    var offset = range.upperBound
    while offset < tree.bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(tree.bytes[offset]) {
      offset += 1
    }
    return offset < tree.bytes.count && tree.bytes[offset] == UInt8(ascii: "\"") ? "," : ""
  }

  /// A declaration with a new name.
  private func newEntry(_ form: Form, isReplacing: Bool) -> CompletionItem? {
    guard !isReplacing, case .object(let kind)? = FormTree.choices([form]).last else { return nil }
    let value = Snippets.value(.object(kind), first: 2)
    return CompletionItem(
      "new \(kind.form.name)", .snippet, insert: "\"${1:name}\": \(value)\(comma)", order: 2)
  }

  // MARK: Values

  private mutating func completeElement(of array: Int) {
    let found = forms.forms(of: array).map(\.element)
    completeValue(of: FormTree.choices(found), array, isString: false)
  }

  /// The names and words for a string, or the expression in it.
  private mutating func completeString(_ node: Int) {
    let found = forms.forms(of: node)
    if found.contains(where: { if case .cell = $0 { true } else { false } }) {
      var expression = ExpressionCompletion(
        text: tree.string(at: node) ?? "",
        offset: tree.decodedOffset(of: cursor.offset, in: node), names: cellNames(at: node),
        model: model)
      expression.run()
      range =
        expression.range.isEmpty
        ? cursor.offset..<cursor.offset : tree.fileRange(of: expression.range, in: node)
      items += expression.items
      return
    }
    range = tree.nodes[node].range
    if !tree.nodes[node].isClosed { range = range.lowerBound..<cursor.offset }
    completeValue(of: found, node, isString: true)
  }

  func cellNames(at node: Int) -> CellNames? {
    model.map { CellNames($0, at: tree.steps(to: node)) }
  }

  /// The values that some forms permit; the node is the value, or the array of a new element.
  private mutating func completeValue(of found: [Form], _ node: Int, isString: Bool) {
    for form in found {
      switch form {
      case .text, .name: for name in names(at: node) { add(quoted(name, .value)) }
      case .words(let words): for word in words { add(quoted(word, .enumMember)) }
      case .type:
        for name in typeNames { add(quoted(name, .type)) }
      case .flag where !isString:
        add(CompletionItem("true", .keyword))
        add(CompletionItem("false", .keyword))
      case .truth where !isString: add(CompletionItem("true", .keyword))
      case .null where !isString: add(CompletionItem("null", .keyword))
      case .sending:
        for item in sendings(of: node, asKey: false) {
          var item = item
          item.filter = JSON.string(item.label).text
          add(item)
        }
      case .object(let kind) where !isString:
        add(CompletionItem("new \(kind.form.name)", .snippet, insert: Snippets.value(form)))
      case .cell where !isString:
        let expected = cellNames(at: node)?.expected
        for (label, text) in values(of: expected, isCell: true) {
          add(CompletionItem(label, .value, insert: text))
        }
        add(CompletionItem("expression", .snippet, insert: "\"$1\"", order: 6))
      case .data:
        for (label, text) in values(of: dataType(of: node), isCell: false) {
          var item = CompletionItem(label, .value, insert: text)
          item.filter = CompletionItem.plain(text)
          add(item)
        }
      case .map where !isString: add(CompletionItem("{ }", .snippet, insert: "{ $1 }", order: 6))
      case .list where !isString, .rows where !isString:
        add(CompletionItem("[ ]", .snippet, insert: "[$1]", order: 6))
      default: break
      }
    }
  }

  private func quoted(_ text: String, _ kind: CompletionItem.Kind) -> CompletionItem {
    let quoted = JSON.string(text).text
    var item = CompletionItem(text, kind, insert: CompletionItem.escaped(quoted))
    item.filter = quoted
    return item
  }
}
