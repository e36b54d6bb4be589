import CEL
import StateLinking
import StateModel

/// Builds names.
extension ExpressionBuilder {
  /// Builds a name with its declared type, without the facts proven about it.
  mutating func raw(_ index: TypedSyntax.Index) throws(Refusal) -> GenerationCode {
    let code = try build(index)
    if case .known(let inner) = code.kind { return inner }
    return code
  }

  mutating func read(
    _ variable: TypedSyntax.Variable, _ node: TypedSyntax.Node
  ) throws(Refusal) -> GenerationCode {
    switch variable {
    case .declared(let index):
      guard let name = name(of: index) else { throw refusal("counterpart of this name") }
      let declared = scope.declarations.variables[Int(index)].type.represented
      var fails = false
      if case .computed(let computed) = name {
        fails =
          known.computedFails.indices.contains(computed) ? known.computedFails[computed] : true
      }
      return narrowed(GenerationCode(.name(name), declared, fails: fails), to: node.type)
    case .local(let local):
      switch locals[local] {
      case .named(let name, let type)?:
        return narrowed(GenerationCode(.name(.local(name)), type), to: node.type)
      case .inline(let code)?: return try repeated(code)
      case nil: throw refusal("counterpart of this name")
      }
    case .dynamic(let names):
      let spellings = names.map(Scope.identifier)
      guard let name = spellings.first(where: { scope.bound[$0] != nil }) else {
        return try failing(.missingKey)
      }
      return GenerationCode(.name(.local(name)), .dyn)
    }
  }

  /// The name that a variable refers to.
  func name(of variable: VariableIndex) -> GenerationCode.Name? {
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

  private func narrowed(_ code: GenerationCode, to type: ValueType) -> GenerationCode {
    if case .nullable(let inner) = code.type, inner == type {
      return GenerationCode(.known(code), type)
    }
    return code
  }

  mutating func select(
    _ operand: TypedSyntax.Index, _ field: Int32, _ node: TypedSyntax.Node
  ) throws(Refusal) -> GenerationCode {
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
        GenerationCode(
          .caseField(union, unionCase, Int(field)), fields[Int(field)].type.represented),
        to: node.type)
    }
    let operand = try build(operand)
    guard case .declared(let id, _) = operand.type,
      case .record = scope.declarations.types[Int(id.index)].shape,
      let fields = scope.declarations.fields(of: operand.type),
      fields.indices.contains(Int(field))
    else {
      throw refusal(
        "access to the data of another state or of an unproven case",
        change: "test the state with `isIn`, or the case with `has`, in the same cell")
    }
    let declared = fields[Int(field)]
    return narrowed(
      GenerationCode(.field(operand, declared.name), declared.type.represented), to: node.type)
  }

  /// Declares a local variable under the name that it has in the source.
  mutating func declare(_ local: Int32, _ type: ValueType) -> String {
    // A variable that nothing reads must not hide one that the cell reads.
    var name = "item"
    while scope.declarations.variables.contains(where: { $0.name == name }) { name += "_" }
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

  /// Repeats a value that can fail wherever its name is read. Expressions have no other effect than
  /// an error, so this does not change the result.
  mutating func inline(_ local: Int32, _ code: GenerationCode) { locals[local] = .inline(code) }

  /// The code of a value where it is read. Values that hold each other twice would double it each time.
  private mutating func repeated(_ code: GenerationCode) throws(Refusal) -> GenerationCode {
    code.visit { _ in repeatedCount += 1 }
    if repeatedCount > Limits.syntaxNodes {
      throw refusal(
        "`cel.bind` of values that can fail and are read so often",
        change: "give the value a name with `let` or `computed`")
    }
    return code
  }
}
