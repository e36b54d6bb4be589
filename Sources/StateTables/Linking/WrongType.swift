import CEL

/// The wrong type of a declaration.
extension WrongDeclaration {
  mutating func wrongType() -> (Diagnostic, CheckResult)? {
    guard errors.count > 1,
      errors.contains(where: {
        $0.rule.utf8.starts(with: "type/".utf8)
          || [UnknownName.rule.id, SpecLiteral.rule.id].contains($0.rule)
      })
    else { return nil }
    let declared = declared
    let types = declared.map(\.type) + declared.filter { $0.0.kind == .type }.map(\.name)
    let suspects = declared.enumerated().filter { _, suspect in
      suspect.0.typePointer != nil && isInAllErrors(suspect.0, suspect.name)
        && !isParameter(suspect.type, at: suspect.0.pointer)
    }
    let others = suspects.map { self.others(than: $0.element.type, among: types) }
    // What is likely of any is tried before what is unlikely of the first.
    for round in Nearness.allCases {
      for ((index, (place, name, type)), others) in zip(suspects, others) {
        for other in others[round, default: []] {
          if guessCount == 0 { return nil }
          guard let result = tried(index, as: other, place), let pointer = place.typePointer else {
            continue
          }
          let place = Diagnostic.Place(pointer.text, range: 0..<type.utf8.count)
          return (CellType.declared(name, type, usedAs: other, at: place, errors), result)
        }
      }
    }
    return nil
  }

  /// What is found if a declaration is of another type; that of a property may have brought its
  /// initial value along.
  private mutating func tried(
    _ index: Int, as type: String, _ declared: DeclaredName
  ) -> CheckResult? {
    var guess = changed(types: [index: type])
    if let result = tried(guess) { return result }
    // Where one of them alone is wrong, that has been told.
    let isWrong = errors.contains { $0.place.pointer.utf8.starts(with: declared.pointer.text.utf8) }
    guard declared.kind == .property, !isWrong, let initial = Cell.first(of: type),
      let place = guess.properties.firstIndex(where: { $0.name == declared.pointer.steps.last })
    else { return nil }
    guess.properties[place].initial = initial
    return tried(guess)
  }

  /// Whether every error is about something around which it is named; of a parameter its function
  /// is.
  private func isInAllErrors(_ declared: DeclaredName, _ name: String) -> Bool {
    let owner = declared.kind == .parameter ? declared.pointer.steps[1] : name
    return words.allSatisfy { $0.contains(name) || $0.contains(owner) }
  }

  /// Whether a type is made of what its declaration leaves open: then what is given there is wrong.
  private func isParameter(_ type: String, at pointer: Pointer) -> Bool {
    let steps = pointer.steps
    guard steps.count > 1, steps[0] == "types" else { return false }
    let parameters = CellTexts.words(in: steps[1]).dropFirst()
    return CellTexts.words(in: type).contains { parameters.contains($0) }
  }

  /// How likely a type is meant in place of another.
  private enum Nearness: CaseIterable {
    /// With or without null, and what the errors name.
    case likely
    /// Where a part of it is another.
    case partly
    /// Anything that is known, with null too where that is tested for.
    case any
  }

  private func others(
    than type: String, among declared: [String]
  ) -> [Nearness: [String]] {
    let isNullable = type.utf8.last == UInt8(ascii: "?")
    let told = Set(errors.flatMap { CellTexts.words(in: $0.message) })
    let known = (declared + used + FileScope.builtIn.map(\.name)).filter { type in
      !type.isEmpty && !CellTexts.words(in: type).contains("dyn")
    }
    let types = known.flatMap { [$0, "[\($0)]", $0 + "?"] }
    let near = types.filter { told.isSuperset(of: CellTexts.words(in: $0)) }
    let isTested = errors.contains { $0.rule == NullUse.rule.id || $0.arguments.contains("null") }
    let nullable = isTested ? known.filter { $0.utf8.last != UInt8(ascii: "?") } : []
    let names = known.filter { Identifier($0) != nil }
    let parts = NearTypes(of: type, names: names.filter(told.contains))
    var seen: Set<String> = [type]
    func new(_ types: [String]) -> [String] { types.filter { seen.insert($0).inserted } }
    return [
      .likely: new([isNullable ? String(type.dropLast()) : type + "?"] + near),
      .partly: new(parts.reshaped + parts.renamed),
      .any: new(nullable.map { $0 + "?" } + known + NearTypes(of: type, names: names).renamed),
    ]
  }

  /// The types that other files offer.
  private var used: [String] {
    uses.flatMap { file -> [String] in
      switch file.content {
      case .types(let types): types.types.map(\.key)
      case .definition(let definition): [definition.name]
      case .unreadable: []
      }
    }
  }
}

extension Cell {
  /// A value of a type, of those that have a plain one.
  fileprivate static func first(of type: String) -> Cell? {
    if type.utf8.last == UInt8(ascii: "?") { return .null }
    if type.utf8.first == UInt8(ascii: "[") { return type.contains(":") ? .object([]) : .list([]) }
    switch type {
    case "bool": return .bool(false)
    case "int", "uint": return .number("0")
    case "double": return .number("0.0")
    case "string": return .expression("''")
    case "duration": return .expression("duration('0s')")
    default: return nil
    }
  }
}

/// The types that differ from a type in one place, as texts.
private struct NearTypes {
  /// A part with or without null, in a list or out of one, or an argument in place of the whole.
  private(set) var reshaped: [String] = []
  /// Another name in place of one.
  private(set) var renamed: [String] = []
  private let names: [String]

  /// Longer texts are left alone.
  private static let limit = 200

  init(of text: String, names: [String]) {
    self.names = names
    guard text.utf8.count <= NearTypes.limit, case .success(let type) = TypeText.parse(text) else {
      return
    }
    visit(type) { $0 }
  }

  /// Recursive, as deep as types nest.
  private mutating func visit(_ type: TypeText, around: (String) -> String) {
    reshaped.append(around("[\(type.text)]"))
    if case .nullable = type.kind {} else { reshaped.append(around(type.text + "?")) }
    switch type.kind {
    case .nullable(let inner):
      reshaped.append(around(inner.text))
      visit(inner) { around($0 + "?") }
    case .list(let inner):
      reshaped.append(around(inner.text))
      visit(inner) { around("[\($0)]") }
    case .map(let key, let value):
      reshaped.append(around("[\(value.text)]"))
      visit(key) { around("[\($0): \(value.text)]") }
      visit(value) { around("[\(key.text): \($0)]") }
    case .name(let name, let arguments):
      let texts = arguments.map(\.text)
      func applied(_ name: String, _ texts: [String]) -> String {
        around(texts.isEmpty ? name : "\(name)<\(texts.joined(separator: ", "))>")
      }
      reshaped += texts.map(around)
      renamed += names.filter { $0 != name }.map { applied($0, texts) }
      for (place, argument) in arguments.enumerated() {
        visit(argument) { text in
          applied(name, Array(texts[..<place]) + [text] + Array(texts[(place + 1)...]))
        }
      }
    }
  }
}
