/// A number that its type cannot hold.
package enum NumberRange: Check {
  package static let rule = Rule(
    "json/number", .error,
    reason: """
      An int has 64 bits, a double is finite: a number that does not fit would become another \
      one in some engine.
      """,
    fix: "Write a number that fits, or declare another type.",
    says: "`9223372036854775808` does not fit in int",
    bad: #"""
      { "state": "Clock", "format": 1,
        "properties": { "ticks": { "type": "int", "initial": ⟦9223372036854775808⟧ } },
        "events": { "ticked": {} },
        "reducer": [{ "on": "ticked", "set": { "ticks": "ticks - 1" } }],
        "outputs": { "ticks": { "kind": "ui", "type": "int", "value": "ticks" } } }
      """#,
    good: #"""
      { "state": "Clock", "format": 1,
        "properties": { "ticks": { "type": "int", "initial": 9223372036854775807 } },
        "events": { "ticked": {} },
        "reducer": [{ "on": "ticked", "set": { "ticks": "ticks - 1" } }],
        "outputs": { "ticks": { "kind": "ui", "type": "int", "value": "ticks" } } }
      """#)
}
