/// Issues about names.
extension Checker {
  /// Reports an unknown name with the names that are near to it.
  mutating func reportUnknown(
    _ kind: ExpressionProblem.NameKind, _ name: String, among names: [String],
    at range: Range<Int32>, fix: (String) -> String = { $0 }, type: ValueType = .unknown
  ) -> Typed {
    let suggestion = Suggestion(for: name, among: scope.candidates(names))
    return report(
      .name(.unknown(kind, name: name, suggestion: suggestion)), at: range,
      fix: suggestion.clearest.map(fix), type: type)
  }

  /// Reports an unknown field, case, value or function of something.
  mutating func reportUnknownMember(
    _ name: Syntax.Name, _ kind: ExpressionProblem.NameKind, among names: [String]
  ) -> Typed {
    let written = source < 0 ? name.text : syntax.text(of: name.range)
    let quote = written.utf8.first == UInt8(ascii: "'") ? "'" : written.hasPrefix("\"") ? "\"" : ""
    return reportUnknown(
      kind, name.text, among: names, at: name.range, fix: { quote + $0 + quote })
  }

  mutating func reportUnknownType(_ name: Syntax.Name, of fields: [Syntax.Field]) -> Typed {
    if scope.isOpen { return poison(at: name.range) }
    if let value = caseValue(name.text, fields) {
      return report(.name(.caseAsType(name.text, value: value)), at: name.range)
    }
    let names = scope.candidates(scope.typeNames.keys.sorted())
    return reportUnknown(.type, name.text, among: names, at: name.range)
  }

  /// `Effect{checkCode: {'code': c}}` for `Effect.checkCode{code: c}`; nil if it names no case.
  private func caseValue(_ name: String, _ fields: [Syntax.Field]) -> String? {
    guard let dot = name.lastIndex(of: "."), let id = scope.typeNames[String(name[..<dot])],
      case .union(let cases) = declarations[id].shape,
      let named = cases.first(where: { $0.name == name[name.index(after: dot)...] })
    else { return nil }
    if named.fields.isEmpty { return name }
    let data = fields.map { "'\($0.name.text)': \(text(at: $0.value))" }.joined(separator: ", ")
    return "\(name[..<dot]){\(named.name): {\(data)}}"
  }

  /// Reports a type where a value is needed, with a value of it. `member` is the value or case that is
  /// named, `arguments` are those of a call: `Effect.checkCode('1', '2')`.
  mutating func reportTypeAsValue(
    _ id: TypeID, _ name: Syntax.Name, member: String? = nil, arguments: [Syntax.Index] = []
  ) -> Typed {
    let texts = source < 0 ? [] : arguments.map(text(at:))
    let value: String
    switch declarations[id].shape {
    case .enumeration(let names):
      value = ".\(names.first { $0 == member } ?? names.first ?? "")"
    case .record(let fields), .state(let fields): value = Checker.example(fields, texts)
    case .union(let cases):
      let meant = cases.first { $0.name == member } ?? cases.first
      value =
        "{\(meant?.name ?? ""): \(Checker.example(meant?.fields ?? [], texts, isQuoted: true))}"
    case .broken: return poison(at: name.range)
    }
    return report(
      .name(.typeAsValue(name.text, example: name.text + value)), at: name.range)
  }

  /// `{id: …, name: …}`, with the texts where there is one for each field.
  private static func example(
    _ fields: [Declarations.Field], _ texts: [String], isQuoted: Bool = false
  ) -> String {
    if texts.isEmpty, fields.count > 4 { return "{…}" }
    let values = texts.count == fields.count ? texts : fields.map { _ in "…" }
    let quote = isQuoted && !texts.isEmpty && texts.count == fields.count ? "'" : ""
    let parts = zip(fields, values).map { "\(quote)\($0.name)\(quote): \($1)" }
    return "{\(parts.joined(separator: ", "))}"
  }

  mutating func reportShadowing(_ name: Syntax.Name) {
    guard isCell else { return }
    let isTaken =
      scope.variable(named: name.text) != nil || locals.active.contains { $0.name == name.text }
      || scope.typeNames[name.text] != nil || scope.functions[name.text] != nil
    if isTaken {
      _ = report(.name(.shadowing(name.text)), at: name.range)
    } else if Scope.reservedNames.contains(name.text) {
      _ = report(.name(.reserved(name.text)), at: name.range)
    }
  }

