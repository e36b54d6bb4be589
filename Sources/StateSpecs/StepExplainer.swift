package import StateInterpreter
package import StateModel

/// Explains the steps of a session: one explanation a step, with the outputs that changed.
package struct StepExplainer {
  /// An explanation, as JSON and as lines of text.
  package struct Explanation: Sendable {
    /// The rows that were tried, what was set, and what gave the outputs.
    package let json: JSON
    /// The same as lines, without indentation.
    package let lines: [String]
  }

  /// The outputs after the step before, by name.
  private var outputs: [String: JSON] = [:]

  package init() {}

  /// Explains the last step of a machine.
  ///
  /// - Parameters:
  ///   - machine: A traced machine of a definition that was compiled to be explained.
  ///   - outputs: All outputs after the step, in declared order; none if it failed.
  ///   - names: The outputs to explain; `nil` for those that changed.
  /// - Returns: The explanation; `nil` if the machine is not traced.
  package mutating func explanation(
    of machine: inout WireMachine, outputs: [JSON.Member], only names: [String]? = nil
  ) -> Explanation? {
    guard let trace = machine.machine.trace else { return nil }
    let rows = trace.microsteps.flatMap(\.considered) + trace.considered
    let changes = trace.microsteps.flatMap(\.changes)
    var changed: [(name: String, explanation: OutputExplanation)] = []
    for (output, (_, handle)) in zip(outputs, machine.outputs)
    where names?.contains(output.key) ?? (self.outputs[output.key] != output.value) {
      self.outputs[output.key] = output.value
      if let explanation = machine.explanation(of: handle) {
        changed.append((output.key, explanation))
      }
    }
    var members: [JSON.Member] = [
      .init(key: "rows", value: .array(rows.map(Self.json)))
    ]
    if trace.omittedRows > 0 {
      members.append(.init(key: "omittedRows", value: .number(String(trace.omittedRows))))
    }
    members += [
      .init(key: "changes", value: .array(changes.map(Self.json))),
      .init(
        key: "outputs",
        value: .object(changed.map { .init(key: $0.name, value: Self.json($0.explanation)) })),
    ]
    let omitted = trace.omittedRows == 0 ? [] : ["and \(trace.omittedRows) more rows"]
    let lines =
      rows.map(Self.line) + omitted + changes.map(Self.line)
      + changed.map { Self.line($0.name, $0.explanation) }
    return Explanation(json: .object(members), lines: lines)
  }
}

/// An explanation as JSON.
extension StepExplainer {
  private static func json(_ row: ConsideredRow) -> JSON {
    var members: [JSON.Member] = [.init(key: "row", value: .string(row.pointer))]
    if let event = row.event { members.append(.init(key: "event", value: .string(event))) }
    members.append(.init(key: "verdict", value: .string(row.verdict.rawValue)))
    if !row.reasons.isEmpty { members.append(because(row.reasons)) }
    return .object(members)
  }

  private static func because(_ reasons: [Reason]) -> JSON.Member {
    .init(
      key: "because",
      value: .array(
        reasons.map { reason in
          .object([
            .init(key: "part", value: .string(reason.part)),
            .init(key: "is", value: .string(reason.result)),
            .init(
              key: "reads",
              value: .object(reason.reads.map { .init(key: $0.name, value: .string($0.value)) })),
          ])
        }))
  }

  private static func json(_ change: PropertyChange) -> JSON {
    let at = change.pointer.map { [JSON.Member(key: "at", value: .string($0))] } ?? []
    return .object(
      [
        .init(key: "name", value: .string(change.name)),
        .init(key: "from", value: change.old.map(JSON.string) ?? .null),
        .init(key: "to", value: change.new.map(JSON.string) ?? .null),
      ] + at)
  }

  private static func json(_ output: OutputExplanation) -> JSON {
    var members: [JSON.Member] = [
      .init(key: "at", value: output.pointer.map(JSON.string) ?? .null)
    ]
    if !output.denied.isEmpty {
      members.append(.init(key: "denied", value: .array(output.denied.map(json))))
    }
    if let branch = output.branch {
      members.append(.init(key: "branch", value: .string(branch)))
      members.append(because(output.reasons))
    }
    return .object(members)
  }
}

/// An explanation as text.
extension StepExplainer {
  private static func line(_ row: ConsideredRow) -> String {
    row.pointer + (row.event.map { " (\($0))" } ?? "") + " \(row.verdict)" + because(row.reasons)
  }

  private static func because(_ reasons: [Reason]) -> String {
    reasons.isEmpty ? "" : ": " + words(reasons)
  }

  /// Reasons as text: `` `6 > 4` is `false`, size is 6 ``.
  package static func words(_ reasons: [Reason]) -> String {
    reasons.map { reason in
      let reads = reason.reads.map { "\($0.name) is \($0.value)" }.joined(separator: ", ")
      return "`\(reason.part)` is `\(reason.result)`" + (reads.isEmpty ? "" : ", \(reads)")
    }.joined(separator: "; ")
  }

  private static func line(_ change: PropertyChange) -> String {
    "\(change.name): \(change.old ?? "none") -> \(change.new ?? "none")"
      + (change.pointer.map { " by \($0)" } ?? "")
  }

  private static func line(_ name: String, _ output: OutputExplanation) -> String {
    var text = "\(name) is given by \(output.pointer ?? "no row")"
    if let branch = output.branch { text += ", branch `\(branch)`" + because(output.reasons) }
    for row in output.denied { text += "; not by \(row.pointer)" + because(row.reasons) }
    return text
  }
}
