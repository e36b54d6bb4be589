/// Issues about calls and operators.
extension Checker {
  mutating func reportOverload(
    _ function: Function, _ name: String, _ arguments: [Typed], _ isMember: Bool,
    at range: Range<Int32>, _ operands: [Syntax.Index]
  ) -> Typed {
    if arguments.contains(where: { isTainted($0.type) }) { return poison(at: range) }
    let types = arguments.map { resolved($0.type) }
    if isCell, let nullable = nullableCulprit(function, types, isMember) {
      let position = operands.indices.contains(nullable) ? syntax.range(operands[nullable]) : range
      _ = reportNull(arguments[nullable], at: position)
      return poison(at: range)
    }
    let typeTexts = types.map(text)
    func problem(_ suggestion: String?) -> ExpressionProblem {
      .type(.noOverload(name, types: typeTexts, suggestion: suggestion))
    }
    if name == "duration", let seconds = seconds(types, operands) {
      return report(
        problem("duration(\(seconds))"), at: syntax.range(operands[0]), fix: seconds)
    }
    if let (number, value) = enumerationLiteral(arguments, types, operands) {
      return report(problem(value), at: syntax.range(operands[number]), fix: value)
    }
    if let idioms = mapIdioms(arguments, operands),
      let reported = report(idioms, at: range, otherwise: problem(nil))
    {
      return reported
    }
    guard
      let remedy = otherLiteral(function, types, operands)
        ?? conversion(function, types, isMember),
      operands.indices.contains(remedy.operand)
    else {
      let idioms = overloadMatches(function, name, types, isMember, at: range, operands)
      return report(idioms, at: range, otherwise: problem(nil)) ?? report(problem(nil), at: range)
    }
    let operand = operands[remedy.operand]
    let call = literal(operand, remedy.name) ?? "\(remedy.name)(\(text(at: operand)))"
    return report(problem(call), at: syntax.range(operand), fix: call)
  }

  /// The idioms of a member that is read of a map: `scores.count` has the type of the map's values.
  private func mapIdioms(_ arguments: [Typed], _ operands: [Syntax.Index]) -> [IdiomMatch]? {
    for (argument, operand) in zip(arguments, operands) {
      guard isCell, case .select(let map, let name, isOptional: false) = syntax[operand],
        case .select(let node, _) = nodes[Int(argument.node)].kind,
        case .map = resolved(nodes[Int(node)].type)
      else { continue }
      let found = matches(
        ForeignIdioms.properties(name.text), of: name.text, on: text(at: map), [],
        in: syntax.range(operand), .field(type: "map"))
      if !found.isEmpty { return found }
    }
    return nil
  }

  /// What other languages write for these types: `[0, 1].contains(x)`.
  private func overloadMatches(
    _ function: Function, _ name: String, _ types: [ValueType], _ isMember: Bool,
    at range: Range<Int32>, _ operands: [Syntax.Index]
  ) -> [IdiomMatch] {
    guard isCell, let receiver = operands.first else { return [] }
    guard isMember else { return operatorMatches(function, name, types, operands, in: range) }
    return matches(
      ForeignIdioms.methods(name), of: name, on: text(at: receiver), Array(operands.dropFirst()),
      in: range, .overload(types: types.map(text)))
  }

  /// The text that `duration` needs instead of a number of seconds.
  private func seconds(_ types: [ValueType], _ operands: [Syntax.Index]) -> String? {
    guard types.count == 1, operands.count == 1, [.int, .uint, .double].contains(types[0]) else {
      return nil
    }
    let source = text(at: operands[0])
    if case .literal(.int) = syntax[operands[0]] { return "'\(source)s'" }
    return "string(\(source)) + 's'"
  }

  /// A text next to an enum, if it is the name of one of its values.
  private func enumerationLiteral(
    _ arguments: [Typed], _ types: [ValueType], _ operands: [Syntax.Index]
  ) -> (operand: Int, value: String)? {
    for position in types.indices
    where types[position] == .string && operands.indices.contains(position) {
      for type in types {
        if let value = enumerationValue(arguments[position], of: type) { return (position, value) }
      }
    }
    return nil
  }

