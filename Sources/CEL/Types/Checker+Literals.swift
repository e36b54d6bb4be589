extension Checker {
  /// `[a, b]`.
  mutating func checkList(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .list(let elements) = syntax[index] else { return poison(at: syntax.range(index)) }
    let wanted = elementType(expected)
    var checked: [Typed] = []
    for element in elements {
      checked.append(check(element.value, element.isOptional ? optional(wanted) : wanted))
    }
    return list(elements, checked, wanted, at: syntax.range(index))
  }

  private mutating func list(
    _ elements: [Syntax.Element], _ checked: [Typed], _ wanted: Expected, at range: Range<Int32>
  ) -> Typed {
    let type: ValueType
    if case .required(let element, _) = wanted {
      type = element
    } else {
      type = joined(
        zip(elements, checked).map { ($1, $0.value, $0.isOptional) }, isList: true)
    }
    let parts = zip(elements, checked).map { element, typed in
      TypedSyntax.Element(
        element.isOptional ? typed.node : widened(typed, to: type, at: range),
        isOptional: element.isOptional)
    }
    return emit(.list(parts), .list(type), at: range)
  }

  private func elementType(_ expected: Expected) -> Expected {
    guard isCell else { return .nothing }
    switch expected {
    case .nothing: return .nothing
    case .hint(let type):
      if case .list(let element) = resolved(type).withoutNull { return hint(element) }
      return .nothing
    case .required(let type, _):
      switch resolved(type).withoutNull {
      case .list(let element): return .required(element, as: .element)
      case .dyn: return .required(.dyn, as: .element)
      case .optional(.list(let element)): return .hint(element)
      default: return .nothing
      }
    }
  }

  /// What will be `dyn` can be anything, and so need not agree with its neighbours.
  private func hint(_ type: ValueType) -> Expected {
    resolved(type) == .dyn ? .required(.dyn, as: .element) : .hint(type)
  }

  private func optional(_ expected: Expected) -> Expected {
    switch expected {
    case .nothing: .nothing
    case .hint(let type): .hint(.optional(type))
    case .required(let type, _): .required(.optional(type), as: .marked)
    }
  }

  /// The type that elements have in common: `dyn` in the standard where there is none, an issue in a
  /// cell.
  private mutating func joined(
    _ elements: [(typed: Typed, index: Syntax.Index, isOptional: Bool)], isList: Bool
  ) -> ValueType {
    if !scope.isChecked { return .dyn }
    var type: ValueType?
    for (typed, index, isOptional) in elements {
      var own = typed.type
      if isOptional {
        switch resolved(own) {
        case .optional(let wrapped): own = wrapped
        case .dyn, .unknown: break
        default:
          _ = report(.type(.notOptionalElement(text(own))), at: syntax.range(index))
          own = .unknown
        }
      }
      guard let before = type else {
        type = own
        continue
      }
      if let both = inference.join(before, own) {
        type = both
      } else if isCell, isTainted(before) || isTainted(own) {
        type = .unknown
      } else if isCell {
        _ = report(
          .type(.elements(isList: isList, known: text(before), found: text(own))),
          at: syntax.range(index))
        type = .unknown
      } else {
        type = .dyn
      }
    }
    return type ?? inference.fresh()
  }

  /// `{k: v}`; where a record or a case's data is expected, and the keys are constants, one of those.
  mutating func checkMap(_ index: Syntax.Index, _ expected: Expected) -> Typed {
    guard case .map(let entries) = syntax[index] else { return poison(at: syntax.range(index)) }
    if let type = recordType(entries, expected) { return checkRecord(entries, type, at: index) }
    if isCell, hasUnknownKeys(entries) {
      let range = syntax.range(index)
      let goal = expected.type.map { resolved($0) }
      let idioms = recordMatches(entries, goal == .unknown ? nil : goal, in: range)
      if let typed = report(
        idioms, at: syntax.range(entries[0].key), otherwise: .type(.computedFieldName))
      {
        return typed
      }
    }
    let wanted = entryTypes(expected)
    var checked: [(key: Typed, value: Typed)] = []
    for entry in entries {
      let key = check(entry.key, wanted.key)
      let value = check(entry.value, entry.isOptional ? optional(wanted.value) : wanted.value)
      checked.append((key, value))
    }
    return map(entries, checked, wanted, at: syntax.range(index))
  }

  /// The type with fields that a map literal is a value of; `nil` if it is a map.
  private func recordType(_ entries: [Syntax.Entry], _ expected: Expected) -> ValueType? {
    guard isCell, let goal = expected.type.map({ resolved($0).withoutNull }) else { return nil }
    if goal == .void, entries.isEmpty { return .void }
    return declarations.fields(of: goal) == nil ? nil : goal
  }

  private mutating func map(
    _ entries: [Syntax.Entry], _ checked: [(key: Typed, value: Typed)],
    _ wanted: (key: Expected, value: Expected), at range: Range<Int32>
  ) -> Typed {
    var keyType = wanted.key.type ?? .unknown
    if case .required = wanted.key {
    } else {
      keyType = joined(zip(entries, checked).map { ($1.key, $0.key, false) }, isList: false)
    }
    var valueType = wanted.value.type ?? .unknown
    if case .required = wanted.value {
    } else {
      valueType = joined(
        zip(entries, checked).map { ($1.value, $0.value, $0.isOptional) }, isList: false)
    }
    if let first = entries.first { checkKeyType(keyType, at: syntax.range(first.key)) }
    let parts = zip(entries, checked).map { entry, typed in
      TypedSyntax.Entry(
        key: typed.key.node,
        value: entry.isOptional
          ? typed.value.node : widened(typed.value, to: valueType, at: range),
        isOptional: entry.isOptional)
    }
    return emit(.map(parts), .map(keyType, valueType), at: range)
  }

  private func entryTypes(_ expected: Expected) -> (key: Expected, value: Expected) {
    guard isCell else { return (.nothing, .nothing) }
    switch expected {
    case .nothing: return (.nothing, .nothing)
    case .hint(let type):
      if case .map(let key, let value) = resolved(type).withoutNull {
        return (hint(key), hint(value))
      }
      return (.nothing, .nothing)
    case .required(let type, _):
      switch resolved(type).withoutNull {
      case .map(let key, let value):
        return (.required(key, as: .key), .required(value, as: .value))
      case .dyn: return (.nothing, .required(.dyn, as: .value))
      default: return (.nothing, .nothing)
      }
    }
  }

  private mutating func checkKeyType(_ type: ValueType, at range: Range<Int32>) {
    guard isCell else { return }
    switch resolved(type) {
    case .bool, .int, .uint, .string, .dyn, .unknown, .parameter: break
    default:
      _ = report(.type(.keyType(text(type))), at: range)
    }
  }

  /// A map literal that is a record.
  private mutating func checkRecord(
    _ entries: [Syntax.Entry], _ type: ValueType, at index: Syntax.Index
  ) -> Typed {
    if type == .void { return emit(.constant(.unit), .void, at: syntax.range(index)) }
    guard let given = constantFields(entries, of: type, in: syntax.range(index)) else {
      return poison(at: syntax.range(index))
    }
    return checkFields(given, of: type, at: syntax.range(index))
  }

  /// The entries of a map literal as fields: their keys must be text that is written down.
  private mutating func constantFields(
    _ entries: [Syntax.Entry], of type: ValueType, in map: Range<Int32>
  ) -> [GivenField]? {
    var fields: [GivenField] = []
    for entry in entries {
      let range = syntax.range(entry.key)
      guard case .literal(.string(let name)) = syntax[entry.key] else {
        let problem = ExpressionProblem.type(.computedFieldName)
        let idioms = recordMatches(entries, type, in: map)
        _ = report(idioms, at: range, otherwise: problem) ?? report(problem, at: range)
        return nil
      }
      fields.append(
        GivenField(
          name: Syntax.Name(text: name, range: range), value: .syntax(entry.value),
          isOptional: entry.isOptional))
    }
    return fields
  }

  /// `r.copy({'f': x})`.
  mutating func checkCopy(
    _ operand: Typed, _ name: Syntax.Name, _ arguments: [Syntax.Index], at index: Syntax.Index
  ) -> Typed {
    let type = resolved(operand.type)
    guard let fields = declarations.fields(of: type), !isState(type), arguments.count == 1,
      case .map(let entries) = syntax[arguments[0]],
      let given = constantFields(entries, of: type, in: syntax.range(arguments[0]))
    else { return reportCopy(operand, type, at: index) }
    var changes: [(field: Int32, value: TypedSyntax.Index)] = []
    for (position, field) in matched(given, with: fields, of: type) {
      let value = checkValue(
        field.value, .required(fields[position].type, as: Part(field: position, of: type)))
      changes.append((Int32(position), value.node))
    }
    changes.sort { $0.field < $1.field }
    return emit(.copy(operand.node, changes), type, at: syntax.range(index))
  }

  private func isState(_ type: ValueType) -> Bool {
    if case .declared(let id, _) = type, case .state = declarations[id].shape { return true }
    return false
  }

  private mutating func reportCopy(
    _ operand: Typed, _ type: ValueType, at index: Syntax.Index
  ) -> Typed {
    let range = syntax.range(index)
    let hadIssues = !issues.isEmpty
    if type == .unknown { return poison(at: range) }
    if case .nullable = type { return reportNull(operand, at: index) }
    if case .declared(let id, _) = type, case .broken = declarations[id].shape {
      return poison(at: range)
    }
    if declarations.fields(of: type) == nil || isState(type) {
      return report(.type(.notCopyable(text(type))), at: range)
    }
    if hadIssues { return poison(at: range) }
    return report(.type(.copyArguments), at: range, type: type)
  }
}
