import CEL
import StateLinking
import StateModel

/// Completion inside the text of a cell: names, and what may follow a dot.
struct ExpressionCompletion {
  private let bytes: [UInt8]
  private let offset: Int
  private let names: CellNames?
  private let model: DefinitionModel?
  /// The tokens before the cursor.
  private let pieces: [ExpressionText.Piece]
  /// What the items replace, in UTF-8 offsets of the text.
  private(set) var range: Range<Int>
  private(set) var items: [CompletionItem] = []
  /// The variables of macros around the cursor, the innermost last.
  private var locals: [(name: String, type: ValueType)] = []

  init(text: String, offset: Int, names: CellNames?, model: DefinitionModel?) {
    bytes = Array(text.utf8)
    self.offset = min(offset, bytes.count)
    self.names = names
    self.model = model
    pieces = ExpressionText.pieces(of: String(decoding: bytes[..<self.offset], as: UTF8.self))
    range = self.offset..<self.offset
  }

  private func word(_ index: Int) -> String { text(pieces[index].range) }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func isSymbol(_ index: Int, _ symbol: String) -> Bool {
    pieces.indices.contains(index) && pieces[index].kind == .symbol(symbol)
  }

  private func isName(_ index: Int) -> Bool {
    pieces.indices.contains(index)
      && (pieces[index].kind == .name || pieces[index].kind == .keyword)
  }

  mutating func run() {
    var last = pieces.count - 1
    if let piece = pieces.last, piece.kind == .other,
      [0x27, 0x22].contains(bytes[piece.range.lowerBound])
    {
      // An open text: only the name of a state can be completed.
      if isSymbol(last - 1, "("), isName(last - 2), word(last - 2) == "isIn" {
        range = piece.range.lowerBound + 1..<offset
        proposeStates(quoted: false)
      }
      return
    }
    if isName(last), pieces[last].range.upperBound == offset {
      range = pieces[last].range
      last -= 1
    }
    findLocals(before: last + 1)
    if isSymbol(last, ".") {
      proposeMembers(of: operand(endingAt: last - 1), dot: last)
    } else {
      proposeNames(
        isCallOfIsIn: isSymbol(last, "(") && isName(last - 1) && word(last - 1) == "isIn")
    }
  }

  /// The tokens of the operand that ends at a token: `a.b(c)[d]`.
  private func operand(endingAt end: Int) -> Range<Int>? {
    var start = end
    while start >= 0 {
      switch pieces[start].kind {
      case .name, .text, .number, .keyword: break
      case .symbol(")"), .symbol("]"), .symbol("}"):
        guard let opening = opening(of: start) else { return nil }
        start = opening
        if start > 0, isName(start - 1), !isSymbol(start, "[") {
          start -= 1
        } else if isSymbol(start, "[") {
          // An index belongs to the operand before it.
          if start > 0, pieces[start - 1].kind == .name || isClosing(start - 1) {
            start -= 1
            continue
          }
        }
      default: return nil
      }
      guard isSymbol(start - 1, ".") else { break }
      start -= 2
    }
    return start >= 0 ? pieces[start].range.lowerBound..<pieces[end].range.upperBound : nil
  }

  private func isClosing(_ index: Int) -> Bool {
    isSymbol(index, ")") || isSymbol(index, "]") || isSymbol(index, "}")
  }

