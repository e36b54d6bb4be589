import Foundation
import StateFiles
import StateModel
import StateProject
import Testing

/// Checks the files of a folder; gives each finding as a line.
private func findings(_ files: [String: String], _ paths: [String] = ["."]) throws -> [String] {
  let folder = try TemporaryFolder(files)
  var validation = Validation()
  validation.check(
    FileSearch(
      paths.map { "\(folder.path)/\($0)" }, kinds: [.definition, .types, .spec]))
  return Annotations(.short).print(validation.report.findings).split(separator: "\n").map {
    String($0.dropFirst(folder.path.utf8.count + 1))
  } + validation.report.failures
}

@Suite struct `Validation of files` {
  private static let song = #"""
    { "state": "A", "format": 1, "uses": ["T.types.json"],
      "properties": { "x": { "type": "T", "initial": "T.a" } },
      "outputs": { "o": { "kind": "ui", "type": "T", "value": "x" } } }
    """#

  @Test func `checks the files that a named file uses`() throws {
    let found = try findings(
      [
        "A.state.json": Self.song,
        "T.types.json": #"{ "format": 1, "types": { "T": { "enum": 1 } } }"#,
      ],
      ["A.state.json"])
    #expect(
      found == [
        "T.types.json:1:42: error: `enum` must be an array, found a number [shape/wrong-type]"
      ])
  }

  @Test func `reports a chain of files that is too long`() throws {
    var files = ["A.state.json": #"{ "state": "A", "format": 1, "uses": ["T0.types.json"] }"#]
    for number in 0..<70 {
      files["T\(number).types.json"] =
        #"{ "format": 1, "uses": [\#(number < 69 ? #""T\#(number + 1).types.json""# : "")] }"#
    }
    let found = try findings(files).filter { $0.contains("error: ") }
    #expect(found.count == 7)
    #expect(
      found.first
        == "A.state.json:1:40: error: `T0.types.json` leads to a chain of more than 64 files that use each other [file/uses]"
    )
  }

  /// Two files at each of 30 levels use both of the next, so there are very many chains, and the last
  /// use the first again.
  @Test func `follows each file of a circle once`() throws {
    var files: [String: String] = [:]
    for level in 0..<30 {
      let uses =
        level < 29
        ? #""A\#(level + 1).types.json", "B\#(level + 1).types.json""# : #""A0.types.json""#
      for name in ["A", "B"] {
        files["\(name)\(level).types.json"] = #"{ "format": 1, "uses": [\#(uses)] }"#
      }
    }
    let found = try findings(files)
    #expect(found.contains { $0.hasPrefix("A0.types.json:1:26: error: ") }, "\(found)")
  }

  @Test func `reports a missing file, and nothing that depends on it`() throws {
    #expect(
      try findings(["A.state.json": Self.song], ["A.state.json"]) == [
        "A.state.json:1:40: error: `T.types.json` does not exist [file/uses]"
      ])
    let unused = Self.song.replacing(#""value": "x""#, with: #""value": "worst(T.all)""#)
    #expect(
      try findings(["A.state.json": unused], ["A.state.json"]) == [
        "A.state.json:1:40: error: `T.types.json` does not exist [file/uses]"
      ])
  }

  @Test(arguments: [
    (
      "a name that is near to none, so the key was meant otherwise", #""pin": "event.pin""#,
      ["2:84: error: unknown key `pin`; did you mean `in`? [shape/unknown-key]"]
    ),
    (
      "a misspelt name, so both are wrong", #""inn": "idel""#,
      [
        "2:84: error: unknown key `inn`; did you mean `in`? [shape/unknown-key]",
        "2:91: error: no state is named `idel`; did you mean `idle`? [name/unknown]",
      ]
    ),
    (
      "several mistakes in what it holds", #""sett": { "zzzqqq": 1 }"#,
      [
        "2:84: error: unknown key `sett`; did you mean `set`? [shape/unknown-key]",
        "2:94: error: no property is named `zzzqqq` [name/unknown]",
      ]
    ),
  ])
  func `a key that is near to another with`(
    _ name: String, _ member: String, _ expected: [String]
  ) throws {
    let found = try findings(
      [
        "A.state.json": #"""
        { "state": "A", "format": 1, "events": { "went": { "carries": { "pin": "string" } } },
          "initial": "idle", "states": [{ "state": "idle" }], "reducer": [{ "on": "went", \#(member) }] }
        """#
      ], ["A.state.json"])
    #expect(found == expected.map { "A.state.json:\($0)" }, "\(name)")
  }

  @Test func `reports definitions without a spec if a folder is checked`() throws {
    let types = #"{ "format": 1, "types": { "T": { "enum": ["a"] } } }"#
    let files = ["A.state.json": Self.song, "T.types.json": types]
    #expect(try findings(files).contains { $0.contains("`A` has no spec [spec/missing]") })
    #expect(try !findings(files, ["A.state.json"]).contains { $0.contains("spec/missing") })
  }

  @Test func `checks a spec against the definition beside it`() throws {
    let found = try findings([
      "A.state.json":
        #"{ "state": "A", "format": 1, "events": { "went": {} }, "reducer": [{ "on": "went" }] }"#,
      "A.spec.json":
        #"{ "spec": "A", "cases": [{ "name": "n", "when": ["f"], "result": "changed" }] }"#,
    ])
    #expect(found.map { $0.hasPrefix("A.spec.json:1:51: error: no event is named `f`") } == [true])
  }

  /// Parts of a row, of a case of its spec, and the findings of both.
  static let together: [(name: String, row: String, spec: String, expected: [String])] = [
    (
      "two mistakes", #""on": "went", "if": "n > 5", "set": { "n": "'x'" }"#,
      #""when": ["sbut"], "then": { "m": 1 }"#,
      [
        "A.spec.json:1:51: error: no event is named `sbut`; did you mean `shut`? [name/unknown]",
        "A.spec.json:1:70: error: no output is named `m` [name/unknown]",
        "A.state.json:4:51: error: `n` is int, this row sets it to string [type/mismatch]",
      ]
    ),
    (
      "one undeclared name, in both", #""on": "opened""#,
      #""when": ["opened"], "result": "changed""#,
      [
        "A.state.json:4:14: error: no event is named `opened` [name/unknown]"
      ]
    ),
    (
      "another undeclared name", #""on": "opened""#,
      #""when": ["closed"], "result": "changed""#,
      [
        "A.spec.json:1:51: error: no event is named `closed` [name/unknown]",
        "A.state.json:4:14: error: no event is named `opened` [name/unknown]",
      ]
    ),
    (
      "a name that is misspelt, beside another that is missing", #""on": "opened""#,
      #""when": ["sbut"], "result": "changed""#,
      [
        "A.spec.json:1:51: error: no event is named `sbut`; did you mean `shut`? [name/unknown]",
        "A.state.json:4:14: error: no event is named `opened` [name/unknown]",
      ]
    ),
    (
      "a value: its type may be wrong", #""on": "opened""#,
      #""when": [{ "went": { "by": "2" } }], "result": "changed""#,
      ["A.state.json:4:14: error: no event is named `opened` [name/unknown]"]
    ),
    (
      "a value, where a type may be wrong", #""on": "went", "if": "n > 5", "set": { "n": "'x'" }"#,
      #""then": { "n": "x" }"#,
      ["A.state.json:4:51: error: `n` is int, this row sets it to string [type/mismatch]"]
    ),
    (
      "parts that need no definition", #""on": "opened""#,
      #""when": [{ "wait": -1 }, "shut"], "error": "overflaw""#,
      [
        "A.spec.json:1:60: error: `wait` is negative; time does not go back [spec/literal]",
        "A.spec.json:1:85: error: no error is named `overflaw`; did you mean `overflow`? [name/unknown]",
        "A.state.json:4:14: error: no event is named `opened` [name/unknown]",
      ]
    ),
    (
      "timers, which rows start", #""on": "opened""#, #""running": ["A.1"]"#,
      [
        "A.state.json:4:14: error: no event is named `opened` [name/unknown]"
      ]
    ),
  ]

  @Test(arguments: together)
  func `checks a spec against the sound parts of a definition with errors`(
    name: String, row: String, spec: String, expected: [String]
  ) throws {
    let found = try findings([
      "A.state.json": #"""
      { "state": "A", "format": 1,
        "properties": { "n": { "type": "int", "initial": 0 } },
        "events": { "went": { "carries": { "by": "int" } }, "shut": {} }, "reducer": [
          { \#(row) }, { "on": "shut", "set": { "n": 1 } }, { "on": "went", "set": { "n": "event.by" } }],
        "outputs": { "n": { "kind": "ui", "type": "int", "value": "n" } } }
      """#,
      "A.spec.json": #"{ "spec": "A", "cases": [{ "name": "n", \#(spec) }] }"#,
    ])
    #expect(found == expected)
  }

  @Test func `reports two definitions of one name`() throws {
    let text = #"{ "state": "A", "format": 1 }"#
    let found = try findings([
      "Definitions/A.state.json": text, "Definitions/x/A.state.json": text,
    ]).filter { !$0.contains("spec/missing") }
    #expect(
      found == [
        "Definitions/x/A.state.json:1:13: error: two files define `A`: also `../A.state.json` [file/name]"
      ])
  }
}
