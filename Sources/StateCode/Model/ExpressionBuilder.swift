import CEL
import StateLinking
import StateModel

/// Translates checked expressions into code.
struct ExpressionBuilder {
  /// Facts about parts of the definition that were translated earlier.
  struct KnownFacts {
    /// Whether reading each computed value can fail, by index.
    var computedFails: [Bool] = []
    /// Whether calling each function can fail, by the index of its declaration.
    var functionFails: [Int32: Bool] = [:]
    /// The optional variables that a guard has proven to have a value.
    var present: Set<VariableIndex> = []
    /// The regular expressions of the generated file.
    var patterns: [String] = []
  }

  /// The names that an expression can use.
  struct Scope {
    let declarations: Declarations
    let roles: [VariableRole]
    /// The names of the states, in document order.
    var states: [String] = []
    /// Whether constant subexpressions are computed when code is generated.
    var isFolding = true
    /// The known values of names.
    var bound: [String: Value] = [:]
  }

  /// How a loop variable or a variable of `cel.bind` is read.
  enum Local {
    case named(String, ValueType)
    /// A value that can fail; its code is repeated wherever it is read.
    case inline(GenerationCode)
  }

  let scope: Scope
  var known: KnownFacts
  let syntax: TypedSyntax
  private let pointer: String
  var locals: [Int32: Local] = [:]
  /// How many expressions are written again because a value that can fail is read.
  var repeatedCount = 0

  /// Builds the code of a cell.
  static func cell(
    _ expression: Expression, _ definition: CheckedDefinition, _ known: inout KnownFacts
  ) throws(Refusal) -> GenerationCell {
    let scope = Scope(
      declarations: definition.declarations, roles: definition.roles,
      states: definition.states.map(\.name))
    let code = try code(expression.syntax, scope, at: expression.pointer, &known)
    return GenerationCell(code: code, pointer: expression.pointer)
  }

  /// Builds the code of an expression.
  static func code(
    _ syntax: TypedSyntax, _ scope: Scope, at pointer: String, _ known: inout KnownFacts,
    as type: ValueType? = nil
  ) throws(Refusal) -> GenerationCode {
    var builder = ExpressionBuilder(scope, syntax, pointer, known)
    var code = try builder.build(builder.syntax.root)
    if let type { code = try builder.coerced(code, to: type) }
    known.patterns = builder.known.patterns
    return code
  }

  private init(_ scope: Scope, _ syntax: TypedSyntax, _ pointer: String, _ known: KnownFacts) {
    self.scope = scope
    self.known = known
    self.syntax = scope.isFolding ? syntax.folded(scope.declarations).syntax : syntax
    self.pointer = pointer
  }

  func refusal(_ missing: String, change: String? = nil) -> Refusal {
    Refusal(missing, change: change, at: pointer)
  }

  func node(_ index: TypedSyntax.Index) throws(Refusal) -> TypedSyntax.Node {
    guard syntax.nodes.indices.contains(Int(index)) else {
      throw refusal("counterpart of this expression")
    }
    return syntax.nodes[Int(index)]
  }

  mutating func build(_ index: TypedSyntax.Index) throws(Refusal) -> GenerationCode {
    let node = try node(index)
    let code = try coerced(build(node), to: node.type)
    if code.depth > GenerationCode.depthLimit {
      throw refusal(
        "expressions nested this deeply", change: "give parts of it names with `let` or `computed`")
    }
    return code
  }

  private mutating func build(_ node: TypedSyntax.Node) throws(Refusal) -> GenerationCode {
    switch node.kind {
    case .constant(let value): return try constant(value, node.type)
    case .variable(let variable): return try read(variable, node)
    case .field(let operand, let field): return try select(operand, field, node)
    case .isCase(let operand, let index):
      let operand = try build(operand)
      guard case .declared(let id, _) = operand.type.withoutNull else { break }
      return GenerationCode(.isCase(operand, UnionCase(type: id, index: index)), .bool)
    case .isNotNull(let operand):
      let operand = try raw(operand)
      if operand.type == .dyn {
        return try dynamic(.notEqual, [operand, GenerationCode(.null, .dyn)])
      }
      return GenerationCode(.isNotNull(operand), .bool)
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
      return GenerationCode(.declared(Int(index), try all(arguments)), node.type, fails: fails)
    case .callUnknown(_, let arguments): return try failing(.overload, try all(arguments))
    case .and(let left, let right): return logic(true, try boolean(left), try boolean(right))
    case .or(let left, let right): return logic(false, try boolean(left), try boolean(right))
    case .conditional(let condition, let first, let second):
      return GenerationCode(
        .conditional(
          try boolean(condition), try coerced(build(first), to: node.type),
          try coerced(build(second), to: node.type)), node.type.represented)
    case .list(let elements): return try list(elements, node.type.represented)
    case .map(let entries): return try map(entries, node.type.represented)
    case .record(let id, let elements): return try record(id, elements, node.type)
    case .union(let unionCase, let fields):
      return GenerationCode(.union(unionCase, try all(fields)), node.type)
    case .copy(let base, let changes): return try copy(base, changes, node.type)
    case .loop(let loop): return try self.loop(loop, node.type)
    case .bind(let local, let value, let body): return try bind(local, value, body, node.type)
    case .optionalMap(let operand, let local, let body, let isFlat):
      return try optionalMap(operand, local, body, isFlat, node.type)
    case .isIn(let name):
      guard let state = scope.states.firstIndex(of: name) else { break }
      return GenerationCode(.isIn(state), .bool)
    case .orNull(let operand):
      let code = try build(operand)
      if code.type == .dyn { return GenerationCode(.prelude("celOrNull", [code]), .dyn) }
      return GenerationCode(code.kind, node.type, fails: code.fails)
    case .widen(let operand): return try build(operand)
    case .caseData, .optionalField: break
    }
    throw refusal("counterpart of this expression")
  }