  mutating func reportUnknownName(
    _ name: Syntax.Name, _ spine: [Syntax.Index], _ expected: Expected
  ) -> Typed {
    let hasFields = hasFields(below: name.text)
    var key = name.text
    if hasFields, let last = spine.last, case .select(_, let field, _) = syntax[last] {
      key += "." + field.text
    }
    guard reported.unknownNames.insert(key).inserted else { return poison(at: name.range) }
    if let found = stateMatches(name, spine), let typed = report(found.matches, at: found.range) {
      return typed
    }
    let isSearched = hasFields && scope.dottedNames.count <= Suggestion.mostNames
    let fields = isSearched ? scope.candidates(fieldNames(below: name.text)) : []
    if let last = spine.last, case .select(_, let field, _) = syntax[last] {
      let skipped = skippedField(name, field, spine, among: fields)
      if let typed = report(skipped, at: field.range) { return typed }
    }
    if let hint = hint(name, spine) {
      return report(.name(.outOfScope(name: name.text, hint: hint)), at: name.range)
    }
    if hasFields { return reportUnknownField(name, spine, fields) }
    if scope.functions[name.text] != nil || Overloads.global[name.text] != nil {
      return report(.name(.functionAsValue(name.text)), at: name.range)
    }
    if !isCell {
      return reportUnknown(.value, name.text, among: [], at: name.range)
    }
    if let found = nameMatches(name, spine),
      let typed = report(found.matches, at: found.range)
    {
      return typed
    }
    if let meant = meant(by: name, spine, expected) {
      return report(
        .name(.misnamed(name: name.text, meant: meant.text)), at: meant.range,
        fix: meant.isCertain ? meant.text : nil)
    }
    let isText = spine.isEmpty ? isText(expected) : isBesideText(spine)
    var suggestion = Suggestion(for: name.text, among: nearNames(isText: isText))
    if isText, suggestion.nearest.isEmpty {
      // A name that is surely misspelt is not a text without quotes, whatever its type.
      let others = Suggestion(for: name.text, among: nearNames(isText: false))
      if others.clearest != nil { suggestion = others }
    }
    if scope.isOpen, suggestion.nearest.isEmpty { return poison(at: name.range) }
    if isText, suggestion.nearest.isEmpty { return reportBareText(name) }
    return report(
      .name(.unknown(.value, name: name.text, suggestion: suggestion)), at: name.range,
      fix: suggestion.clearest)
  }

  /// The hint for the name, or for a dotted name that begins with it.
  private func hint(_ name: Syntax.Name, _ spine: [Syntax.Index]) -> Hint? {
    var dotted = name.text
    var found = scope.hint(for: dotted)
    for node in spine.reversed() {
      guard case .select(_, let field, isOptional: false) = syntax[node] else { break }
      dotted += "." + field.text
      found = scope.hint(for: dotted) ?? found
    }
    return found
  }

  /// Whether names such as `event.text` are known.
  func hasFields(below name: String) -> Bool {
    let prefix = name + "."
    return scope.mayBeDotted(name) && scope.dottedNames.keys.contains { $0.hasPrefix(prefix) }
  }

  /// `text` for `event.text`, in declared order.
  func fieldNames(below name: String) -> [String] {
    guard scope.mayBeDotted(name) else { return [] }
    let prefix = name + "."
    let names = scope.dottedNames
    WorkCount.add(names.count)
    return names.filter { $0.key.hasPrefix(prefix) }.sorted { $0.value < $1.value }
      .map { String($0.key.dropFirst(prefix.count)) }
  }

  private mutating func reportUnknownField(
    _ name: Syntax.Name, _ spine: [Syntax.Index], _ fields: [String]
  ) -> Typed {
    guard let last = spine.last, case .select(_, let field, _) = syntax[last] else {
      let all = fieldNames(below: name.text)
      return report(.name(.prefix(name.text, fields: all)), at: name.range)
    }
    return reportUnknownMember(field, .fieldBelow(name.text), among: fields)
  }

  /// The names that may be meant, in declared order; where text is expected, those that are text.
  private func nearNames(isText: Bool) -> [String] {
    guard scope.isSuggesting, scope.names.count <= Suggestion.mostNames else { return [] }
    WorkCount.add(scope.names.count)
    let variables = scope.allNames.filter { entry in
      guard !entry.key.utf8.contains(UInt8(ascii: ".")) else { return false }
      guard isText, declarations.variables.indices.contains(Int(entry.value)) else { return true }
      switch declarations.variables[Int(entry.value)].type.withoutNull {
      case .string, .dyn, .unknown: return true
      default: return false
      }
    }
    return variables.sorted { $0.value < $1.value }.map(\.key)
      + locals.active.map(\.name)
      + (isText ? [] : enumerationNames)
  }

  /// The types whose values are read from them: `Side.heads`.
  private var enumerationNames: [String] {
    scope.typeNames.filter { entry in
      if case .enumeration = declarations[entry.value].shape { true } else { false }
    }.map(\.key).sorted()
  }

