/// The definitions of the scenarios, as a user would write them.
enum Texts {
  static let coin = """
    { "state": "Coin", "format": 1,
      "properties": { "isHeads": { "type": "bool", "initial": true } },
      "events": { "flipToHeads": {}, "flipToTails": {} },
      "reducer": [
        { "on": "flipToHeads", "set": { "isHeads": true } },
        { "on": "flipToTails", "set": { "isHeads": false } }
      ],
      "outputs": { "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" } } }
    """

  static let phone = """
    { "state": "Phone", "format": 1,
      "types": { "Effect": { "union": {
        "sendSms": {}, "checkCode": { "phone": "string", "code": "string" },
        "showError": { "message": "string" }, "close": {} } } },
      "inputs": { "number": "string" },
      "properties": {
        "typed":       { "type": "string",  "initial": "''" },
        "inProgress":  { "type": "bool",    "initial": true },
        "waitSeconds": { "type": "int",     "initial": 10 },
        "slot":        { "type": "Effect?", "initial": { "sendSms": {} } }
      },
      "events": {
        "smsSent": {}, "smsFailed": {}, "codeEntered": { "carries": { "text": "string" } },
        "codeVerified": {}, "codeRejected": {}, "smsReceived": { "carries": { "message": "string" } },
        "secondPassed": {}, "resendTapped": {}, "effectHandled": {}
      },
      "reducer": [
        { "on": "smsSent", "set": { "inProgress": false } },
        { "on": "smsFailed", "set": { "inProgress": false, "waitSeconds": 0, "slot": { "showError": { "message": "'Could not send SMS'" } } } },
        { "on": "codeEntered", "if": "size(event.text) < 4", "set": { "typed": "event.text" } },
        { "on": "codeEntered", "let": { "digits": "event.text.substring(0, 4)" },
          "set": { "typed": "digits", "inProgress": true, "slot": { "checkCode": { "phone": "number", "code": "digits" } } } },
        { "on": "codeVerified", "set": { "inProgress": false, "slot": { "close": {} } } },
        { "on": "codeRejected", "set": { "inProgress": false, "slot": { "showError": { "message": "'Code rejected'" } } } },
        { "on": "smsReceived", "let": { "found": "regex.extract(event.message, '[0-9]{4}')", "digits": "found.value()" }, "if": "found.hasValue()",
          "set": { "typed": "digits", "inProgress": true, "slot": { "checkCode": { "phone": "number", "code": "digits" } } } },
        { "on": "smsReceived" },
        { "on": "secondPassed", "set": { "waitSeconds": "math.greatest(0, waitSeconds - 1)" } },
        { "on": "resendTapped", "set": { "slot": { "sendSms": {} }, "inProgress": true, "waitSeconds": 10 } },
        { "on": "effectHandled", "set": { "slot": null } }
      ],
      "outputs": {
        "phone":            { "kind": "ui", "type": "string", "value": "number" },
        "code":             { "kind": "ui", "type": "string", "value": "typed" },
        "effect":           { "kind": "data", "type": "Effect?", "value": "slot" },
        "showProgress":     { "kind": "ui", "type": "bool", "value": "inProgress" },
        "resendEnabled":    { "kind": "ui", "type": "bool", "value": "waitSeconds == 0" },
        "resendButtonText": { "kind": "ui", "type": "string", "value": "(waitSeconds > 0 ? '(' + string(waitSeconds) + ') ' : '') + 'Resend text'" }
      } }
    """

  /// The tour of S3: each state with its place and where `next` leads.
  private static let tour = ["root", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]

