import StateTables

/// One mistake, one diagnostic: a key that is near to one of the format is read as that one, and
/// where its value then names nothing, not even nearly, the key was meant otherwise.
struct GuessedKeys {
  private let diagnostics: [Diagnostic]
  private let map: SourceMap

  /// Takes what was said of the shape of a file.
  init(_ diagnostics: [Diagnostic], _ map: SourceMap) {
    self.diagnostics = diagnostics
    self.map = map
  }

  /// What was said, with what is said of the meaning.
  func with(_ others: [Diagnostic]) -> [Diagnostic] {
    var diagnostics = diagnostics
    var others = others
    for index in diagnostics.indices where diagnostics[index].rule == "shape/unknown-key" {
      guard diagnostics[index].fix?.isSafe == true else { continue }
      let value = map.range(of: .init(diagnostics[index].place.pointer))
      let count = others.count
      others.removeAll { other in
        other.rule == "name/unknown" && other.fix == nil
          && value.contains(map.range(of: other.place))
      }
      if others.count < count { diagnostics[index].fix?.isSafe = false }
    }
    return diagnostics + others
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