  private func opening(of closing: Int) -> Int? {
    var depth = 0
    for index in pieces[...closing].indices.reversed() {
      guard case .symbol(let symbol) = pieces[index].kind else { continue }
      if [")", "]", "}"].contains(symbol) { depth += 1 }
      if ["(", "[", "{"].contains(symbol) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The variables of the macros whose brackets are open: `items.filter(x, x.`.
  private mutating func findLocals(before end: Int) {
    var open: [Int] = []
    for index in pieces[..<max(0, end)].indices {
      guard case .symbol(let symbol) = pieces[index].kind else { continue }
      if ["(", "[", "{"].contains(symbol) { open.append(index) }
      if [")", "]", "}"].contains(symbol), !open.isEmpty { open.removeLast() }
    }
    for bracket in open where isSymbol(bracket, "(") && isName(bracket - 1) {
      guard
        LanguageFunction.all.contains(where: { $0.usage != nil && $0.name == word(bracket - 1) }),
        isSymbol(bracket - 2, "."), let range = operand(endingAt: bracket - 3),
        let type = type(of: text(range))
      else { continue }
      var variables: [String] = []
      var index = bracket + 1
      while isName(index), isSymbol(index + 1, ","), variables.count < 2 {
        variables.append(word(index))
        index += 2
      }
      let types: [ValueType]
      switch type.withoutNull {
      case .list(let element): types = variables.count == 2 ? [.int, element] : [element]
      case .map(let key, let value): types = [key, value]
      case .optional(let value): types = [value]
      default: types = []
      }
      locals += zip(variables, types).map { ($0, $1) }
    }
  }

  /// The type of an expression that may use variables of macros.
  private func type(of text: String) -> ValueType? {
    guard let names else { return nil }
    var scope = names.scope
    for local in locals {
      scope.innerNames[local.name] = Int32(clamping: scope.declarations.variables.count)
      scope.declarations.variables.append(.init(name: local.name, type: local.type))
    }
    return CEL.check(.expression(text), against: .unknown, in: scope).syntax?.type
  }

  // MARK: Proposals

  private mutating func proposeStates(quoted: Bool) {
    for node in model?.tree.nodes.dropFirst() ?? [] where node.state.history == nil {
      let name = node.state.name
      items.append(
        CompletionItem(name, .module, insert: quoted ? "'\(name)'" : name, detail: "state"))
    }
  }

  private mutating func proposeNames(isCallOfIsIn: Bool) {
    if isCallOfIsIn, names?.hasStates == true { return proposeStates(quoted: true) }
    for local in locals.reversed() {
      items.append(
        CompletionItem(local.name, .variable, detail: model?.text(of: local.type), order: 0))
    }
    proposeVariables()
    proposeTypes()
    for function in LanguageFunction.all where !function.isMember {
      if function.name == "isIn", names?.hasStates != true { continue }
      items.append(item(of: function, named: function.name, order: 4))
    }
    for word in ["true", "false", "null"] {
      items.append(CompletionItem(word, .keyword, order: 4))
    }
  }

  private mutating func proposeVariables() {
    guard let names, let model else { return }
    let checked = model.checked
    let plain = names.variables.sorted { $0.value < $1.value }
    for (name, variable) in plain where !name.hasPrefix("event.") {
      let type = checked.declarations.variables[Int(variable)].type
      items.append(
        CompletionItem(
          name, .variable, detail: model.text(of: type), order: type == names.expected ? 0 : 1))
    }
    for (name, variable) in plain where name.hasPrefix("event.") {
      let type = checked.declarations.variables[Int(variable)].type
      items.append(
        CompletionItem(
          name, .field, detail: model.text(of: type), order: type == names.expected ? 0 : 1))
    }
    if !names.events.isEmpty { items.append(CompletionItem("event", .event, order: 1)) }
    for function in checked.declarations.functions where model.functionFiles[function.name] != nil {
      let arguments = function.parameters.enumerated().map { "${\($0 + 1):\($1.name)}" }
      let parameters = function.parameters.map { "\($0.name): \(model.text(of: $0.type))" }
      items.append(
        CompletionItem(
          function.name, .function,
          insert: "\(function.name)(\(arguments.joined(separator: ", ")))",
          detail: "(\(parameters.joined(separator: ", "))): \(model.text(of: function.result))",
          order: 2))
    }
  }

  private mutating func proposeTypes() {
    guard let model else { return }
    if case .declared(let id, _)? = names?.expected?.withoutNull {
      for (name, detail) in constants(of: id) {
        items.append(
          CompletionItem(
            "\(model.checked.declarations[id].name).\(name)", .enumMember, detail: detail, order: 0)
        )
      }
    }
    for name in model.typeFiles.keys.sorted() {
      items.append(CompletionItem(name, .type, order: 3))
    }
  }

  /// The enum values of a type, or its cases without data.
  private func constants(of id: TypeID) -> [(name: String, detail: String)] {
    guard let declarations = model?.checked.declarations else { return [] }
    switch declarations[id].shape {
    case .enumeration(let values): return values.map { ($0, declarations[id].name) }
    case .union(let cases):
      return cases.filter(\.fields.isEmpty).map { ($0.name, declarations[id].name) }
    case .record, .state, .broken: return []
    }
  }

  private mutating func proposeMembers(of operand: Range<Int>?, dot: Int) {
    guard let operand, let model, let names else { return }
    let text = text(operand)
    let isLocal = locals.contains { $0.name == text }
    if text == "event", !isLocal {
      for (name, variable) in names.variables.sorted(by: { $0.value < $1.value })
      where name.hasPrefix("event.") {
        let type = model.checked.declarations.variables[Int(variable)].type
        items.append(
          CompletionItem(
            String(name.dropFirst(6)), .field, detail: model.text(of: type), order: 0))
      }
      return
    }
    if LanguageFunction.namespaces.contains(text), names.variable(named: text) == nil, !isLocal {
      for function in LanguageFunction.all where function.name.hasPrefix(text + ".") {
        let name = String(function.name.dropFirst(text.count + 1))
        items.append(item(of: function, named: name, order: 1))
      }
      return
    }
    if names.variable(named: text) == nil, !isLocal, let type = model.type(named: text) {
      for (name, detail) in constants(of: type.id) {
        items.append(CompletionItem(name, .enumMember, detail: detail, order: 0))
      }
      return
    }
    guard let type = type(of: text)?.withoutNull else { return }
    proposeFields(of: type, model)
    for function in LanguageFunction.all where function.isMember && function.accepts(type) {
      items.append(item(of: function, named: function.name, order: 2))
    }
  }

  private mutating func proposeFields(of type: ValueType, _ model: DefinitionModel) {
    let declarations = model.checked.declarations
    for field in declarations.fields(of: type) ?? [] {
      items.append(
        CompletionItem(field.name, .field, detail: model.text(of: field.type), order: 0))
    }
    if case .declared(let id, _) = type, case .union(let cases) = declarations[id].shape {
      for found in cases where !found.fields.isEmpty {
        items.append(CompletionItem(found.name, .field, detail: "case", order: 0))
      }
    }
    if case .declared(let id, _) = type, case .record = declarations[id].shape {
      items.append(CompletionItem("copy", .method, insert: "copy({'$1': $2})", order: 3))
    }
  }

  private func item(
    of function: LanguageFunction, named name: String, order: Int
  ) -> CompletionItem {
    let hasArguments = function.usage != nil || function.forms.contains { !$0.parameters.isEmpty }
    var item = CompletionItem(
      name, function.isMember ? .method : .function,
      insert: CompletionItem.escaped(name) + (hasArguments ? "($1)" : "()"),
      detail: function.signatures.first, order: order)
    item.documentation = function.markdown
    return item
  }
}