  /// `2.0` is shorter than `double(2)`. Beside a duration or a time, a number means seconds, and a text
  /// a duration.
  private func literal(_ index: Syntax.Index, _ conversion: String) -> String? {
    if conversion == "duration", case .literal(.string(let text)) = syntax[index] {
      if case .success = Value.Duration.parse(text) { return "duration('\(text)')" }
      return MeantTime.duration(text).map { "duration('\($0)')" }
    }
    guard case .literal(.int(let value)) = syntax[index], value >= 0 else { return nil }
    switch conversion {
    case "duration": return "duration('\(value)s')"
    case "double": return "\(value).0"
    case "uint": return "\(value)u"
    default: return nil
    }
  }

  /// The operand that may be null, if that is the only error.
  private func nullableCulprit(
    _ function: Function, _ types: [ValueType], _ isMember: Bool
  ) -> Int? {
    guard let position = types.firstIndex(where: { $0.withoutNull != $0 }) else { return nil }
    var trial = inference
    let plain = types.map(\.withoutNull)
    if function == .greatest || function == .least {
      return Overloads.extreme(of: plain) == nil ? nil : position
    }
    return trial.resolve(function, plain, isMember: isMember) == nil ? nil : position
  }

  /// The conversion of one operand after which the call would fit.
  private func conversion(
    _ function: Function, _ types: [ValueType], _ isMember: Bool
  ) -> (operand: Int, name: String)? {
    for (name, wanted) in [
      ("string", ValueType.string), ("double", .double), ("int", .int), ("uint", .uint),
    ] where name != "string" || isMeantOfText(function) {
      for position in types.indices.reversed() {
        guard conversion(from: types[position], to: wanted) == name,
          isLossless(types[position], wanted)
        else { continue }
        var changed = types
        changed[position] = wanted
        var trial = inference
        if trial.resolve(function, changed, isMember: isMember) != nil { return (position, name) }
      }
    }
    return nil
  }

  /// Whether the text of a number may be meant. The size of a number is not that of its text, texts
  /// have another order than numbers, and `int('true')` fails.
  private func isMeantOfText(_ function: Function) -> Bool {
    switch function {
    case .add, .contains, .startsWith, .endsWith, .indexOf, .lastIndexOf, .replace, .join: true
    default: false
    }
  }

  /// A literal number that fits if it is written for another type, or a text that means a duration.
  private func otherLiteral(
    _ function: Function, _ types: [ValueType], _ operands: [Syntax.Index]
  ) -> (operand: Int, name: String)? {
    for position in types.indices
    where [.int, .string].contains(types[position]) && operands.indices.contains(position) {
      for (name, type) in [("double", ValueType.double), ("uint", .uint), ("duration", .duration)] {
        guard types.contains(type) || type == .duration && types.contains(.timestamp),
          literal(operands[position], name) != nil
        else { continue }
        var changed = types
        changed[position] = type
        var trial = inference
        if trial.resolve(function, changed, isMember: false) != nil { return (position, name) }
      }
    }
    return nil
  }

  private func isLossless(_ found: ValueType, _ wanted: ValueType) -> Bool {
    switch (found, wanted) {
    case (.double, .int), (.double, .uint), (.int, .uint): false
    default: true
    }
  }

  mutating func reportKey(
    _ operand: Typed, _ type: ValueType, _ key: Typed, _ keyIndex: Syntax.Index,
    at range: Range<Int32>
  ) -> Typed {
    if isTainted(key.type) || isTainted(type) { return poison(at: range) }
    let found = resolved(key.type)
    let keyRange = syntax.range(keyIndex)
    switch type {
    case .list, .map:
      let wanted: ValueType
      if case .map(let key, _) = type { wanted = resolved(key) } else { wanted = .int }
      if isCell, found.withoutNull == wanted { return reportNull(key, at: keyRange) }
      let isList = wanted == .int && !isMap(type)
      return report(
        .type(.index(isList: isList, wanted: text(wanted), found: text(found))), at: keyRange)
    default:
      let problem = ExpressionProblem.type(.noElements(text(type)))
      let idioms = textIndexMatches(
        source < 0 ? nil : chainOperand(ofKey: keyIndex), keyIndex, [type, found], in: range)
      return report(idioms, at: range, otherwise: problem) ?? report(problem, at: range)
    }
  }

