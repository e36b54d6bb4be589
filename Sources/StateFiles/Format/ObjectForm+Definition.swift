import CEL
import StateModel

/// Files of definitions and of types.
extension ObjectForm {
  private static let format = Key(
    required: "format", .count(), "The version of the format: \(knownFormat).")
  private static let uses = Key(
    "uses", .list(.text),
    "Files, relative to this one, whose types, functions and states are used here.")
  private static let declaredTypes = Key(
    "types", .map(.object(.type)), "The types that this file declares.")
  private static let functions = Key(
    "functions", .map(.object(.function)), "Pure functions that cells may call.")

  static let definition = ObjectForm(
    "definition", "What one state of a screen takes in, keeps, and gives out.",
    lines: [
      [.schema],
      [Key(required: "state", .name, "The name of the state, and of its file.")],
      [format], [.about], [.allow],
      [Key("limits", .object(.limits), "Limits of this definition alone.")],
      [uses], [declaredTypes],
      [
        Key(
          "inputs", .inputs,
          "Values given when the state is made; they never change afterwards.")
      ],
      [
        Key(
          "properties", .map(.object(.property)),
          "The private ground truth: all that the state remembers.")
      ],
      [Key("computed", .map(.object(.computed)), "Private values that cells use by name.")],
      [functions],
      [Key("events", .map(.object(.event)), "What can happen.")],
      [Key("commands", .map(.object(.command)), "Side effects that a step requests, once.")],
      [Key("initial", .restingTargets, "The state that is entered first.")],
      [Key("states", .rows(.object(.state)), "The states, in an order that matters.")],
      [Key("enter", .list(.object(.action)), "What happens at the start.")],
      [Key("exit", .list(.object(.action)), "What happens at the end.")],
      [
        Key(
          "reducer", .rows(.object(.row)),
          "The table of what each event does: the first row that fits is taken.")
      ],
      [Key("outputs", .map(.object(.output)), "All that can be read from outside.")],
      [
        Key(
          "invariants", .map(.cell), "Conditions that hold after the start and after every step.")
      ],
    ])

  static let types = ObjectForm(
    "file", "Types and functions that several definitions use.",
    lines: [[.schema], [format], [.about], [.allow], [uses], [declaredTypes], [functions]])

  static let limits = ObjectForm(
    "object", "Limits of a definition.",
    lines: [
      [
        Key(
          "microsteps", .count(most: Limits.microsteps),
          "The most microsteps of one step; 1000 if it is absent.")
      ]
    ])
}

/// Declarations of a file.
extension ObjectForm {
  private static let fieldType = Key(required: "type", .type, "The type.")
  private static let carries = Key("carries", .fields, "The data that comes with it, by name.")
  private static let isPrivate = Key(
    "private", .flag, "`true` keeps its value out of recordings of sessions.")

  static let field = ObjectForm(
    "field", "A value with a name and a type.", columns: [[fieldType]], lines: [[.about, .allow]])

  private static let defaultValue = Key("default", .cell, "Its value where none is given.")

  static let input = ObjectForm(
    "input", "A value that is given, or has a default.", columns: [[fieldType]],
    lines: [[defaultValue, isPrivate, .about, .allow]])

  static let eventField = ObjectForm(
    "field", "A value with a name and a type that comes with an event.", columns: [[fieldType]],
    lines: [[isPrivate, .about, .allow]])

  static let carriedField = ObjectForm(
    "field", "A value with a name and a type that may be left out.", columns: [[fieldType]],
    lines: [[defaultValue, .about, .allow]])

  static let type = ObjectForm(
    "type", "A record, an enum or a union.",
    lines: [
      [
        Key("record", .fields, "The fields, by name."),
        Key("enum", .list(.name), "The names of its values, in order."),
        Key("union", .map(.fields), "The cases, and what each carries."),
      ], [.about, .allow],
    ],
    exclusions: [
      Exclusion(
        keys: ["record", "enum", "union"], isRequired: true,
        message: "a type is one of `record`, `enum`, `union`")
    ])

  static let property = ObjectForm(
    "property", "A private value that events change.", columns: [[fieldType]],
    lines: [
      [
        Key(required: "initial", .cell, "Its value at the start; inputs are in scope."),
        Key("stored", .flag, "`false` keeps it out of snapshots: restored, it is `initial` again."),
      ], [.about, .allow],
    ])

  static let computed = ObjectForm(
    "computed value", "A private value that is computed from others.", columns: [[fieldType]],
    lines: [[Key(required: "value", .cell, "How it is computed.")], [.about, .allow]])