  private func isText(_ expected: Expected) -> Bool {
    expected.type.map { resolved($0).withoutNull == .string } ?? false
  }

  /// `Heads + 'x'`, `Heads == side`, `Heads in sides`: the other operand is text.
  private func isBesideText(_ spine: [Syntax.Index]) -> Bool {
    guard let last = spine.last, case .binary(let operation, _, let right) = syntax[last] else {
      return false
    }
    switch operation {
    case .add, .equal, .notEqual: return isText(right)
    case .contained:
      if case .list(let elements) = syntax[right], let first = elements.first {
        return isText(first.value)
      }
      return plainType(right) == .list(.string)
    default: return false
    }
  }

  private func isText(_ index: Syntax.Index) -> Bool {
    if case .literal(.string) = syntax[index] { return true }
    return plainType(index) == .string
  }

  /// The type of a plain name, without checking it.
  func plainType(_ index: Syntax.Index) -> ValueType? {
    guard case .name(let name, _) = syntax[index], let variable = scope.variable(named: name.text),
      declarations.variables.indices.contains(Int(variable))
    else { return nil }
    return declarations.variables[Int(variable)].type.withoutNull
  }

  private mutating func reportBareText(_ name: Syntax.Name) -> Typed {
    let fix = "'\(name.text)'"
    let bytes = Array(syntax.text.utf8)
    let before = String(decoding: bytes[..<Int(name.range.lowerBound)], as: UTF8.self)
    let after = String(decoding: bytes[Int(name.range.upperBound)...], as: UTF8.self)
    return report(
      .name(.bareText(name.text, isWhole: false, corrected: before + fix + after)),
      at: name.range, fix: fix)
  }

  /// Whether all of its names are unknown: `Come in now`.
  func isUnknown(_ syntax: Syntax) -> Bool {
    guard case .binary(.contained, _, _) = syntax[syntax.root] else { return false }
    var hasNames = false
    for node in syntax.nodes {
      switch node.kind {
      case .name(let name, _):
        if scope.variable(named: name.text) != nil
          || locals.active.contains(where: { $0.name == name.text })
          || scope.typeNames[name.text] != nil || scope.hint(for: name.text) != nil
          || hasFields(below: name.text)
        {
          return false
        }
        hasNames = true
      case .call, .literal: return false
      default: break
      }
    }
    return hasNames
  }

  /// The issue of a cell like `Resend text` that is not an expression.
  func bareTextIssue(_ text: String, _ expected: Expected) -> Issue? {
    guard isCell, isText(expected), let first = text.utf8.first, Token.isNameStart(first) else {
      return nil
    }
    guard Checker.isProse(text) else { return nil }
    let isCutOff = text.utf8.last == UInt8(ascii: "'") && text.filter { $0 == "'" }.count == 1
    let quoted = Printer.quoted(isCutOff ? String(text.dropLast()) : text)
    return Issue(
      .name(.bareText(text, isWhole: true, corrected: quoted)), fix: quoted,
      pointer: position.pointer,
      range: 0..<text.utf8.count)
  }

  /// Whether any word of a text is a variable, so that it may be code.
  func mentionsVariable(_ text: String) -> Bool {
    text.utf8.split { !Token.isNamePart($0) }.contains { word in
      scope.variable(named: String(Substring(word))) != nil
    }
  }

  /// Whether a text consists of words, with apostrophes in them or a quotation mark at the end.
  private static func isProse(_ text: String) -> Bool {
    if !text.utf8.contains(UInt8(ascii: " ")), text.utf8.contains(UInt8(ascii: "-")) {
      return false
    }
    var before: Unicode.Scalar?
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      if scalar == "'" {
        let next = text.unicodeScalars[index...].dropFirst().first
        guard before?.properties.isAlphabetic == true, next?.properties.isAlphabetic ?? true else {
          return false
        }
      } else if !isWord, !" ,.!?-:;…–—’".unicodeScalars.contains(scalar) {
        return false
      } else if scalar.properties.isAlphabetic, let before, ".?!:;".unicodeScalars.contains(before)
      {
        return false
      }
      before = scalar
    }
    return true
  }

  /// An empty cell where text is expected: most likely the empty text.
  func emptyTextIssue(_ text: String, _ expected: Expected) -> Issue? {
    guard isCell, text.utf8.isEmpty, isText(expected) else { return nil }
    let isCertain = expected.type.map { resolved($0) } == .string
    return Issue(
      .syntax(.missingText), fix: isCertain ? "''" : nil, pointer: position.pointer, range: 0..<0)
  }
}
