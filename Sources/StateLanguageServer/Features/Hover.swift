import CEL
import StateChecks
import StateFiles
import StateLinking
import StateModel

/// Hover: rules on findings, keys of the format, names, and parts of expressions.
extension LanguageServer {
  mutating func hover(_ cursor: Cursor?) -> JSON {
    guard let cursor else { return .null }
    var parts: [String] = []
    var range: Range<Int>?
    if let (found, text) = nameText(at: cursor) {
      parts.append(text)
      range = found
    }
    if let (found, text) = expressionText(at: cursor) {
      parts.append(text)
      range = range ?? found
    }
    if parts.isEmpty, let (found, text) = keyText(at: cursor) {
      parts.append(text)
      range = found
    }
    parts += ruleTexts(at: cursor)
    guard !parts.isEmpty else { return .null }
    return .members([
      "contents": [
        "kind": "markdown", "value": .string(parts.joined(separator: "\n\n---\n\n")),
      ],
      "range": range.map { cursor.text.lines.json($0, client.encoding) },
    ])
  }

  // MARK: Keys

  private func keyText(at cursor: Cursor) -> (Range<Int>, String)? {
    guard let node = cursor.tree.innermost(at: cursor.offset),
      let range = cursor.tree.nodes[node].key, range.lowerBound <= cursor.offset,
      cursor.offset <= range.upperBound, let parent = cursor.tree.nodes[node].parent,
      let name = cursor.tree.key(of: node)
    else { return nil }
    let forms = FormTree(cursor.tree, cursor.document.kind)
    for kind in forms.kinds(of: parent) {
      if let key = kind.form.key(name) { return (range, LanguageServer.text(of: key, in: kind)) }
    }
    return nil
  }

  /// The text about a key, in Markdown.
  static func text(of key: Key, in kind: ObjectKind) -> String {
    let required = key.isRequired ? " It is required." : ""
    let example = KeyExamples.example(kind, key.name).map { "\n\n```json\n\($0)\n```" } ?? ""
    return "**`\(key.name)`** (\(kind.form.name)): \(key.about)\(required)\(example)"
  }

  // MARK: Rules

  private func ruleTexts(at cursor: Cursor) -> [String] {
    let document = cursor.document
    var seen: Set<RuleID> = []
    return diagnostics(of: document).compactMap { diagnostic in
      let range = range(of: diagnostic, document.findings)
      guard range.lowerBound <= cursor.offset, cursor.offset <= range.upperBound,
        seen.insert(diagnostic.rule).inserted
      else { return nil }
      let rule = Rule(diagnostic.rule)
      return "**\(rule.id.rawValue)**: \(rule.reason)\n\n\(rule.fix)"
    }
  }

  // MARK: Names

  private mutating func nameText(at cursor: Cursor) -> (Range<Int>, String)? {
    let found = symbols(at: cursor)
    guard let first = found.first else { return nil }
    let texts = found.map { text(of: $0.symbol, at: cursor) }
    return (first.range, texts.joined(separator: "\n\n"))
  }

  /// The declaration of a symbol, what it is for, and where it is used.
  private mutating func text(of symbol: Symbol, at cursor: Cursor) -> String {
    var text = "```\n\(heading(of: symbol, at: cursor))\n```"
    if let about = about(symbol) { text += "\n\n\(about)" }
    if symbol.kind != .local { text += "\n\n\(uses(of: symbol))" }
    return text
  }

  private mutating func heading(of symbol: Symbol, at cursor: Cursor) -> String {
    let owner = symbol.container.isEmpty || symbol.kind == .letName || symbol.kind == .local
    let name = owner ? symbol.name : "\(symbol.container).\(symbol.name)"
    let words = "\(symbol.kind.noun) \(name)"
    if symbol.kind == .local { return words }
    guard let model = workspace.model(for: symbol.file) else { return words }
    return words + (model.signature(of: symbol).map { $0 } ?? "")
  }

