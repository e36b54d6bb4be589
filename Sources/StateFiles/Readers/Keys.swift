/// The keys of every object of the format, in the order of the format reference.
enum Keys {
  static let definition = ObjectShape(
    name: "definition",
    keys: [
      "$schema", "state", "format", "about", "allow", "limits", "uses", "types", "inputs",
      "properties", "computed", "functions", "events", "commands", "initial", "states", "enter",
      "exit", "reducer", "outputs", "invariants",
    ],
    required: ["state", "format"])

  static let types = ObjectShape(
    name: "file",
    keys: ["$schema", "format", "about", "allow", "uses", "types", "functions"],
    required: ["format"])

  static let limits = ObjectShape(name: "object", keys: ["microsteps"])

  static let field = ObjectShape(
    name: "field", keys: ["type", "about", "allow"], required: ["type"])

  static let fieldWithDefault = ObjectShape(
    name: "field", keys: ["type", "default", "about", "allow"], required: ["type"])

  static let type = ObjectShape(name: "type", keys: ["record", "enum", "union", "about", "allow"])

  static let property = ObjectShape(
    name: "property", keys: ["type", "initial", "stored", "about", "allow"],
    required: ["type", "initial"])

  static let computed = ObjectShape(
    name: "computed value", keys: ["type", "value", "about", "allow"],
    required: ["type", "value"])

  static let function = ObjectShape(
    name: "function", keys: ["takes", "gives", "value", "about", "allow"],
    required: ["gives", "value"])

  static let event = ObjectShape(name: "event", keys: ["carries", "from", "about", "allow"])

  static let command = ObjectShape(name: "command", keys: ["carries", "about", "allow"])

  static let output = ObjectShape(
    name: "output", keys: ["kind", "type", "value", "rows", "about", "allow"],
    required: ["kind", "type"])

  static let outputRow = ObjectShape(
    name: "row", keys: ["in", "if", "value", "about", "allow"])

  static let row = ObjectShape(
    name: "row",
    keys: [
      "in", "on", "after", "every", "if", "let", "set", "goTo", "reenter", "emit", "raise",
      "about", "allow",
    ])

  static let action = ObjectShape(
    name: "action", keys: ["if", "set", "emit", "raise", "about", "allow"])

  static let state = ObjectShape(
    name: "state",
    keys: [
      "state", "initial", "parallel", "final", "history", "default", "carries", "enter", "exit",
      "states", "about", "allow",
    ],
    required: ["state"])

  static let spec = ObjectShape(
    name: "spec",
    keys: [
      "$schema", "spec", "about", "allow", "given", "then", "exactly", "commands", "running", "in",
      "cases",
    ],
    required: ["spec"])

  static let specCase = ObjectShape(
    name: "case",
    keys: [
      "name", "about", "allow", "given", "when", "then", "exactly", "commands", "running", "in",
      "result",
      "error", "cases",
    ],
    required: ["name"])

  static let occurrence = ObjectShape(
    name: "entry", keys: ["times", "event"], required: ["times", "event"])

  static let wait = ObjectShape(name: "entry", keys: ["wait"])

  static let snapshot = ObjectShape(name: "entry", keys: ["snapshot"])
}
