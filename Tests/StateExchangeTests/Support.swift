import DiagnosticTexts
import StateChecks
import StateExchange
import StateFiles
import StateInterpreter
import StateModel
import Testing
import XMLFiles

/// Imports an SCXML text.
func importedSCXML(_ text: String) -> (definition: Definition?, diagnostics: [Diagnostic]) {
  let document = XMLDocument(Array(text.utf8))
  guard let root = document.root else { return (nil, document.diagnostics) }
  let imported = SCXMLImport.read(root, name: "Chart")
  return (imported.definition, imported.remarks.diagnostics)
}

/// Imports an XState machine.
func importedXState(_ text: String) -> (definition: Definition?, diagnostics: [Diagnostic]) {
  let document = JSONDocument(Array(text.utf8))
  guard let json = document.json else { return (nil, document.diagnostics) }
  let imported = XStateImport.read(json, name: "machine")
  return (imported.definition, imported.remarks.diagnostics)
}

/// A machine that runs a definition; records an issue if the definition does not pass its checks.
func machine(
  _ definition: Definition?, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Machine {
  let definition = try #require(definition, sourceLocation: sourceLocation)
  let result = definition.checked()
  let errors = result.diagnostics.filter { $0.severity == .error }
  #expect(
    errors.map { "\($0.location.pointer): \($0.message)" } == [], sourceLocation: sourceLocation)
  let checked = try #require(result.checked, sourceLocation: sourceLocation)
  return try Machine.start(CompiledDefinition(checked), inputs: [:]).0
}

/// Plays events and compares the active leaves after each: `event -> state state`.
func play(
  _ definition: Definition?, start: String, _ steps: KeyValuePairs<String, String>,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var machine = try machine(definition, sourceLocation: sourceLocation)
  #expect(
    machine.configuration.sorted().joined(separator: " ") == start, sourceLocation: sourceLocation)
  for (event, expected) in steps {
    if event.contains(".") {
      _ = try machine.fire(timer: event)
    } else {
      _ = try machine.receive(named: event)
    }
    #expect(
      machine.configuration.sorted().joined(separator: " ") == expected, "after \(event)",
      sourceLocation: sourceLocation)
  }
}

/// Asserts that exactly these parts are refused, in order, each at the location of a text.
func check(
  _ result: (definition: Definition?, diagnostics: [Diagnostic]), refuses messages: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let refused = result.diagnostics.filter { $0.severity == .error }.map(\.message)
  #expect(refused == messages, sourceLocation: sourceLocation)
}
