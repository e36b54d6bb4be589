package import StateTables

extension Validation {
  /// A file after all checks.
  package struct CheckedFile: Sendable {
    /// What it says; nothing once it is released.
    package private(set) var file: DefinitionFolder.File
    /// What is wrong with it.
    package private(set) var findings: FileFindings
    /// The definition, ready to run; `nil` for other files, drafts, and where there is an error.
    package var definition: CheckedDefinition? { held?.definition }
    /// What its spec can be read with, if it is a definition with errors.
    var outline: PartialDefinition? { held?.outline }
    private var held: Held?
    /// The name of the definition that it holds, if it holds one.
    let definedName: String?
    /// Whether what it says was let go of.
    private(set) var isReleased = false

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

    /// Lets go of all but the findings, and of the text where there are none.
    mutating func release() {
      file = file.released
      held = nil
      isReleased = true
      if findings.diagnostics.isEmpty {
        findings = FileFindings(path: findings.path, map: file.map, diagnostics: [])
      }
    }

    /// A definition, by a reference: it has half a kB itself, and files are handed on from step to
    /// step.
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

    /// Adds a remark.
    package mutating func add(_ diagnostic: Diagnostic) {
      findings = findings.with(findings.diagnostics + [diagnostic])
    }
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
        found.severity == .error && found.place.file == nil
          && (found.place.pointer == alias.read || found.place.pointer == alias.pointer)
      }
      guard meaning.contains(where: isInside) else { continue }
      meaning.removeAll(where: isInside)
      for index in diagnostics.indices where diagnostics[index].place.pointer == alias.pointer {
        diagnostics[index].fix?.isSafe = false
      }
    }
    return diagnostics + meaning
  }
}
