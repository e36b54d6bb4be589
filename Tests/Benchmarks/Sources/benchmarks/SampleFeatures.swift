/// The features of a screen: the parts of generated definitions.
enum Feature: CaseIterable {
  case list, request, form, countdown, effect, pages, choice

  static let all = allCases
  static let nouns = [
    "song", "stop", "ticket", "friend", "offer", "route", "card", "message", "photo", "order",
    "note", "store", "seat", "voucher", "trip", "price",
  ]

  /// Adds the lines of the feature to the sections of a screen.
  func add(to screen: inout Screen, _ noun: String, _ draws: [Int]) {
    let name = noun.prefix(1).uppercased() + noun.dropFirst()
    switch self {
    case .list: Feature.addList(to: &screen, noun, name, draws)
    case .request: Feature.addRequest(to: &screen, noun, name)
    case .form: Feature.addForm(to: &screen, noun, name, draws)
    case .countdown: Feature.addCountdown(to: &screen, noun, name, draws)
    case .effect: Feature.addEffect(to: &screen, noun, name, draws)
    case .pages: Feature.addPages(to: &screen, noun, name, draws)
    case .choice: Feature.addChoice(to: &screen, noun, name, draws)
    }
  }

  private static func addList(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.add(
      "types",
      #""\#(name)": { "record": { "id": "string", "title": "string", "meters": "int", "isDone": "bool" } }"#
    )
    screen.add(
      "properties",
      #""\#(noun)s": { "type": "[\#(name)]", "initial": [], "about": "In the order in which they came." }"#
    )
    screen.add(
      "computed",
      #""near\#(name)s": { "type": "[\#(name)]", "value": "\#(noun)s.filter(x, x.meters < \#(draws[0] * 10))" }"#
    )
    screen.add(
      "events",
      #"""
      "loaded\#(name)s": { "from": "network", "carries": { "\#(noun)s": "[\#(name)]" } }
      "toggled\#(name)": { "from": "user", "carries": { "index": "int" } }
      "removed\#(name)": { "from": "user", "carries": { "id": "string" } }
      """#)
    screen.add(
      "reducer",
      #"""
      { "on": "loaded\#(name)s", "set": { "\#(noun)s": "event.\#(noun)s.filter(x, x.title != '')" } }
      { "on": "toggled\#(name)", "if": "event.index >= 0 && event.index < size(\#(noun)s)", "set": { "\#(noun)s[event.index].isDone": "!\#(noun)s[event.index].isDone" } }
      { "on": "removed\#(name)", "set": { "\#(noun)s": "\#(noun)s.filter(x, x.id != event.id)" } }
      """#)
    screen.add(
      "outputs",
      #"""
      "\#(noun)Titles": { "kind": "ui", "type": "[string]", "value": "near\#(name)s.map(x, x.title)" }
      "open\#(name)s": { "kind": "ui", "type": "int", "value": "size(\#(noun)s.filter(x, !x.isDone))" }
      "hasFar\#(name)s": { "kind": "ui", "type": "bool", "value": "\#(noun)s.exists(x, x.meters >= \#(draws[0] * 10))" }
      """#)
  }

  private static func addRequest(to screen: inout Screen, _ noun: String, _ name: String) {
    screen.add(
      "properties",
      #"""
      "isLoading\#(name)": { "type": "bool", "initial": true }
      "\#(noun)Failure": { "type": "string?", "initial": null, "about": "The key of what went wrong when it was loaded last." }
      """#)
    screen.add(
      "events",
      #"""
      "pulledToRefresh\#(name)": { "from": "user" }
      "received\#(name)": { "from": "network" }
      "failed\#(name)": { "from": "network", "carries": { "key": "string" } }
      """#)
    screen.add(
      "reducer",
      #"""
      { "on": "pulledToRefresh\#(name)", "if": "!isLoading\#(name)", "set": { "isLoading\#(name)": true, "\#(noun)Failure": null } }
      { "on": "received\#(name)", "set": { "isLoading\#(name)": false, "\#(noun)Failure": null } }
      { "on": "failed\#(name)", "set": { "isLoading\#(name)": false, "\#(noun)Failure": "event.key" } }
      """#)
    screen.add(
      "outputs",
      #"""
      "\#(noun)Progress": { "kind": "ui", "type": "bool", "value": "isLoading\#(name) && \#(noun)Failure == null" }
      "\#(noun)Message": { "kind": "ui", "type": "string", "value": "\#(noun)Failure != null ? '\#(noun).' + \#(noun)Failure : ''" }
      "load\#(name)": { "kind": "data", "type": "void?", "rows": [{ "if": "isLoading\#(name)" }] }
      """#)
  }

  private static func addForm(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.add(
      "properties",
      #"""
      "\#(noun)Text": { "type": "string", "initial": "''" }
      "\#(noun)Amount": { "type": "int", "initial": \#(draws[0]) }
      "wasSent\#(name)": { "type": "bool", "initial": false }
      """#)
    screen.add(
      "computed",
      #""isValid\#(name)": { "type": "bool", "value": "size(\#(noun)Text) >= \#(draws[1] % 9 + 1) && \#(noun)Amount > 0 && \#(noun)Amount <= \#(draws[2] * 100)" }"#
    )
    screen.add(
      "events",
      #"""
      "typed\#(name)": { "from": "user", "carries": { "text": "string" } }
      "changed\#(name)Amount": { "from": "user", "carries": { "by": "int" } }
      "submitted\#(name)": { "from": "user" }
      """#)
    screen.add(
      "commands", #""save\#(name)": { "carries": { "text": "string", "amount": "int" } }"#)
    screen.add(
      "reducer",
      #"""
      { "on": "typed\#(name)", "set": { "\#(noun)Text": "event.text.trim()", "wasSent\#(name)": false } }
      { "on": "changed\#(name)Amount", "if": "\#(noun)Amount + event.by >= 0", "set": { "\#(noun)Amount": "\#(noun)Amount + event.by" } }
      { "on": "submitted\#(name)", "if": "isValid\#(name)", "set": { "wasSent\#(name)": true }, "emit": [{ "save\#(name)": { "text": "\#(noun)Text", "amount": "\#(noun)Amount" } }] }
      """#)
    screen.add(
      "outputs",
      #"""
      "\#(noun)Input": { "kind": "ui", "type": "string", "value": "\#(noun)Text" }
      "canSubmit\#(name)": { "kind": "ui", "type": "bool", "value": "isValid\#(name) && !wasSent\#(name)" }
      "\#(noun)Total": { "kind": "ui", "type": "string", "value": "string(\#(noun)Amount * \#(draws[1])) + ' EUR'" }
      """#)
    screen.add("invariants", #""neverNegative\#(name)": "\#(noun)Amount >= 0""#)
  }

  private static func addCountdown(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.add(
      "properties", #""\#(noun)Seconds": { "type": "int", "initial": \#(draws[0]) }"#)
    screen.add(
      "events",
      #"""
      "ticked\#(name)": { "from": "device", "about": "A second has passed." }
      "restarted\#(name)": { "from": "user" }
      """#)
    screen.add(
      "reducer",
      #"""
      { "on": "ticked\#(name)", "if": "\#(noun)Seconds > 0", "set": { "\#(noun)Seconds": "\#(noun)Seconds - 1" } }
      { "on": "restarted\#(name)", "set": { "\#(noun)Seconds": \#(draws[0]) } }
      """#)
    screen.add(
      "outputs",
      #"""
      "\#(noun)Label": { "kind": "ui", "type": "string", "value": "(\#(noun)Seconds > 0 ? '(' + string(\#(noun)Seconds) + ') ' : '') + 'Send \#(noun) again'" }
      "\#(noun)Phase": { "kind": "ui", "type": "int", "rows": [{ "if": "\#(noun)Seconds == 0", "value": 0 }, { "if": "\#(noun)Seconds < \#(draws[0] / 2 + 1)", "value": 1 }, { "value": 2 }] }
      """#)
  }

  private static func addEffect(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.add(
      "types",
      #""\#(name)Effect": { "union": { "send": { "code": "string" }, "warn": { "key": "string" }, "close": {} } }"#
    )
    screen.add(
      "properties", #""\#(noun)Effect": { "type": "\#(name)Effect?", "initial": null }"#)
    screen.add(
      "events",
      #"""
      "entered\#(name)Code": { "from": "user", "carries": { "code": "string" } }
      "accepted\#(name)": { "from": "network" }
      "handled\#(name)Effect": { "from": "lifecycle" }
      """#)
    screen.add(
      "reducer",
      #"""
      { "on": "entered\#(name)Code", "if": "size(event.code) < \#(draws[0] % 7 + 3)", "set": { "\#(noun)Effect": { "warn": { "key": "'\#(noun).short'" } } } }
      { "on": "entered\#(name)Code", "let": { "digits": "event.code.substring(0, \#(draws[0] % 7 + 3))" }, "set": { "\#(noun)Effect": { "send": { "code": "digits" } } } }
      { "on": "accepted\#(name)", "set": { "\#(noun)Effect": "\#(name)Effect.close" } }
      { "on": "handled\#(name)Effect", "set": { "\#(noun)Effect": null } }
      """#)
    screen.add(
      "outputs",
      #""do\#(name)": { "kind": "navigation", "type": "\#(name)Effect?", "value": "\#(noun)Effect" }"#
    )
  }

  private static func addChoice(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.add("types", #""\#(name)Kind": { "enum": ["plain", "special", "other\#(draws[0])"] }"#)
    screen.add(
      "properties",
      #"""
      "\#(noun)Kind": { "type": "\#(name)Kind", "initial": "\#(name)Kind.plain" }
      "\#(noun)Tab": { "type": "int", "initial": \#(draws[1] % 3) }
      """#)
    screen.add(
      "events",
      #"""
      "picked\#(name)": { "from": "user", "carries": { "kind": "\#(name)Kind" } }
      "activated\#(name)Tab": { "from": "user", "carries": { "index": "int" } }
      """#)
    screen.add(
      "reducer",
      #"""
      { "on": "picked\#(name)", "if": "event.kind != \#(noun)Kind", "set": { "\#(noun)Kind": "event.kind", "\#(noun)Tab": 0 } }
      { "on": "activated\#(name)Tab", "if": "event.index in [0, 1, \#(draws[2])]", "set": { "\#(noun)Tab": "event.index" } }
      """#)
    screen.add(
      "outputs",
      #"""
      "\#(noun)Kind": { "kind": "ui", "type": "\#(name)Kind", "value": "\#(noun)Kind" }
      "isSpecial\#(name)": { "kind": "ui", "type": "bool", "value": "\#(noun)Kind == \#(name)Kind.special || \#(noun)Tab == \#(draws[2])" }
      """#)
  }

  private static func addPages(
    to screen: inout Screen, _ noun: String, _ name: String, _ draws: [Int]
  ) {
    screen.states = #"""
      "initial": "\#(noun)Closed",
        "states": [
          { "state": "\#(noun)Closed" },
          { "state": "\#(noun)Open", "initial": "\#(noun)First", "enter": [{ "emit": ["show\#(name)"] }], "states": [
            { "state": "\#(noun)First" },
            { "state": "\#(noun)Second", "enter": [{ "set": { "\#(noun)Visits": "\#(noun)Visits + \#(draws[0])" } }] } ] }
        ]
      """#
    screen.add("properties", #""\#(noun)Visits": { "type": "int", "initial": 0 }"#)
    screen.add("commands", #""show\#(name)": {}"#)
    screen.add(
      "events",
      #"""
      "opened\#(name)": { "from": "user" }
      "turned\#(name)": { "from": "user" }
      "closed\#(name)": { "from": "user" }
      """#)
    screen.add(
      "reducer",
      #"""
      { "in": "\#(noun)Closed", "on": "opened\#(name)", "goTo": "\#(noun)Open" }
      { "in": "\#(noun)First", "on": "turned\#(name)", "goTo": "\#(noun)Second" }
      { "in": "\#(noun)Second", "on": "turned\#(name)", "if": "\#(noun)Visits < \#(draws[1] * 100)", "goTo": "\#(noun)First" }
      { "in": "\#(noun)Open", "on": "closed\#(name)", "goTo": "\#(noun)Closed" }
      { "in": "\#(noun)First", "after": \#(draws[2]), "goTo": "\#(noun)Closed" }
      """#)
    screen.add(
      "outputs",
      #"""
      "is\#(name)Open": { "kind": "ui", "type": "bool", "value": "isIn('\#(noun)Open')" }
      "\#(noun)Page": { "kind": "ui", "type": "int", "rows": [{ "in": "\#(noun)First", "value": 1 }, { "in": "\#(noun)Second", "value": 2 }, { "value": 0 }] }
      "\#(noun)Visits": { "kind": "ui", "type": "int", "value": "\#(noun)Visits" }
      """#)
  }
}
