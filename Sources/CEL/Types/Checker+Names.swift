extension Checker {
  /// A name, and as many of the selections after it as belong to it: `event.text`, `math.abs(x)`,
  /// `Severity.minor`. What belongs to it is taken from the chain.
  mutating func checkName(
    _ index: Syntax.Index, _ spine: inout [Syntax.Index], _ expected: Expected
  ) -> Typed {
    guard case .name(let name, let isAbsolute) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    if !isAbsolute, let local = locals.active.last(where: { $0.name == name.text }) {
      return read(.local(local.index), .local(local.index), local.type, at: name.range)
    }
    guard let next = spine.last, syntax.isDot(next) else {
      return checkPlainName(name, isAbsolute, [], &spine, expected)
    }
    if isCell, !scope.mayBeDotted(name.text) {
      return checkPlainName(name, isAbsolute, [], &spine, expected)
    }
    let dotted = dottedNames(name, spine)
    if let function = takeNamespacedCall(
      dotted.last ?? name.text, after: dotted.count, isAbsolute, &spine)
    {
      return checkNamespacedCall(function, spine.isEmpty ? expected : .nothing)
    }
    return checkPlainName(name, isAbsolute, dotted, &spine, expected)
  }

  private mutating func checkPlainName(
    _ name: Syntax.Name, _ isAbsolute: Bool, _ dotted: [String], _ spine: inout [Syntax.Index],
    _ expected: Expected
  ) -> Typed {
    for position in dotted.indices.reversed() {
      let length = position + 1
      let range = syntax.range(spine[spine.count - length])
      if let found = lookUp(dotted[position], isAbsolute: isAbsolute, at: range) {
        spine.removeLast(length)
        return found
      }
    }
    if let found = lookUp(name.text, isAbsolute: isAbsolute, at: name.range) { return found }
    if let constant = checkTypeName(name, &spine, expected) { return constant }
    if !scope.isChecked {
      return emit(
        .variable(.dynamic(scope.candidates(name.text, isAbsolute: isAbsolute))), .dyn,
        at: name.range)
    }
    return reportUnknownName(name, spine, expected)
  }

  /// `a.b`, `a.b.c`: a name with the plain selections that follow it.
  private func dottedNames(_ name: Syntax.Name, _ spine: [Syntax.Index]) -> [String] {
    var names: [String] = []
    for node in spine.reversed() {
      guard case .select(_, let field, isOptional: false) = syntax[node] else { break }
      names.append((names.last ?? name.text) + "." + field.text)
    }
    return names
  }

  private mutating func lookUp(_ name: String, isAbsolute: Bool, at range: Range<Int32>) -> Typed? {
    if isCell { return lookUp(name, at: range) }
    for candidate in scope.candidates(name, isAbsolute: isAbsolute) {
      if let found = lookUp(candidate, at: range) { return found }
    }
    return nil
  }

  private mutating func lookUp(_ name: String, at range: Range<Int32>) -> Typed? {
    if let index = scope.variable(named: name),
      scope.declarations.variables.indices.contains(Int(index))
    {
      let type = scope.declarations.variables[Int(index)].type
      return read(.declared(index), .declared(index), type, at: range)
    }
    if let type = Checker.typeConstants[name] {
      return emit(.constant(.type(type.value)), .type(type.type), at: range)
    }
    return nil
  }

  /// Reads a variable, narrowed by the facts about it.
  mutating func read(
    _ variable: TypedSyntax.Variable, _ root: Path.Root, _ type: ValueType, at range: Range<Int32>
  ) -> Typed {
    let path = Path(root: root)
    let type = scope.isChecked ? resolved(type) : .dyn
    let typed = emit(.variable(variable), narrowed(type, path), at: range)
    notes.change(typed.node) { $0 = Note(declared: type, path: path) }
    return typed
  }

  /// `T` for a `T?` that is known not to be null.
  func narrowed(_ type: ValueType, _ path: Path?) -> ValueType {
    guard let path, case .nullable(let wrapped) = type,
      facts.provesNotNull(path) || reported.facts.provesNotNull(path)
    else { return type }
    return wrapped
  }

  /// The types that are values, by the names that CEL gives them.
  static let typeConstants: [String: (value: Value.TypeValue, type: ValueType)] = [
    "bool": (.bool, .bool), "int": (.int, .int), "uint": (.uint, .uint),
    "double": (.double, .double), "string": (.string, .string), "bytes": (.bytes, .bytes),
    "null_type": (.null, .null), "list": (.list, .list(.dyn)), "map": (.map, .map(.dyn, .dyn)),
    "type": (.type, .type(.dyn)), "optional_type": (.optional, .optional(.dyn)),
    "google.protobuf.Timestamp": (.timestamp, .timestamp),
    "google.protobuf.Duration": (.duration, .duration),
  ]

  /// `Severity.minor`, or `Effect.sendSms` of a case that holds nothing.
  private mutating func checkTypeName(
    _ name: Syntax.Name, _ spine: inout [Syntax.Index], _ expected: Expected
  ) -> Typed? {
    guard let id = scope.typeNames[name.text] else { return nil }
    if declarations[id].shape == .broken {
      spine.removeAll()
      return poison(at: name.range)
    }
    guard let last = spine.last, case .select(_, let member, isOptional: false) = syntax[last]
    else {
      guard let last = spine.last, case .method(_, let member, let arguments) = syntax[last] else {
        return reportTypeAsValue(id, name)
      }
      return reportTypeAsValue(id, name, member: member.text, arguments: arguments)
    }
    let range = syntax.range(last)
    switch declarations[id].shape {
    case .enumeration(let names):
      spine.removeLast()
      guard let index = names.firstIndex(of: member.text) else {
        return reportUnknownMember(member, .valueOf(name.text), among: names)
      }
      return emit(.constant(.enumeration(id, Int32(index))), .declared(id, []), at: range)
    case .union(let cases):
      spine.removeLast()
      return checkCaseConstant(id, cases, member, spine.isEmpty ? expected : .nothing, at: range)
    case .record, .state, .broken: return reportTypeAsValue(id, name)
    }
  }

  private mutating func checkCaseConstant(
    _ id: TypeID, _ cases: [Declarations.Case], _ member: Syntax.Name, _ expected: Expected,
    at range: Range<Int32>
  ) -> Typed {
    let name = declarations.name(of: id)
    guard let index = cases.firstIndex(where: { $0.name == member.text }) else {
      return reportUnknownMember(member, .caseOf(name), among: cases.map(\.name))
    }
    let missing = cases[index].fields.filter { $0.type.orNull != $0.type }
    guard missing.isEmpty else {
      return report(
        .type(
          .missingFields(
            of: member.text, typedNames(missing), example: "\(name){\(member.text): {…}}")),
        at: range)
    }
    let type = instance(of: id, expected)
    let unionCase = UnionCase(type: id, index: Int32(index))
    let absent = cases[index].fields.map { field in
      emit(.constant(.null), field.type, at: range).node
    }
    return emit(.union(unionCase, absent), type, at: range)
  }

  /// A declared type with its arguments: those expected, else open ones.
  mutating func instance(of id: TypeID, _ expected: Expected) -> ValueType {
    let parameters = declarations[id].parameters
    if parameters.isEmpty { return .declared(id, []) }
    if let type = expected.type, case .declared(id, let arguments) = resolved(type).withoutNull {
      return .declared(id, arguments)
    }
    return .declared(id, parameters.map { _ in inference.fresh() })
  }
}
