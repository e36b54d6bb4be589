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

  /// What an expression may name.
  struct Scope {
    let declarations: Declarations
    let roles: [VariableRole]
    /// The names of the states, in document order.
    var states: [String] = []
    /// Whether constant parts are computed when generating.
    var isFolding = true
    /// What names are bound to where that is known.
    var bound: [String: Value] = [:]
  }

  /// A variable of a loop or of `cel.bind`.
  private enum Local {
    case named(String, ValueType)
    /// A value that can fail: it stands where it is read.
    case inline(Code)
  }

  let scope: Scope
  var known: Known
  private let syntax: TypedSyntax
  private let pointer: String
  private var locals: [Int32: Local] = [:]

  /// Makes the code of a cell.
  static func cell(
    _ expression: Expression, _ definition: CheckedDefinition, _ known: inout Known
  ) throws(Refusal) -> Cell {
    let scope = Scope(
      declarations: definition.declarations, roles: definition.roles,
      states: definition.states.map(\.name))
    let code = try code(expression.syntax, scope, at: expression.pointer, &known)
    return Cell(code: code, pointer: expression.pointer)
  }

  /// Makes the code of an expression.
  static func code(
    _ syntax: TypedSyntax, _ scope: Scope, at pointer: String, _ known: inout Known,
    as type: ValueType? = nil
  ) throws(Refusal) -> Code {
    var builder = ExpressionBuilder(scope, syntax, pointer, known)
    var code = try builder.build(builder.syntax.root)
    if let type { code = try builder.coerced(code, to: type) }
    known.patterns = builder.known.patterns
    return code
  }

  private init(_ scope: Scope, _ syntax: TypedSyntax, _ pointer: String, _ known: Known) {
    self.scope = scope
    self.known = known
    self.syntax = scope.isFolding ? syntax.folded(scope.declarations).syntax : syntax
    self.pointer = pointer
  }

  func refusal(_ missing: String) -> Refusal { Refusal(missing, at: pointer) }

  func node(_ index: TypedSyntax.Index) throws(Refusal) -> TypedSyntax.Node {
    guard syntax.nodes.indices.contains(Int(index)) else {
      throw refusal("counterpart of this expression")
    }
    return syntax.nodes[Int(index)]
  }

  func type(_ index: TypedSyntax.Index) throws(Refusal) -> ValueType { try node(index).type }

  mutating func build(_ index: TypedSyntax.Index) throws(Refusal) -> Code {
    let node = try node(index)
    let code = try coerced(build(node), to: node.type)
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
    case .isNotNull(let operand):
      let operand = try raw(operand)
      if operand.type == .dyn { return try dynamic(.notEqual, [operand, Code(.null, .dyn)]) }
      return Code(.isNotNull(operand), .bool)
    case .select(let operand, let name): return try keyed(.select, operand, Self.text(name), node)
    case .hasKey(let operand, let name): return try keyed(.has, operand, Self.text(name), node)
    case .optionalSelect(let operand, let name):
      return try keyed(.optionalSelect, operand, Self.text(name), node)
    case .index(let operand, let key): return try keyed(.index, operand, try build(key), node)
    case .optionalIndex(let operand, let key):
      return try keyed(.optionalIndex, operand, try build(key), node)
    case .call(let function, let arguments):
      return try call(function, arguments, node.type)
    case .callDeclared(let index, let arguments):
      let fails = known.functionFails[index] ?? true
      return Code(.declared(Int(index), try all(arguments)), node.type, fails: fails)
    case .callUnknown(_, let arguments): return try failing(.overload, try all(arguments))
    case .and(let left, let right): return logic(true, try truth(left), try truth(right))
    case .or(let left, let right): return logic(false, try truth(left), try truth(right))
    case .conditional(let condition, let first, let second):
      return Code(
        .conditional(
          try truth(condition), try coerced(build(first), to: node.type),
          try coerced(build(second), to: node.type)), node.type.represented)
    case .list(let elements): return try list(elements, node.type.represented)
    case .map(let entries): return try map(entries, node.type.represented)
    case .record(let id, let elements): return try record(id, elements, node.type)
    case .union(let unionCase, let fields):
      return Code(.union(unionCase, try all(fields)), node.type)
    case .copy(let base, let changes): return try copy(base, changes, node.type)
    case .loop(let loop): return try self.loop(loop, node.type)
    case .bind(let local, let value, let body): return try bind(local, value, body, node.type)
    case .optionalMap(let operand, let local, let body, let isFlat):
      return try optionalMap(operand, local, body, isFlat, node.type)
    case .isIn(let name):
      guard let state = scope.states.firstIndex(of: name) else { break }
      return Code(.isIn(state), .bool)
    case .orNull(let operand):
      let code = try build(operand)
      if code.type == .dyn { return Code(.prelude("celOrNull", [code]), .dyn) }
      return Code(code.kind, node.type, fails: code.fails)
    case .widen(let operand): return try build(operand)
    case .caseData, .optionalField: break
    }
    throw refusal("counterpart of this expression")
  }

  private static func text(_ text: String) -> Code { Code(.text(text), .string) }

  /// An operand that must be true or false.
  private mutating func truth(_ index: TypedSyntax.Index) throws(Refusal) -> Code {
    try coerced(build(index), to: .bool)
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

  private mutating func list(
    _ elements: [TypedSyntax.Element], _ type: ValueType
  ) throws(Refusal) -> Code {
    let type = type == .dyn ? .list(.dyn) : type
    guard case .list(let inner) = type else { throw refusal("counterpart of this expression") }
    guard elements.contains(where: \.isOptional) else {
      var codes: [Code] = []
      for element in elements { codes.append(try coerced(build(element.value), to: inner)) }
      return Code(.list(codes), type)
    }
    var parts: [Code] = []
    for element in elements {
      let code = try build(element.value)
      if !element.isOptional {
        parts.append(Code(.list([try coerced(code, to: inner)]), type))
      } else if case .optional(inner) = code.type {
        parts.append(Code(.prelude("celPresent", [code]), type))
      } else {
        let present = Code(
          .prelude("celPresentDyn", [try coerced(code, to: .dyn)]), .list(.dyn), fails: true)
        parts.append(try coerced(present, to: type))
      }
    }
    return Code(.prelude("celList", [Code(.list(parts), .list(type))]), type)
  }

  private enum Access { case select, has, optionalSelect, index, optionalIndex }

  /// What stands under a key, or at a place.
  private mutating func keyed(
    _ access: Access, _ operand: TypedSyntax.Index, _ key: Code, _ node: TypedSyntax.Node
  ) throws(Refusal) -> Code {
    let operand = try build(operand)
    let isStatic: Bool
    switch (operand.type, access) {
    case (.list, .index), (.list, .optionalIndex): isStatic = key.type == .int
    case (.map(let type, _), _): isStatic = key.type == type
    default: isStatic = false
    }
    let type = node.type.represented
    switch access {
    case .select, .index:
      if isStatic {
        let name = if case .map = operand.type { "celLookup" } else { "celIndex" }
        return Code(.prelude(name, [operand, key]), type, fails: true)
      }
    case .has: if isStatic { return Code(.prelude("celHasKey", [operand, key]), .bool) }
    case .optionalSelect, .optionalIndex:
      if isStatic, type != .dyn {
        let name = if case .map = operand.type { "celLookupOptional" } else { "celFind" }
        return Code(.prelude(name, [operand, key]), type)
      }
    }
    let value = try coerced(operand, to: .dyn)
    let name =
      switch access {
      case .select: "celSelect"
      case .has: "celHasField"
      case .optionalSelect: "celOptionalSelect"
      case .index: "celIndexDyn"
      case .optionalIndex: "celFindDyn"
      }
    let isNamed = access != .index && access != .optionalIndex
    return Code(
      .prelude(name, [value, isNamed ? key : try coerced(key, to: .dyn)]),
      access == .has ? .bool : .dyn, fails: true)
  }

  private mutating func map(
    _ entries: [TypedSyntax.Entry], _ type: ValueType
  ) throws(Refusal) -> Code {
    let type = type == .dyn ? .map(.dyn, .dyn) : type
    guard case .map(let keyType, let valueType) = type else {
      throw refusal("counterpart of this expression")
    }
    if entries.isEmpty { return Code(.map([]), type) }
    var parts: [Code] = []
    for entry in entries {
      let key = try coerced(build(entry.key), to: keyType)
      let value = try build(entry.value)
      if !entry.isOptional {
        let value = try coerced(value, to: valueType)
        parts.append(Code(.prelude("celEntry", [key, value]), .list(.dyn)))
      } else if case .optional(valueType) = value.type {
        parts.append(Code(.prelude("celOptionalEntry", [key, value]), .list(.dyn)))
      } else if valueType == .dyn {
        let value = try coerced(value, to: .dyn)
        parts.append(
          Code(.prelude("celOptionalEntryDyn", [key, value]), .list(.dyn), fails: true))
      } else {
        throw refusal("optional entries (`{?k: v}`)")
      }
    }
    let list = Code(.list(parts), .list(.list(.dyn)))
    return Code(.prelude("celMap", [list]), type, fails: true)
  }

  private mutating func record(
    _ id: TypeID, _ elements: [TypedSyntax.Element], _ type: ValueType
  ) throws(Refusal) -> Code {
    let fields = scope.declarations.fields(of: type.withoutNull) ?? []
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
    let fields = scope.declarations.fields(of: type.withoutNull) ?? []
    let base = try build(base)
    var parts: [(field: String, value: Code)] = []
    for change in changes where fields.indices.contains(Int(change.field)) {
      parts.append((fields[Int(change.field)].name, try build(change.value)))
    }
    return Code(.copy(base, parts), type)
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
      let declared = scope.declarations.variables[Int(index)].type
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

  private mutating func select(
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
        Code(.caseField(union, unionCase, Int(field)), fields[Int(field)].type), to: node.type)
    }
    let operand = try build(operand)
    guard case .declared(let id, _) = operand.type,
      case .record = scope.declarations.types[Int(id.index)].shape,
      let fields = scope.declarations.fields(of: operand.type),
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
    let isTaken = locals.values.contains { if case .named(name, _) = $0 { true } else { false } }
    if isTaken { name += String(local) }
    locals[local] = .named(name, type)
    return name
  }

  /// A value that can fail stands wherever its name is read: nothing else has effects.
  mutating func inline(_ local: Int32, _ code: Code) { locals[local] = .inline(code) }
}