  private static func text(_ text: String) -> GenerationCode {
    GenerationCode(.text(text), .string)
  }

  /// Builds an operand that must be a bool.
  private mutating func boolean(_ index: TypedSyntax.Index) throws(Refusal) -> GenerationCode {
    try coerced(build(index), to: .bool)
  }

  func logic(_ isAnd: Bool, _ left: GenerationCode, _ right: GenerationCode) -> GenerationCode {
    if left.fails {
      return GenerationCode(.absorbing(isAnd: isAnd, left, right), .bool, fails: true)
    }
    guard right.fails else { return GenerationCode(.infix(isAnd ? .and : .or, left, right), .bool) }
    let decided = GenerationCode(.bool(!isAnd), .bool)
    return GenerationCode(
      isAnd ? .conditional(left, right, decided) : .conditional(left, decided, right), .bool)
  }

  mutating func all(_ indices: [TypedSyntax.Index]) throws(Refusal) -> [GenerationCode] {
    var codes: [GenerationCode] = []
    for index in indices { codes.append(try build(index)) }
    return codes
  }

  private mutating func list(
    _ elements: [TypedSyntax.Element], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let type = type == .dyn ? .list(.dyn) : type
    guard case .list(let inner) = type else { throw refusal("counterpart of this expression") }
    guard elements.contains(where: \.isOptional) else {
      var codes: [GenerationCode] = []
      for element in elements { codes.append(try coerced(build(element.value), to: inner)) }
      return GenerationCode(.list(codes), type)
    }
    var parts: [GenerationCode] = []
    for element in elements {
      let code = try build(element.value)
      if !element.isOptional {
        parts.append(GenerationCode(.list([try coerced(code, to: inner)]), type))
      } else if case .optional(inner) = code.type {
        parts.append(GenerationCode(.prelude("celPresent", [code]), type))
      } else {
        let present = GenerationCode(
          .prelude("celPresentDyn", [try coerced(code, to: .dyn)]), .list(.dyn), fails: true)
        parts.append(try coerced(present, to: type))
      }
    }
    return GenerationCode(.prelude("celList", [GenerationCode(.list(parts), .list(type))]), type)
  }

  private enum Access { case select, has, optionalSelect, index, optionalIndex }

  /// Builds an access by key or index.
  private mutating func keyed(
    _ access: Access, _ operand: TypedSyntax.Index, _ key: GenerationCode, _ node: TypedSyntax.Node
  ) throws(Refusal) -> GenerationCode {
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
        return GenerationCode(.prelude(name, [operand, key]), type, fails: true)
      }
    case .has: if isStatic { return GenerationCode(.prelude("celHasKey", [operand, key]), .bool) }
    case .optionalSelect, .optionalIndex:
      if isStatic, type != .dyn {
        let name = if case .map = operand.type { "celLookupOptional" } else { "celFind" }
        return GenerationCode(.prelude(name, [operand, key]), type)
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
    return GenerationCode(
      .prelude(name, [value, isNamed ? key : try coerced(key, to: .dyn)]),
      access == .has ? .bool : .dyn, fails: true)
  }

  private mutating func map(
    _ entries: [TypedSyntax.Entry], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let type = type == .dyn ? .map(.dyn, .dyn) : type
    guard case .map(let keyType, let valueType) = type else {
      throw refusal("counterpart of this expression")
    }
    if entries.isEmpty { return GenerationCode(.map([]), type) }
    var parts: [GenerationCode] = []
    for entry in entries {
      let key = try coerced(build(entry.key), to: keyType)
      let value = try build(entry.value)
      if !entry.isOptional {
        let value = try coerced(value, to: valueType)
        parts.append(GenerationCode(.prelude("celEntry", [key, value]), .list(.dyn)))
      } else if case .optional(valueType) = value.type {
        parts.append(GenerationCode(.prelude("celOptionalEntry", [key, value]), .list(.dyn)))
      } else if valueType == .dyn {
        let value = try coerced(value, to: .dyn)
        parts.append(
          GenerationCode(.prelude("celOptionalEntryDyn", [key, value]), .list(.dyn), fails: true))
      } else {
        throw refusal(
          "optional entries (`{?k: v}`)", change: "choose between two maps with `a ? b : c`")
      }
    }
    let list = GenerationCode(.list(parts), .list(.list(.dyn)))
    return GenerationCode(.prelude("celMap", [list]), type, fails: true)
  }

  private mutating func record(
    _ id: TypeID, _ elements: [TypedSyntax.Element], _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let fields = scope.declarations.fields(of: type.withoutNull) ?? []
    var parts: [GenerationCode?] = []
    for (field, element) in zip(fields, elements) {
      if element.isOptional {
        throw refusal(
          "optional fields (`{?f: v}`)",
          change: "give the field a value or null with `a ? b : null`")
      }
      let part = try build(element.value)
      // An input that is left to its default.
      if field.hasDefault, case .null = part.kind { parts.append(nil) } else { parts.append(part) }
    }
    return GenerationCode(.record(parts), type.withoutNull)
  }

  private mutating func copy(
    _ base: TypedSyntax.Index, _ changes: [(field: Int32, value: TypedSyntax.Index)],
    _ type: ValueType
  ) throws(Refusal) -> GenerationCode {
    let fields = scope.declarations.fields(of: type.withoutNull) ?? []
    let base = try build(base)
    var parts: [(field: String, value: GenerationCode)] = []
    for change in changes where fields.indices.contains(Int(change.field)) {
      parts.append((fields[Int(change.field)].name, try build(change.value)))
    }
    return GenerationCode(.copy(base, parts), type)
  }
}
