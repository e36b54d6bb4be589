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
    if texts.count == 1 {
      let tokens = IdiomTokens(text: texts[0])
      slots["i"] = tokens.body()
      slots["u"] = tokens.owners.first { $0 != "it" && scope.variable(named: $0) == nil }
    }
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

  func match(
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
        if idioms.isEmpty {
          return receiverMatches(name, spine)
            ?? libraryMatches(method.text, of: dotted, arguments, in: range).map {
              ($0, name.range)
            }
        }
        let found = matches(idioms, of: dotted, on: nil, arguments, in: range)
        return (found, idioms[0].isImpure ? range : name.range)
      default: return receiverMatches(name, spine)
      }
    }
    return receiverMatches(name, spine)
  }

  /// `Integer.max(a, b)`, `Math.Max(a, b)`, `StringUtils.isBlank(code)`: a known function of an unknown
  /// library.
  private func libraryMatches(
    _ function: String, of dotted: String, _ arguments: [Syntax.Index], in range: Range<Int32>
  ) -> [IdiomMatch]? {
    guard let initial = dotted.utf8.first, initial & 0x20 == 0 || initial == UInt8(ascii: "_")
    else { return nil }
    let first = function.prefix(1).lowercased()
    let name = first + function.dropFirst()
    var found = matches(
      ForeignIdioms.functions(dotted.prefix(1) + "." + name) + ForeignIdioms.functions(name),
      of: dotted, on: nil, arguments, in: range)
    if let receiver = arguments.first {
      found += matches(
        ForeignIdioms.methods(name), of: dotted, on: text(at: receiver),
        Array(arguments.dropFirst()), in: range)
    }
    return found.isEmpty ? nil : found
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
    var found = match(idiom, name.text, .value, range, text(at: member))
    let fields = fieldNames(below: "event")
    if fields.contains(member.text) {
      found.rewritings.insert(
        rewriting(range, "event.\(text(at: member))"), at: isKnown ? 1 : 0)
    } else if idiom.replacements == ["event"] {
      let selections = spine.reversed().prefix { node in
        if case .select = syntax[node] { true } else { false }
      }
      let field = selections.first { node in
        if case .select(_, let field, _) = syntax[node] {
          fields.contains(field.text)
        } else {
          false
        }
      }
      // Whatever the other language calls it, the event may have only one field.
      if let end = field ?? (fields.count == 1 ? selections.last : nil) {
        var meant = fields[0]
        if let field, case .select(_, let name, _) = syntax[field] { meant = name.text }
        found.rewritings.insert(
          rewriting(name.range.lowerBound..<syntax.range(end).upperBound, "event.\(meant)"), at: 0)
      }
    }
    return ([found], name.range)
  }

  private func rewriting(_ range: Range<Int32>, _ text: String) -> Rewriting {
    Rewriting(range: Int(range.lowerBound)..<Int(range.upperBound), replacement: text)
  }

  /// `state == 'idle'`, `state.value == 'idle'`.
  func stateMatches(
    _ name: Syntax.Name, _ spine: [Syntax.Index]
  ) -> (matches: [IdiomMatch], range: Range<Int32>)? {
    let names: Set = ["state", "currentState", "snapshot", "configuration"]
    guard source >= 0, names.contains(name.text) else { return nil }
    let comparison = spine.reversed().first { node in
      if case .select = syntax[node] { false } else { true }
    }
    guard let comparison, case .binary(let operation, _, let right) = syntax[comparison],
      operation == .equal || operation == .notEqual,
      case .literal(.string(let state)) = syntax[right], scope.states.contains(state)
    else { return nil }
    let test = "\(operation == .equal ? "" : "!")isIn('\(state)')"
    let found = match(
      ForeignIdioms.stateAsText, name.text, .value, syntax.range(comparison), test)
    return ([found], name.range)
  }

  func text(at name: Syntax.Name) -> String { syntax.text(of: name.range) }

  /// `event.payload.text`, where the event has the field `text`.
  func skippedField(
    _ name: Syntax.Name, _ field: Syntax.Name, _ spine: [Syntax.Index], among fields: [String]
  ) -> [IdiomMatch] {
    guard source >= 0, spine.count > 1, let idiom = ForeignIdioms.receivers("e").first,
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
