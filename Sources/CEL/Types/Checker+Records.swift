extension Checker {
  /// What a field is given: an expression, or a cell below.
  enum GivenValue {
    case syntax(Syntax.Index)
    case cell(Cell, key: String)
  }

  struct GivenField {
    var name: Syntax.Name
    var value: GivenValue
    var isOptional = false
  }

  mutating func checkValue(_ value: GivenValue, _ expected: Expected) -> Typed {
    switch value {
    case .syntax(let index): return check(index, expected)
    case .cell(let cell, let key):
      let outer = pointer
      pointer += "/" + Checker.escaped(key)
      defer { pointer = outer }
      return checkCell(cell, expected)
    }
  }

  /// `A{f: x}`: a record, a state by its inputs, or a union by its case.
  mutating func checkMessage(
    _ name: Syntax.Name, _ isAbsolute: Bool, _ fields: [Syntax.Field], at index: Syntax.Index,
    _ expected: Expected
  ) -> Typed {
    let range = syntax.range(index)
    let candidates = scope.candidates(name.text, isAbsolute: isAbsolute)
    guard let id = candidates.compactMap({ scope.typeNames[$0] }).first else {
      let values = fields.map { check($0.value).node }
      if !scope.isChecked {
        return emit(.callUnknown(name.text + "{}", values), .dyn, at: range)
      }
      return complainOfUnknownType(name)
    }
    let given = fields.map {
      GivenField(name: $0.name, value: .syntax($0.value), isOptional: $0.isOptional)
    }
    let type = instance(of: id, expected)
    switch declarations[id].shape {
    case .record, .state: return checkFields(given, of: type, at: range)
    case .union: return checkUnion(given, of: type, at: range)
    case .broken:
      for field in given { _ = checkValue(field.value, .nothing) }
      return poison(at: range)
    case .enumeration(let names):
      return complain(
        "type/mismatch",
        "`\(name.text)` is an enum; a value of it is "
          + "`\(name.text).\(names.first ?? "")`", at: range)
    }
  }

  /// Builds a record, a state or what a case holds from its fields, in their declared order.
  mutating func checkFields(
    _ given: [GivenField], of type: ValueType, at range: Range<Int32>
  ) -> Typed {
    let fields = declarations.fields(of: type) ?? []
    var values: [Int: GivenField] = [:]
    for field in given {
      guard let place = place(of: field, in: fields, of: type, given) else { continue }
      values[place] = field
    }
    var elements: [TypedSyntax.Element] = []
    var missing: [Declarations.Field] = []
    for (place, field) in fields.enumerated() {
      guard let value = values[place] else {
        if field.type.orNull != field.type, !field.hasDefault { missing.append(field) }
        elements.append(.init(emit(.constant(.null), field.type.orNull, at: range).node))
        continue
      }
      elements.append(checkElement(value, field))
    }
    if !missing.isEmpty { complainOfMissing(missing, type, at: range) }
    switch type {
    case .declared(let id, _):
      return emit(.record(id, elements), type, at: range)
    case .caseData(let unionCase, _):
      return emit(.union(unionCase, elements.map(\.value)), type, at: range)
    default: return poison(at: range)
    }
  }

  /// `f: x`, or `?f: x` of a field that may be null.
  private mutating func checkElement(
    _ given: GivenField, _ field: Declarations.Field
  ) -> TypedSyntax.Element {
    if !given.isOptional {
      return .init(checkValue(given.value, .required(field.type)).node)
    }
    guard field.type.orNull == field.type else {
      _ = complain(
        "type/mismatch",
        "`?` is for fields that may be null; `\(field.name)` is "
          + text(field.type), at: given.name.range)
      return .init(checkValue(given.value, .nothing).node, isOptional: true)
    }
    let value = checkValue(given.value, .required(.optional(field.type.withoutNull)))
    return .init(value.node, isOptional: true)
  }

  /// The place of a given field; complains if there is none, or if it was given before.
  func firstPlace(_ field: GivenField, _ given: [GivenField]) -> Bool {
    given.first { $0.name == field.name }?.name.range == field.name.range
  }

  mutating func place(
    of field: GivenField, in fields: [Declarations.Field], of type: ValueType,
    _ given: [GivenField]
  ) -> Int? {
    guard let place = fields.firstIndex(where: { $0.name == field.name.text }) else {
      inMember(field) { checker in
        _ = checker.complainOfUnknownMember(
          field.name, of: "no field of \(checker.noun(type))", among: fields.map(\.name))
      }
      return nil
    }
    if case .syntax = field.value, !firstPlace(field, given) {
      _ = complain(
        "name/duplicate", "`\(field.name.text)` is given twice", at: field.name.range)
      return nil
    }
    return place
  }

  /// Complaints about the key of a JSON member point at that key.
  mutating func inMember(_ field: GivenField, _ body: (inout Checker) -> Void) {
    guard case .cell(_, let key) = field.value else { return body(&self) }
    let outer = (pointer, isKey)
    pointer += "/" + Checker.escaped(key)
    isKey = true
    body(&self)
    (pointer, isKey) = outer
  }

  /// Builds a union from exactly one case.
  mutating func checkUnion(
    _ given: [GivenField], of type: ValueType, at range: Range<Int32>
  ) -> Typed {
    guard case .declared(let id, let arguments) = type,
      case .union(let cases) = declarations[id].shape
    else { return poison(at: range) }
    guard given.count == 1 else {
      let found = given.isEmpty ? "none" : count(given.count)
      return complain(
        "type/incomplete", "a union value has exactly one case, found \(found)", at: range,
        help: given.isEmpty ? "the cases are \(names(cases.map(\.name)))" : nil)
    }
    let field = given[0]
    guard let place = cases.firstIndex(where: { $0.name == field.name.text }) else {
      inMember(field) { checker in
        _ = checker.complainOfUnknownMember(
          field.name, of: "no case of `\(checker.text(type))`", among: cases.map(\.name))
      }
      return poison(at: range)
    }
    let unionCase = UnionCase(type: id, index: Int32(place))
    var data = checkValue(field.value, .required(.caseData(unionCase, arguments)))
    if case .union = nodes[Int(data.node)].kind {
      nodes[Int(data.node)].type = type
      data.type = type
      data.declared = type
      return data
    }
    if isPoisoned(data) { return data }
    return emit(.widen(data.node), type, at: range)
  }
}
