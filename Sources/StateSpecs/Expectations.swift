import CEL
import StateLinking
import StateModel

/// Compares the expectations of a case with the subject.
struct Expectations {
  private let definition: CheckedDefinition
  private let match: ValueMatch

  init(_ definition: CheckedDefinition) {
    self.definition = definition
    match = ValueMatch(definition.declarations)
  }

  func differences(
    of node: Spec.Case, at pointer: Pointer, _ subject: inout some Subject, _ outcome: Outcome
  ) -> [Difference] {
    var found: [Difference] = []
    found += result(node, pointer, outcome)
    found += failure(node, pointer, outcome)
    found += outputs(node, pointer, &subject)
    found += commands(node, pointer, outcome)
    if let expected = node.configuration {
      found += names(expected.all, subject.configuration, pointer["in"], "the active states")
    }
    if let expected = node.running {
      found += names(expected, subject.running, pointer["running"], "the running timers")
    }
    return found
  }

  private func result(
    _ node: Spec.Case, _ pointer: Pointer, _ outcome: Outcome
  ) -> [Difference] {
    guard let expected = node.result, outcome.result != expected else { return [] }
    let found = outcome.result?.rawValue ?? (outcome.failure == nil ? "nothing" : "an error")
    let hint = outcome.result == .unhandled ? ": no row takes the event here" : ""
    return [
      Difference(
        location: .init(pointer["result"].text), message: "the result is \(found)",
        found: "found \(found)\(hint)")
    ]
  }

  private func failure(
    _ node: Spec.Case, _ pointer: Pointer, _ outcome: Outcome
  ) -> [Difference] {
    guard let expected = node.error, outcome.failure?.id != expected else { return [] }
    let found = outcome.failure.map { "\($0)" } ?? "no error"
    return [
      Difference(
        location: .init(pointer["error"].text), message: "the step gives \(found)",
        found: "found \(found)")
    ]
  }

  /// Whether an output of a draft has no content yet.
  private func isOpen(_ output: String) -> Bool {
    definition.definition.outputs.contains { $0.name == output && $0.content == .absent }
  }

  private func outputs(
    _ node: Spec.Case, _ pointer: Pointer, _ subject: inout some Subject
  ) -> [Difference] {
    var found: [Difference] = []
    let expected = node.then ?? []
    for member in expected {
      let path = pointer["then"][member.key]
      guard let output = definition.outputs.first(where: { $0.name == member.key }) else {
        found.append(
          Difference(
            location: .init(path.text, isKey: true), message: "there is no output `\(member.key)`",
            found: "no such output"))
        continue
      }
      if isOpen(output.name) {
        found.append(
          Difference(
            location: .init(path.text, isKey: true),
            message: "`\(output.name)` has no `value` yet", found: "no value"))
        continue
      }
      let value = subject.output(output.name)
      found += match.differences(member.value, value, output.type, at: path).map {
        Difference(
          location: .init($0.path.text),
          message: "`\(part(of: output.name, $0.path, from: path))` \($0.words)",
          found: "found \($0.found)")
      }
    }
    if node.isExact {
      let named = Set(expected.map(\.key))
      for output in definition.outputs where !named.contains(output.name) {
        found.append(
          Difference(
            location: .init(pointer["exactly"].text, isMember: true),
            message: "`then` does not name `\(output.name)`", found: "`\(output.name)` is missing"))
      }
    }
    return found
  }

  private func commands(
    _ node: Spec.Case, _ pointer: Pointer, _ outcome: Outcome
  ) -> [Difference] {
    guard let expected = node.commands else { return [] }
    let path = pointer["commands"]
    let list = JSON.array(outcome.commands.map(\.json)).text
    guard expected.map(\.name) == outcome.commands.map(\.name) else {
      return [
        Difference(
          location: .init(path.text), message: "the commands are \(list)",
          found: "found \(list)")
      ]
    }
    var found: [Difference] = []
    for (index, pair) in zip(expected, outcome.commands).enumerated() {
      guard let command = definition.commands.first(where: { $0.name == pair.0.name }) else {
        continue
      }
      let actual = Dictionary(
        (pair.1.data ?? []).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      for member in pair.0.data ?? [] {
        let inside = path[index][pair.0.name][member.key]
        guard let field = command.fields.first(where: { $0.name == member.key }) else { continue }
        found += match.differences(
          member.value, actual[member.key] ?? .null, field.type, at: inside
        ).map {
          Difference(
            location: .init($0.path.text),
            message:
              "`\(part(of: command.name, $0.path, from: path[index][pair.0.name]))` \($0.words)",
            found: "found \($0.found)")
        }
      }
    }
    return found
  }

  /// The part of a value that differs, as a cell would write it: `shown[1].title`.
  private func part(of name: String, _ path: Pointer, from start: Pointer) -> String {
    path.steps.dropFirst(start.steps.count).reduce(name) { text, step in
      Int(step) == nil ? "\(text).\(step)" : "\(text)[\(step)]"
    }
  }

  /// Compares names in any order.
  private func names(
    _ expected: [String], _ found: [String], _ path: Pointer, _ what: String
  ) -> [Difference] {
    guard expected.sorted() != found.sorted() else { return [] }
    let list = found.isEmpty ? "none" : found.map { "`\($0)`" }.joined(separator: ", ")
    return [
      Difference(
        location: .init(path.text), message: "\(what): \(list)", found: "found \(list)")
    ]
  }
}
