import Foundation
import StateCode
import StateFiles
import StateProject
import Testing

/// Regions all of whose places are entered alike have one function for it; what an error names is
/// where each place stands.
@Suite(.serialized) struct `Ways into places` {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// The states of the region `right`.
    let states: [String]
    /// The functions that enter them.
    let functions: [String]
    /// Whether places tell where they stand.
    var tellsPointers = false
    var testDescription: String { name }
  }

  private static let rises = #""enter": [{ "set": { "height": "height + 1" } }]"#
  private static let asks = #""enter": [{ "emit": ["rang"] }]"#

  static let cases = [
    Case(
      name: "alike, and they can fail",
      states: [#""first", \#(rises)"#, #""second", \#(rises)"#, #""third", \#(rises)"#],
      functions: ["enterRightPlace"], tellsPointers: true),
    Case(
      name: "alike, and they cannot fail", states: [#""first", \#(asks)"#, #""second", \#(asks)"#],
      functions: ["enterRightPlace"]),
    Case(
      name: "one differs",
      states: [#""first", \#(rises)"#, #""second", \#(asks)"#, #""third", \#(rises)"#],
      functions: ["enterFirst", "enterSecond", "enterThird"]),
    Case(
      name: "one has nothing to do", states: [#""first", \#(rises)"#, #""second""#],
      functions: ["enterFirst"]),
    Case(
      name: "one has states in it, which are entered after it",
      states: [
        #""first", \#(rises)"#,
        #""second", \#(rises), "initial": null, "states": [{ "state": "inner", \#(rises) }]"#,
      ],
      functions: ["enterFirst", "enterSecond", "enterInner"]),
    Case(
      name: "one is called like what tells where it stands",
      states: [#""pointer", \#(rises)"#, #""second", \#(rises)"#],
      functions: ["enterPointer", "enterSecond"]),
    Case(
      name: "one is called like the function",
      states: [#""rightPlace", \#(rises)"#, #""second", \#(rises)"#],
      functions: ["enterRightPlace", "enterSecond"]),
  ]

  @Test(arguments: cases) func `are one function where they are alike`(_ item: Case) throws {
    let text = try #require(try Self.files(item.states).first).text
    let functions = text.components(separatedBy: "private mutating func ").dropFirst()
      .map { String($0.prefix { $0 != "(" }) }.filter { $0.hasPrefix("enter") }
    #expect(functions == item.functions)
    #expect(text.contains("var pointer: String") == item.tellsPointers)
  }

  @Test func `stand once after the choice of the place`() throws {
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

  /// The start enters the first place; `height` has room for that, and for `room` more.
  @Test(arguments: [(0, "second", 1), (1, "third", 2), (2, "first", 0), (3, "second", 1)])
  func `tell errors where the place stands`(_ room: Int, _ place: String, _ index: Int) throws {
    let main = GeneratedFile(
      name: "main.swift",
      text: """
        var state = try LiftState.start(room: \(room)).state
        do throws(EvaluationError) {
          while true { state = try LiftState.reduce(state: state, event: .turned).state }
        } catch {
          print(error.id, error.at, Int64.max - state.height)
        }

        """)
    let program = try Compiled(.swift, Self.files(Self.cases[0].states) + [main])
    #expect(
      try GeneratedProgram.run(program.command)
        == "overflow /states/0/states/1/states/\(index)/enter/0/set/height 0\n",
      "on the way into \(place)")
  }

  /// A definition with two regions of which one has these states; each goes to the next.
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
    var generation = Generation(.swift, GenerationOptions())
    try #require(generation.add(definition, source: "Lift.state.json") == nil)
    return generation.files
  }
}
