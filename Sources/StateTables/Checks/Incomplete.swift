/// Data that lacks a field.
enum Incomplete: Check {
  static let rule = Rule(
    "type/incomplete", .error,
    reason: """
      Every field of a record, of a union's case, of an event raised and of a command emitted is \
      given, unless its type is optional.
      """,
    fix: "Give the missing fields, or make their types optional (`T?`).",
    says: "`checkCode` also needs `phone: string`",
    bad: #"""
      { "state": "Phone", "format": 1,
        "inputs": { "phone": "string" },
        "events": { "codeEntered": { "carries": { "text": "string" } } },
        "commands": { "checkCode": { "carries": { "phone": "string", "code": "string" } } },
        "reducer": [{ "on": "codeEntered", "emit": [{ "⟦checkCode⟧": { "code": "event.text" } }] }],
        "outputs": { "phone": { "kind": "ui", "type": "string", "value": "phone" } } }
      """#,
    good: #"""
      { "state": "Phone", "format": 1,
        "inputs": { "phone": "string" },
        "events": { "codeEntered": { "carries": { "text": "string" } } },
        "commands": { "checkCode": { "carries": { "phone": "string", "code": "string" } } },
        "reducer": [{ "on": "codeEntered",
                      "emit": [{ "checkCode": { "phone": "phone", "code": "event.text" } }] }],
        "outputs": { "phone": { "kind": "ui", "type": "string", "value": "phone" } } }
      """#)

  static func needs(
    _ name: String, _ fields: [Definition.Field], at place: Diagnostic.Place
  ) -> Diagnostic {
    finding("`\(name)` also needs \(list(fields))", at: place)
  }

  /// `` `phone: string` and `code: string` ``.
  static func list(_ fields: [Definition.Field]) -> String {
    let texts = fields.map { "`\($0.name): \($0.type)`" }
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return texts.dropLast().joined(separator: ", ") + " and " + last
  }
}
