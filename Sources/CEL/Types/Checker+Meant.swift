/// Unknown names that were surely meant as another expression.
extension Checker {
  /// The expression to write instead of a name.
  struct Meant {
    let text: String
    /// The range that it replaces.
    let range: Range<Int32>
    /// Whether it is the only possible meaning.
    var isCertain = true
  }

  /// `event.item` for `item`, `Kind.home` for `home` or `.home`, `null` for `nil`.
  func meant(
    by name: Syntax.Name, _ spine: [Syntax.Index], _ expected: Expected
  ) -> Meant? {
    let goal = spine.isEmpty ? expected.type.map { resolved($0) } : typeBeside(spine)
    if let literal = ForeignIdioms.values(name.text).first?.replacements.first {
      let isNull = literal == "null"
      return Meant(
        text: literal, range: name.range,
        isCertain: !isNull || name.text == "nil" && goal.map { $0.orNull == $0 } ?? false)
    }
    if scope.variable(named: "event." + name.text) != nil {
      return Meant(text: "event." + name.text, range: name.range)
    }
    if goal?.withoutNull == .bool, let value = Checker.truths[name.text.lowercased()] {
      return Meant(text: value, range: name.range, isCertain: false)
    }
    if spine.isEmpty, let call = MeantTime.expression(name.text, as: goal) {
      return Meant(text: call, range: name.range, isCertain: false)
    }
    guard let goal, let value = enumerationValue(name.text, of: goal) else { return nil }
    let bytes = syntax.text.utf8
    let isAbsolute =
      bytes.prefix(Int(name.range.lowerBound)).last == UInt8(ascii: ".")
    return Meant(
      text: value, range: name.range.lowerBound - (isAbsolute ? 1 : 0)..<name.range.upperBound)
  }

  /// Words that other formats have for `true` and `false`.
  private static let truths = [
    "yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false",
  ]

  /// The type of the other operand of a comparison.
  private func typeBeside(_ spine: [Syntax.Index]) -> ValueType? {
    guard let last = spine.last, case .binary(let operation, _, let right) = syntax[last],
      operation == .equal || operation == .notEqual
    else { return nil }
    return plainType(right)
  }

  /// `Kind.home` for a text that is `'home'`.
  func enumerationValue(_ typed: Typed, of type: ValueType) -> String? {
    guard case .constant(.string(let text)) = nodes[Int(typed.node)].kind else { return nil }
    return enumerationValue(text, of: type)
  }

  /// `Kind.home` for `home`, where the type is an enum that has it.
  private func enumerationValue(_ name: String, of type: ValueType) -> String? {
    guard case .declared(let id, _) = type.withoutNull,
      case .enumeration(let names) = declarations[id].shape, names.contains(name),
      let typeName = scope.typeNames.filter({ $0.value == id }).keys.min()
    else { return nil }
    return "\(typeName).\(name)"
  }
}
