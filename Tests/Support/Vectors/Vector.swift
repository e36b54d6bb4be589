package import CEL

/// One test vector: an expression and its expected result.
package struct Vector {
  package let json: JSON

  package init(_ json: JSON) { self.json = json }

  package var id: String { json["id"]?.text ?? "?" }
  package var expression: String { json["expr"]?.text ?? "" }
  var needs: Set<String> { Set(json["needs"]?.array?.compactMap(\.text) ?? []) }

  /// Whether a vector is out of scope: by the suite's own marks, or because it names a time zone.
  package var isOutOfScope: Bool {
    let marks: Set<String> = [
      "proto", "enum", "enum:strong", "wrappers", "json", "any", "ext:network", "ext:block",
      "ext:protos",
    ]
    if !needs.isDisjoint(with: marks) { return true }
    return needs.contains("timezones") && namesZone
  }

  /// Whether the text contains `'Area/City'`.
  private var namesZone: Bool {
    let pieces = expression.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.enumerated().contains { offset, piece in
      guard offset % 2 == 1 else { return false }
      let parts = piece.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { $0.first?.isUppercase ?? false }
    }
  }

  /// Runs the vector; returns `nil` if it passes, else the expected and the actual result.
  package func failure() -> String? {
    do {
      return try run()
    } catch {
      return "\(error)"
    }
  }

  private func run() throws -> String? {
    guard let expect = json["expect"] else { throw Unreadable("vector", json) }
    let (types, bindings) = try surroundings()
    let wanted = try expect["deducedType"].map { json in
      var types = types
      return try types.type(json)
    }
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
    if isCheckedOnly { return nil }
    return try evaluate(program, types, bindings, expect)
  }

  /// Whether the expression is never evaluated.
  package var isCheckedOnly: Bool { json["checkOnly"]?.truth ?? false }

  /// The declarations that it can use, and the values of its variables.
  package func surroundings() throws -> (types: VectorTypes, bindings: [String: Value]) {
    var types = VectorTypes()
    if let declared = json["types"]?.array { try types.declare(declared) }
    try types.declare(environment: json["typeEnv"]?.array ?? [])
    if json["disableCheck"]?.truth ?? false { declareBindings(&types) }
    var bindings: [String: Value] = [:]
    for (name, content) in json["bindings"]?.object ?? [:] {
      bindings[name] = try types.value(content)
    }
    return (types, bindings)
  }

  /// Whether it tests the cost of an evaluation.
  package var hasBudget: Bool { json["steps"] != nil }

  /// The number of steps that its evaluation may take.
  package var steps: Int64 { json["steps"]?.text.flatMap { Int64($0) } ?? Limits.eventSteps }

  package var rules: Program.Rules {
    let container = json["container"]?.text ?? ""
    if json["disableCheck"]?.truth ?? false { return .unchecked(container: container) }
    return json["profile"]?.text == "cell" ? .cell : .standard(container: container)
  }

  /// Names that are bound but not declared, as in an unchecked program.
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
    _ program: Program, _ types: VectorTypes, _ bindings: [String: Value], _ expect: JSON
  ) throws -> String? {
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
      // The suite does not compare the text of errors; our own vectors compare ids.
      let isOurs = json["file"] == nil
      return isOurs && wanted != error.id.rawValue
        ? "expected the error \(wanted), got \(error.id)" : nil
    case (.success, nil, nil): return nil
    case (let result, _, _): return "expected \(expect), got \(result)"
    }
  }
}
