import DiagnosticTexts
import StateDocuments
import StateFiles
import StateGraphs
import StateModel
import Testing

@Suite struct `Tables` {
  private static let json = #"""
    { "state": "Door", "format": 1, "inputs": { "limit": "int" },
      "properties": { "n": { "type": "int", "initial": 0, "about": "Tries | so far." } },
      "events": { "pushed": { "from": "user", "carries": { "by": "string" } }, "locked": {} },
      "commands": { "ring": {} }, "initial": "closed",
      "states": [ { "state": "closed" },
        { "state": "open", "initial": "wide", "exit": [{ "emit": ["ring"] }], "states": [{ "state": "wide" }] } ],
      "reducer": [
        { "in": "closed", "on": "pushed", "if": "n < limit", "set": { "n": "n + 1" }, "goTo": "open" },
        { "in": ["open", "closed"], "on": ["locked", "pushed"], "about": "Nothing to do." },
        { "in": "open", "after": 30, "goTo": "open", "reenter": true } ],
      "outputs": { "isOpen": { "kind": "ui", "type": "string", "rows": [
        { "in": "open", "if": "n > 1", "value": "'a | b'" }, { "value": "'no'" } ] } } }
    """#

  private static let spec = #"""
    { "spec": "Door", "given": { "limit": 3 }, "then": { "isOpen": "no" }, "cases": [
      { "name": "it is pushed", "when": [{ "pushed": { "by": "me" } }, { "wait": 5 }],
        "in": "wide", "commands": [], "cases": [
        { "name": "and locked", "when": [{ "wait": 1 }, { "times": 2, "event": "locked" }], "result": "unchanged" } ] } ] }
    """#

  private func definition() throws -> Definition {
    let document = JSONDocument(Array(Self.json.utf8))
    let json = try #require(document.json)
    return try #require(DefinitionReader.read(json, fileName: nil).content)
  }

  private func markdown(_ category: Category) throws -> [Substring] {
    let table = Table.all(of: try definition()).first { $0.category == category }
    return (table?.markdown ?? "").split(separator: "\n")
  }

  @Test func `have a row for each declaration, and no empty columns`() throws {
    #expect(try markdown(.inputs) == ["| name | type |", "| --- | --- |", "| `limit` | `int` |"])
    #expect(try markdown(.properties).last == #"| `n` | `int` | `0` | Tries \| so far. |"#)
    #expect(
      try markdown(.events).suffix(2) == [
        "| `pushed` | `by` : `string` | the user |", "| `locked` |  |  |",
      ])
    #expect(try markdown(.types) == [])
  }

  @Test func `describe rows in plain words`() throws {
    #expect(
      try markdown(.rows).dropFirst(2) == [
        "| `/reducer/0` | `closed` | `pushed` | `n < limit` | sets `n` to `n + 1`<br>goes to `open` |  |",
        "| `/reducer/1` | `open`, `closed` | `locked` or `pushed` |  | nothing changes | Nothing to do. |",
        "| `/reducer/2` | `open` | after 30 s |  | goes to `open`, entered again |  |",
      ])
  }

  @Test func `describe states and outputs in plain words`() throws {
    #expect(
      try markdown(.states).dropFirst(2) == [
        "| `Door` | starts in `closed` |  |", "| `closed` |  |  |",
        "| `open` | starts in `wide` | requests `ring` |", "| open › `wide` |  |  |",
      ])
    #expect(
      try markdown(.ui).dropFirst(2) == [
        #"| `isOpen` | `string` | `open` | `n > 1` | `'a \| b'` |"#, "|  |  |  | else | `'no'` |",
      ])
  }

  @Test func `know what no case reaches`() throws {
    var unreached = Unreached()
    unreached.rows = [1]
    unreached.states = ["wide"]
    unreached.outputRows = ["isOpen": [0]]
    let tables = Table.all(of: try definition(), unreached: unreached)
    let missed = tables.flatMap { $0.rows.filter(\.isUnreached).map(\.pointer) }
    #expect(missed == ["/states/1/states/0", "/reducer/1", "/outputs/isOpen"])
  }

  @Test func `have an anchor for each link, or the nearest one`() throws {
    let links = PageContent.links(in: try definition())
    #expect(links("/reducer/1") == "#at-reducer-1")
    #expect(links("/outputs/isOpen/rows/0") == "#at-outputs-isOpen")
    #expect(links("/states/1/exit/0") == "#at-states-1")
    #expect(links("") == "#at")
  }

  @Test func `of a spec are a story`() throws {
    let document = JSONDocument(Array(Self.spec.utf8))
    let json = try #require(document.json)
    let spec = try #require(SpecReader.read(json, fileName: nil).content)
    #expect(
      Story(spec).markdown == """
        - **at the start**: when given `limit` is `3`, then `isOpen` is `"no"`
          - **it is pushed**: when `pushed(by: "me")` happens, 5 seconds pass, then it requests nothing, it is in `wide`
            - **and locked**: when 1 second passes, `locked` happens 2 times, then nothing has changed

        """)
  }
}