  /// The `about` of a declaration.
  private mutating func about(_ symbol: Symbol) -> String? {
    guard let (path, range) = declaration(of: symbol), let text = workspace.text(of: path),
      let node = text.tree.innermost(at: range.lowerBound)
    else { return nil }
    // The name of a state is a member of its object.
    let object =
      symbol.kind == .state || symbol.kind == .definition ? text.tree.nodes[node].parent : node
    return object.flatMap { text.tree.member("about", of: $0) }.flatMap { text.tree.string(at: $0) }
  }

  /// `Read at lines 12 and 14, written at line 3.` of the file that declares it, and other files.
  private mutating func uses(of symbol: Symbol) -> String {
    guard let text = workspace.text(of: symbol.file) else { return "" }
    let found = workspace.occurrences(in: symbol.file).filter { $0.symbol == symbol }
    func lines(_ role: Occurrence.Role) -> [Int] {
      var lines: [Int] = []
      for occurrence in found where occurrence.role == role {
        let line = text.lines.line(of: occurrence.range.lowerBound) + 1
        if lines.last != line { lines.append(line) }
      }
      return lines
    }
    func words(_ verb: String, _ lines: [Int]) -> String? {
      guard let first = lines.first else { return nil }
      if lines.count == 1 { return "\(verb) at line \(first)" }
      let shown = lines.prefix(12).map(String.init).joined(separator: ", ")
      return "\(verb) at lines \(shown)\(lines.count > 12 ? " and \(lines.count - 12) more" : "")"
    }
    let isSent = [.command, .event, .commandField, .eventField].contains(symbol.kind)
    let parts = [
      words("declared", lines(.declaration)), words(isSent ? "handled" : "read", lines(.read)),
      words(isSent ? "sent" : "written", lines(.write)),
    ].compactMap(\.self)
    let name = FilePath.name(of: symbol.file)
    return parts.isEmpty ? "" : "\(name): " + parts.joined(separator: "; ") + "."
  }

  // MARK: Expressions

  /// The type of the part of a cell at a position, and the function that it calls.
  private mutating func expressionText(at cursor: Cursor) -> (Range<Int>, String)? {
    guard let node = cursor.tree.innermost(at: cursor.offset),
      cursor.tree.nodes[node].key.map({ cursor.offset > $0.upperBound }) ?? true,
      let string = cursor.tree.string(at: node),
      FormTree(cursor.tree, cursor.document.kind).isCell(node)
    else { return nil }
    let offset = cursor.tree.decodedOffset(of: cursor.offset, in: node)
    let bytes = Array(string.utf8)
    var texts: [String] = []
    var range: Range<Int>?
    let model = workspace.model(for: cursor.document.path)
    if let part = model?.text(at: cursor.tree.pointer(of: node))?.part(at: offset), let model,
      part.range.upperBound <= bytes.count
    {
      range = cursor.tree.fileRange(of: part.range, in: node)
      let text = String(decoding: bytes[part.range], as: UTF8.self)
      texts.append("```\n\(text): \(model.text(of: part.type))\n```")
    }
    if let (name, isMember) = LanguageFunction.called(at: offset, in: string) {
      let functions = LanguageFunction.all.filter { $0.name == name && $0.isMember == isMember }
      for function in functions { texts.append(function.markdown) }
    }
    guard !texts.isEmpty else { return nil }
    return (range ?? cursor.tree.inside(node), texts.joined(separator: "\n\n"))
  }
}

extension LanguageFunction {
  /// How it is called, a line for each form.
  var signatures: [String] {
    if let usage { return [usage] }
    return forms.map { form in
      func text(_ type: ValueType) -> String { type.text(in: Declarations()) }
      let receiver = form.receiver.map { text($0) + "." } ?? ""
      let parameters = form.parameters.map(text).joined(separator: ", ")
      return "\(receiver)\(name)(\(parameters)) -> \(text(form.result))"
    }
  }

  /// The signatures and the line about it.
  var markdown: String {
    let about = FunctionTexts.all[name].map { "\n\n\($0)" } ?? ""
    return "```\n\(signatures.joined(separator: "\n"))\n```\(about)"
  }

