import CEL
import StateTables

/// Names.
extension ExpressionBuilder {
  /// A name in the form of its declaration, whatever is known about it.
  mutating func raw(_ index: TypedSyntax.Index) throws(Refusal) -> Code {
    let code = try build(index)
    if case .known(let inner) = code.kind { return inner }
    return code
  }

  func read(
    _ variable: TypedSyntax.Variable, _ node: TypedSyntax.Node
  ) throws(Refusal) -> Code {
    switch variable {
    case .declared(let index):
      guard let name = name(of: index) else { throw refusal("counterpart of this name") }
      let declared = scope.declarations.variables[Int(index)].type.represented
      var fails = false
      if case .computed(let computed) = name {
        fails =
          known.computedFails.indices.contains(computed) ? known.computedFails[computed] : true
      }
      return narrowed(Code(.name(name), declared, fails: fails), to: node.type)
    case .local(let local):
      switch locals[local] {
      case .named(let name, let type)?:
        return narrowed(Code(.name(.local(name)), type), to: node.type)
      case .inline(let code)?: return code
      case nil: throw refusal("counterpart of this name")
      }
    case .dynamic(let names):
      let spellings = names.map(Scope.identifier)
      guard let name = spellings.first(where: { scope.bound[$0] != nil }) else {
        return try failing(.missingKey)
      }
      return Code(.name(.local(name)), .dyn)
    }
  }

  /// What a variable stands for.
  func name(of variable: VariableIndex) -> Code.Name? {
    guard scope.roles.indices.contains(Int(variable)) else { return nil }
    let spelling = scope.declarations.variables[Int(variable)].name
    switch scope.roles[Int(variable)] {
    case .input(let index): return .input(index)
    case .property(let index): return .property(index)
    case .computed(let index): return .computed(index)
    case .carried(let state, let field): return .carried(state: state, field: field)
    case .event:
      return .event(spelling.hasPrefix("event.") ? String(spelling.dropFirst(6)) : spelling)
    case .let, .parameter: return .local(spelling)
    }
  }

  private func narrowed(_ code: Code, to type: ValueType) -> Code {
    if case .nullable(let inner) = code.type, inner == type { return Code(.known(code), type) }
    return code
  }

  mutating func select(
    _ operand: TypedSyntax.Index, _ field: Int32, _ node: TypedSyntax.Node
  ) throws(Refusal) -> Code {
    if case .caseData(let union, let index) = try self.node(operand).kind {
      let union = try build(union)
      guard case .declared(let id, let arguments) = union.type.withoutNull else {
        throw refusal("counterpart of this expression")
      }
      let unionCase = UnionCase(type: id, index: index)
      let fields = scope.declarations.fields(of: .caseData(unionCase, arguments)) ?? []
      guard fields.indices.contains(Int(field)) else {
        throw refusal("counterpart of this expression")
      }
      return narrowed(
        Code(.caseField(union, unionCase, Int(field)), fields[Int(field)].type.represented),
        to: node.type)
    }
    let operand = try build(operand)
    guard case .declared(let id, _) = operand.type,
      case .record = scope.declarations.types[Int(id.index)].shape,
      let fields = scope.declarations.fields(of: operand.type),
      fields.indices.contains(Int(field))
    else { throw refusal("reading of what another state or a case holds") }
    let declared = fields[Int(field)]
    return narrowed(
      Code(.field(operand, declared.name), declared.type.represented), to: node.type)
  }

  /// Gives a local the name that it has in the text.
  mutating func declare(_ local: Int32, _ type: ValueType) -> String {
    var name = "item"
    for node in syntax.nodes {
      guard case .variable(.local(local)) = node.kind,
        syntax.sources.indices.contains(Int(node.origin.source))
      else { continue }
      let text = Array(syntax.sources[Int(node.origin.source)].text.utf8)
      let range = Int(node.origin.range.lowerBound)..<Int(node.origin.range.upperBound)
      guard range.lowerBound >= 0, range.upperBound <= text.count else { break }
      let spelling = String(decoding: text[range], as: UTF8.self)
      if Identifier(spelling) != nil { name = spelling }
      break
    }
    let isTaken = locals.values.contains { if case .named(name, _) = $0 { true } else { false } }
    if isTaken { name += String(local) }
    locals[local] = .named(name, type)
    return name
  }

  /// A value that can fail stands wherever its name is read: nothing else has effects.
  mutating func inline(_ local: Int32, _ code: Code) { locals[local] = .inline(code) }
}
