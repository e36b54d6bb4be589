import CEL
package import StateInterpreter
import StateLinking
package import StateModel

/// The summary of a part of a recording, as one line of JSON.
package struct PartialSummary: Sendable {
  /// Why a text is no summary that can be added.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  /// The name of the definition that ran.
  package let definition: String
  private let meaning: String
  private let counts: CountTree

  /// A summary with the definition that it belongs to.
  package static func json(_ counts: CountTree, of name: String, meaning: String) -> JSON {
    .object([
      .init(key: "definition", value: .string(name)),
      .init(key: "fingerprint", value: .string(meaning)),
      .init(key: "counts", value: counts.json),
    ])
  }

  /// Reads a summary.
  ///
  /// - Throws: `Problem` if the text is no summary.
  package init(_ text: String) throws(Problem) {
    guard case .object(let members)? = try? JSON(parsing: text),
      members.map(\.key) == ["definition", "fingerprint", "counts"],
      case .string(let definition) = members[0].value,
      case .string(let meaning) = members[1].value, let counts = CountTree(members[2].value)
    else { throw Problem(description: "this is not a summary of `states replay --partial`") }
    (self.definition, self.meaning, self.counts) = (definition, meaning, counts)
  }

  /// The counts of the summary.
  ///
  /// - Parameter meaning: The fingerprint of the definition.
  /// - Returns: The counts.
  /// - Throws: `Problem` if another version of the definition ran.
  package func counts(ofVersion meaning: String) throws(Problem) -> CountTree {
    guard self.meaning == meaning else {
      throw Problem(description: "this summary belongs to another version of the definition")
    }
    return counts
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
