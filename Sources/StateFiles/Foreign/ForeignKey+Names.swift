/// Keys that only have another name here.
extension ForeignKey {
  /// Whether a key is the mark of a comment, which no section and no permission begins with.
  static func isComment(_ key: String) -> Bool { key.hasPrefix("//") || key.hasPrefix("#") }

  /// Remarks: JSON has no comments.
  static let comments: [ForeignKey] = [
    ForeignKey(
      keys: [
        "//", "#", "_comment", "$comment", "comment", "comments", "doc", "note", "description",
      ],
      own: ["about"], example: Example(wrong: #""//": "Counts.""#))
  ]

  /// Sections of a definition.
  static let sections: [ForeignKey] = [
    row("property", "properties", #""property": { "x": { "type": "int", "initial": 0 } }"#),
    row("input", "inputs", #""input": { "x": "int" }"#),
    row("event", "events", #""event": { "stopped": {} }"#),
    row("command", "commands", #""command": { "save": {} }"#),
    row("output", "outputs", #""output": { "x": { "kind": "ui", "type": "int", "value": "n" } }"#),
    row(
      "queries", "outputs", #""queries": { "x": { "kind": "ui", "type": "int", "value": "n" } }"#),
    row("type", "types", #""type": { "Lamp": { "enum": ["red"] } }"#),
    row("function", "functions", #""function": { "one": { "gives": "int", "value": 1 } }"#),
    row("invariant", "invariants", #""invariant": { "small": "n < 10" }"#),
    row("assertions", "invariants", #""assertions": { "small": "n < 10" }"#),
    row("constraints", "invariants", #""constraints": { "small": "n < 10" }"#),
    row("enums", "types", #""enums": { "Lamp": { "enum": ["red"] } }"#),
    row("models", "types", #""models": { "Song": { "record": { "title": "string" } } }"#),
    ForeignKey(
      keys: ["initialState", "start", "startState", "startsIn"], kinds: [.definition, .state],
      own: ["initial"],
      example: Example(wrong: #""states": [{ "state": "a" }], "initialState": "a""#)),
    ForeignKey(
      keys: ["transitions", "rules", "rows", "table", "reducers", "handlers"], kinds: [.definition],
      own: ["reducer"], example: Example(wrong: #""rules": [{ "on": "go" }]"#)),
    ForeignKey(
      keys: ["derived", "getters", "selectors", "lets", "helpers", "constants", "consts"],
      kinds: [.definition], own: ["computed"],
      example: Example(wrong: #""derived": { "x": { "type": "int", "value": "n" } }"#)),
    ForeignKey(
      keys: ["actions", "effects", "sideEffects"], kinds: [.definition], own: ["commands"],
      example: Example(wrong: #""effects": { "save": {} }"#)),
    ForeignKey(
      keys: ["context", "variables", "vars", "fields", "data", "store"],
      kinds: [.definition], own: ["properties"],
      example: Example(wrong: #""store": { "x": { "type": "int", "initial": 0 } }"#)),
    ForeignKey(
      keys: ["props", "parameters", "params", "arguments", "args"], kinds: [.definition],
      own: ["inputs"], example: Example(wrong: #""props": { "x": "int" }"#)),
    ForeignKey(
      keys: ["name", "id", "machine", "key"], kinds: [.definition, .state], own: ["state"],
      example: Example(
        wrong: #""states": [{ "name": "a" }], "initial": "a""#)),
    ForeignKey(
      keys: ["version"], kinds: [.definition, .types], own: ["format"],
      example: Example(wrong: #""version": 1"#)),
    ForeignKey(
      keys: ["imports", "import", "include", "includes"], kinds: [.definition, .types],
      own: ["uses"], example: Example(wrong: #""imports": []"#)),
  ]

  /// Keys of entries.
  static let names: [ForeignKey] = [
    ForeignKey(
      keys: ["target"], kinds: [.state], own: ["default"],
      example: Example(
        wrong:
          #""states": [{ "state": "p", "initial": "a", "states": [{ "state": "a" }, { "state": "h", "history": "shallow", "target": "a" }] }, { "state": "q" }], "initial": "p", "reducer": [{ "in": "p", "on": "go", "goTo": "q" }, { "in": "q", "on": "go", "goTo": "h" }]"#
      )),
    ForeignKey(
      keys: ["id", "label", "title", "name"], kinds: [.row, .action, .outputRow], own: ["about"],
      example: Example(wrong: #""reducer": [{ "on": "go", "id": "Goes." }]"#)),
    ForeignKey(
      keys: ["repeat", "count", "n"], kinds: [.repetition], own: ["times"],
      example: Example(
        wrong:
          #""cases": [{ "name": "went", "when": [{ "repeat": 2, "event": "go" }], "then": { "count": 0 } }]"#,
        isSpec: true)),
    ForeignKey(
      keys: ["initial", "value", "initialValue", "defaultValue"], kinds: [.input, .carriedField],
      own: ["default"],
      example: Example(wrong: #""inputs": { "x": { "type": "int", "initial": 1 } }"#)),
    ForeignKey(
      keys: ["value", "default", "initialValue", "defaultValue", "init"], kinds: [.property],
      own: ["initial"],
      example: Example(
        wrong: #""properties": { "n": { "type": "int", "value": 1 } }"#)),
    ForeignKey(
      keys: ["expr", "expression", "formula", "compute", "body", "initial"],
      kinds: [.computed, .function, .output, .outputRow], own: ["value"],
      example: Example(wrong: #""computed": { "x": { "type": "int", "formula": "n" } }"#)),
    ForeignKey(
      keys: ["target", "to", "goto", "go", "next", "nextState"], kinds: [.row], own: ["goTo"],
      example: Example(
        wrong:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "target": "a" }]"#
      )),
    ForeignKey(
      keys: ["from", "source", "state", "inState", "while"], kinds: [.row, .outputRow],
      own: ["in"],
      example: Example(
        wrong:
          #""states": [{ "state": "a" }], "initial": "a", "reducer": [{ "from": "a", "on": "go" }]"#
      )),
    ForeignKey(
      keys: ["event", "when", "trigger"], kinds: [.row], own: ["on", "if"],
      example: Example(wrong: #""reducer": [{ "event": "go" }]"#)),
    ForeignKey(
      keys: ["guard", "cond", "condition", "where", "when"],
      kinds: [.row, .action, .outputRow], own: ["if"],
      example: Example(wrong: #""reducer": [{ "on": "go", "guard": "n > 0" }]"#)),
    ForeignKey(
      keys: ["delay", "timeout"], kinds: [.row], own: ["after"],
      example: Example(wrong: #""reducer": [{ "on": "go" }, { "delay": 1, "set": { "n": 0 } }]"#)),
    ForeignKey(
      keys: ["interval", "repeat"], kinds: [.row], own: ["every"],
      example: Example(wrong: #""reducer": [{ "on": "go" }, { "interval": 1, "set": { "n": 0 } }]"#)
    ),
    ForeignKey(
      keys: ["assign", "update", "updates", "mutate"], kinds: [.row, .action], own: ["set"],
      example: Example(wrong: #""reducer": [{ "on": "go", "assign": { "n": 1 } }]"#)),
    ForeignKey(
      keys: ["actions", "commands", "send", "effects"], kinds: [.row, .action], own: ["emit"],
      example: Example(wrong: #""reducer": [{ "on": "go", "commands": ["load"] }]"#)),
    ForeignKey(
      keys: ["entry", "onEntry", "onEnter", "onenter"], kinds: [.definition, .state],
      own: ["enter"],
      example: Example(wrong: #""entry": [{ "emit": ["load"] }], "reducer": [{ "on": "go" }]"#)),
    ForeignKey(
      keys: ["onExit", "leave", "onLeave", "onexit"], kinds: [.definition, .state], own: ["exit"],
      example: Example(
        wrong:
          #""states": [{ "state": "a", "onExit": [{ "emit": ["load"] }] }, { "state": "b" }], "initial": "a", "reducer": [{ "in": "a", "on": "go", "goTo": "b" }, { "in": "b", "on": "go", "goTo": "a" }]"#
      )),
    ForeignKey(
      keys: ["children", "substates", "regions"], kinds: [.definition, .state], own: ["states"],
      example: Example(
        wrong:
          #""states": [{ "state": "a", "initial": "b", "children": [{ "state": "b" }] }], "initial": "a", "reducer": [{ "in": "b", "on": "go" }]"#
      )),
    ForeignKey(
      keys: ["fields", "payload", "params", "parameters", "data", "arguments", "args"],
      kinds: [.event, .command, .state], own: ["carries"],
      example: Example(wrong: #""commands": { "load": { "payload": { "at": "int" } } }"#)),
    ForeignKey(
      keys: ["fields", "struct", "properties", "object"], kinds: [.type], own: ["record"],
      example: Example(wrong: #""types": { "Song": { "fields": { "title": "string" } } }"#)),
    ForeignKey(
      keys: ["values"], kinds: [.type], own: ["enum"],
      example: Example(wrong: #""types": { "Lamp": { "values": ["red", "green"] } }"#)),
    ForeignKey(
      keys: ["cases", "variants", "oneOf"], kinds: [.type], own: ["union"],
      example: Example(
        wrong: #""types": { "Load": { "cases": { "idle": {}, "done": { "n": "int" } } } }"#)),
    ForeignKey(
      keys: ["params", "parameters", "arguments", "args", "inputs"], kinds: [.function],
      own: ["takes"],
      example: Example(
        wrong:
          #""functions": { "twice": { "args": { "x": "int" }, "gives": "int", "value": "x * 2" } }"#
      )),
    ForeignKey(
      keys: ["returns", "result", "type", "return"], kinds: [.function], own: ["gives"],
      example: Example(wrong: #""functions": { "one": { "returns": "int", "value": 1 } }"#)),
    ForeignKey(
      keys: ["expect", "expected", "outputs", "assert"], kinds: [.spec, .case], own: ["then"],
      example: Example(wrong: #""expect": { "count": 0 }"#, isSpec: true)),
    ForeignKey(
      keys: ["events", "steps", "on", "event", "actions"], kinds: [.case], own: ["when"],
      example: Example(
        wrong: #""cases": [{ "name": "went", "steps": ["go"], "then": { "count": 0 } }]"#,
        isSpec: true
      )),
    ForeignKey(
      keys: ["tests", "scenarios", "children"], kinds: [.spec, .case], own: ["cases"],
      example: Example(wrong: #""tests": [{ "name": "went", "when": ["go"] }]"#, isSpec: true)),
    ForeignKey(
      keys: ["inputs", "input", "props"], kinds: [.spec, .case], own: ["given"],
      example: Example(wrong: #""inputs": {}"#, isSpec: true)),
    ForeignKey(
      keys: ["title", "case", "test", "it"], kinds: [.case], own: ["name"],
      example: Example(wrong: #""cases": [{ "title": "went", "when": ["go"] }]"#, isSpec: true)),
    ForeignKey(
      keys: ["state", "states", "configuration"], kinds: [.spec, .case], own: ["in"],
      example: Example(wrong: #""states": []"#, isSpec: true)),
    ForeignKey(
      keys: ["definition", "state"], kinds: [.spec], own: ["spec"],
      example: Example(wrong: #""definition": "S""#, isSpec: true)),
    ForeignKey(
      keys: ["emits", "sends"], kinds: [.spec, .case], own: ["commands"],
      example: Example(
        wrong: #""cases": [{ "name": "went", "when": ["go"], "emits": [] }]"#, isSpec: true)),
  ]

  /// A section whose name is in the singular.
  private static func row(_ key: String, _ own: String, _ wrong: String) -> ForeignKey {
    ForeignKey(keys: [key], kinds: [.definition], own: [own], example: Example(wrong: wrong))
  }
}
