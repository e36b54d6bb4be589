import StateModel
import Testing

@testable import StateGraphs

@Suite struct OutputTextsTests {
  private let three =
    #""initial": "a", "states": [{ "state": "a" }, { "state": "b", "initial": "c", "states": [{ "state": "c" }, { "state": "d" }] }]"#

  private func check(
    _ output: String, shows expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let definition = try definition(#""outputs": { "o": { \#(output) } }, \#(three)"#)
    let lines = lines(statePicture(of: definition))
    let labels = lines.filter { $0.contains("▪ o") }.map { line in
      line.split(separator: "\"").first { $0.contains("▪") }.map(String.init) ?? line
    }
    #expect(labels == expected, sourceLocation: sourceLocation)
  }

  @Test func `an output that no state decides is in the title bar`() throws {
    try check(
      #""kind": "ui", "type": "int", "value": "x + 1""#,
      shows: [#"Test (statechart)\n▪ o = x + 1\l"#])
  }

  @Test func `a value that is true in a state is shown there, a false value nowhere`() throws {
    try check(#""kind": "ui", "type": "bool", "value": "isIn('c')""#, shows: [#"c\n▪ o = true\l"#])
    try check(
      #""kind": "ui", "type": "bool", "value": "!isIn('c')""#,
      shows: [#"a\n▪ o = true\l"#, #"d\n▪ o = true\l"#])
    try check(#""kind": "ui", "type": "bool", "value": false"#, shows: [])
  }

  @Test func `what all children agree on moves up`() throws {
    try check(#""kind": "ui", "type": "bool", "value": "isIn('b')""#, shows: [#"b\n▪ o = true\l"#])
    try check(
      #""kind": "ui", "type": "bool", "value": "isIn('a') || isIn('b')""#,
      shows: [#"Test (statechart)\n▪ o = true\l"#])
  }

  @Test func `the first row that a configuration allows is taken`() throws {
    try check(
      #""kind": "ui", "type": "int?", "rows": [{ "in": "c", "value": 1 }, { "in": ["b", "a"], "value": "n" }, { "in": "c", "value": 2 }]"#,
      shows: [#"a\n▪ o = n\l"#, #"c\n▪ o = 1\l"#, #"d\n▪ o = n\l"#])
    try check(
      #""kind": "ui", "type": "int?", "rows": [{ "in": "d", "value": 1 }]"#,
      shows: [#"d\n▪ o = 1\l"#])
  }

  @Test func `guards of rows stay as a choice`() throws {
    try check(
      #""kind": "ui", "type": "int?", "rows": [{ "in": "a", "if": "x > 0", "value": 1 }, { "in": "a", "if": "isIn('c')", "value": 3 }, { "in": "a", "value": 2 }]"#,
      shows: [#"a\n▪ o = x > 0 ? 1 : 2\l"#])
    try check(
      #""kind": "ui", "type": "int?", "rows": [{ "in": "a", "if": "x > 0", "value": 1 }]"#,
      shows: [#"a\n▪ o = x > 0 ? 1 : null\l"#])
  }

  @Test func `a signal is its name, or when it is there`() throws {
    try check(#""kind": "ui", "type": "void?", "rows": [{ "in": "a" }]"#, shows: [#"a\n▪ o\l"#])
    try check(
      #""kind": "ui", "type": "void?", "rows": [{ "in": "a", "if": "x" }]"#,
      shows: [#"a\n▪ o = when x\l"#])
  }

  @Test(arguments: [
    ("isIn('a') && x", "x"), ("x && isIn('a') && y", "x && y"), ("(x || y) && isIn('a')", "x || y"),
    ("!isIn('a') || x || y", "x || y"), ("isIn('a') ? x + 1 : y", "x + 1"),
    ("x ? isIn('a') : y", "x ? true : y"), ("!(x || isIn('b'))", "!x"),
    ("!(x && y && isIn('a'))", "!(x && y)"), ("size([isIn('a')]) > 0", "size([isIn('a')]) > 0"),
    ("x && (isIn('a') ? y || z : y)", "x && (y || z)"),
  ])
  func `isIn is decided, and the rest stays as written`(_ cell: String, _ text: String) throws {
    let tree = GraphStateTree(try definition(three))
    let states = tree.activeStates(try #require(tree.indices["a"]))
    #expect(FoldedStates.cell(cell, states).text(atLeast: 0) == text)
  }

  @Test func `what another region decides is not shown in this one`() throws {
    let definition = try definition(
      #"""
      "outputs": {
        "isBusy": { "kind": "ui", "type": "bool", "value": "isIn('l2') || isIn('r2')" },
        "isOn": { "kind": "ui", "type": "bool", "value": "isIn('on')" } },
      "initial": "off", "states": [{ "state": "off" }, { "state": "on", "parallel": true, "states": [
        { "state": "left", "initial": "l1", "states": [{ "state": "l1" }, { "state": "l2" }] },
        { "state": "right", "initial": "r1", "states": [{ "state": "r1" }, { "state": "r2" }] } ] }]
      """#)
    let lines = lines(statePicture(of: definition))
    #expect(
      lines.filter { $0.contains("▪") } == [
        #"graph [label="on\n▪ isOn = true\l" labeljust=l class=parallel]"#,
        #""l2" [label="l2\n▪ isBusy = true\l" class=atomic]"#,
        #""r2" [label="r2\n▪ isBusy = true\l" class=atomic]"#,
      ])
  }
}

@Suite struct `An output that several regions decide` {
  /// The lines of outputs in the picture of two regions, `left` and `right`.
  private func shown(_ output: String) throws -> [String] {
    let definition = try definition(
      #"""
      "outputs": { "o": { "kind": "ui", \#(output) } },
      "initial": "off", "states": [{ "state": "off" }, { "state": "on", "parallel": true, "states": [
        { "state": "left", "initial": "l1", "states": [{ "state": "l1" }, { "state": "l2" }] },
        { "state": "right", "initial": "r1", "states": [{ "state": "r1" }, { "state": "r2" }] } ] }]
      """#)
    return lines(statePicture(of: definition)).flatMap { line in
      line.split(separator: "\"").filter { $0.contains("▪") }.map(String.init)
    }
  }

  @Test func `is shown as written at the parallel state`() throws {
    #expect(
      try shown(#""type": "bool", "value": "isIn('l2') && isIn('r2')""#) == [
        #"on\n▪ o = isIn('l2') && isIn('r2')\l"#
      ])
    #expect(
      try shown(#""type": "string", "value": "isIn('l2') ? (isIn('r2') ? 'a' : 'b') : 'c'""#) == [
        #"off\n▪ o = 'c'\l"#, #"on\n▪ o = isIn('l2') ? (isIn('r2') ? 'a' : 'b') : 'c'\l"#,
      ])
  }

  @Test func `is shown with the states of its rows as conditions`() throws {
    #expect(
      try shown(
        #""type": "int?", "rows": [{ "in": ["l2", "r2"], "if": "x > 0", "value": 1 }, { "in": "r1", "value": 2 }]"#
      ) == [
        #"on\n▪ o = (isIn('l2') || isIn('r2')) && x > 0 ? 1 : isIn('r1') ? 2 : null\l"#
      ])
  }

  @Test func `is shown in the states of one region if that region decides it`() throws {
    #expect(
      try shown(#""type": "string", "value": "isIn('l2') ? 'a' : 'b'""#) == [
        #"off\n▪ o = 'b'\l"#, #"l1\n▪ o = 'b'\l"#, #"l2\n▪ o = 'a'\l"#,
      ])
  }
}

@Suite struct DelayTests {
  @Test(arguments: [
    ("10", "10 s"), ("1800", "30 min"), ("90", "1 min 30 s"), ("3600", "1 h"), ("0.3", "300 ms"),
    ("1.5", "1.5 s"), ("0", "0 s"), ("86400", "24 h"),
  ])
  func `seconds are shown in words`(_ seconds: String, _ words: String) {
    #expect(Delay.words(seconds: seconds) == words)
  }

  @Test(arguments: [
    ("duration('30s')", "30 s"), ("duration('5m')", "5 min"), ("duration('250ms')", "250 ms"),
    ("duration('1h')", "1 h"),
  ])
  func `a literal duration is shown in words`(_ cell: String, _ words: String) {
    #expect(Delay.words(call: cell) == words)
  }

  @Test(arguments: ["timeout", "duration(text)", "duration('1h30m')", "duration('x')", "a +"])
  func `any other cell stays as it is`(_ cell: String) {
    #expect(Delay.words(call: cell) == nil)
  }
}
