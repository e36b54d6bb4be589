import StateModel

/// Specs: plain data, no expressions.
extension ObjectForm {
  private static let call = Form.sending(.data)
  private static let given = Key("given", .map(.data), "The inputs, by name.")
  private static let expectations = [
    Key("in", .names, "The active states without an active child, all of them, in any order."),
    Key("then", .map(.data), "Outputs that match, by name."),
    Key("exactly", .flag, "Whether `then` names every output."),
    Key("commands", .list(call), "All commands that the last entry of `when` caused, in order."),
    Key("running", .list(.text), "The ids of the timers that run."),
  ]
  private static let cases = Key(
    "cases", .rows(.object(.case)), "What may happen next: each case on its own.")

  static let spec = ObjectForm(
    "spec", "What a state does, in examples that every engine runs.",
    lines: [
      [.schema], [Key(required: "spec", .name, "The name of the definition.")], [.about], [.allow],
      [given], expectations, [cases],
    ])

  static let `case` = ObjectForm(
    "case", "A situation: what happens after that of its parent, and what then holds.",
    lines: [
      [
        Key(required: "name", .text, "Names the situation."), .about, .allow,
        Key("given", .map(.data), "Inputs that are others here and below."),
        Key("when", .list(occurrence), "What happens, in order."),
      ],
      expectations + [
        Key(
          "result", .words(Spec.Result.allCases.map(\.rawValue)),
          "What comes of the last entry of `when`."),
        Key("error", .text, "The id of the error with which the last entry of `when` fails."),
      ], [cases],
    ])

  private static let occurrence = Form.keyed([.repetition, .wait, .snapshot], otherwise: call)

  static let repetition = ObjectForm(
    "entry", "An event several times.",
    lines: [
      [
        Key(required: "times", .count(most: FileLimits.repetitions), "How often."),
        Key(required: "event", call, "The event."),
      ]
    ])

  static let wait = ObjectForm(
    "entry", "Time that passes.",
    lines: [
      [
        Key(
          required: "wait", .either("seconds as a number or a text", [.number, .text]),
          "How long, in seconds: every timer that is due fires.")
      ]
    ])

  static let snapshot = ObjectForm(
    "entry", "Save and restore.",
    lines: [[Key(required: "snapshot", .truth, "The machine is saved, and goes on restored.")]])
}
