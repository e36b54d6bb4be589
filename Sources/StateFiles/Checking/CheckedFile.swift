package import StateTables

/// A file after all checks.
package struct CheckedFile: Sendable {
  /// The file and its content; without content once it is released.
  package private(set) var file: DefinitionFolder.File
  /// Its findings.
  package private(set) var findings: FileFindings
  /// The definition, ready to run; `nil` for other files, drafts, and where there is an error.
  package var definition: CheckedDefinition? { held?.definition }
  /// The sound parts of a definition with errors: its spec is checked against them.
  var outline: PartialDefinition? { held?.outline }
  private var held: Held?
  /// The name of the definition that it holds, if it holds one.
  package let definedName: String?
  /// Whether its content was released.
  package private(set) var isReleased = false

  init(
    file: DefinitionFolder.File, findings: FileFindings, definition: CheckedDefinition?,
    outline: PartialDefinition?
  ) {
    self.file = file
    self.findings = findings
    held = definition == nil && outline == nil ? nil : Held(definition, outline)
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
    let outline: PartialDefinition?

    init(_ definition: CheckedDefinition?, _ outline: PartialDefinition?) {
      self.definition = definition
      self.outline = outline
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

  /// Adds a finding.
  mutating func add(_ diagnostic: Diagnostic) {
    findings = findings.with(findings.diagnostics + [diagnostic])
  }
}

extension DefinitionFolder.File {
  /// The findings of the shape, with those of the meaning.
  ///
  /// A member with a misspelt key is reported once: errors inside its value are left out, and the
  /// key may then be another one, so the fix is no longer safe. Values with names inside, such as
  /// whole sections, have errors of other entries and keep them.
  func diagnostics(with meaning: [Diagnostic]) -> [Diagnostic] {
    if aliases.isEmpty { return diagnostics + meaning }
    var diagnostics = diagnostics
    var meaning = meaning
    for alias in aliases where map.isText(at: alias.pointer) {
      let isInside = { (found: Diagnostic) in
        found.severity == .error && found.fix == nil && found.location.file == nil
          && (found.location.pointer == alias.read || found.location.pointer == alias.pointer)
      }
      guard meaning.contains(where: isInside) else { continue }
      meaning.removeAll(where: isInside)
      for index in diagnostics.indices where diagnostics[index].location.pointer == alias.pointer {
        diagnostics[index].fix?.isSafe = false
      }
    }
    return diagnostics + meaning
  }
}
