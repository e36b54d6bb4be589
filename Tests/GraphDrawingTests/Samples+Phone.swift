import Graphs

extension Samples {
  static let phone = Graph(
    name: "PhoneVerification", kind: .flow, tag: "data flow",
    summary: "Sends a code by SMS and checks the code that the user types.",
    content: .flow(phoneFlow))

  private static func event(_ name: String, _ line: Int, _ rows: [Flow.Entry]...) -> Flow.Card {
    Flow.Card(
      name, form: .event, group: 0,
      rows: rows.enumerated().map {
        Flow.Row(
          $0.element, link: "../Definitions/PhoneVerification.state.json#L\(line + $0.offset)")
      },
      link: "../Definitions/PhoneVerification.state.json#L\(line)")
  }

  private static func entry(_ name: String, _ cell: String) -> Flow.Entry {
    .action(set(name, cell))
  }

  private static func sends(_ name: String, _ cells: String = "") -> Flow.Entry {
    .action(command(name, cells))
  }

  private static let events = [
    event("enter", 21, [sends("sendSms")]),
    event("smsSent", 23, [entry("inProgress", "false")]),
    event(
      "smsFailed", 24,
      [
        entry("inProgress", "false"), entry("waitSeconds", "0"),
        sends("showError", "('Could not send SMS')"),
      ]),
    event(
      "codeEntered(text)", 25, [.guarded("size(event.text) < 4"), entry("code", "event.text")],
      [
        .otherwise, .local(name: "digits", cell: "event.text.substring(0, 4)"),
        entry("code", "digits"), entry("inProgress", "true"), sends("checkCode", "(phone, code)"),
      ]),
    event(
      "smsReceived(message)", 28,
      [
        .guarded("found.hasValue()"),
        .local(name: "found", cell: "regex.extract(event.message, '[0-9]{4}')"),
        .action(.raise(name: "codeEntered", cells: "(found.value())")),
      ]),
    event("codeVerified", 30, [entry("inProgress", "false"), sends("close")]),
    event(
      "codeRejected", 31, [entry("inProgress", "false"), sends("showError", "('Code rejected')")]),
    event("secondPassed", 32, [entry("waitSeconds", "math.greatest(0, waitSeconds - 1)")]),
    event(
      "resendTapped", 33,
      [entry("inProgress", "true"), entry("waitSeconds", "10"), sends("sendSms")]),
  ]

  private static let phoneFlow: Flow = {
    let values = [
      ("phone", "string"), ("code", "string = ''"), ("inProgress", "bool = true"),
      ("waitSeconds", "int = 10"),
    ]
    let outputs = [
      ("code", "code", 1), ("showProgress", "inProgress", 2),
      ("resendEnabled", "waitSeconds == 0", 3),
      (
        "resendButtonText",
        "(waitSeconds > 0 ? '(' + string(waitSeconds) + ') ' : '') + 'Resend text'", 3
      ),
    ]
    let cards =
      events
      + values.map {
        Flow.Card($0.0, form: .value, group: 1, rows: [Flow.Row([.cell($0.1)])])
      }
      + outputs.map {
        Flow.Card($0.0, form: .output(.ui), group: 2, rows: [Flow.Row([.cell($0.1)])])
      }
    var edges: [Flow.Edge] = []
    for (index, event) in events.enumerated() {
      for (value, name) in values.enumerated() {
        let writes = event.rows.flatMap(\.entries).contains {
          if case .action(.set(name.0, _)) = $0 { return true }
          return false
        }
        if writes { edges.append(Flow.Edge(from: index, to: events.count + value, kind: .write)) }
      }
    }
    for (index, output) in outputs.enumerated() {
      edges.append(
        Flow.Edge(
          from: events.count + output.2, to: events.count + values.count + index, kind: .read(.ui)))
    }
    return Flow(
      groups: [
        Flow.Group("Events and reducer rows", column: .events),
        Flow.Group("Inputs and properties", column: .values),
        Flow.Group("UI outputs", column: .outputs),
      ], cards: cards, edges: edges)
  }()
}
