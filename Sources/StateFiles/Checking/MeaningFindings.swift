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
    // The misspelt members of text by their path, and by the path as which they were read.
    var texts: [Pointer: Pointer] = [:]
    for alias in aliases where map.isText(at: alias.pointer) {
      texts[alias.pointer] = alias.pointer
      texts[alias.read] = alias.pointer
    }
    var unsafe: Set<Pointer> = []
    let kept = meaning.filter { found in
      guard found.severity == .error, found.fix == nil, found.location.file == nil,
        let member = texts[found.location.pointer]
      else { return true }
      unsafe.insert(member)
      return false
    }
    if unsafe.isEmpty { return diagnostics + meaning }
    let corrected = diagnostics.map { found in
      guard unsafe.contains(found.location.pointer) else { return found }
      var found = found
      found.fix?.isSafe = false
      return found
    }
    return corrected + kept
  }
}
