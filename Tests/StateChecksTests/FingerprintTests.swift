import StateChecks
import StateLinking
import StateModel
import Testing

@Suite struct FingerprintTests {
  private static let counter = """
    { "state": "Counter", "format": 1,
      "types": { "Step": { "record": { "by": "int", "label": "string?" } } },
      "inputs": { "first": "Step" },
      "properties": { "count": { "type": "int", "initial": 0 },
                      "last": { "type": "Step", "initial": "first" } },
      "events": { "tapped": { "carries": { "step": "Step" } }, "cleared": {} },
      "reducer": [
        { "on": "tapped", "if": "count<10", "set": { "count": "count + event.step.by", "last": "event.step" } },
        { "on": "cleared", "set": { "count": 0 } }],
      "outputs": { "count": { "kind": "ui", "type": "int", "value": "count + last.by" } } }
    """

  private func fingerprint(_ text: String) throws -> Fingerprint {
    try Fingerprint(of: #require(checked(text).checked, "\\(findings(text))"))
  }

  @Test(arguments: [
    ("spaces in a cell", "count<10", "count < 10"),
    ("an about", #""format": 1,"#, #""format": 1, "about": "Counts.","#),
    (
      "the order of keys in `set`", #""count": "count + event.step.by", "last": "event.step""#,
      #""last": "event.step", "count": "count + event.step.by""#
    ),
    (
      "the order of events", #""tapped": { "carries": { "step": "Step" } }, "cleared": {}"#,
      #""cleared": {}, "tapped": { "carries": { "step": "Step" } }"#
    ),
    ("a list of one event", #""on": "cleared""#, #""on": ["cleared"]"#),
    ("spaces in a type", #""string?""#, #"" string? ""#),
  ])
  func `what means the same has the same hashes`(
    name: String, old: String, new: String
  ) throws {
    let changed = Self.counter.replacing(old, with: new)
    #expect(changed != Self.counter)
    #expect(try fingerprint(changed) == fingerprint(Self.counter))
  }

  @Test(arguments: [
    ("a guard", "count<10", "count < 11"),
    ("an initial value", #""initial": 0"#, #""initial": 1"#),
    ("an output", "count + last.by", "count"),
    ("the kind of an output", #""kind": "ui""#, #""kind": "data""#),
    ("a new event", #""cleared": {}"#, #""cleared": {}, "paused": {}"#),
  ])
  func `another meaning of the same data keeps the shape`(
    name: String, old: String, new: String
  ) throws {
    let changed = Self.counter.replacing(old, with: new)
    let (before, after) = (try fingerprint(Self.counter), try fingerprint(changed))
    #expect(before.meaning != after.meaning)
    #expect(before.shape == after.shape)
  }

  @Test(arguments: [
    ("a field's type", #""by": "int""#, #""by": "int", "more": "int?""#),
    ("a property's name", "count", "number"),
    (
      "a state", #""reducer""#,
      #""initial": null, "states": [{ "state": "idle", "final": true }], "reducer""#
    ),
  ])
  func `other stored data has another shape`(name: String, old: String, new: String) throws {
    let changed = Self.counter.replacing(old, with: new)
    #expect(try fingerprint(changed).shape != fingerprint(Self.counter).shape)
  }

  @Test func `a property that is not stored is no part of the shape`() throws {
    let with = Self.counter.replacing(
      #""properties": {"#,
      with: #""properties": { "secret": { "type": "string", "initial": "''", "stored": false }, "#)
    #expect(try fingerprint(with).shape == fingerprint(Self.counter).shape)
    #expect(try fingerprint(with).meaning != fingerprint(Self.counter).meaning)
  }

  @Test func `the name of a type is no part of the shape`() throws {
    let renamed = Self.counter.replacing("\"Step", with: "\"Stride").replacing(
      "Step\"", with: "Stride\"")
    #expect(try fingerprint(renamed).shape == fingerprint(Self.counter).shape)
  }

  @Test func `types that hold each other many times are hashed once each`() throws {
    let types = (0..<60).map {
      #""T\#($0)": { "record": { "a": "[T\#($0 + 1)]", "b": "[T\#($0 + 1)]" } }"#
    }
    let text = """
      { "state": "Deep", "format": 1,
        "types": { \(types.joined(separator: ", ")), "T60": { "record": { "n": "int" } } },
        "inputs": { "top": "T0" },
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "top.a.size()" } } }
      """
    #expect(try fingerprint(text).shape.utf8.count == 64)
  }
}

extension String {
  /// The text with every occurrence of one text replaced by another.
  func replacing(_ old: String, with new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
