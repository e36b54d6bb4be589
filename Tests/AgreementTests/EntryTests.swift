import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Checks that one function enters all leaves of a region whose entry actions are the same, and
/// that errors report the JSON pointer of the entered leaf.
@Suite(.serialized) struct `Shared entry functions` {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The states of the region `right`.
    let states: [String]
    /// The functions that enter them.
    let functions: [String]
    /// Whether leaves have a member with their JSON pointer.
    var needsPointers = false
    var testDescription: String { name }
  }

  private static let rises = #""enter": [{ "set": { "height": "height + 1" } }]"#
  private static let emits = #""enter": [{ "emit": ["rang"] }]"#

  static let cases = [
    Case(
      name: "the same actions, which can fail",
      states: [#""first", \#(rises)"#, #""second", \#(rises)"#, #""third", \#(rises)"#],
      functions: ["enterRightPlace"], needsPointers: true),
    Case(
      name: "the same actions, which cannot fail",
      states: [#""first", \#(emits)"#, #""second", \#(emits)"#],
      functions: ["enterRightPlace"]),
    Case(
      name: "one differs",
      states: [#""first", \#(rises)"#, #""second", \#(emits)"#, #""third", \#(rises)"#],
      functions: ["enterFirst", "enterSecond", "enterThird"]),
    Case(
      name: "one has no action", states: [#""first", \#(rises)"#, #""second""#],
      functions: ["enterFirst"]),
    Case(
      name: "one has child states, which are entered after it",
      states: [
        #""first", \#(rises)"#,
        #""second", \#(rises), "initial": null, "states": [{ "state": "inner", \#(rises) }]"#,
      ],
      functions: ["enterFirst", "enterSecond", "enterInner"]),
    Case(
      name: "one has the name of the member that returns the pointer",
      states: [#""pointer", \#(rises)"#, #""second", \#(rises)"#],
      functions: ["enterPointer", "enterSecond"]),
    Case(
      name: "one has the name of the function",
      states: [#""rightPlace", \#(rises)"#, #""second", \#(rises)"#],
      functions: ["enterRightPlace", "enterSecond"]),
  ]

  @Test(arguments: cases) func `exist if the entry actions of all leaves are the same`(_ item: Case)
    throws
  {
    let text = try #require(try Self.files(item.states).first).text
    let functions = text.components(separatedBy: "private mutating func ").dropFirst()
      .map { String($0.prefix { $0 != "(" }) }.filter { $0.hasPrefix("enter") }
    #expect(functions == item.functions)
    #expect(text.contains("var pointer: String") == item.needsPointers)
  }

  @Test func `are called once, after the switch that stores the leaf`() throws {
    let text = try #require(try Self.files(Self.cases[0].states).first).text
    #expect(
      text.contains(
        """
              switch rightPlace {
              case .first:
                rightPlace = .second
              case .second:
                rightPlace = .third
              case .third:
                rightPlace = .first
              }
              try enterRightPlace()
        """))
  }

  /// The start enters the first leaf; `height` can increase once for that and `room` more times.
  @Test(arguments: [(0, "second", 1), (1, "third", 2), (2, "first", 0), (3, "second", 1)])
  func `report errors with the pointer of the entered leaf`(
    _ room: Int, _ leaf: String, _ index: Int
  ) throws {
    let main = GeneratedFile(
      name: "main.swift",
      text: """
        var state = try LiftState.start(room: \(room)).state
        do throws(EvaluationError) {
          while true { state = try state.reduce(.turned).state }
        } catch {
          print(error.id, error.at, Int.max - state.height)
        }

        """)
    let program = try Compiled(.swift, Self.files(Self.cases[0].states) + [main])
    #expect(
      try GeneratedProgram.run(program.command)
        == "overflow /states/0/states/1/states/\(index)/enter/0/set/height 0\n",
      "while entering \(leaf)")
  }

  /// A definition with two regions. One has these states, and each goes to the next.
  private static func files(_ states: [String]) throws -> [GeneratedFile] {
    let names = states.map { $0.components(separatedBy: "\"")[1] }
    let rows = names.indices.map { index in
      let next = names[(index + 1) % names.count]
      return #"{ "in": "\#(names[index])", "on": "turned", "goTo": "\#(next)" }"#
    }
    let text = """
      { "state": "Lift", "format": 1,
        "inputs": { "room": { "type": "int", "default": 0 } },
        "properties": { "height": { "type": "int", "initial": "9223372036854775806 - room" } },
        "events": { "turned": { "from": "user" } }, "commands": { "rang": {} },
        "initial": "on",
        "states": [{ "state": "on", "parallel": true, "states": [
          { "state": "left" },
          { "state": "right", "initial": "\(names[0])", "states": [
            \(states.map { "{ \"state\": \($0) }" }.joined(separator: ",\n")) ] } ] }],
        "reducer": [ { "on": "turned", "in": "left", "emit": ["rang"] },
          \(rows.joined(separator: ",\n")) ],
        "outputs": { "height": { "kind": "ui", "type": "int", "value": "height" } } }
      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("entries-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("Lift.state.json").path
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var validation = Validation()
    let definition = try #require(validation.check(path)?.definition)
    var options = GenerationOptions()
    options.embedsRuntime = true
    var generation = Generation(.swift, options)
    try #require(generation.add(definition, source: "Lift.state.json") == nil)
    return generation.files
  }
}
