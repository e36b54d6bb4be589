import CEL
import StateLinking
import StateModel

/// A case of a spec as a test, independent of the target language.
///
/// Each test begins at the start of the definition and repeats what its outer cases do.
package struct GenerationTest: Sendable {
  /// An event or a command, by its index, with its fields in order.
  struct Call: Sendable {
    let index: Int
    /// `nil` for a field that is not compared.
    let fields: [GenerationCode?]
  }

  enum Step: Sendable {
    /// An event that happens some times in a row.
    case event(Call, times: Int)
    /// Time that passes, in nanoseconds.
    case wait(Int64)
    /// The state is saved and restored.
    case snapshot
  }

  /// A part of an output.
  struct Part: Sendable {
    enum Selection: Sendable {
      case field(String)
      case element(Int)
      /// The value of an optional.
      case value
    }

    /// The index of the output; `nil` for a part of a local variable.
    let output: Int?
    /// The local variable that a case of a union is bound to.
    var local = ""
    var selections: [Selection] = []

    /// Whether the part is an optional value, because it or a part around it is optional.
    var isOptional: Bool {
      selections.contains { if case .value = $0 { true } else { false } }
    }

    fileprivate func adding(_ selection: Selection) -> Part {
      Part(output: output, local: local, selections: selections + [selection])
    }
  }

  enum Check: Sendable {
    case equal(Part, GenerationCode)
    case null(Part)
    case count(Part, Int)
    /// A union has a case with these fields; `nil` for a field that is not compared.
    case unionCase(Part, UnionCase, [GenerationCode?])
    /// A union has a case, whose fields are bound to these local variables and checked; `nil` for a
    /// field that is not read.
    indirect case inside(Part, UnionCase, [String?], [Check])
  }

  /// The names of the case and of its outer cases; empty for the start.
  let names: [String]
  /// The inputs in order; `nil` for a default.
  var inputs: [GenerationCode?] = []
  /// What happens, and whether it is expected to fail.
  var steps: [(step: Step, fails: Bool)] = []
  var checks: [Check] = []
  /// All commands of the last step; `nil` if they are not compared.
  var commands: [Call]?
  var result: Spec.Result?
  /// The id of the error of the last step.
  var error: String?
  /// The active states without an active child, in any order; `nil` if they are not compared.
  var states: [String]?
  /// The ids of the running timers, in any order; `nil` if they are not compared.
  var timers: [String]?
  /// What cannot be written in the target language.
  var missing: String?
}

extension [GenerationTest] {
  /// The names of the functions, made of the names of the cases. Equal names get numbers.
  func titles(_ title: ([String]) -> String) -> [String] {
    var known: Set<String> = []
    var numbers: [String: Int] = [:]
    return map { test in
      let title = title(test.names)
      var name = title
      while !known.insert(name).inserted {
        numbers[title, default: 1] += 1
        name = "\(title) \(numbers[title, default: 1])"
      }
      return name
    }
  }
}

/// Builds the tests of a spec.
struct GenerationTestBuilder {
  private let definition: CheckedDefinition
  private let wire: StateModel.Wire
  private var known = ExpressionBuilder.KnownFacts()
  private var tests: [GenerationTest] = []
  /// The number of local variables so far.
  private var localCount = 0

  /// The tests of all cases that expect something, in the order of the file.
  static func tests(of spec: Spec, _ definition: CheckedDefinition) -> [GenerationTest] {
    var builder = GenerationTestBuilder(definition: definition)
    builder.visit(spec.root, given: spec.given, names: [], [])
    return builder.tests
  }

  private init(definition: CheckedDefinition) {
    self.definition = definition
    wire = StateModel.Wire(definition.declarations)
  }

  private mutating func visit(
    _ node: Spec.Case, given: [JSON.Member], names: [String],
    _ before: [(entry: Spec.Occurrence, fails: Bool)]
  ) {
    let changed = Set(node.given.map(\.key))
    let given = given.filter { !changed.contains($0.key) } + node.given
    let names = names + [node.name].compactMap(\.self)
    let entries =
      before
      + node.when.enumerated().map { index, entry in
        (entry, node.error != nil && index == node.when.count - 1)
      }
    if node.expectsSomething {
      var test = GenerationTest(names: names)
      do throws(Refusal) {
        try fill(&test, node, given, entries)
      } catch {
        test = GenerationTest(names: names, missing: GenerationRefusal(error).missing)
      }
      tests.append(test)
    }
    for below in node.cases { visit(below, given: given, names: names, entries) }
  }

