import StateExploration
import StateTables
import Testing

/// Each part of a definition may be within its limits while all parts together are too large.
@Suite struct `The size of a definition as a whole` {
  private static func found(inputs count: Int) throws -> [Diagnostic] {
    var definition = Definition(name: "Wide")
    definition.inputs = (0..<count).map { .init(name: "number\($0)", type: "int") }
    let checked = try #require(definition.checked().checked)
    return Semantics.diagnostics(of: checked, spec: nil, path: "Wide.state.json", limits: .init())
  }

  @Test func `is told where a program cannot hold it`() throws {
    let found = try Self.found(inputs: 70_000)
    #expect(found.map(\.rule) == ["json/limit"])
    #expect(found.map(\.message) == ["`Wide` is larger as a whole than a program can be"])
    #expect(found.first?.place.pointer == "/state")
  }

  @Test func `is no matter below that`() throws {
    #expect(try Self.found(inputs: 7_000) == [])
  }
}
