/// Complaints about names.
extension Checker {
  mutating func complainOfUnknown(
    _ message: String, _ suggestion: Suggestion, at range: Range<Int32>,
    fix: (String) -> String = { $0 }, type: ValueType = .unknown
  ) -> Typed {
    complain(
      "name/unknown", message, at: range, label: suggestion.text,
      fix: suggestion.clearest.map(fix), type: type)
  }

  mutating func complainOfUnknownMember(
    _ name: Syntax.Name, of what: String, among names: [String]
  ) -> Typed {
    let written = source < 0 ? name.text : syntax.text(of: name.range)
    let quote = written.utf8.first == UInt8(ascii: "'") ? "'" : written.hasPrefix("\"") ? "\"" : ""
    return complainOfUnknown(
      "\(what) is named `\(name.text)`", Suggestion(for: name.text, among: names), at: name.range,
      fix: { quote + $0 + quote })
  }

  mutating func complainOfUnknownType(_ name: Syntax.Name) -> Typed {
    if scope.isOpen { return poison(at: name.range) }
    let names = scope.typeNames.keys.sorted()
    return complainOfUnknown(
      "no type is named `\(name.text)`", Suggestion(for: name.text, among: names), at: name.range)
  }

  /// `member` is the value or case that is named, where one is: `Effect.sendSms(1)`.
  mutating func complainOfTypeAsValue(
    _ id: TypeID, _ name: Syntax.Name, member: String? = nil
  ) -> Typed {
    let value: String
    switch declarations[id].shape {
    case .enumeration(let names):
      value = ".\(names.first { $0 == member } ?? names.first ?? "")"
    case .record(let fields), .state(let fields): value = Checker.blank(fields)
    case .union(let cases):
      let meant = cases.first { $0.name == member } ?? cases.first
      value = "{\(meant?.name ?? ""): \(Checker.blank(meant?.fields ?? []))}"
    case .broken: return poison(at: name.range)
    }
    return complain(
      "name/unknown", "`\(name.text)` is a type and no value", at: name.range,
      help: "a value of it is `\(name.text)\(value)`")
  }

  /// `{id: …, name: …}`.
  private static func blank(_ fields: [Declarations.Field]) -> String {
    fields.count > 4 ? "{…}" : "{\(fields.map { "\($0.name): …" }.joined(separator: ", "))}"
  }

  mutating func complainOfShadowing(_ name: Syntax.Name) {
    guard isCell else { return }
    let isTaken =
      scope.variable(named: name.text) != nil || locals.contains { $0.name == name.text }
      || scope.typeNames[name.text] != nil || scope.functions[name.text] != nil
    if isTaken {
      _ = complain(
        "name/duplicate", "`\(name.text)` has another meaning here already", at: name.range)
    } else if Scope.reservedNames.contains(name.text) {
      _ = complain("name/duplicate", "`\(name.text)` is taken", at: name.range)
    }
  }

  mutating func complainOfUnknownName(
    _ name: Syntax.Name, _ spine: [Syntax.Index], _ expected: Expected
  ) -> Typed {
    guard unknownNames.insert(name.text).inserted else { return poison(at: name.range) }
    if let hint = hint(name, spine) {
      return complain(hint.id, hint.message, at: name.range, help: hint.help)
    }
    let fields = fieldNames(below: name.text)
    if !fields.isEmpty { return complainOfUnknownField(name, spine, fields) }
    if scope.functions[name.text] != nil || Overloads.global[name.text] != nil {
      return complain(
        "name/unknown", "`\(name.text)` is a function and no value; call it: `\(name.text)(…)`",
        at: name.range)
    }
    if !isCell {
      return complain("name/unknown", "nothing here is named `\(name.text)`", at: name.range)
    }
    if let meant = meant(by: name, spine, expected) {
      return complain(
        "name/unknown", "nothing here is named `\(name.text)`", at: meant.range,
        label: "did you mean `\(meant.text)`?", fix: meant.isCertain ? meant.text : nil)
    }
    let isText = spine.isEmpty ? isText(expected) : isBesideText(spine)
    var suggestion = Suggestion(for: name.text, among: nearNames(isText: isText))
    if isText, suggestion.nearest.isEmpty {
      // What is surely misspelt is no text without quotes, whatever its type.
      let others = Suggestion(for: name.text, among: nearNames(isText: false))
      if others.clearest != nil { suggestion = others }
    }
    if scope.isOpen, suggestion.nearest.isEmpty { return poison(at: name.range) }
    if isText, suggestion.nearest.isEmpty { return complainOfBareText(name) }
    return complainOfUnknown(
      "nothing here is named `\(name.text)`", suggestion, at: name.range)
  }

