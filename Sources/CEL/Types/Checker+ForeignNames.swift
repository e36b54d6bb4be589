/// Names, functions and fields of other languages.
extension Checker {
  /// The idioms of a call, with the arguments in their replacements.
  ///
  /// - Parameters:
  ///   - idioms: The entries for the name.
  ///   - written: The function as written: `Math.max`.
  ///   - receiver: The text before the dot of a method.
  ///   - arguments: The arguments of the call.
  ///   - range: The whole call.
  ///   - kind: The kind of issue.
  /// - Returns: The matches; those without a replacement for these arguments have no rewritings.
  func matches(
    _ idioms: [ForeignIdiom], of written: String, on receiver: String?,
    _ arguments: [Syntax.Index], in range: Range<Int32>, _ kind: ForeignUse.Kind = .function
  ) -> [IdiomMatch] {
    if source < 0 { return [] }
    let texts = arguments.map(text(at:))
    var slots: [Character: String] = [:]
    if let receiver { slots["r"] = receiver }
    for (index, text) in texts.prefix(10).enumerated() {
      slots[Character(String(index))] = text
    }
    slots["*"] = texts.joined(separator: ", ")
    slots["+"] = texts.dropFirst().joined(separator: ", ")
    if texts.count == 1 { slots["i"] = IdiomTokens(text: texts[0]).body() }
    let whole = Int(range.lowerBound)..<Int(range.upperBound)
    return idioms.map { idiom in
      IdiomMatch(
        idiom: idiom, written: idiom.isImpure ? written + "()" : written,
        kind: idiom.isImpure ? .impure : kind, range: whole,
        rewritings: idiom.replacements.compactMap { template in
          guard Checker.usesAll(template, texts.count) else { return nil }
          return Rewriting.filled(template, slots).map {
            Rewriting(range: whole, replacement: $0)
          }
        })
    }
  }

  /// Whether a template has a slot for each argument.
  private static func usesAll(_ template: String, _ count: Int) -> Bool {
    if template.contains("$*") || template.contains("$+") || template.contains("$i") {
      return count > 0 || !template.contains("$i")
    }
    return (0..<count).allSatisfy { template.contains("$\($0)") }
  }

  /// The idioms of a field of a value that has no fields.
  func propertyMatches(_ name: Syntax.Name, of type: ValueType) -> [IdiomMatch] {
    guard source >= 0, let (operand, node) = selection(of: name) else { return [] }
    let receiver = text(at: operand)
    let range = syntax.range(node)
    let kind = ForeignUse.Kind.field(type: text(type))
    let found = matches(
      ForeignIdioms.properties(name.text), of: name.text, on: receiver, [], in: range, kind)
    guard isCell, scope.functions[name.text] != nil else { return found }
    let call = "\(name.text)(\(receiver))"
    return [match(ForeignIdioms.functionAsField, name.text, kind, range, call)] + found
  }

  /// The node that selects a field, and its operand.
  private func selection(of name: Syntax.Name) -> (operand: Syntax.Index, node: Syntax.Index)? {
    for (index, node) in syntax.nodes.enumerated() {
      switch node.kind {
      case .select(let operand, let field, _) where field.range == name.range:
        return (operand, Int32(index))
      default: continue
      }
    }
    return nil
  }

  private func match(
    _ idiom: ForeignIdiom, _ written: String, _ kind: ForeignUse.Kind, _ range: Range<Int32>,
    _ replacements: String...
  ) -> IdiomMatch {
    let whole = Int(range.lowerBound)..<Int(range.upperBound)
    return IdiomMatch(
      idiom: idiom, written: written, kind: kind, range: whole,
      rewritings: replacements.map { Rewriting(range: whole, replacement: $0) })
  }

  /// An unknown name with what follows it: `Math.max(…)`, `Math.PI`, `this.x`.
  func nameMatches(
    _ name: Syntax.Name, _ spine: [Syntax.Index]
  ) -> (matches: [IdiomMatch], range: Range<Int32>)? {
    guard source >= 0 else { return nil }
    var dotted = name.text
    for node in spine.reversed() {
      let range = name.range.lowerBound..<syntax.range(node).upperBound
      switch syntax[node] {
      case .select(_, let field, isOptional: false):
        dotted += "." + field.text
        let idioms = ForeignIdioms.values(dotted)
        if !idioms.isEmpty {
          return (matches(idioms, of: dotted, on: nil, [], in: range, .value), name.range)
        }
      case .method(_, let method, let arguments):
        dotted += "." + method.text
        let idioms = ForeignIdioms.functions(dotted)
        if idioms.isEmpty { return receiverMatches(name, spine) }
        let found = matches(idioms, of: dotted, on: nil, arguments, in: range)
        return (found, idioms[0].isImpure ? range : name.range)
      default: return receiverMatches(name, spine)
      }
    }
    return receiverMatches(name, spine)
  }

  /// `this.x`, or any unknown name before a known one.
  private func receiverMatches(
    _ name: Syntax.Name, _ spine: [Syntax.Index]
  ) -> (matches: [IdiomMatch], range: Range<Int32>)? {
    guard let last = spine.last else { return nil }
    let member: Syntax.Name
    switch syntax[last] {
    case .select(_, let field, isOptional: false): member = field
    case .method(_, let method, _): member = method
    default: return nil
    }
    let known = ForeignIdioms.receivers(name.text)
    let isKnown = scope.variable(named: member.text) != nil || scope.functions[member.text] != nil
    guard let idiom = known.first ?? (isKnown ? ForeignIdioms.receivers("this").first : nil) else {
      return nil
    }
    let range = name.range.lowerBound..<member.range.upperBound
    return ([match(idiom, name.text, .value, range, text(at: member))], name.range)
  }

  private func text(at name: Syntax.Name) -> String { syntax.text(of: name.range) }

  /// `event.payload.text`, where the event has the field `text`.
  func skippedField(
    _ name: Syntax.Name, _ field: Syntax.Name, _ spine: [Syntax.Index], among fields: [String]
  ) -> [IdiomMatch] {
    guard source >= 0, spine.count > 1, let idiom = ForeignIdioms.receivers("this").first,
      case .select(_, let next, isOptional: false) = syntax[spine[spine.count - 2]],
      fields.contains(next.text)
    else { return [] }
    let range = name.range.lowerBound..<next.range.upperBound
    return [
      match(
        idiom, "\(name.text).\(field.text)", .value, range, "\(name.text).\(text(at: next))")
    ]
  }
}

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
    case .contained where types == [.string, .string]:
      return [
        match(ForeignIdioms.textInText, name, kind, range, "\(texts[1]).contains(\(texts[0]))")
      ]
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
          && !locals.contains { $0.name == name.text } && scope.typeNames[name.text] == nil
          && scope.hint(for: name.text) == nil && fieldNames(below: name.text).isEmpty
      }
  }
}
