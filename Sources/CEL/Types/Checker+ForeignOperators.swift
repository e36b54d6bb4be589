/// Operators, lists and conditions of other languages.
extension Checker {
  /// Operators that other languages have for other types: `x == 'case'`, `'a' in 'abc'`,
  /// `0 < x < 5`.
  func operatorMatches(
    _ function: Function, _ name: String, _ types: [ValueType], _ operands: [Syntax.Index],
    in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard source >= 0 else { return [] }
    let texts = operands.map(text(at:))
    let kind = ForeignUse.Kind.overload(types: types.map(text))
    if function == .not, let type = types.first, let operand = texts.first,
      let test = truth(of: operand, type, isNegated: true)
    {
      return [match(ForeignIdioms.negatedValue, name, kind, range, test)]
    }
    guard operands.count == 2, types.count == 2 else { return [] }
    switch function {
    case .equal, .notEqual:
      for (side, other) in [(0, 1), (1, 0)] {
        guard case .declared(let id, _) = types[side], case .union = declarations[id].shape,
          case .literal(.string(let text)) = syntax[operands[other]], Token.isFieldName(text)
        else { continue }
        let mark = function == .notEqual ? "!" : ""
        return [
          match(ForeignIdioms.caseAsText, name, kind, range, "\(mark)has(\(texts[side]).\(text))")
        ]
      }
    case .modulo where types[0] == .string:
      let arguments = texts[1].hasPrefix("[") ? texts[1] : "[\(texts[1])]"
      return [
        match(ForeignIdioms.formatOperator, name, kind, range, "\(texts[0]).format(\(arguments))")
      ]
    case .contained:
      if types == [.string, .string] {
        return [
          match(ForeignIdioms.textInText, name, kind, range, "\(texts[1]).contains(\(texts[0]))")
        ]
      }
      return valuesAsTexts(types[0], texts[0], operands[1]).map {
        match(ForeignIdioms.textsAsValues, name, kind, range, $0)
      }.map { [$0] } ?? []
    case .add, .subtract:
      guard let list = types.firstIndex(where: \.isList) else { break }
      let (first, second) = (texts[0], texts[1])
      if function == .subtract {
        guard list == 0 else { break }
        let condition = types[1].isList ? "!(x in \(second))" : "x != \(second)"
        let kept = "\(first).filter(x, \(condition))"
        return [match(ForeignIdioms.removedElement, name, kind, range, kept)]
      }
      let joined = list == 0 ? "\(first) + [\(second)]" : "[\(first)] + \(second)"
      return [match(ForeignIdioms.joinedElement, name, kind, range, joined)]
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard types[0] == .bool, case .binary(_, _, let middle) = syntax[operands[0]] else { break }
      return [
        match(
          ForeignIdioms.comparisonChain, name, kind, range,
          "\(texts[0]) && \(text(at: middle)) \(name) \(texts[1])")
      ]
    default: break
    }
    return []
  }

  /// `kind in ['card', 'invoice']` of an enum or a union.
  private func valuesAsTexts(
    _ type: ValueType, _ operand: String, _ list: Syntax.Index
  ) -> String? {
    guard case .list(let elements) = syntax[list], !elements.isEmpty,
      case .declared(let id, _) = type
    else { return nil }
    let names = elements.compactMap { element in
      if case .literal(.string(let text)) = syntax[element.value] { text } else { nil }
    }
    guard names.count == elements.count, names.allSatisfy(Token.isFieldName) else { return nil }
    switch declarations[id].shape {
    case .enumeration:
      let owner = scope.typeNames.filter { $0.value == id }.keys.min() ?? ""
      return "\(operand) in [\(names.map { "\(owner).\($0)" }.joined(separator: ", "))]"
    case .union:
      return names.map { "has(\(operand).\($0))" }.joined(separator: " || ")
    case .record, .state, .broken: return nil
    }
  }

  /// `a || 'none'`, `a && b` of values that are no conditions.
  func truthMatches(
    _ isAnd: Bool, _ types: [ValueType], _ operands: [Syntax.Index], in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard isCell, source >= 0 else { return [] }
    let texts = operands.map(text(at:))
    let tests = zip(texts, types).map { truth(of: $0, $1) }
    guard let first = tests[0] else { return [] }
    let name = isAnd ? "&&" : "||"
    var replacements: [String] = []
    var isLiteral = false
    if case .literal = syntax[operands[1]] { isLiteral = true }
    if !isLiteral, let second = tests[1] { replacements.append("\(first) \(name) \(second)") }
    replacements.append(
      isAnd ? "\(first) ? \(texts[1]) : \(texts[0])" : "\(first) ? \(texts[0]) : \(texts[1])")
    let kind = ForeignUse.Kind.overload(types: types.map(text))
    return replacements.map { match(ForeignIdioms.truthAsValue, name, kind, range, $0) }
  }

