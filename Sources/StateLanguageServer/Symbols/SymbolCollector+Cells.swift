import CEL
import StateLinking
import StateModel

/// Names in cells and in plain data.
extension SymbolCollector {
  /// A cell: a text, or a value with texts inside.
  mutating func visitCell(_ index: Int, _ context: Context) {
    let steps = text.steps(to: index)
    let names = cellNames(at: steps)
    visitValue(index, names?.expected, names)
  }

  /// Plain data of a spec.
  mutating func visitData(_ index: Int, _ type: ValueType?) { visitValue(index, type, nil) }

  /// A value of a type. In cells, texts are expressions.
  private mutating func visitValue(_ index: Int, _ type: ValueType?, _ names: CellNames?) {
    let type = type?.withoutNull
    switch text.nodes[index].kind {
    case .string:
      if let names {
        visitText(index, names)
      } else if let type, let string = text.string(at: index) {
        use(word: string, of: type, text.inside(index))
      }
    case .array:
      var element: ValueType?
      if case .list(let inner) = type { element = inner }
      for child in text.children(of: index) { visitValue(child, element, names) }
    case .object:
      for child in text.children(of: index) {
        guard let key = text.key(of: child), let range = text.insideOfKey(child) else { continue }
        visitValue(child, use(key: key, of: type, range), names)
      }
    case .number, .word, .missing: break
    }
  }

  /// The key of an object of a type; returns the type of its value.
  private mutating func use(key: String, of type: ValueType?, _ range: Range<Int>) -> ValueType? {
    guard let type, let declarations = model?.checked.declarations else { return nil }
    if case .map(_, let value) = type { return value }
    if case .declared(let id, let arguments) = type, case .union(let cases) = declarations[id].shape
    {
      guard let number = cases.firstIndex(where: { $0.name == key }) else { return nil }
      if let symbol = memberSymbol(key, of: type, .unionCase) { add(symbol, .read, range) }
      return .caseData(UnionCase(type: id, index: Int32(clamping: number)), arguments)
    }
    guard let field = declarations.fields(of: type)?.first(where: { $0.name == key }) else {
      return nil
    }
    if let symbol = fieldSymbol(key, of: type) { add(symbol, .write, range) }
    return field.type
  }

  /// An enum value, or a case without data.
  private mutating func use(word: String, of type: ValueType, _ range: Range<Int>) {
    guard case .declared(let id, _) = type, let declarations = model?.checked.declarations else {
      return
    }
    switch declarations[id].shape {
    case .enumeration(let values) where values.contains(word):
      if let symbol = memberSymbol(word, of: type, .enumValue) { add(symbol, .read, range) }
    case .union(let cases) where cases.contains(where: { $0.name == word }):
      if let symbol = memberSymbol(word, of: type, .unionCase) { add(symbol, .read, range) }
    default: break
    }
  }

  /// The field of a record, of the data of a case, or an input of another definition.
  func fieldSymbol(_ name: String, of type: ValueType) -> Symbol? {
    guard let model else { return nil }
    let declarations = model.checked.declarations
    switch type.withoutNull {
    case .declared(let id, _):
      let typeName = declarations[id].name
      guard let file = model.typeFiles[typeName] else { return nil }
      if case .state = declarations[id].shape { return Symbol(.input, name, in: file) }
      return Symbol(.typeField, name, in: file, of: typeName)
    case .caseData(let unionCase, _):
      let typeName = declarations[unionCase.type].name
      guard let file = model.typeFiles[typeName], let found = declarations[unionCase] else {
        return nil
      }
      return Symbol(.caseField, name, in: file, of: typeName + "." + found.name)
    default: return nil
    }
  }

  func memberSymbol(_ name: String, of type: ValueType, _ kind: Symbol.Kind) -> Symbol? {
    guard let model, case .declared(let id, _) = type.withoutNull else { return nil }
    let typeName = model.checked.declarations[id].name
    return model.typeFiles[typeName].map { Symbol(kind, name, in: $0, of: typeName) }
  }

  /// The symbol of a variable that a cell can read.
  func variableSymbol(_ name: String, _ names: CellNames?, at steps: [String]) -> Symbol? {
    guard let model, let variable = names?.variable(named: name) else { return nil }
    switch model.checked.roles[Int(variable)] {
    case .input: return Symbol(.input, name, in: definitionFile)
    case .property: return Symbol(.property, name, in: definitionFile)
    case .computed: return Symbol(.computed, name, in: definitionFile)
    case .carried(let state, _):
      return Symbol(.carriedField, name, in: definitionFile, of: model.tree.name(state))
    case .let:
      return Symbol(.letName, name, in: definitionFile, of: Pointer(Array(steps.prefix(2))).text)
    case .parameter:
      return Symbol(
        .parameter, name, in: definitionFile, of: steps.count > 1 ? steps[1] : "")
    case .event: return nil
    }
  }

