import StateFiles

/// The files of a project that begins: one small definition, its spec, and the project file.
package struct Starter: Sendable {
  /// The files by their paths, in the order in which they are written.
  package let files: [(path: String, text: String)]
  /// The file that may be there already, and then stays as it is.
  package static let projectFile = DefinitionFolder.projectFileName

  /// Makes the files for a definition of this name.
  package init(name: String) {
    files = [
      (Starter.projectFile, Starter.project),
      ("Definitions/\(name).state.json", Starter.canonical(Starter.definition(name), .definition)),
      ("Definitions/\(name).spec.json", Starter.canonical(Starter.spec(name), .spec)),
    ]
  }

  private static func canonical(_ text: String, _ kind: DefinitionFolder.Kind) -> String {
    CanonicalText(of: Array(text.utf8), kind: kind).text ?? text
  }

  private static let project = #"""
    {
      "about": "Which findings are reported: errors and warnings; strict reports notes too.",
      "checks": "recommended",
      "severity": {}
    }

    """#

  private static func definition(_ name: String) -> String {
    #"""
    {
      "state": "\#(name)", "format": 1,
      "about": "Counts taps, up to a limit.",
      "inputs": { "limit": { "type": "int", "default": "10" } },
      "properties": { "count": { "type": "int", "initial": 0 } },
      "events": { "tapped": {}, "cleared": {} },
      "reducer": [
        { "on": "tapped", "if": "count < limit", "set": { "count": "count + 1" } },
        { "on": "tapped", "about": "Beyond the limit a tap changes nothing." },
        { "on": "cleared", "set": { "count": 0 } }
      ],
      "outputs": {
        "title":    { "kind": "ui", "type": "string", "value": "count == 1 ? '1 tap' : string(count) + ' taps'" },
        "canClear": { "kind": "ui", "type": "bool",   "value": "count > 0" }
      },
      "invariants": { "withinLimit": "count <= limit" }
    }

    """#
  }

  private static func spec(_ name: String) -> String {
    #"""
    {
      "spec": "\#(name)",
      "given": { "limit": 2 },
      "then": { "title": "0 taps", "canClear": false },
      "cases": [
        {
          "name": "tapped", "when": ["tapped"], "then": { "title": "1 tap", "canClear": true },
          "cases": [
            { "name": "up to the limit", "when": ["tapped", "tapped"], "then": { "title": "2 taps" } },
            { "name": "cleared", "when": ["cleared"], "then": { "title": "0 taps", "canClear": false } }
          ]
        }
      ]
    }

    """#
  }
}