  static var bubbling: String {
    let counting = """
      "enter": [{ "set": { "entered": "entered + 1" } }], "exit": [{ "set": { "exited": "exited + 1" } }]
      """
    func node(_ name: String, _ children: [String] = []) -> String {
      let below =
        children.isEmpty
        ? "" : #", "initial": null, "states": [\#(children.joined(separator: ", "))]"#
      return #"{ "state": "\#(name)", \#(counting)\#(below) }"#
    }
    let tree = [
      node("a", [node("d", [node("j")])]),
      node("b", [node("e"), node("f", [node("g", [node("h"), node("i")])])]),
      node("c", [node("k")]),
    ]
    let moves = tour.enumerated().map { place, name in
      #"{ \#(place == 0 ? "" : #""in": "\#(name)", "#)"on": "next", "goTo": "\#(tour[(place + 1) % 12])" }"#
    }
    let greetings = ["b", "d", "g"].map {
      #"{ "in": "\#($0)", "on": "userPressedButton", "set": { "\#($0)Hi": "\#($0)Hi + 1" } }"#
    }
    let places = ["j", "d", "a", "e", "h", "i", "g", "f", "b", "k", "c"].map {
      #"{ "in": "\#($0)", "value": \#(tour.firstIndex(of: $0) ?? 0) }"#
    }
    let counters = ["entered", "exited", "bHi", "dHi", "gHi"]
    return """
      { "state": "root", "format": 1,
        "properties": { \(counters.map { #""\#($0)": { "type": "int", "initial": 0 }"# }.joined(separator: ", ")) },
        "events": { "userPressedButton": {}, "next": {} },
        "initial": null, "states": [ \(tree.joined(separator: ",\n")) ],
        "reducer": [ \((greetings + moves).joined(separator: ",\n")) ],
        "outputs": {
          "place": { "kind": "ui", "type": "int", "rows": [ \(places.joined(separator: ", ")), { "value": 0 } ] },
          \(counters.map { #""\#($0)": { "kind": "ui", "type": "int", "value": "\#($0)" }"# }.joined(separator: ",\n"))
        } }
      """
  }

  static var parallel: String {
    let regions = (1...3).map { region in
      let states = (0..<4).map {
        #"{ "state": "s\#(region)\#($0)", "enter": [{ "set": { "entered": "entered + 1" } }] }"#
      }
      return """
        { "state": "region\(region)", "initial": "s\(region)0",
          "states": [\(states.joined(separator: ", "))] }
        """
    }
    let rows = (1...3).flatMap { region in
      (0..<4).map { place in
        """
        { "in": "s\(region)\(place)", "on": \(region == 2 ? #"["all", "one"]"# : #""all""#),
          "goTo": "s\(region)\((place + 1) % 4)" }
        """
      }
    }
    let outputs = (1...3).map { region in
      let rows = (0..<4).map { #"{ "in": "s\#(region)\#($0)", "value": \#($0) }"# }
      return """
        "r\(region)": { "kind": "ui", "type": "int", "rows": [\(rows.joined(separator: ", "))] }
        """
    }
    return """
      { "state": "Parallel", "format": 1,
        "properties": { "entered": { "type": "int", "initial": -3 } },
        "events": { "all": {}, "one": {} },
        "initial": "regions",
        "states": [ { "state": "regions", "parallel": true, "states": [ \(regions.joined(separator: ",\n")) ] } ],
        "reducer": [ \(rows.joined(separator: ",\n")) ],
        "outputs": { \(outputs.joined(separator: ",\n")), "entered": { "kind": "ui", "type": "int", "value": "entered" } } }
      """
  }

  static let list = """
    { "state": "Todo", "format": 1,
      "types": { "Item": { "record": { "id": "int", "title": "string", "done": "bool" } } },
      "inputs": { "given": "[Item]" },
      "properties": { "items": { "type": "[Item]", "initial": "given" } },
      "events": { "toggled": { "carries": { "index": "int" } } },
      "reducer": [ { "on": "toggled", "set": { "items[event.index].done": "!items[event.index].done" } } ],
      "outputs": {
        "remaining":  { "kind": "ui", "type": "int", "value": "items.filter(item, !item.done).size()" },
        "openTitles": { "kind": "ui", "type": "[string]", "value": "items.filter(item, !item.done).map(item, item.title)" }
      } }
    """

  /// S6 with as many events as `count`.
  static func wide(_ count: Int) -> String {
    let events = (0..<count).map { #""e\#($0)": {}"# }
    let rows = (0..<count).map { place in
      let modulus = 2 + place % 7
      return """
        { "on": "e\(place)", "if": "total % \(modulus) != \(place % modulus)",
          "set": { "total": "(total * 3 + \(place)) % 1000003" } }
        """
    }
    return """
      { "state": "Wide", "format": 1,
        "properties": { "total": { "type": "int", "initial": 1 } },
        "events": { \(events.joined(separator: ", ")) },
        "reducer": [ \(rows.joined(separator: ",\n")) ],
        "outputs": {
          "total":  { "kind": "ui", "type": "int", "value": "total" },
          "isEven": { "kind": "ui", "type": "bool", "value": "total % 2 == 0" }
        } }
      """
  }
}
