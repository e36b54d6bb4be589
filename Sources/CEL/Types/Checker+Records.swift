extension Checker {
  /// The value of a field: an expression, or a cell below.
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
      let outer = position
      position.pointer += "/" + key.pointerStep
      defer { position = outer }
      return checkCell(cell, expected)
    }
  }

  /// `A{f: x}`: a record, a state by its inputs, or a union by its case.
  mutating func checkMessage(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .message(let name, let isAbsolute, let fields) = syntax[index] else {
      return poison(at: syntax.range(index))
    }
    let candidates = scope.candidates(name.text, isAbsolute: isAbsolute)
    if let id = candidates.compactMap({ scope.typeNames[$0] }).first {
      return checkMessage(id, fields, at: index, expected)
    }
    var values: [TypedSyntax.Index] = []
    for field in fields { values.append(check(field.value).node) }
    if scope.isChecked { return reportUnknownType(name, of: fields) }
    return emit(.callUnknown(name.text + "{}", values), .dyn, at: syntax.range(index))
  }

  private mutating func checkMessage(
    _ id: TypeID, _ fields: [Syntax.Field], at index: Syntax.Index, _ expected: Expected
  ) -> Typed {
    let given = fields.map {
      GivenField(name: $0.name, value: .syntax($0.value), isOptional: $0.isOptional)
    }
    let range = syntax.range(index)
    let type = instance(of: id, expected)
    switch declarations[id].shape {
    case .record, .state: return checkFields(given, of: type, at: range)
    case .union: return checkUnion(given, of: type, at: range)
    case .broken:
      for field in given { _ = checkValue(field.value, .nothing) }
      return poison(at: range)
    case .enumeration: return reportEnumeration(id, at: range)
    }
  }

  private mutating func reportEnumeration(_ id: TypeID, at range: Range<Int32>) -> Typed {
    guard case .enumeration(let names) = declarations[id].shape else { return poison(at: range) }
    let name = declarations.name(of: id)
    return report(
      .type(.enumAsRecord(name, value: "\(name).\(names.first ?? "")")), at: range)
  }

  /// Builds a record, a state or what a case holds from its fields, in their declared order.
  mutating func checkFields(
    _ given: [GivenField], of type: ValueType, at range: Range<Int32>
  ) -> Typed {
    let fields = declarations.fields(of: type) ?? []
    let values = Dictionary(
      matched(given, with: fields, of: type).map { ($0.position, $0.field) }
    ) { _, last in last }
    // A field that is left out is a node, so a short text could make more of them than fit.
    counts.leftOut += fields.count - values.count
    if counts.leftOut > scope.fieldsToLeaveOut { return poison(at: range) }
    var elements: [TypedSyntax.Element] = []
    for (position, field) in fields.enumerated() {
      if let value = values[position] {
        elements.append(checkElement(value, field, Part(field: position, of: type)))
      } else {
        elements.append(.init(emit(.constant(.null), field.type.orNull, at: range).node))
      }
    }
    // An unknown name is a misspelt field, so missing fields are not reported.
    let isMisspelt = values.count < given.count
    let present = isMisspelt ? Set(fields.indices) : Set(values.keys)
    return construct(type, elements, fields, present, at: range)
  }

  private mutating func construct(
    _ type: ValueType, _ elements: [TypedSyntax.Element], _ fields: [Declarations.Field],
    _ present: Set<Int>, at range: Range<Int32>
  ) -> Typed {
    let missing = fields.indices.filter {
      !present.contains($0) && fields[$0].type.orNull != fields[$0].type && !fields[$0].hasDefault
    }
    if !missing.isEmpty { reportMissing(missing.map { fields[$0] }, type, at: range) }
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
    _ given: GivenField, _ field: Declarations.Field, _ part: Part
  ) -> TypedSyntax.Element {
    if !given.isOptional {
      return .init(checkValue(given.value, .required(field.type, as: part)).node)
    }
    if field.type.orNull != field.type { reportOptional(field, at: given.name.range) }
    let value = checkValue(
      given.value, .required(.optional(field.type.withoutNull), as: .marked))
    return .init(emit(.orNull(value.node), field.type, at: given.name.range).node)
  }

  private mutating func reportOptional(_ field: Declarations.Field, at range: Range<Int32>) {
    _ = report(.type(.notOptionalField(field.name, type: text(field.type))), at: range)
  }

  /// The given fields that a type has, as given, with their positions in it. Reports unknown fields,
  /// and those that are given twice.
  mutating func matched(
    _ given: [GivenField], with fields: [Declarations.Field], of type: ValueType
  ) -> [(position: Int, field: GivenField)] {
    let known = fields.map(\.name)
    let positions = Dictionary(zip(known, fields.indices)) { first, _ in first }
    var matched: [(position: Int, field: GivenField)] = []
    var names: Set<String> = []
    for field in given {
      let isRepeated = !names.insert(field.name.text).inserted
      if let position = positions[field.name.text] {
        if isRepeated, case .syntax = field.value {
          _ = report(.name(.repeatedField(field.name.text)), at: field.name.range)
        } else {
          matched.append((position, field))
        }
      } else {
        inMember(field) { checker in
          _ = checker.reportUnknownMember(
            field.name, checker.fieldKind(of: type), among: known)
        }
      }
    }
    return matched
  }

  /// Issues about the key of a JSON member are located at that key.
  mutating func inMember(_ field: GivenField, _ body: (inout Checker) -> Void) {
    guard case .cell(_, let key) = field.value else { return body(&self) }
    let outer = position
    position.pointer += "/" + key.pointerStep
    position.isKey = true
    body(&self)
    position = outer
  }

  /// Builds a union from exactly one case.
  mutating func checkUnion(
    _ given: [GivenField], of type: ValueType, at range: Range<Int32>
  ) -> Typed {
    guard case .declared(let id, let arguments) = type,
      case .union(let cases) = declarations[id].shape
    else { return poison(at: range) }
    guard given.count == 1 else { return reportCases(given.count, cases, at: range) }
    guard let position = cases.firstIndex(where: { $0.name == given[0].name.text }) else {
      return reportUnknownCase(given[0], type, cases, at: range)
    }
    let unionCase = UnionCase(type: id, index: Int32(position))
    let data = checkValue(
      given[0].value,
      .required(.caseData(unionCase, arguments), as: .caseData(unionCase)))
    return union(data, type, at: range)
  }

  /// The data of a case is the same value as its union.
  private mutating func union(
    _ data: Typed, _ type: ValueType, at range: Range<Int32>
  ) -> Typed {
    if isPoisoned(data) { return data }
    guard case .union = nodes[Int(data.node)].kind else {
      return emit(.widen(data.node), type, at: range)
    }
    nodes[Int(data.node)].type = type
    return Typed(node: data.node, type: type)
  }

  private mutating func reportCases(
    _ found: Int, _ cases: [Declarations.Case], at range: Range<Int32>
  ) -> Typed {
    report(.type(.caseCount(found: found, cases: cases.map(\.name))), at: range)
  }

  private mutating func reportUnknownCase(
    _ field: GivenField, _ type: ValueType, _ cases: [Declarations.Case], at range: Range<Int32>
  ) -> Typed {
    inMember(field) { checker in
      _ = checker.reportUnknownMember(
        field.name, .caseOf(checker.text(type)), among: cases.map(\.name))
    }
    return poison(at: range)
  }
}