  /// The names of the text of a cell.
  private mutating func visitText(_ index: Int, _ names: CellNames) {
    guard let string = text.string(at: index), let syntax = ExpressionText.syntax(of: string),
      !syntax.nodes.isEmpty
    else { return }
    let steps = text.steps(to: index)
    var walk = TextWalk(
      syntax: syntax, node: index, steps: steps, names: names,
      typed: model?.text(at: Pointer(steps)))
    visit(syntax.root, &walk, depth: 0)
  }

  /// The key of a `set`: a variable, or a path into its value, such as `items[event.index].count`.
  mutating func visitPath(_ key: String, _ node: Int) {
    let steps = text.steps(to: node)
    guard let names = cellNames(at: steps), let syntax = ExpressionText.syntax(of: key),
      !syntax.nodes.isEmpty
    else { return }
    var typed: DefinitionModel.CellText?
    // Most keys are a name, whose type is not needed.
    if syntax.nodes.count > 1,
      let found = CEL.check(.expression(key), against: .unknown, in: names.scope).syntax
    {
      typed = .init(expression: Expression(syntax: found, pointer: .root), source: 0)
    }
    var walk = TextWalk(
      syntax: syntax, node: node, isKey: true, steps: steps, names: names, typed: typed)
    visit(syntax.root, &walk, depth: 0)
  }

  /// The text of a cell that is being visited.
  struct TextWalk {
    let syntax: Syntax
    /// The node of the string, or of the member whose key it is.
    let node: Int
    var isKey = false
    let steps: [String]
    let names: CellNames
    let typed: DefinitionModel.CellText?
    /// The variables of macros that can be read, the innermost last.
    var locals: [Symbol] = []
    /// The number of variables so far.
    var localCount = 0
  }

  private mutating func add(
    _ symbol: Symbol?, _ name: Syntax.Name, _ walk: TextWalk, _ role: Occurrence.Role = .read
  ) {
    guard let symbol else { return }
    add(symbol, walk.isKey && isWritten(name, walk) ? .write : role, fileRange(name.range, walk))
  }

  /// Whether a name of the path in a key is written: its variable, and fields outside of brackets.
  private func isWritten(_ name: Syntax.Name, _ walk: TextWalk) -> Bool {
    !walk.syntax.nodes.indices.contains { index in
      guard case .index(_, let inner, _) = walk.syntax[Int32(clamping: index)] else { return false }
      let range = walk.syntax.range(inner)
      return range.lowerBound <= name.range.lowerBound && name.range.upperBound <= range.upperBound
    }
  }

  private func fileRange(_ range: Range<Int32>, _ walk: TextWalk) -> Range<Int> {
    let part = Int(range.lowerBound)..<Int(range.upperBound)
    return walk.isKey
      ? text.fileRange(of: part, inKeyOf: walk.node) : text.fileRange(of: part, in: walk.node)
  }

  /// The keys of a map literal that is a record, a copy of one, or the data of a case.
  private mutating func useKeys(
    of literal: Syntax.Index, as type: ValueType?, _ walk: TextWalk
  ) {
    guard case .map(let entries) = walk.syntax[literal], let type = type?.withoutNull else {
      return
    }
    var isUnion = false
    if case .declared(let id, _) = type,
      case .union? = model.map({ $0.checked.declarations[id].shape })
    {
      isUnion = true
    }
    for entry in entries {
      guard case .literal(.string(let key)) = walk.syntax[entry.key] else { continue }
      let range = walk.syntax.range(entry.key)
      let symbol = isUnion ? memberSymbol(key, of: type, .unionCase) : fieldSymbol(key, of: type)
      if let symbol {
        add(symbol, .write, fileRange(range.lowerBound + 1..<range.upperBound - 1, walk))
      }
      if isUnion { useKeys(of: entry.value, as: caseData(key, of: type), walk) }
    }
  }

  /// The type of the data of a case.
  private func caseData(_ name: String, of type: ValueType) -> ValueType? {
    guard case .declared(let id, let arguments) = type, let model,
      case .union(let cases) = model.checked.declarations[id].shape,
      let number = cases.firstIndex(where: { $0.name == name })
    else { return nil }
    return .caseData(UnionCase(type: id, index: Int32(clamping: number)), arguments)
  }

  /// Visits an expression; chains are loops, as long as they may be, and the parser limits nesting.
  private mutating func visit(_ root: Syntax.Index, _ walk: inout TextWalk, depth: Int) {
    guard depth < 400 else { return }
    var pending = [root]
    while let index = pending.popLast() {
      switch walk.syntax[index] {
      case .name(let name, _): add(symbol(of: name, walk), name, walk)
      case .select(let operand, let name, _):
        if select(operand, name, walk) { pending.append(operand) }
      case .has(let operand, let name):
        add(symbol(ofField: name.text, in: operand, walk), name, walk)
        pending.append(operand)
      case .call(let name, _, let arguments):
        add(functionSymbol(name.text), name, walk)
        if name.text == "isIn", let argument = arguments.first { useState(argument, walk) }
        pending += arguments.reversed()
      case .message(let name, _, let fields):
        useMessage(name, fields, walk)
        pending += fields.map(\.value).reversed()
      case .macro(let expansion):
        visit(expansion, &walk, depth: depth)
      case .map:
        useKeys(of: index, as: walk.typed?.type(at: walk.syntax.range(index)), walk)
        pending += walk.syntax.children(of: index).reversed()
      case .method(let operand, let name, let arguments):
        if name.text == "copy", let changes = arguments.first {
          useKeys(of: changes, as: walk.typed?.type(at: walk.syntax.range(operand)), walk)
        }
        pending += walk.syntax.children(of: index).reversed()
      default: pending += walk.syntax.children(of: index).reversed()
      }
    }
  }

