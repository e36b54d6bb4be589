package import StateFiles
package import StateLinking
package import StateModel

/// A file after all checks.
package struct CheckedFile: Sendable {
  /// The file and its content; without content once it is released.
  package private(set) var file: DefinitionFolder.File
  /// Its findings.
  package private(set) var findings: FileFindings
  /// The definition, ready to run; `nil` for other files, drafts, and where there is an error.
  package var definition: CheckedDefinition? { held?.definition }
  /// A draft without errors; `nil` for other files.
  package var draft: CheckedDefinition? { held?.draft }
  /// The sound parts of a definition with errors: its spec is checked against them.
  package var partial: PartialDefinition? { held?.partial }
  private var held: Held?
  /// The name of the definition that it holds, if it holds one.
  package let definedName: String?
  /// Whether its content was released.
  package private(set) var isReleased = false

  init(
    file: DefinitionFolder.File, findings: FileFindings, definition: CheckedDefinition?,
    draft: CheckedDefinition?, partial: PartialDefinition?
  ) {
    self.file = file
    self.findings = findings
    held = definition == nil && partial == nil ? nil : Held(definition, draft, partial)
    if case .definition(let written) = file.content {
      definedName = written.name
    } else {
      definedName = nil
    }
  }

  /// Keeps only the findings; without any, the text is released too.
  mutating func release() {
    file = file.released
    held = nil
    isReleased = true
    if findings.diagnostics.isEmpty {
      findings = FileFindings(path: findings.path, map: file.map, diagnostics: [])
    }
  }

  /// A definition by reference: it takes half a kB, and files are copied from step to step.
  private final class Held: Sendable {
    let definition: CheckedDefinition?
    let draft: CheckedDefinition?
    let partial: PartialDefinition?

    init(
      _ definition: CheckedDefinition?, _ draft: CheckedDefinition?, _ partial: PartialDefinition?
    ) {
      self.definition = definition
      self.draft = draft
      self.partial = partial
    }
  }

  /// The spec, if it is one and can be run.
  package var spec: Spec? {
    guard case .spec(let spec) = file.content, findings.count(.error) == 0 else { return nil }
    return spec
  }

  /// Makes fixes unsafe that replace a name of the spec.
  mutating func keepNames(of spec: SourceMap) {
    findings = findings.withFixes(keepingNamesOf: spec)
  }

  /// Adds findings.
  mutating func add(_ diagnostics: [Diagnostic]) {
    if diagnostics.isEmpty { return }
    findings = findings.with(findings.diagnostics + diagnostics)
  }
}
