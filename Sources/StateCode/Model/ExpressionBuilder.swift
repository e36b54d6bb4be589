import CEL
import StateTables

/// A checked expression as code.
struct ExpressionBuilder {
  /// What other parts of the definition have turned out to be.
  struct Known {
    /// Whether reading a computed value can fail, by index.
    var computedFails: [Bool] = []
    /// Whether calling a function can fail, by its declaration.
    var functionFails: [Int32: Bool] = [:]
    /// Optionals that a guard has shown to have a value.
    var present: Set<VariableIndex> = []
    /// The regular expressions of the file.
    var patterns: [String] = []
  }

  let definition: CheckedDefinition
  var known: Known
  private let syntax: TypedSyntax
  private let pointer: String
  private var locals: [Int32: (name: String, type: ValueType)] = [:]

  /// Makes the code of a cell.
  static func cell(
    _ expression: Expression, _ definition: CheckedDefinition, _ known: inout Known
  ) throws(Refusal) -> Cell {
    var builder = ExpressionBuilder(definition, expression, known)
    let code = try builder.build(builder.syntax.root, 0)
    known.patterns = builder.known.patterns
    return Cell(code: code, pointer: expression.pointer)
  }

  private init(_ definition: CheckedDefinition, _ expression: Expression, _ known: Known) {
    self.definition = definition
    self.known = known
    syntax = expression.syntax.folded(definition.declarations).syntax
    pointer = expression.pointer
  }

  func refusal(_ missing: String) -> Refusal { Refusal(missing, at: pointer) }

  func node(_ index: TypedSyntax.Index) throws(Refusal) -> TypedSyntax.Node {
    guard syntax.nodes.indices.contains(Int(index)) else {
      throw refusal("counterpart of this expression")
    }
    return syntax.nodes[Int(index)]
  }

  func type(_ index: TypedSyntax.Index) throws(Refusal) -> ValueType { try node(index).type }

  mutating func build(_ index: TypedSyntax.Index, _ level: Int = 0) throws(Refusal) -> Code {
    let code = try build(try node(index))
    if code.depth > Code.depthLimit { throw refusal("expressions that nest so deep") }
    return code
  }

  private mutating func build(_ node: TypedSyntax.Node) throws(Refusal) -> Code {
    switch node.kind {
    case .constant(let value): return try constant(value, node.type)
    case .variable(let variable): return try read(variable, node)
    case .field(let operand, let field): return try select(operand, field, node)
    case .isCase(let operand, let index):
      let operand = try build(operand)
      guard case .declared(let id, _) = operand.type.withoutNull else { break }
      return Code(.isCase(operand, UnionCase(type: id, index: index)), .bool)
    case .isNotNull(let operand): return Code(.isNotNull(try raw(operand)), .bool)
    case .select(let operand, let name):
      return try keyed("celIndex", operand, Code(.text(name), .string), node.type, fails: true)
    case .hasKey(let operand, let name):
      return try keyed("celHasKey", operand, Code(.text(name), .string), .bool, fails: false)
    case .optionalSelect(let operand, let name):
      return try keyed("celFind", operand, Code(.text(name), .string), node.type, fails: false)
    case .index(let operand, let key):
      return try keyed("celIndex", operand, try build(key), node.type, fails: true)
    case .optionalIndex(let operand, let key):
      return try keyed("celFind", operand, try build(key), node.type, fails: false)
    case .call(let function, let arguments):
      return try call(function, arguments, node.type)
    case .callDeclared(let index, let arguments):
      let fails = known.functionFails[index] ?? true
      return Code(.declared(Int(index), try all(arguments)), node.type, fails: fails)
    case .and(let left, let right): return logic(true, try build(left), try build(right))
    case .or(let left, let right): return logic(false, try build(left), try build(right))
    case .conditional(let condition, let first, let second):
      return Code(
        .conditional(try build(condition), try build(first), try build(second)), node.type)
    case .list(let elements): return Code(.list(try plain(elements)), node.type)
    case .map(let entries): return try map(entries, node.type)
    case .record(let id, let elements): return try record(id, elements, node.type)
    case .union(let unionCase, let fields):
      return Code(.union(unionCase, try all(fields)), node.type)
    case .copy(let base, let changes): return try copy(base, changes, node.type)
    case .loop(let loop): return try self.loop(loop, node.type)
    case .bind(let local, let value, let body): return try bind(local, value, body, node.type)
    case .optionalMap(let operand, let local, let body, let isFlat):
      return try optionalMap(operand, local, body, isFlat, node.type)
    case .isIn(let name):
      guard let state = definition.states.firstIndex(where: { $0.name == name }) else { break }
      return Code(.isIn(state), .bool)
    case .orNull(let operand):
      let code = try build(operand)
      if case .optional(let inner) = code.type, case .nullable = inner { break }
      return Code(code.kind, node.type, fails: code.fails)
    case .widen(let operand): return try widened(operand, node.type)
    case .caseData, .optionalField, .callUnknown: break
    }
    throw refusal("counterpart of this expression")
  }

  func logic(_ isAnd: Bool, _ left: Code, _ right: Code) -> Code {
    if left.fails { return Code(.absorbing(isAnd: isAnd, left, right), .bool, fails: true) }
    guard right.fails else { return Code(.infix(isAnd ? .and : .or, left, right), .bool) }
    let decided = Code(.bool(!isAnd), .bool)
    return Code(
      isAnd ? .conditional(left, right, decided) : .conditional(left, decided, right), .bool)
  }