  /// The function whose name is at an offset of a text: `math.abs`, or `size` after a dot.
  static func called(at offset: Int, in text: String) -> (name: String, isMember: Bool)? {
    let bytes = Array(text.utf8)
    let pieces = ExpressionText.pieces(of: text)
    func word(_ index: Int) -> String {
      String(decoding: bytes[pieces[index].range], as: UTF8.self)
    }
    guard
      let index = pieces.indices.first(where: {
        pieces[$0].kind == .name && pieces[$0].range.lowerBound <= offset
          && offset <= pieces[$0].range.upperBound
      }), pieces.indices.contains(index + 1), pieces[index + 1].kind == .symbol("(")
    else { return nil }
    guard index > 0, pieces[index - 1].kind == .symbol(".") else { return (word(index), false) }
    if index > 1, pieces[index - 2].kind == .name,
      index < 3 || pieces[index - 3].kind != .symbol("."),
      namespaces.contains(word(index - 2))
    {
      return ("\(word(index - 2)).\(word(index))", false)
    }
    return (word(index), true)
  }

  /// `math`, `strings` and the others.
  static let namespaces = Set(
    all.compactMap { function in
      function.name.split(separator: ".").count > 1
        ? function.name.split(separator: ".").first.map(String.init) : nil
    })
}

extension DefinitionModel {
  /// What follows the name of a symbol in its declaration: `: int`, `(text: string)`.
  func signature(of symbol: Symbol) -> String? {
    func fields(_ list: [Declarations.Field]?) -> String? {
      list.map { list in
        list.isEmpty
          ? "" : "(\(list.map { "\($0.name): \(text(of: $0.type))" }.joined(separator: ", ")))"
      }
    }
    func type(_ list: [Declarations.Field]?) -> String? {
      list?.first { $0.name == symbol.name }.map { ": " + text(of: $0.type) }
    }
    switch symbol.kind {
    case .input:
      return checked.inputs.first { $0.name == symbol.name }.map { ": " + text(of: $0.type) }
    case .property:
      return checked.properties.first { $0.name == symbol.name }.map { ": " + text(of: $0.type) }
    case .computed:
      return definition.computed.first { $0.name == symbol.name }.map { ": " + $0.type }
    case .output:
      return definition.outputs.first { $0.name == symbol.name }.map {
        ": \($0.type) (\($0.kind.rawValue))"
      }
    case .event: return fields(checked.events.first { $0.name == symbol.name }?.fields)
    case .command: return fields(checked.commands.first { $0.name == symbol.name }?.fields)
    case .eventField: return type(checked.events.first { $0.name == symbol.container }?.fields)
    case .commandField: return type(checked.commands.first { $0.name == symbol.container }?.fields)
    case .carriedField: return type(checked.states.first { $0.name == symbol.container }?.fields)
    case .function:
      return definition.functions.first { $0.name == symbol.name }.map { function in
        let parameters = function.parameters.map { "\($0.name): \($0.type)" }
        return "(\(parameters.joined(separator: ", "))): \(function.result)"
      }
    case .parameter:
      return definition.functions.first { $0.name == symbol.container }?.parameters
        .first { $0.name == symbol.name }.map { ": " + $0.type }
    case .letName:
      guard let row = checked.rows.first(where: { $0.pointer == symbol.container }) else {
        return nil
      }
      return row.lets.first {
        checked.declarations.variables[Int($0.variable)].name == symbol.name
      }.map { ": " + text(of: checked.declarations.variables[Int($0.variable)].type) }
    case .typeField:
      return self.type(named: symbol.container).flatMap { found in
        if case .record(let fields) = found.type.shape { type(fields) } else { nil }
      }
    case .type:
      return self.type(named: symbol.name).map { found in
        switch found.type.shape {
        case .record(let list), .state(let list): fields(list) ?? ""
        case .enumeration(let values): " = " + values.joined(separator: " | ")
        case .union(let cases): " = " + cases.map(\.name).joined(separator: " | ")
        case .broken: ""
        }
      }
    case .definition:
      return definition.name == symbol.name ? inputsText : nil
    case .state, .invariant, .enumValue, .unionCase, .caseField, .local: return nil
    }
  }

  private var inputsText: String {
    let inputs = checked.inputs.map { "\($0.name): \(text(of: $0.type))" }
    return inputs.isEmpty ? "" : "(\(inputs.joined(separator: ", ")))"
  }
}