  /// What is to be said of the name, or of a dotted one that begins with it.
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

  /// `text` for `event.text`, in declared order.
  private func fieldNames(below name: String) -> [String] {
    let prefix = name + "."
    return scope.allNames.filter { $0.key.hasPrefix(prefix) }.sorted { $0.value < $1.value }
      .map { String($0.key.dropFirst(prefix.count)) }
  }

  private mutating func complainOfUnknownField(
    _ name: Syntax.Name, _ spine: [Syntax.Index], _ fields: [String]
  ) -> Typed {
    guard let last = spine.last, case .select(_, let field, _) = syntax[last] else {
      return complain(
        "name/unknown",
        "`\(name.text)` is no value of its own; it has "
          + names(fields.prefix(8).map { "\(name.text).\($0)" }), at: name.range)
    }
    return complainOfUnknownMember(field, of: "no field of `\(name.text)`", among: fields)
  }

  /// The names that may be meant, in declared order; where text is expected, those that are text.
  private func nearNames(isText: Bool) -> [String] {
    let variables = scope.allNames.filter { entry in
      guard !entry.key.utf8.contains(UInt8(ascii: ".")) else { return false }
      guard isText, declarations.variables.indices.contains(Int(entry.value)) else { return true }
      switch declarations.variables[Int(entry.value)].type.withoutNull {
      case .string, .dyn, .unknown: return true
      default: return false
      }
    }
    return variables.sorted { $0.value < $1.value }.map(\.key)
      + locals.map(\.name)
      + (isText ? [] : enumerationNames)
  }

  /// The types whose values are read from them: `Place.home`.
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

  private mutating func complainOfBareText(_ name: Syntax.Name) -> Typed {
    let fix = "'\(name.text)'"
    let bytes = Array(syntax.text.utf8)
    let before = String(decoding: bytes[..<Int(name.range.lowerBound)], as: UTF8.self)
    let after = String(decoding: bytes[Int(name.range.upperBound)...], as: UTF8.self)
    return complain(
      "name/bare-text",
      "`\(name.text)` is read as an expression, and nothing here is named `\(name.text)`",
      at: name.range, label: "not a property, input or function",
      help: "text needs quotes inside the quotes: \(Checker.json(before + fix + after))", fix: fix)
  }

  /// Whether it has names, and none of them means anything: `Come in now`.
  func isUnknown(_ syntax: Syntax) -> Bool {
    guard case .binary(.contained, _, _) = syntax[syntax.root] else { return false }
    var hasNames = false
    for node in syntax.nodes {
      switch node.kind {
      case .name(let name, _):
        if scope.variable(named: name.text) != nil
          || locals.contains(where: { $0.name == name.text })
          || scope.typeNames[name.text] != nil || scope.hint(for: name.text) != nil
          || !fieldNames(below: name.text).isEmpty
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

  /// A cell like `Resend text` that is no expression at all.
  func bareTextIssue(_ text: String, _ expected: Expected) -> Issue? {
    guard isCell, isText(expected), let first = text.utf8.first, Token.isNameStart(first) else {
      return nil
    }
    let isProse = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " ,.!?-:;…–—’".unicodeScalars.contains(scalar)
    }
    guard isProse else { return nil }
    let quoted = Printer.quoted(text)
    return Issue(
      id: "name/bare-text",
      message: "`\(text)` is read as an expression; for text write "
        + "`\(quoted)`", help: "text needs quotes inside the quotes: \(Checker.json(quoted))",
      fix: quoted, pointer: pointer, range: 0..<text.utf8.count)
  }

  /// An empty cell where text is expected: most likely the empty text.
  func emptyTextIssue(_ text: String, _ expected: Expected) -> Issue? {
    guard isCell, text.utf8.isEmpty, isText(expected) else { return nil }
    let isCertain = expected.type.map { resolved($0) } == .string
    return Issue(
      id: "expr/syntax", message: "an expression is missing here",
      help: "the empty text is written \(Checker.json("''"))", fix: isCertain ? "''" : nil,
      pointer: pointer, range: 0..<0)
  }

  /// A text as it stands in JSON.
  private static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
