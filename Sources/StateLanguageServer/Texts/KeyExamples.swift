import StateFiles

/// An example for each key of the format.
enum KeyExamples {
  /// The example for a key of an object; `nil` if there is none.
  static func example(_ kind: ObjectKind, _ key: String) -> String? {
    byKind[kind]?[key] ?? shared[key]
  }

  private static let shared: [String: String] = [
    "$schema": #""$schema": "state.schema.json""#,
    "format": #""format": 1"#,
    "about": #""about": "The user tapped the coin.""#,
    "allow": #""allow": { "event/name-tense": "public since 2019" }"#,
    "uses": #""uses": ["Common.types.json"]"#,
    "types": #""types": { "Severity": { "enum": ["minor", "major"] } }"#,
    "functions":
      #""functions": { "half": { "takes": { "x": "int" }, "gives": "int", "value": "x / 2" } }"#,
    "type": #""type": "string?""#,
    "default": #""default": "'en'""#,
    "private": #""private": true"#,
    "carries": #""carries": { "text": "string" }"#,
    "if": #""if": "size(event.text) < 4""#,
    "set": #""set": { "waitSeconds": "waitSeconds - 1" }"#,
    "emit": #""emit": ["close", { "showError": { "message": "'No network'" } }]"#,
    "raise": #""raise": [{ "codeEntered": { "text": "found.value()" } }]"#,
    "enter": #""enter": [{ "emit": ["sendSms"] }]"#,
    "exit": #""exit": [{ "set": { "isPlaying": false } }]"#,
    "initial": #""initial": "loading""#,
    "states": #""states": [{ "state": "loading" }, { "state": "shown" }]"#,
    "in": #""in": ["loading", "shown"]"#,
    "then": #""then": { "showProgress": true }"#,
    "exactly": #""exactly": true"#,
    "commands": #""commands": [{ "checkCode": { "code": "1234" } }]"#,
    "running": #""running": ["loading.1"]"#,
    "given": #""given": { "phone": "+00000000000" }"#,
    "cases":
      #""cases": [{ "name": "SMS is sent", "when": ["smsSent"], "then": { "showProgress": false } }]"#,
    "severity": #""severity": { "event/*": "error" }"#,
    "checks": #""checks": "strict""#,
  ]

  private static let byKind: [ObjectKind: [String: String]] = [
    .definition: [
      "state": #""state": "Coin""#,
      "limits": #""limits": { "microsteps": 100 }"#,
      "inputs":
        #""inputs": { "phone": "string", "language": { "type": "string", "default": "'en'" } }"#,
      "properties": #""properties": { "isHeads": { "type": "bool", "initial": true } }"#,
      "computed": #""computed": { "canResend": { "type": "bool", "value": "waitSeconds == 0" } }"#,
      "events":
        #""events": { "codeEntered": { "from": "user", "carries": { "text": "string" } } }"#,
      "commands": #""commands": { "showError": { "carries": { "message": "string" } } }"#,
      "reducer": #""reducer": [{ "on": "flipToHeads", "set": { "isHeads": true } }]"#,
      "outputs":
        #""outputs": { "coinSide": { "kind": "ui", "type": "string", "value": "isHeads ? 'Heads' : 'Tails'" } }"#,
      "invariants": #""invariants": { "neverNegative": "waitSeconds >= 0" }"#,
    ],
    .limits: ["microsteps": #""microsteps": 100"#],
    .type: [
      "record": #""record": { "code": "string", "name": "string" }"#,
      "enum": #""enum": ["notAffected", "minor", "major"]"#,
      "union": #""union": { "loading": {}, "data": { "value": "string" } }"#,
    ],
    .property: ["initial": #""initial": "''""#, "stored": #""stored": false"#],
    .computed: ["value": #""value": "waitSeconds == 0""#],
    .function: [
      "takes": #""takes": { "s": "duration" }"#, "gives": #""gives": "int""#,
      "value": #""value": "s.getSeconds()""#,
    ],
    .event: ["from": #""from": "user""#],
    .output: [
      "kind": #""kind": "ui""#, "value": #""value": "isIn('loading')""#,
      "rows": #""rows": [{ "in": "loading", "value": "'Loading'" }, { "value": "title" }]"#,
    ],
    .outputRow: ["value": #""value": "language""#],
    .row: [
      "on": #""on": "codeEntered""#, "after": #""after": "duration('1.5s')""#,
      "every": #""every": 1"#,
      "let": #""let": { "digits": "event.text.substring(0, 4)" }"#,
      "goTo": #""goTo": "loading""#, "reenter": #""reenter": true"#,
    ],
    .state: [
      "state": #""state": "loading""#, "parallel": #""parallel": true"#, "final": #""final": true"#,
      "history": #""history": "shallow""#, "default": #""default": "shown""#,
    ],
    .spec: ["spec": #""spec": "Coin""#],
    .case: [
      "name": #""name": "SMS is sent""#, "when": #""when": ["smsSent", { "wait": 10 }]"#,
      "result": #""result": "denied""#, "error": #""error": "overflow""#,
    ],
    .repetition: ["times": #""times": 7"#, "event": #""event": "secondPassed""#],
    .wait: ["wait": #""wait": "1.5s""#],
    .snapshot: ["snapshot": #""snapshot": true"#],
    .project: ["files": #""files": [{ "paths": "Legacy/**", "checks": "minimal" }]"#],
    .projectFiles: ["paths": #""paths": ["Legacy/**", "Old.state.json"]"#],
  ]
}
