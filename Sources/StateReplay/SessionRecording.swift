package import CEL
package import StateInterpreter
import StateLinking
package import StateModel

/// Writes the recording of one session: a line for each thing that happens, without private data.
package struct SessionRecording: Sendable {
  /// The lines so far, each with a line feed.
  package private(set) var text = ""

  private let name: String
  private let parts: PrivateParts
  private var count = 0

  /// Begins a recording with the start of a session.
  ///
  /// - Parameters:
  ///   - name: The name of the session.
  ///   - definition: The definition.
  ///   - inputs: The inputs that are given. The others have defaults, and another version of the
  ///     definition may have other ones.
  ///   - time: The time since any moment.
  package init(
    of name: String, _ definition: CompiledDefinition, inputs: [JSON.Member],
    at time: Value.Duration
  ) {
    self.name = name
    parts = PrivateParts(of: definition.source)
    let given = definition.source.inputs.compactMap { input in
      inputs.first { $0.key == input.name }
    }
    add(
      "start", parts.hiding(inputs: .object(given)), at: time,
      fingerprint: .string(definition.fingerprint.meaning))
  }

  /// Adds an event in the wire form.
  package mutating func add(event: JSON, at time: Value.Duration) {
    add("event", parts.hiding(event: event), at: time)
  }

  /// Adds a timer that fired, by its id.
  package mutating func add(firing timer: String, at time: Value.Duration) {
    add("fire", .string(timer), at: time)
  }

  private mutating func add(
    _ key: String, _ value: JSON, at time: Value.Duration, fingerprint: JSON? = nil
  ) {
    count += 1
    // The text of a duration is its seconds and an `s`.
    let seconds = String(time.text.dropLast())
    var members: [JSON.Member] = [
      .init(key: "session", value: .string(name)), .init(key: "at", value: .number(seconds)),
      .init(key: key, value: value),
    ]
    if let fingerprint { members.append(.init(key: "fingerprint", value: fingerprint)) }
    members.append(.init(key: "line", value: .number(String(count))))
    text += JSON.object(members).text + "\n"
  }
}