  private mutating func fill(
    _ test: inout GenerationTest, _ node: Spec.Case, _ given: [JSON.Member],
    _ entries: [(entry: Spec.Occurrence, fails: Bool)]
  ) throws(Refusal) {
    for input in definition.inputs {
      let member = given.first { $0.key == input.name }
      test.inputs.append(
        try member.map { value throws(Refusal) in try code(value.value, input.type) })
    }
    for (entry, fails) in entries { test.steps.append((try step(entry), fails)) }
    for member in node.then ?? [] {
      guard let index = definition.outputs.firstIndex(where: { $0.name == member.key }),
        definition.definition.outputs.first(where: { $0.name == member.key })?.content != .absent
      else { continue }
      try check(
        member.value, definition.outputs[index].type, GenerationTest.Part(output: index),
        &test.checks)
    }
    if let commands = node.commands {
      var calls: [GenerationTest.Call] = []
      for command in commands {
        let fields = definition.commands.map { ($0.name, $0.fields) }
        calls.append(try call(command, among: fields, isPattern: true))
      }
      test.commands = calls
    }
    test.result = node.result
    test.error = node.error
    test.states = node.configuration?.all
    test.timers = node.running
  }

  private mutating func step(_ entry: Spec.Occurrence) throws(Refusal) -> GenerationTest.Step {
    let events = definition.events.map { ($0.name, $0.fields) }
    switch entry {
    case .event(let event):
      return .event(try sent(event, among: events), times: 1)
    case .repeated(let times, let event):
      return .event(try sent(event, among: events), times: times)
    case .wait(let time):
      guard case .success(.duration(let span)) = wire.value(of: time, as: .duration) else {
        throw Refusal("counterpart of this time", at: "")
      }
      return .wait(span.nanoseconds)
    case .snapshot: return .snapshot
    }
  }

  /// An event from outside. The type of the events has no others, so a case cannot send them.
  private mutating func sent(
    _ event: Spec.Call, among events: [(name: String, fields: [Declarations.Field])]
  ) throws(Refusal) -> GenerationTest.Call {
    let declared = definition.events.first { $0.name == event.name }
    guard let declared, !declared.isOwn, declared.doneState == nil else {
      throw Refusal("event `\(event.name)` from outside", at: "")
    }
    return try call(event, among: events, isPattern: false)
  }

  private mutating func call(
    _ call: Spec.Call, among all: [(name: String, fields: [Declarations.Field])], isPattern: Bool
  ) throws(Refusal) -> GenerationTest.Call {
    guard let index = all.firstIndex(where: { $0.name == call.name }) else {
      throw Refusal("counterpart of `\(call.name)`", at: "")
    }
    var fields: [GenerationCode?] = []
    for field in all[index].fields {
      guard let given = call.data?.first(where: { $0.key == field.name })?.value else {
        fields.append(isPattern ? nil : try code(.null, field.type))
        continue
      }
      if isPattern, !isComplete(given, field.type) {
        throw Refusal("comparison of a part of a command's data", at: "")
      }
      fields.append(try code(given, field.type))
    }
    return GenerationTest.Call(index: index, fields: fields)
  }

  /// The constant that JSON describes.
  private mutating func code(_ json: JSON, _ type: ValueType) throws(Refusal) -> GenerationCode {
    guard case .success(let value) = wire.value(of: json, as: type) else {
      throw Refusal("counterpart of the value \(json.text)", at: "")
    }
    let constant = TypedSyntax(
      nodes: [
        .init(kind: .constant(value), type: type, origin: .init(source: -1, range: 0..<0))
      ], root: 0, sources: [], localCount: 0)
    let scope = ExpressionBuilder.Scope(
      declarations: definition.declarations, roles: definition.roles, isFolding: false)
    return try ExpressionBuilder.code(constant, scope, at: "", &known, as: type)
  }