  /// The variables of a macro are new names in its arguments.
  private mutating func visit(_ expansion: Syntax.Expansion, _ walk: inout TextWalk, depth: Int) {
    if let target = expansion.target { visit(target, &walk, depth: depth + 1) }
    var arguments = expansion.arguments[...]
    if expansion.macro == .bind, let value = arguments.popFirst() {
      visit(value, &walk, depth: depth + 1)
    }
    let outer = walk.locals
    for variable in expansion.variables {
      let symbol = Symbol(
        .local, variable.text, in: path,
        of: "\(Pointer(walk.steps).text)#\(walk.localCount)")
      walk.localCount += 1
      walk.locals.append(symbol)
      add(symbol, variable, walk, .declaration)
    }
    for argument in arguments { visit(argument, &walk, depth: depth + 1) }
    walk.locals = outer
  }

  private func symbol(of name: Syntax.Name, _ walk: TextWalk) -> Symbol? {
    if let local = walk.locals.last(where: { $0.name == name.text }) { return local }
    if let variable = variableSymbol(name.text, walk.names, at: walk.steps) { return variable }
    return model?.typeFiles[name.text].map { typeSymbol(name.text, in: $0) }
  }

  private func functionSymbol(_ name: String) -> Symbol? {
    model?.functionFiles[name].map { Symbol(.function, name, in: $0) }
  }

  /// A selection; returns whether its operand is to be visited.
  private mutating func select(
    _ operand: Syntax.Index, _ name: Syntax.Name, _ walk: TextWalk
  ) -> Bool {
    if case .name(let first, _) = walk.syntax[operand],
      !walk.locals.contains(where: { $0.name == first.text })
    {
      if first.text == "event" {
        for event in walk.names.events {
          guard let found = model?.checked.events[event],
            found.fields.contains(where: { $0.name == name.text })
          else { continue }
          for owner in owners(of: found) { add(owner(name.text), name, walk) }
        }
        return false
      }
      if walk.names.variable(named: first.text) == nil, let type = model?.type(named: first.text) {
        let isUnion = if case .union = type.type.shape { true } else { false }
        add(
          memberSymbol(
            name.text, of: .declared(type.id, []), isUnion ? .unionCase : .enumValue), name, walk)
        return true
      }
    }
    add(symbol(ofField: name.text, in: operand, walk), name, walk)
    return true
  }

  /// The field or case that follows a dot.
  private func symbol(ofField name: String, in operand: Syntax.Index, _ walk: TextWalk) -> Symbol? {
    guard let type = walk.typed?.type(at: walk.syntax.range(operand))?.withoutNull else {
      return nil
    }
    if case .declared(let id, _) = type,
      case .union? = model.map({ $0.checked.declarations[id].shape })
    {
      return memberSymbol(name, of: type, .unionCase)
    }
    return fieldSymbol(name, of: type)
  }

  /// The state in `isIn('loading')`.
  private mutating func useState(_ argument: Syntax.Index, _ walk: TextWalk) {
    guard case .literal(.string(let state)) = walk.syntax[argument] else { return }
    let range = walk.syntax.range(argument)
    use(state: state, fileRange(range.lowerBound + 1..<range.upperBound - 1, walk))
  }

  /// Who declares the fields of an event: the event, or the final states that end its state.
  private func owners(of event: CheckedEvent) -> [(String) -> Symbol] {
    let file = definitionFile
    guard let state = event.doneState, let tree = model?.tree else {
      return [{ Symbol(.eventField, $0, in: file, of: event.name) }]
    }
    return tree.finals(of: state).map { final in
      { Symbol(.carriedField, $0, in: file, of: tree.name(final)) }
    }
  }

  /// `Song{title: x}`, or `Effect{checkCode: …}`.
  private mutating func useMessage(
    _ name: Syntax.Name, _ fields: [Syntax.Field], _ walk: TextWalk
  ) {
    guard let model, let type = model.type(named: name.text) else { return }
    add(model.typeFiles[name.text].map { typeSymbol(name.text, in: $0) }, name, walk)
    let value = ValueType.declared(type.id, [])
    let isUnion = if case .union = type.type.shape { true } else { false }
    for field in fields {
      add(
        isUnion
          ? memberSymbol(field.name.text, of: value, .unionCase)
          : fieldSymbol(field.name.text, of: value), field.name, walk, .write)
      if isUnion { useKeys(of: field.value, as: caseData(field.name.text, of: value), walk) }
    }
  }
}
