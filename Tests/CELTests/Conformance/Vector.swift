import CEL

/// One vector: an expression and what it must give.
struct Vector {
  let json: JSON

  var id: String { json["id"]?.text ?? "?" }
  var expression: String { json["expr"]?.text ?? "" }
  var needs: Set<String> { Set(json["needs"]?.array?.compactMap(\.text) ?? []) }

  /// Out of scope only by the marks that the suite sets, and where a time zone goes by its name.
  var isOutOfScope: Bool {
    let marks: Set<String> = [
      "proto", "enum", "enum:strong", "wrappers", "json", "any", "ext:network", "ext:block",
      "ext:protos",
    ]
    if !needs.isDisjoint(with: marks) { return true }
    return needs.contains("timezones") && namesZone
  }

  /// Whether the text holds `'Area/City'`.
  private var namesZone: Bool {
    let pieces = expression.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.enumerated().contains { place, piece in
      guard place % 2 == 1 else { return false }
      let parts = piece.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { $0.first?.isUppercase ?? false }
    }
  }

  /// `nil` if it passes, else what was expected and what came.
  func failure() -> String? {
    do {
      return try run()
    } catch {
      return "\(error)"
    }
  }

  private func run() throws -> String? {
    guard let expect = json["expect"] else { throw Unreadable("vector", json) }
    var types = VectorTypes()
    if let declared = json["types"]?.array { try types.declare(declared) }
    try types.declare(environment: json["typeEnv"]?.array ?? [])
    let isUnchecked = json["disableCheck"]?.truth ?? false
    if isUnchecked { declareBindings(&types) }
    let wanted = try expect["deducedType"].map { try types.type($0) }
    let program: Program
    do {
      program = try Program(expression, declarations: types.declarations, rules: rules)
    } catch {
      return expectation(expect, issues: error.issues)
    }
    if expect["issues"] != nil { return "expected \(expect), got a program" }
    if let wanted, wanted != program.type {
      return "expected the type \(wanted), got \(program.type)"
    }
    if json["checkOnly"]?.truth ?? false { return nil }
    return try evaluate(program, types, expect)
  }

  private var rules: Program.Rules {
    let container = json["container"]?.text ?? ""
    if json["disableCheck"]?.truth ?? false { return .unchecked(container: container) }
    return json["profile"]?.text == "cell" ? .cell : .standard(container: container)
  }

  /// Names that are bound but not declared, as an unchecked program finds them.
  private func declareBindings(_ types: inout VectorTypes) {
    for name in (json["bindings"]?.object ?? [:]).keys.sorted()
    where !types.declarations.variables.contains(where: { $0.name == name }) {
      types.declarations.variables.append(.init(name: name, type: .dyn))
    }
  }

  private func expectation(_ expect: JSON, issues: [CEL.Issue]) -> String? {
    let got = issues.map(\.id)
    let texts = issues.map { "\($0.message) [\($0.id)]" }.joined(separator: "; ")
    guard let wanted = expect["issues"]?.array?.compactMap(\.text) else {
      return "expected \(expect), got issues: \(texts)"
    }
    return wanted == got ? nil : "expected issues \(wanted), got \(texts)"
  }

  private func evaluate(
    _ program: Program, _ types: VectorTypes, _ expect: JSON
  ) throws -> String? {
    var bindings: [String: Value] = [:]
    for (name, content) in json["bindings"]?.object ?? [:] {
      bindings[name] = try types.value(content)
    }
    let steps = json["steps"]?.text.flatMap { Int64($0) } ?? Limits.eventSteps
    let result: Result<Value, EvaluationError>
    do {
      result = .success(try program.evaluate(bindings, steps: steps))
    } catch {
      result = .failure(error)
    }
    switch (result, expect["value"], expect["error"]?.text) {
    case (.success(let value), let wanted?, _):
      let wanted = try types.value(wanted)
      return VectorTypes.agree(value, wanted) ? nil : "expected \(wanted), got \(value)"
    case (.failure(let error), nil, let wanted?):
      // The suite does not compare the words of errors; our own vectors compare ids.
      let isOurs = json["file"] == nil
      return isOurs && wanted != error.id.rawValue
        ? "expected the error \(wanted), got \(error.id)" : nil
    case (.success, nil, nil): return nil
    case (let result, _, _): return "expected \(expect), got \(result)"
    }
  }
}
