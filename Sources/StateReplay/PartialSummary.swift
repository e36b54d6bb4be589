import CEL
package import StateInterpreter
import StateLinking
package import StateModel

/// The summary of a part of a recording as JSON.
package enum PartialSummary {
  /// Why a text is no summary that can be added.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// A summary with the definition that it belongs to.
  package static func json(_ counts: CountTree, of name: String, meaning: String) -> JSON {
    .object([
      .init(key: "definition", value: .string(name)),
      .init(key: "fingerprint", value: .string(meaning)),
      .init(key: "counts", value: counts.json),
    ])
  }

  /// Reads the counts of a summary.
  package static func read(_ text: String, meaning: String) -> Result<CountTree, Problem> {
    guard case .object(let members)? = try? JSON(parsing: text),
      members.map(\.key) == ["definition", "fingerprint", "counts"],
      let counts = CountTree(members[2].value)
    else {
      return .failure(Problem(description: "this is not a summary of `states replay --partial`"))
    }
    guard members[1].value == .string(meaning) else {
      return .failure(
        Problem(description: "this summary belongs to another version of the definition"))
    }
    return .success(counts)
  }
}

extension SessionReplay.SessionResult {
  /// The result of a session: its name, the number of its events, its counts, and where it ended.
  package func json(_ definition: CompiledDefinition) -> JSON {
    var members: [JSON.Member] = [
      .init(key: "session", value: .string(name)),
      .init(key: "events", value: .number(String(events))),
    ]
    for name in counts.names { members.append(.init(key: name, value: counts[name].json)) }
    guard var machine else { return .object(members) }
    let wire = Wire(definition.source.declarations)
    let outputs = definition.outputs.map { output in
      JSON.Member(
        key: definition.name(of: output),
        value: wire.json(
          of: machine.output(output), as: definition.source.outputs[output.index].type))
    }
    members.append(.init(key: "outputs", value: .object(outputs)))
    members.append(.init(key: "in", value: .array(machine.configuration.map(JSON.string))))
    return .object(members)
  }
}