  /// Whether JSON names all fields of the records and unions in it.
  private func isComplete(_ json: JSON, _ type: ValueType) -> Bool {
    switch (type.withoutNull, json) {
    case (.list(let element), .array(let elements)):
      return elements.allSatisfy { isComplete($0, element) }
    case (.map(_, let value), .object(let members)):
      return members.allSatisfy { isComplete($0.value, value) }
    case (.declared, .null): return true
    case (.declared(let id, let arguments), _):
      guard let fields = fields(of: json, id, arguments) else { return true }
      return fields.all.allSatisfy { field in
        guard let value = fields.given.first(where: { $0.key == field.name })?.value else {
          return false
        }
        return isComplete(value, field.type)
      }
    default: return true
    }
  }

  /// The fields of a record or of a union's case, and what JSON names of them.
  private func fields(
    of json: JSON, _ id: TypeID, _ arguments: [ValueType]
  ) -> (unionCase: UnionCase?, all: [Declarations.Field], given: [JSON.Member])? {
    let type = ValueType.declared(id, arguments)
    switch definition.declarations[id].shape {
    case .record, .state:
      guard case .object(let members) = json else { return nil }
      return (nil, definition.declarations.fields(of: type) ?? [], members)
    case .union(let cases):
      var (name, members) = ("", [JSON.Member]())
      if case .string(let text) = json { name = text }
      if case .object(let parts) = json, let part = parts.first {
        name = part.key
        if case .object(let data) = part.value { members = data }
      }
      guard let index = cases.firstIndex(where: { $0.name == name }) else { return nil }
      let unionCase = UnionCase(type: id, index: Int32(index))
      let all = definition.declarations.fields(of: .caseData(unionCase, arguments)) ?? []
      return (unionCase, all, members)
    case .enumeration, .broken: return nil
    }
  }

  /// Compares what JSON names: fields that it does not name are ignored.
  private mutating func check(
    _ json: JSON, _ type: ValueType, _ part: GenerationTest.Part,
    _ checks: inout [GenerationTest.Check]
  ) throws(Refusal) {
    if case .null = json, type.withoutNull != type {
      checks.append(.null(part))
      return
    }
    if isComplete(json, type) {
      checks.append(.equal(part, try code(json, type)))
      return
    }
    var part = part
    if type.withoutNull != type { part = part.adding(.value) }
    switch (type.withoutNull, json) {
    case (.list(let element), .array(let elements)):
      checks.append(.count(part, elements.count))
      for (index, json) in elements.enumerated() {
        try check(json, element, part.adding(.element(index)), &checks)
      }
    case (.declared(let id, let arguments), _):
      guard let fields = fields(of: json, id, arguments) else { break }
      guard let unionCase = fields.unionCase else {
        for field in fields.all {
          guard let value = fields.given.first(where: { $0.key == field.name })?.value else {
            continue
          }
          try check(value, field.type, part.adding(.field(field.name)), &checks)
        }
        return
      }
      try check(unionCase, fields, part, &checks)
    default: throw Refusal("comparison of a part of this value", at: "")
    }
  }
  private mutating func check(
    _ unionCase: UnionCase,
    _ fields: (unionCase: UnionCase?, all: [Declarations.Field], given: [JSON.Member]),
    _ part: GenerationTest.Part, _ checks: inout [GenerationTest.Check]
  ) throws(Refusal) {
    var parts: [GenerationCode?] = []
    var locals: [String?] = []
    var inside: [GenerationTest.Check] = []
    for field in fields.all {
      let value = fields.given.first { $0.key == field.name }?.value
      let isWhole = value.map { isComplete($0, field.type) } ?? true
      parts.append(
        try isWhole ? value.map { value throws(Refusal) in try code(value, field.type) } : nil)
      if let value {
        localCount += 1
        let local = "\(field.name)\(localCount)"
        locals.append(local)
        try check(value, field.type, GenerationTest.Part(output: nil, local: local), &inside)
      } else {
        locals.append(nil)
      }
    }
    let isSimple = zip(parts, locals).allSatisfy { $0 != nil || $1 == nil }
    checks.append(
      isSimple ? .unionCase(part, unionCase, parts) : .inside(part, unionCase, locals, inside))
  }
}
