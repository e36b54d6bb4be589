import DiagnosticTexts
import StateChecks
import StateFiles
import StateLinking
import StateModel
import Testing

@testable import StateExploration

/// The table of breaking changes, row by row: the change, what it breaks, and the rule.
@Suite("Differences") struct DifferencesTests {
  static let base = #"""
    { "state": "Shop", "format": 1,
      "types": { "Size": { "enum": ["small", "large"] }, "Pay": { "union": { "cash": {}, "card": { "last": "string" } } }, "Box<T>": { "record": { "in": "T" } } },
      "inputs": { "currency": "string" },
      "properties": { "count": { "type": "int", "initial": 0 }, "size": { "type": "Size", "initial": "Size.small" }, "pay": { "type": "Pay", "initial": { "cash": {} } } },
      "events": { "added": {}, "removed": {}, "resized": { "carries": { "size": "Size", "by": "int", "at": "int" } } },
      "commands": { "save": { "carries": { "count": "int" } } },
      "initial": "open",
      "states": [{ "state": "open" }, { "state": "shut", "carries": { "reason": "string" } }],
      "reducer": [
        { "on": "added", "if": "count < 5", "set": { "count": "count + 1" }, "emit": [{ "save": { "count": "count" } }] },
        { "on": "added" },
        { "on": "resized", "if": "event.by + event.at == 1", "set": { "size": "event.size" } },
        { "in": "open", "on": "removed", "if": "count > 3", "goTo": { "shut": { "reason": "currency" } } }],
      "outputs": {
        "count": { "kind": "ui", "type": "int", "value": "count" },
        "size": { "kind": "ui", "type": "Size", "value": "size" },
        "pay": { "kind": "data", "type": "Pay?", "value": "pay" },
        "reason": { "kind": "data", "type": "string?", "rows": [{ "in": "shut", "value": "reason" }] } },
      "invariants": { "few": "count <= 10" } }
    """#

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let from: String
    let to: String
    /// The rule, then the audience in order. Several changes follow one another.
    let expected: [String]

    init(_ name: String, _ from: String, _ to: String, _ expected: String...) {
      self.name = name
      self.from = from
      self.to = to
      self.expected = expected
    }

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      "event removed", #""removed": {}, "#, "",
      "breaking/event-removed error: Swift source, Kotlin source, event logs"),
    Row(
      "event renamed", #""removed""#, #""dropped""#,
      "breaking/event-removed error: Swift source, Kotlin source, event logs"),
    Row(
      "event added", #""removed": {}"#, #""removed": {}, "cleared": {}"#,
      "breaking/event-added note: Swift source, Kotlin source"),
    Row(
      "event starts to carry something", #""added": {}"#,
      #""added": { "carries": { "many": "int" } }"#,
      "breaking/event-carries error: Swift source, Kotlin source, event logs"),
    Row(
      "a carried field renamed to `many`", #""by": "int", "at""#, #""many": "int", "at""#,
      "breaking/event-carries error: Swift source, Kotlin source, event logs"),
    Row(
      "a carried field retyped", #""by": "int", "at""#, #""by": "uint", "at""#,
      "breaking/event-carries error: Swift source, Kotlin source, event logs"),
    Row(
      "carried fields in another order", #""by": "int", "at": "int""#, #""at": "int", "by": "int""#,
      "breaking/field-order error: Swift source, Kotlin source"),
    Row(
      "input added", #""currency": "string""#, #""currency": "string", "limit": "int""#,
      "breaking/input error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "input renamed", "currency", "coin",
      "breaking/input error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "input removed", #""inputs": { "currency": "string" },"#, "",
      "breaking/input error: Swift source, Kotlin source, stored snapshots",
      "behavior/changed error: behaviour"),
    Row(
      "input retyped", #""currency": "string""#, #""currency": "string?""#,
      "breaking/input error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "output removed", #""size": { "kind": "ui", "type": "Size", "value": "size" },"#, "",
      "breaking/output error: Swift source, Kotlin source"),
    Row(
      "output retyped", #""type": "int", "value": "count""#,
      #""type": "double", "value": "double(count)""#,
      "breaking/output error: Swift source, Kotlin source"),
    Row(
      "output T -> T?", #""type": "int", "value": "count""#, #""type": "int?", "value": "count""#,
      "breaking/output-optional error: Swift source, Kotlin source"),
    Row(
      "output T? -> T", #""type": "Pay?""#, #""type": "Pay""#,
      "breaking/output-optional error: Swift source, Kotlin source"),
    Row(
      "output moves to another kind", #""pay": { "kind": "data""#, #""pay": { "kind": "ui""#,
      "breaking/output-kind error: behaviour"),
    Row(
      "enum gains a case", #""small", "large""#, #""small", "large", "huge""#,
      "breaking/case-added error: Swift source, Kotlin source",
      "breaking/snapshot error: stored snapshots"),
    Row(
      "union gains a case", #""cash": {}, "card""#, #""cash": {}, "gift": {}, "card""#,
      "breaking/case-added error: Swift source, Kotlin source",
      "breaking/snapshot error: stored snapshots"),
    Row(
      "command added", #""save": { "carries""#, #""load": {}, "save": { "carries""#,
      "breaking/command error: Swift source, Kotlin source"),
    Row(
      "command's fields changed", #""carries": { "count": "int" }"#,
      #""carries": { "count": "int", "all": "bool?" }"#,
      "breaking/command error: Swift source, Kotlin source"),
    Row(
      "property added", #""properties": { "#,
      #""properties": { "more": { "type": "bool", "initial": false }, "#,
      "breaking/snapshot note: stored snapshots"),
    Row(
      "property renamed", #""pay": { "type": "Pay", "initial": { "cash": {} } }"#,
      #""paid": { "type": "Pay", "initial": { "cash": {} } }"#,
      "breaking/snapshot error: stored snapshots"),
    Row(
      "property retyped", #""size": { "type": "Size", "initial""#,
      #""size": { "type": "Size?", "initial""#,
      "breaking/snapshot error: stored snapshots"),
    Row(
      "property removed", #", "pay": { "type": "Pay", "initial": { "cash": {} } }"#, "",
      "breaking/snapshot error: stored snapshots"),
    Row(
      "`initial` changed", #""initial": { "cash": {} }"#,
      #""initial": { "card": { "last": "'1'" } }"#,
      "breaking/initial note: behaviour", "behavior/changed error: behaviour"),
    Row(
      "state renamed", "shut", "closed",
      "breaking/state error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "state moved",
      #"{ "state": "open" }, { "state": "shut", "carries": { "reason": "string" } }"#,
      #"{ "state": "open", "initial": null, "states": [{ "state": "shut", "carries": { "reason": "string" } }] }"#,
      "breaking/state error: Swift source, Kotlin source, stored snapshots",
      "breaking/state error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "what a state carries changed", #""reason": "string" } }]"#,
      #""reason": "string", "since": { "type": "int", "default": 0 } } }]"#,
      "breaking/state error: Swift source, Kotlin source, stored snapshots"),
    Row(
      "invariant tightened", "count <= 10", "count <= 9",
      "breaking/invariant error: stored snapshots"
    ),
    Row("invariant loosened", "count <= 10", "count <= 11"),
    Row(
      "row changed", "count < 5", "count < 4", "behavior/changed error: behaviour",
      "behavior/changed error: behaviour"),
    Row(
      "only layout", #", "removed": {}"#, #" ,  "removed"  :  { } "#),
    Row("a generic type's parameter", "Box<T>", "Box<U>"),
    Row("only `about`", #""added": {}"#, #""added": { "about": "One more." }"#),
  ]

  /// The rows after which each event still has the same effect.
  static let sameMeaning: Set<String> = [
    "event renamed", "input renamed", "property renamed", "state renamed", "invariant tightened",
    "invariant loosened", "carried fields in another order", "only layout", "only `about`",
  ]

  static func checked(_ text: String) throws -> CheckedDefinition {
    let json = try #require(JSONDocument([UInt8](text.utf8)).json)
    let result = try #require(DefinitionReader.read(json, fileName: nil).content).checked()
    return try #require(result.checked, "\(result.diagnostics)")
  }

  private func replaced(_ row: Row) -> String {
    var text = Self.base
    if row.name.hasSuffix("renamed") || row.name.hasPrefix("row") {
      text = text.split(separator: row.from, omittingEmptySubsequences: false)
        .joined(separator: row.to)
      if row.name == "property renamed" {
        text = text.replacing(#""value": "pay""#, with: #""value": "paid""#)
      }
    } else if let range = text.firstRange(of: row.from) {
      text.replaceSubrange(range, with: row.to)
    }
    switch row.name {
    case "a generic type's parameter":
      return text.replacing(#""in": "T""#, with: #""in": "U""#)
    case "a carried field renamed to `many`": return text.replacing("event.by", with: "event.many")
    case "a carried field retyped":
      return text.replacing("event.by +", with: "int(event.by) +")
    case "input removed": return text.replacing(#""reason": "currency""#, with: #""reason": "''""#)
    case "input retyped":
      return text.replacing(
        #""reason": "currency""#, with: #""reason": "currency == null ? '' : currency""#)
    case "property retyped":
      return text.replacing(
        #""value": "size""#, with: #""value": "size == null ? Size.small : size""#)
    case "property removed":
      return text.replacing(#""value": "pay""#, with: #""value": { "cash": {} }"#)
    case "event removed": return text.replacing(#""on": "removed""#, with: #""on": "added""#)
    case "event added":
      return text.replacing(#"{ "on": "added" },"#, with: #"{ "on": ["added", "cleared"] },"#)
    case "command's fields changed": return text
    default: return text
    }
  }

  private func differences(_ row: Row) throws -> Differences {
    Differences(
      from: try Self.checked(Self.base), to: try Self.checked(replaced(row)),
      oldName: "origin/main",
      newPath: "Shop.state.json")
  }

  @Test(arguments: rows)
  func `each row of the table has its rule and its audience`(_ row: Row) throws {
    #expect(replaced(row) != Self.base)
    let changes = try differences(row).changes
    // Numbers from outside are compared, so whenever the meaning differs, not everything was tried.
    let isIncomplete = changes.contains {
      if case .compared(_, _, isComplete: false, _, _, _) = $0.fact { true } else { false }
    }
    #expect(isIncomplete == !Self.sameMeaning.contains(row.name))
    let found = changes.filter { change in
      if case .compared = change.fact { false } else { true }
    }.map { change in
      let audience = Problem.Change.Audience.allCases.filter(change.fact.audience.contains)
      return "\(change.diagnostic.rule.rawValue) \(change.diagnostic.severity.rawValue): "
        + audience.map(\.rawValue).joined(separator: ", ")
    }
    let expected = row.expected
    if row.name == "event removed" {
      #expect(found.first == expected.first)
    } else {
      #expect(found == expected)
    }
  }

  @Test func `a limit of the size of a stored text is tried`() throws {
    let text = #"""
      { "state": "Login", "format": 1, "properties": { "name": { "type": "string", "initial": "''" } },
        "events": { "typedName": { "carries": { "text": "string" } }, "tappedLogin": {} }, "commands": { "login": {} },
        "reducer": [{ "on": "typedName", "set": { "name": "event.text" } },
                    { "on": "tappedLogin", "if": "size(name) > 2", "emit": ["login"] }],
        "outputs": { "name": { "kind": "ui", "type": "string", "value": "name" } } }
      """#
    let found = Differences(
      from: try Self.checked(text), to: try Self.checked(text.replacing("> 2", with: "> 3")),
      oldName: "main", newPath: "Login.state.json")
    #expect(found.changes.contains { $0.diagnostic.severity == .error })
  }

  @Test func `behaviour is reported with the shortest sequence`() throws {
    let row = try #require(Self.rows.first { $0.name == "row changed" })
    let change = try #require(try differences(row).changes.first)
    #expect(
      DiagnosticRenderer.english.message(change.diagnostic)
        == "`added` emits nothing, and emitted `save {\"count\": 5}` in origin/main")
    #expect(
      change.diagnostic.notes.map(DiagnosticRenderer.english.message) == [
        "shortest sequence: added, added, added, added, added  (replay: states run Shop.state.json --inputs '{\"currency\": \"a\"}' --events added,added,added,added,added)"
      ])
    #expect(change.diagnostic.location.pointer.text == "/reducer/1/on")
  }

  @Test func `the exact message for an output that becomes optional`() throws {
    let row = try #require(Self.rows.first { $0.name == "output T -> T?" })
    let diagnostic = try #require(try differences(row).changes.first).diagnostic
    let words = DiagnosticRenderer.english
    #expect(
      words.message(diagnostic) == "output `count` was `int` in origin/main and is `int?` here")
    #expect(words.label(diagnostic) == "breaks Swift and Kotlin callers")
    #expect(
      words.help(diagnostic)
        == "keep it non-optional with a default, or release it as major: states diff --allow breaking/output-optional"
    )
    #expect(diagnostic.location == .init("/outputs/count/type", range: 0..<4))
  }

  /// A lock that shuts after five wrong codes, whose output is renamed.
  private static func lock(_ comparison: String, _ output: String) throws -> CheckedDefinition {
    try checked(
      #"""
      { "state": "Lock", "format": 1,
        "properties": { "wrong": { "type": "int", "initial": 0 }, "isShut": { "type": "bool", "initial": false } },
        "events": { "failed": {}, "opened": {} },
        "reducer": [
          { "on": "failed", "if": "wrong + 1 \#(comparison) 5", "set": { "isShut": true } },
          { "on": "failed", "set": { "wrong": "wrong + 1" } },
          { "on": "opened", "if": "!isShut", "set": { "wrong": 0 } }],
        "outputs": { "\#(output)": { "kind": "ui", "type": "bool", "value": "isShut" } } }
      """#)
  }

  @Test func `a rename does not hide another behaviour`() throws {
    let found = Differences(
      from: try Self.lock(">=", "isShut"), to: try Self.lock(">", "isLocked"), oldName: "main",
      newPath: "Lock.state.json"
    ).changes
    #expect(found.map(\.diagnostic.rule) == [.breakingOutput, .behaviorChanged])
    let messages = found.map { DiagnosticRenderer.english.message($0.diagnostic) }
    #expect(messages.first == "output `isShut` is now `isLocked`")
    #expect(messages.last == "`failed` makes `isLocked` false, and made it true in main")
  }

  @Test func `a rename alone is the only finding`() throws {
    let found = Differences(
      from: try Self.lock(">=", "isShut"), to: try Self.lock(">=", "isLocked"), oldName: "main",
      newPath: "Lock.state.json"
    ).changes
    #expect(found.map(\.diagnostic.rule) == [.breakingOutput])
  }

  @Test func `what cannot be compared is named beside other findings`() throws {
    let row = try #require(Self.rows.first { $0.name == "output retyped" })
    let last = try #require(try differences(row).changes.last)
    #expect(last.diagnostic.severity == .note)
    let message = DiagnosticRenderer.english.message(last.diagnostic)
    #expect(message.hasPrefix("`Shop` has another meaning than in origin/main"))
    #expect(message.hasSuffix("not all were tried, and `count` cannot be compared"))
  }

  @Test func `an old spec runs under the new names`() throws {
    var spec = Spec(definition: "Lock")
    spec.root.then = [.init(key: "isShut", value: .bool(false))]
    spec.root.cases = [Spec.Case(name: "a")]
    spec.root.cases[0].when = [.repeated(times: 5, .init(name: "failed"))]
    spec.root.cases[0].then = [.init(key: "isShut", value: .bool(true))]
    let names = Differences(
      from: try Self.lock(">=", "isShut"), to: try Self.lock(">=", "isLocked"), oldName: "main",
      newPath: "Lock.state.json"
    ).names
    let renamed = names.renamed(spec)
    #expect(renamed.root.then?.map(\.key) == ["isLocked"])
    #expect(renamed.root.cases[0].then?.map(\.key) == ["isLocked"])
    #expect(names.original("/cases/0/then/isLocked") == "/cases/0/then/isShut")
  }

  @Test func `another meaning is reported even if no difference was found`() throws {
    func definition(_ step: String, _ wait: String, _ level: String) throws -> CheckedDefinition {
      try Self.checked(
        #"""
        { "state": "Lock", "format": 1, "initial": "shut",
          "inputs": { "level": { "type": "int", "default": \#(level) } },
          "properties": { "n": { "type": "int", "initial": 0 }, "code": { "type": "int", "initial": 1 } },
          "events": { "turned": { "carries": { "by": "int" } } },
          "states": [{ "state": "shut" }, { "state": "open" }],
          "reducer": [
            { "in": "shut", "on": "turned", "if": "event.by == 7654321 && level > 0", "set": { "n": "n + 1" } },
            { "in": "shut", "if": "n > 3000", "goTo": "open" },
            { "in": "open", "on": "turned", "set": { "code": "code + \#(step)" } },
            { "in": "open", "after": \#(wait), "goTo": "shut" }],
          "outputs": { "code": { "kind": "ui", "type": "int", "value": "code" } } }
        """#)
    }
    func reported(_ step: String, _ wait: String, _ level: String) throws -> [Diagnostic] {
      Differences(
        from: try definition("1", "5", "3"), to: try definition(step, wait, level),
        oldName: "main", newPath: "Lock.state.json"
      ).changes.map(\.diagnostic)
    }
    #expect(try reported("1", "5", "3").isEmpty)
    let unseen = try reported("2", "5", "3")
    #expect(unseen.map(\.rule) == [.behaviorChanged])
    #expect(unseen.map(\.severity) == [.note])
    let message = try DiagnosticRenderer.english.message(#require(unseen.first))
    #expect(
      message.hasPrefix("`Lock` has another meaning than in main, and no difference was found in "))
    #expect(message.hasSuffix("not all were tried"))
    let later = try reported("1", "6", "3")
    #expect(
      later.first.map(DiagnosticRenderer.english.message)
        == "`after` in `open` is `6s`, and was `5s` in main")
    #expect(later.map(\.severity) == [.error, .note])
    let more = try reported("1", "5", "4")
    #expect(
      more.first.map(DiagnosticRenderer.english.message)
        == "input `level` is `4` where it is left out, and was `3` in main")
    #expect(more.map(\.severity) == [.error, .note])
  }

  @Test func `a search is cut when its steps take too much from their budgets together`() throws {
    let text = Self.base.replacing(
      "count < 5", with: "lists.range(1000).all(n, n >= 0) && count < 5")
    let old = try Self.checked(text)
    let new = try Self.checked(text.replacing("<= 10", with: "<= 11"))
    func run(workLimit: Int64) -> DifferentialRun? {
      DifferentialRun(
        old: old, new: new, matching: VersionMatching(old, new), oldName: .init("main"),
        newPath: "",
        specs: [], workLimit: workLimit)
    }
    let whole = try #require(run(workLimit: 1_000_000))
    let cut = try #require(run(workLimit: 2_500))
    #expect(cut.pairCount < whole.pairCount)
    #expect(!cut.isComplete)
  }
}
