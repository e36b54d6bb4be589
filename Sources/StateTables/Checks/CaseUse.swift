/// What a case holds, read without knowing the case; its words are those of the checker of cells.
enum CaseUse: Check {
  static let rule = Rule(
    "type/case", .error,
    reason: """
      A union is one of its cases; what a case holds can be read only where it is known to be that \
      case.
      """,
    fix: """
      Ask first: `has(effect.checkCode) ? effect.checkCode.phone : ''`, with `&&`, or in the \
      `if` of the row.
      """,
    says: "`effect.checkCode` is read without `has(effect.checkCode)`",
    bad: #"""
      { "state": "Phone", "format": 1,
        "types": { "Effect": { "union": { "sendSms": {}, "checkCode": { "code": "string" } } } },
        "inputs": { "effect": "Effect" },
        "outputs": { "code": { "kind": "ui", "type": "string", "value": "⟦effect.checkCode⟧.code" } } }
      """#,
    good: #"""
      { "state": "Phone", "format": 1,
        "types": { "Effect": { "union": { "sendSms": {}, "checkCode": { "code": "string" } } } },
        "inputs": { "effect": "Effect" },
        "outputs": { "code": { "kind": "ui", "type": "string",
                               "value": "has(effect.checkCode) ? effect.checkCode.code : ''" } } }
      """#)
}
