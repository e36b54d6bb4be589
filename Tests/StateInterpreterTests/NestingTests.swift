import CEL
import StateModel
import Testing

@testable import StateInterpreter

/// Values that wrap themselves again with every event.
@Suite("Nesting") struct NestingTests {
  static let definition = """
    {
      "types": {"Tree": {"record": {"branches": "[Tree]"}}},
      "properties": {
        "any": {"type": "dyn", "initial": "0"},
        "tree": {"type": "Tree", "initial": {"branches": []}},
        "list": {"type": "[dyn]", "initial": ["0"]}
      },
      "events": {"grown": {}, "branched": {}, "wrapped": {}, "doubled": {}, "paired": {}},
      "reducer": [
        {"on": "grown", "set": {"any": "[any]"}},
        {"on": "branched", "set": {"tree": "Tree{branches: [tree]}"}},
        {"on": "doubled", "set": {"tree": "Tree{branches: [tree, tree]}"}},
        {"on": "paired", "set": {"any": "{'a': any, 'b': any}"}},
        {"on": "wrapped", "set": {"list[0]": "[list[0]]"}}
      ],
      "outputs": {"depth": {"type": "int", "value": "size([any])"}}
    }
    """

  @Test(arguments: [("grown", 64), ("branched", 31), ("wrapped", 63)])
  func `a value that is kept nests at most 64 deep`(event: String, times: Int) throws {
    var machine = try Fixture(Self.definition).start().machine
    for _ in 0..<times {
      #expect(try machine.receive(named: event).result == .changed)
    }
    let before = machine.identity
    let error = #expect(throws: MachineError.self) { try machine.receive(named: event) }
    #expect(error?.id == .size)
    #expect(machine.identity == before)
  }

  @Test(arguments: ["doubled", "paired"])
  func `shared parts of a value count at each occurrence`(event: String) throws {
    var machine = try Fixture(Self.definition).start().machine
    // The depth is four times two to the power of the events, minus four.
    for _ in 0..<15 {
      #expect(try machine.receive(named: event).result == .changed)
    }
    let before = machine.identity
    let error = #expect(throws: MachineError.self) { try machine.receive(named: event) }
    #expect(error?.id == .size)
    #expect(error?.at.hasPrefix("/reducer/") == true)
    #expect(machine.identity == before)
  }
  @Test func `a machine of generic types that each name the next one twice starts`() throws {
    let levels = 9
    var types = (0..<levels).map { level in
      #""G\#(level)<T>": {"record": {"a": "G\#(level + 1)<[T]>?", "b": "G\#(level + 1)<T?>?"}}"#
    }
    types.append(#""G\#(levels)<T>": {"record": {"value": "T"}}"#)
    var machine = try Fixture(
      """
      {
        "types": {\(types.joined(separator: ", "))},
        "properties": {"chosen": {"type": "G0<int>?", "initial": null}},
        "events": {"given": {}},
        "reducer": [{"on": "given", "set": {"chosen": "G0{a: null, b: null}"}}],
        "outputs": {"isChosen": {"type": "bool", "value": "chosen != null"}}
      }
      """
    ).start().machine
    #expect(try machine.receive(named: "given").result == .changed)
  }
}