  mutating func all(_ indices: [TypedSyntax.Index]) throws(Refusal) -> [Code] {
    var codes: [Code] = []
    for index in indices { codes.append(try build(index)) }
    return codes
  }

  private mutating func plain(_ elements: [TypedSyntax.Element]) throws(Refusal) -> [Code] {
    var codes: [Code] = []
    for element in elements {
      if element.isOptional { throw refusal("optional elements (`[?x]`)") }
      codes.append(try build(element.value))
    }
    return codes
  }

  private mutating func keyed(
    _ function: String, _ operand: TypedSyntax.Index, _ key: Code, _ type: ValueType, fails: Bool
  ) throws(Refusal) -> Code {
    let operand = try build(operand)
    switch operand.type {
    case .list, .map: return Code(.prelude(function, [operand, key]), type, fails: fails)
    default: throw refusal("values of the type `dyn`, and selections from optionals")
    }
  }

  private mutating func map(
    _ entries: [TypedSyntax.Entry], _ type: ValueType
  ) throws(Refusal) -> Code {
    var codes: [(key: Code, value: Code)] = []
    for entry in entries {
      if entry.isOptional { throw refusal("optional entries (`{?k: v}`)") }
      codes.append((try build(entry.key), try build(entry.value)))
    }
    return Code(.map(codes), type, fails: !codes.isEmpty)
  }

  private mutating func record(
    _ id: TypeID, _ elements: [TypedSyntax.Element], _ type: ValueType
  ) throws(Refusal) -> Code {
    let fields = definition.declarations.fields(of: type.withoutNull) ?? []
    var parts: [Code?] = []
    for (field, element) in zip(fields, elements) {
      if element.isOptional { throw refusal("optional fields (`{?f: v}`)") }
      let part = try build(element.value)
      if field.hasDefault, case .null = part.kind {
        throw refusal("states whose inputs are left to their defaults")
      } else {
        parts.append(part)
      }
    }
    return Code(.record(parts), type.withoutNull)
  }

  private mutating func copy(
    _ base: TypedSyntax.Index, _ changes: [(field: Int32, value: TypedSyntax.Index)],
    _ type: ValueType
  ) throws(Refusal) -> Code {
    let fields = definition.declarations.fields(of: type.withoutNull) ?? []
    let base = try build(base)
    var parts: [(field: String, value: Code)] = []
    for change in changes where fields.indices.contains(Int(change.field)) {
      parts.append((fields[Int(change.field)].name, try build(change.value)))
    }
    return Code(.copy(base, parts), type)
  }

  private mutating func widened(
    _ operand: TypedSyntax.Index, _ type: ValueType
  ) throws(Refusal) -> Code {
    let code = try build(operand)
    guard case .nullable(let inner) = type, code.type == inner else {
      throw refusal("values of the type `dyn`")
    }
    return Code(code.kind, type, fails: code.fails)
  }
}

/// Names.
extension ExpressionBuilder {
  /// A name in the form of its declaration, whatever is known about it.
  private mutating func raw(_ index: TypedSyntax.Index) throws(Refusal) -> Code {
    let code = try build(index)
    if case .known(let inner) = code.kind { return inner }
    return code
  }

  private func read(
    _ variable: TypedSyntax.Variable, _ node: TypedSyntax.Node
  ) throws(Refusal) -> Code {
    switch variable {
    case .declared(let index):
      guard let name = name(of: index) else { throw refusal("counterpart of this name") }
      let declared = definition.declarations.variables[Int(index)].type
      var fails = false
      if case .computed(let computed) = name {
        fails =
          known.computedFails.indices.contains(computed) ? known.computedFails[computed] : true
      }
      return narrowed(Code(.name(name), declared, fails: fails), to: node.type)
    case .local(let local):
      guard let local = locals[local] else { throw refusal("counterpart of this name") }
      return narrowed(Code(.name(.local(local.name)), local.type), to: node.type)
    case .dynamic: throw refusal("names that are known only when it runs")
    }
  }

  /// What a variable stands for.
  func name(of variable: VariableIndex) -> Code.Name? {
    guard definition.roles.indices.contains(Int(variable)) else { return nil }
    let spelling = definition.declarations.variables[Int(variable)].name
    switch definition.roles[Int(variable)] {
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

  private mutating func select(
    _ operand: TypedSyntax.Index, _ field: Int32, _ node: TypedSyntax.Node
  ) throws(Refusal) -> Code {
    if case .caseData(let union, let index) = try self.node(operand).kind {
      let union = try build(union)
      guard case .declared(let id, let arguments) = union.type.withoutNull else {
        throw refusal("counterpart of this expression")
      }
      let unionCase = UnionCase(type: id, index: index)
      let fields = definition.declarations.fields(of: .caseData(unionCase, arguments)) ?? []
      guard fields.indices.contains(Int(field)) else {
        throw refusal("counterpart of this expression")
      }
      return narrowed(
        Code(.caseField(union, unionCase, Int(field)), fields[Int(field)].type), to: node.type)
    }
    let operand = try build(operand)
    guard case .declared(let id, _) = operand.type,
      case .record = definition.declarations.types[Int(id.index)].shape,
      let fields = definition.declarations.fields(of: operand.type),
      fields.indices.contains(Int(field))
    else { throw refusal("reading of what another state or a case holds") }
    let declared = fields[Int(field)]
    return narrowed(Code(.field(operand, declared.name), declared.type), to: node.type)
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
    if locals.values.contains(where: { $0.name == name }) { name += String(local) }
    locals[local] = (name, type)
    return name
  }
}