  static let function = ObjectForm(
    "function", "A pure function; it sees its parameters, enum values and other functions.",
    lines: [
      [
        Key("takes", .fields, "The parameters, in order."),
        Key(required: "gives", .type, "The type of its value."),
      ],
      [Key(required: "value", .cell, "How it is computed.")], [.about, .allow],
    ])

  static let event = ObjectForm(
    "event", "Something that just happened.",
    columns: [
      [
        Key(
          "from", .words(Definition.Event.Source.allCases.map(\.rawValue)),
          "Its source; only `raise` sends an event from `self`.")
      ]
    ],
    lines: [
      [Key("carries", .eventFields, "The data that comes with it, by name.")], [.about, .allow],
    ])

  static let command = ObjectForm(
    "command", "A side effect that a step requests, once.",
    lines: [[carries], [.about, .allow]])

  static let output = ObjectForm(
    "output", "Something that can be read from outside.",
    columns: [
      [
        Key(
          required: "kind", .words(Definition.Output.Kind.allCases.map(\.rawValue)),
          "Who reacts to it: the view (`ui`), what loads and stores (`data`), or the navigation to other screens (`navigation`)."
        )
      ], [fieldType],
    ],
    isSplit: true,
    lines: [
      [
        Key("value", .cell, "How it is computed."), .about, .allow,
        Key(
          "rows", .list(.object(.outputRow)),
          "A table in place of `value`: the first row that fits gives the value."),
      ]
    ],
    exclusions: [
      Exclusion(keys: ["value", "rows"], message: "an output has `value` or `rows`, not both")
    ])

  static let outputRow = ObjectForm(
    "row", "A line of an output's table.",
    columns: [
      [Key("in", .names, "The states in which it counts; absent: all.")],
      [Key("if", .cell, "Its guard.")],
    ],
    lines: [[Key("value", .cell, "The value; a `void?` needs none.")], [.about, .allow]])
}

/// What happens.
extension ObjectForm {
  private static let guarded = Key("if", .cell, "The guard: the row counts where it is true.")
  private static let set = Key(
    "set", .assignments,
    "New values of properties and of what states carry; all cells read the values from before.")
  private static let emit = Key("emit", .sendings, "The commands that it requests, in order.")
  private static let raise = Key("raise", .sendings, "The events that it raises, in order.")
  private static let enter = Key(
    "enter", .list(.object(.action)), "What happens when it is entered.")
  private static let exit = Key("exit", .list(.object(.action)), "What happens when it is left.")

  static let row = ObjectForm(
    "row", "A line of the reducer.",
    columns: [
      [Key("in", .names, "The states that it belongs to; absent: the whole definition.")],
      [
        Key("on", .names, "The event, several of them, `*` for any, or `done.name`."),
        Key(
          "after", .cell,
          "How long after its state was entered it runs, once: seconds or a duration."),
        Key(
          "every", .cell, "Runs again and again while its state is active: seconds or a duration."),
      ],
    ],
    lines: [
      [guarded, Key("let", .map(.cell), "Values that the row's other cells use by name.")],
      [
        set, Key("goTo", .targets, "The states that become active."),
        Key(
          "reenter", .either("`true`, `false` or `\"external\"`", [.flag, .words(["external"])]),
          "Whether targets that are active already are left and entered again."),
        emit, raise,
      ], [.about, .allow],
    ],
    exclusions: [
      Exclusion(
        keys: ["on", "after", "every"], message: "a row has one of `on`, `after`, `every`")
    ])

  static let action = ObjectForm(
    "action", "What happens when a state is entered or left.",
    lines: [[guarded], [set, emit, raise], [.about, .allow]],
    misplaced: ["goTo": "no `goTo` in `enter` and `exit`; use an eventless row or `raise`"])

  static let state = ObjectForm(
    "state", "A node of the tree of states.",
    lines: [
      [
        Key(required: "state", .name, "Its name, unique in the definition."),
        Key("parallel", .flag, "Whether all its children are active at once."),
        Key("final", .flag, "Whether it ends its parent."),
        Key(
          "history", .words(Definition.State.History.allCases.map(\.rawValue)),
          "Restores the children of its parent that were active last: one level or all."),
        Key("default", .targets, "Where a history goes that remembers nothing."),
        Key("carries", .carriedFields, "Data that lives as long as it is active."),
        Key(
          "initial", .restingTargets, "The child that is entered; `null` lets it rest in itself."),
        enter, exit, .about, .allow,
        Key("states", .list(.object(.state)), "Its children, in an order that matters."),
      ]
    ])
}