  /// The indexed operand.
  private func chainOperand(ofKey key: Syntax.Index) -> Syntax.Index? {
    for node in syntax.nodes {
      if case .index(let operand, key, _) = node.kind { return operand }
    }
    return nil
  }

  private func isMap(_ type: ValueType) -> Bool {
    if case .map = type { return true }
    return false
  }

  mutating func reportCount(
    _ function: Function, _ name: Syntax.Name, _ receiver: Typed?, _ found: Int,
    _ arguments: [Syntax.Index], at index: Syntax.Index
  ) -> Typed {
    let isMember = receiver != nil
    let counts = Set(
      Overloads[function].filter { $0.isMember == isMember }
        .map { $0.parameters.count - (isMember ? 1 : 0) }
    ).sorted()
    if counts.isEmpty {
      return reportStyle(function, name, receiver, arguments, at: index)
    }
    let given = found - (isMember ? 1 : 0)
    let problem = ExpressionProblem.type(
      .argumentCount(name.text, counts: counts, found: given))
    let idioms = isCell ? idioms(name, isMember: isMember, arguments, at: index) : []
    return report(idioms, at: syntax.range(index), otherwise: problem)
      ?? report(problem, at: syntax.range(index))
  }

  /// Called as `f(a, b)` instead of `a.f(b)`, or the reverse.
  private mutating func reportStyle(
    _ function: Function, _ name: Syntax.Name, _ receiver: Typed?, _ arguments: [Syntax.Index],
    at index: Syntax.Index
  ) -> Typed {
    let inner = arguments.map(text(at:))
    if receiver == nil {
      let call =
        inner.isEmpty
        ? "x.\(name.text)()"
        : "\(inner[0]).\(name.text)(\(inner.dropFirst().joined(separator: ", ")))"
      return report(
        .type(.calledWithoutReceiver(name.text, correct: call)), at: name.range)
    }
    let target = syntax.chainOperand(of: index).map(text(at:)) ?? "x"
    let call = "\(name.text)(\(([target] + inner).joined(separator: ", ")))"
    return report(.type(.calledOnReceiver(name.text, correct: call)), at: name.range)
  }

  /// Patterns are compiled when they are checked, so they must be constants.
  mutating func checkPattern(
    _ function: Function, _ arguments: [Typed], _ operands: [Syntax.Index]
  ) {
    switch function {
    case .matches, .regexExtract, .regexExtractAll, .regexReplace: break
    default: return
    }
    guard isCell, arguments.count > 1, operands.count > 1, !isPoisoned(arguments[1]) else { return }
    guard resolved(arguments[1].type) == .string else { return }
    let range = syntax.range(operands[1])
    guard let pattern = constantText(arguments[1].node) else {
      _ = report(.pattern(.notConstant), at: range)
      return
    }
    if case .failure(let error) = RegularExpression.compile(pattern, forOneUse: true) {
      let shown = pattern.utf8.count > 60 ? nil : pattern
      _ = report(.pattern(.invalid(reason: "\(error)", pattern: shown)), at: range)
    }
    checkGroups(function, pattern, at: range)
  }

  /// The extracted text is the match or its only group.
  private mutating func checkGroups(
    _ function: Function, _ pattern: String, at range: Range<Int32>
  ) {
    guard function == .regexExtract || function == .regexExtractAll,
      case .success(let expression) = RegularExpression.compile(pattern),
      expression.groupCount > 1
    else { return }
    _ = report(.pattern(.groups(count: expression.groupCount)), at: range)
  }

  /// The text of a constant node.
  private func constantText(_ index: TypedSyntax.Index) -> String? {
    var text = ""
    var pending = [index]
    while let next = pending.popLast() {
      switch nodes[Int(next)].kind {
      case .constant(.string(let part)): text = part + text
      case .call(.add, let operands): pending += operands
      default: return nil
      }
    }
    return text
  }
}
