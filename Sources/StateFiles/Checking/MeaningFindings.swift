package import StateModel

extension DefinitionFolder.File {
  /// All findings: of the shape, of the meaning, of the used files, and of characters that deceive.
  package func findings(
    meaning: [Diagnostic], used: UsedFiles
  ) -> [Diagnostic] {
    let found = UnicodeCheck.explained(diagnostics(with: meaning) + used.diagnostics, in: self)
    return found.contains { $0.severity == .error } ? found : found + remarks
  }
  /// The findings of the shape, with those of the meaning.
  ///
  /// A member with a misspelt key is reported once: errors inside its value are left out, and the
  /// key may then be another one, so the fix is no longer safe. Values with names inside, such as
  /// whole sections, have errors of other entries and keep them.
  private func diagnostics(with meaning: [Diagnostic]) -> [Diagnostic] {
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
