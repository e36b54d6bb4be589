import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// What a definition breaks that gets its first command or timer: every definition has the same
/// calls, but for `reduce(state:event:)` of Swift.
@Suite struct `The first command` {
  private func definition(
    commands: String = "{}", rows: String = "", enter: String = ""
  ) throws -> CheckedDefinition {
    let text = """
      { "state": "Door", "format": 1, "events": { "pushed": {} }, "commands": \(commands),
        "initial": "shut", "states": [{ "state": "shut" }, { "state": "open"\(enter) }],
        "reducer": [{ "in": "shut", "on": "pushed", "goTo": "open" }\(rows)],
        "outputs": { "isOpen": { "kind": "ui", "type": "bool", "value": "isIn('open')" } } }
      """
    return try DifferencesTests.checked(text)
  }

  /// The words, label and severity of the changes of declarations.
  private func changes(_ old: CheckedDefinition, _ new: CheckedDefinition) -> [String] {
    let words = DiagnosticRenderer.english
    return Differences(from: old, to: new, oldName: "v1", newPath: "Door.state.json").changes
      .filter { change in
        switch change.fact {
        case .behavior, .compared: false
        default: true
        }
      }
      .map {
        "\($0.diagnostic.severity.rawValue): \(words.message($0.diagnostic)), "
          + "\(words.label($0.diagnostic) ?? "")"
      }
  }

  private let ring = #"{ "ring": {} }"#
  private let entered = #", "enter": [{ "emit": ["ring"] }]"#
  private let timer = #", { "in": "open", "after": 5, "goTo": "shut" }"#

  @Test func `breaks only Swift callers of the plain reduce`() throws {
    let found = changes(try definition(), try definition(commands: ring, enter: entered))
    #expect(
      found == [
        "error: command `ring` is new: in Swift, "
          + "call `reduce(_:)` instead of `reduce(state:event:)`, breaks Swift callers"
      ])
  }

  @Test func `breaks nothing where timers exist already`() throws {
    let found = changes(
      try definition(rows: timer), try definition(commands: ring, rows: timer, enter: entered))
    #expect(found == ["note: command `ring` is new, breaks nothing"])
  }

  @Test func `as a second one breaks every switch over commands`() throws {
    let found = changes(
      try definition(commands: ring, enter: entered),
      try definition(commands: #"{ "ring": {}, "light": {} }"#, enter: entered))
    #expect(
      found == [
        "error: command `light` is new: a `switch` over commands must name it, "
          + "breaks Swift and Kotlin callers"
      ])
  }

  @Test func `or the first timer ends the plain reduce of Swift`() throws {
    let found = changes(try definition(), try definition(rows: timer))
    #expect(
      found == [
        "error: `after` `5s` in `open` is new: in Swift, "
          + "call `reduce(_:)` instead of `reduce(state:event:)`, breaks Swift callers"
      ])
    #expect(
      changes(
        try definition(commands: ring, enter: entered),
        try definition(commands: ring, rows: timer, enter: entered))
        == ["error: `after` `5s` in `open` is new, changes behaviour"])
  }
}
