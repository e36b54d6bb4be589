import StateChecks
import StateLinking
import StateModel
import StateSpecs
import Testing

/// A counter with some rows.
private func counter(_ rows: String) throws -> CheckedDefinition {
  let text = """
    { "state": "Counter", "format": 1, "events": { "added": {}, "reset": {} },
      "properties": { "count": { "type": "int", "initial": 0 } },
      "reducer": [\(rows)],
      "outputs": { "shown": { "kind": "ui", "type": "int", "value": "count" } } }
    """
  return try checkedDefinition(text)
}

/// The rows of a counter that its spec, which only resets, does not reach.
private func uncovered(_ rows: String) throws -> [String] {
  let text = """
    { "spec": "Counter",
      "cases": [{ "name": "reset", "when": ["reset"], "then": { "shown": 0 } }] }
    """
  return try Uncovered.findings(in: counter(rows), by: readSpec(text)).map(\.location.pointer.text)
}

@Suite struct `Rows without a case` {
  private let reset = #"{ "on": "reset", "set": { "count": "0" } }"#
  private let added = #"{ "on": "added", "set": { "count": "count + 1" } }"#

  @Test func `a row that no case reaches is reported`() throws {
    #expect(try uncovered("\(reset), \(added)") == ["/reducer/1"])
  }

  @Test func `of rows for one event only the first can be reached`() throws {
    let rows = Array(repeating: added, count: 200).joined(separator: ", ")
    #expect(try uncovered("\(reset), \(rows)") == ["/reducer/1"])
  }

  @Test func `of rows with one guard only the first can be reached`() throws {
    let row = #"{ "on": "added", "if": "count < 3", "set": { "count": "count + 1" } }"#
    #expect(try uncovered("\(reset), \(row), \(row)") == ["/reducer/1"])
  }
}