  /// `isIn(['idle', 'playing'])`, `isIn('idle', 'playing')`.
  func stateListMatches(
    _ arguments: [Syntax.Index], in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard source >= 0 else { return [] }
    var values = arguments
    if arguments.count == 1, case .list(let elements) = syntax[arguments[0]] {
      values = elements.map(\.value)
    }
    let names = values.compactMap { value in
      if case .literal(.string(let name)) = syntax[value] { name } else { nil }
    }
    guard names.count > 1, names.count == values.count else { return [] }
    let tests = names.map { "isIn('\($0)')" }.joined(separator: " || ")
    return [
      match(ForeignIdioms.listOfStates, "isIn", .overload(types: ["several states"]), range, tests)
    ]
  }

  /// A value that is called: `price()`.
  func valueMatches(_ name: Syntax.Name, in range: Range<Int32>) -> [IdiomMatch] {
    guard source >= 0, isCell else { return [] }
    return [match(ForeignIdioms.valueAsFunction, name.text, .function, range, text(at: name))]
  }

  /// An optional that is compared with null.
  func optionalMatches(
    _ operand: String, _ type: ValueType, isEqual: Bool, in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard isCell, source >= 0, case .optional = type else { return [] }
    let test = "\(isEqual ? "!" : "")\(operand).hasValue()"
    let kind = ForeignUse.Kind.overload(types: [text(type), "null"])
    return [match(ForeignIdioms.optionalTest, isEqual ? "==" : "!=", kind, range, test)]
  }

  /// `code[0]` of a text.
  func textIndexMatches(
    _ operand: Syntax.Index?, _ key: Syntax.Index, _ types: [ValueType], in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard isCell, source >= 0, let operand, types == [.string, .int] else { return [] }
    let call = "\(text(at: operand)).charAt(\(text(at: key)))"
    return [
      match(
        ForeignIdioms.textIndex, "[]", .overload(types: types.map(text)), range, call)
    ]
  }

  /// `results.isLoading` of a union with the case `loading`.
  func caseMatches(
    _ name: Syntax.Name, _ cases: [Declarations.Case], _ type: ValueType, at index: Syntax.Index
  ) -> [IdiomMatch] {
    guard isCell, source >= 0, let operand = syntax.chainOperand(of: index) else { return [] }
    let meant = cases.first { unionCase in
      let folded = name.text.utf8.map { $0 | 0x20 }
      return ["is", "has"].contains { prefix in
        folded.elementsEqual((prefix + unionCase.name).utf8.map { $0 | 0x20 })
      }
    }
    guard let meant else { return [] }
    return [
      match(
        ForeignIdioms.caseFlag, name.text, .field(type: text(type)), syntax.range(index),
        "has(\(text(at: operand)).\(meant.name))")
    ]
  }

  /// `{id: 1}`: names instead of texts for the fields of a record.
  func recordMatches(
    _ entries: [Syntax.Entry], _ expected: ValueType?, in range: Range<Int32>
  ) -> [IdiomMatch] {
    guard isCell, source >= 0, !entries.isEmpty else { return [] }
    var names: [String] = []
    for entry in entries {
      switch syntax[entry.key] {
      case .name(let name, isAbsolute: false): names.append(name.text)
      case .literal(.string(let text)) where Token.isFieldName(text): names.append(text)
      default: return []
      }
    }
    let values = entries.map { text(at: $0.value) }
    let fields = zip(names, values).map { "\($0): \($1)" }.joined(separator: ", ")
    let quoted = zip(names, values).map { "'\($0)': \($1)" }.joined(separator: ", ")
    let replacements = recordNames(names, expected).map { "\($0){\(fields)}" } + ["{\(quoted)}"]
    let whole = Int(range.lowerBound)..<Int(range.upperBound)
    return [
      IdiomMatch(
        idiom: ForeignIdioms.recordLiteral, written: "a map with names as keys", kind: .construct,
        range: whole,
        rewritings: replacements.map { Rewriting(range: whole, replacement: $0) })
    ]
  }

  /// The types that a map with these keys can be a value of.
  private func recordNames(_ names: [String], _ expected: ValueType?) -> [String] {
    scope.typeNames.sorted { $0.key < $1.key }.filter { entry in
      if let expected, case .declared(let id, _) = expected.withoutNull { return id == entry.value }
      switch declarations[entry.value].shape {
      case .record(let fields), .state(let fields):
        return names.allSatisfy { name in fields.contains { $0.name == name } }
      case .union(let cases):
        return names.count == 1 && cases.contains { $0.name == names[0] }
      case .enumeration, .broken: return false
      }
    }.prefix(3).map(\.key)
  }

  /// Whether all keys are names, of which some are unknown.
  func hasUnknownKeys(_ entries: [Syntax.Entry]) -> Bool {
    entries.allSatisfy { entry in
      if case .name(_, isAbsolute: false) = syntax[entry.key] { true } else { false }
    }
      && entries.contains { entry in
        guard case .name(let name, isAbsolute: false) = syntax[entry.key] else { return false }
        return scope.variable(named: name.text) == nil
          && !locals.active.contains { $0.name == name.text } && scope.typeNames[name.text] == nil
          && scope.hint(for: name.text) == nil && !hasFields(below: name.text)
      }
  }
}

extension ValueType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
