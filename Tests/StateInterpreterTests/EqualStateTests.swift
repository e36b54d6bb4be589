import CEL
import StateLinking
import StateModel
import Testing

@testable import StateInterpreter

/// States that are equal cannot be distinguished.
@Suite("Equal states") struct EqualStateTests {
  private static let types = [
    "map": "[string: int]", "numbers": "[int: string]", "any": "dyn", "many": "[dyn]",
    "real": "double", "text": "string", "at": "timestamp?", "span": "duration", "data": "bytes",
    "card": "Card", "reply": "Reply",
  ]

  /// Values that are alike; those of a line may be equal for CEL.
  private static let values = [
    "map": [#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#, "{}", #"{"é": 1}"#, #"{"e\u0301": 1}"#],
    "numbers": [#"{"2": "x", "10": "y"}"#, #"{"10": "y", "2": "x"}"#],
    "any": [
      "1", "1.0", "-0.0", "0.0", "0", #"{"x": 1, "y": 2}"#, #"{"y": 2, "x": 1}"#,
      #"{"y": 2.0, "x": 1}"#,
      "[1]", "[1.0]", #""é""#, #""e\u0301""#, "null", "[[]]", #"{"m": {"b": [], "a": {}}}"#,
      #"{"m": {"a": {}, "b": []}}"#,
    ],
    "many": [#"[{"x": 1, "y": 2}]"#, #"[{"y": 2, "x": 1}]"#, "[1]", "[1.0]"],
    "real": ["0", "-0", #""NaN""#, "1", "1.0"],
    "text": [#""é""#, #""e\u0301""#, #""""#],
    "at": [#""2026-01-31T12:00:00Z""#, #""2026-01-31T14:00:00+02:00""#, "null"],
    "span": [#""90s""#, #""1m30s""#, "90", "90.0"], "data": [#""YQ==""#, #""YQ""#],
    "card": [
      #"{"tags": {"a": "x", "b": "y"}, "score": 0}"#,
      #"{"score": 0.0, "tags": {"b": "y", "a": "x"}}"#,
      #"{"tags": {}, "score": -0.0}"#, #"{"tags": {}, "score": 0}"#,
    ],
    "reply": [
      #""none""#, #"{"some": {"by": {"2": "x", "10": "y"}, "any": 1}}"#,
      #"{"some": {"any": 1, "by": {"10": "y", "2": "x"}}}"#, #"{"some": {"any": 1.0, "by": {}}}"#,
    ],
  ]

  private static let names = types.keys.sorted()

  private static var definition: String {
    let properties = names.map { name in
      #""\#(name)": { "type": "\#(types[name] ?? "")", "initial": \#(initials[name] ?? "{}") }"#
    }
    let events = names.map { #""\#($0)Came": { "carries": { "it": "\#(types[$0] ?? "")" } }"# }
    let rows = names.map { #"{ "on": "\#($0)Came", "set": { "\#($0)": "event.it" } }"# }
    let copies = names.map {
      #""\#($0)": { "kind": "data", "type": "\#(types[$0] ?? "")", "value": "\#($0)" }"#
    }
    return #"""
      { "state": "Alike", "format": 1,
        "types": {
          "Card": { "record": { "tags": "[string: string]", "score": "double" } },
          "Reply": { "union": { "none": {}, "some": { "any": "dyn", "by": "[int: string]" } } } },
        "properties": { \#(properties.joined(separator: ", ")) },
        "events": { \#(events.joined(separator: ", ")), "added": { "carries": { "key": "string" } } },
        "reducer": [\#(rows.joined(separator: ", ")), { "on": "added", "set": { "map[event.key]": "3" } }],
        "outputs": { \#(copies.joined(separator: ", ")),
          "keys": { "kind": "ui", "type": "[string]", "value": "map.map(k, k)" },
          "values": { "kind": "ui", "type": "[int]", "value": "map.transformList(k, v, v)" },
          "first": { "kind": "ui", "type": "string?", "value": "map.map(k, k).first().orValue(null)" },
          "turned": { "kind": "ui", "type": "[int: string]", "value": "map.transformMapEntry(k, v, {v: k})" },
          "shown": { "kind": "ui", "type": "string",
            "value": "'%s %s %s %s %s %s %s'.format([map, numbers, any, many, card, reply, at])" },
          "kind": { "kind": "ui", "type": "bool", "value": "type(any) == type(1)" },
          "sign": { "kind": "ui", "type": "bool", "value": "1.0 / real > 0.0" },
          "same": { "kind": "ui", "type": "bool", "value": "any == dyn(map)" } } }
      """#
  }

  private static let initials = [
    "any": "null", "many": "[]", "numbers": #""{}""#, "real": "0.0", "text": #""''""#, "at": "null",
    "span": "0",
    "data": #""b''""#, "card": #"{ "tags": {}, "score": 0 }"#, "reply": #"{ "none": {} }"#,
  ]

  @Test func `have the same outputs and snapshots, byte for byte`() throws {
    var run = try Fixture(Self.definition).start()
    let outputs = run.fixture.definition.source.outputs.map(\.name)
    func seen() -> String {
      outputs.map { run.output($0) }.joined(separator: "\n") + run.machine.snapshot().json.text
    }
    var random = SplitMix(state: 20)
    var known: [[UInt8]: String] = [run.machine.identity: seen()]
    var before = seen()
    var unchanged = 0
    for _ in 0..<4_000 {
      let name = Self.names[random.number(Self.names.count)]
      let values = Self.values[name] ?? []
      let event =
        random.number(8) == 0
        ? #"added {"key": "\#(["a", "b", "é", "zz"][random.number(4)])"}"#
        : #"\#(name)Came {"it": \#(values[random.number(values.count)])}"#
      let result = run.send(event)
      #expect(
        ["", "unchanged"].contains(result) || result.hasPrefix("duplicateKey at"), "\(event)")
      let after = seen()
      if result != "" { #expect(before == after, "\(event)") }
      if result == "unchanged" { unchanged += 1 }
      #expect(known.updateValue(after, forKey: run.machine.identity) ?? after == after)
      before = after
    }
    #expect(unchanged > 500)
  }

  @Test func `never hold a map of which JSON would lose a key`() throws {
    var run = try Fixture(
      #"""
      { "state": "Bag", "format": 1, "properties": { "bag": { "type": "dyn", "initial": {} } },
        "events": { "put": { "carries": { "key": "dyn" } }, "made": { "carries": { "key": "dyn" } } },
        "reducer": [{ "on": "put", "set": { "bag[event.key]": "1" } },
          { "on": "made", "set": { "bag": "{event.key: dyn(1), dyn(7): dyn(2), dyn(true): dyn(3)}" } }] }
      """#
    ).start()
    let before = run.machine.snapshot().json.text
    for key in ["7", "true", #""7""#, #""true""#] {
      #expect(run.send(#"made {"key": \#(key)}"#).hasPrefix("duplicateKey at /reducer/1/set/bag"))
    }
    #expect(run.machine.snapshot().json.text == before)
    #expect(run.send(#"made {"key": "8"}"#) == "")
    for key in ["8", #""7""#, #""true""#] {
      #expect(run.send(#"put {"key": \#(key)}"#).hasPrefix("duplicateKey at /reducer/0/set"))
    }
    #expect(run.send(#"put {"key": 9}"#) == "")
  }

  @Test func `are equal whatever the order in which a map was filled`() throws {
    var run = try Fixture(
      #"""
      { "state": "Bag", "format": 1, "properties": { "bag": { "type": "[string: int]", "initial": {} } },
        "events": { "filled": { "carries": { "bag": "[string: int]" } }, "put": { "carries": { "key": "string" } } },
        "reducer": [{ "on": "filled", "set": { "bag": "event.bag" } }, { "on": "put", "set": { "bag[event.key]": "1" } },
          { "on": "put", "set": {} }],
        "outputs": { "keys": { "kind": "ui", "type": "[string]", "value": "bag.map(k, k)" } } }
      """#
    ).start()
    #expect(run.send(#"filled {"bag": {"a": 1, "c": 1}}"#) == "")
    #expect(run.send(#"filled {"bag": {"c": 1, "a": 1}}"#) == "unchanged")
    #expect(run.send(#"put {"key": "b"}"#) == "")
    #expect(run.output("keys") == #"["a", "b", "c"]"#)
    #expect(run.send(#"put {"key": "b"}"#) == "unchanged")
  }
}

/// The SplitMix64 generator.
private struct SplitMix {
  var state: UInt64

  mutating func number(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
