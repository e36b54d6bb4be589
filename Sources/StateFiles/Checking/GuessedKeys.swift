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
    var guessed: [(text: Range<Int>, index: Int)] = []
    for (index, diagnostic) in diagnostics.enumerated() {
      guard diagnostic.rule == "shape/unknown-key", diagnostic.fix?.isSafe == true,
        let text = text(at: diagnostic.place.pointer)
      else { continue }
      guessed.append((text, index))
    }
    // What an object lacks may stand in it under another key.
    let lacking = Set(
      diagnostics.filter { $0.rule == "shape/missing-key" }.map(\.place.pointer))
    let others = others.filter { other in
      lacking.isEmpty || !lacking.contains(Pointer(other.place.pointer)?.parent?.text ?? "")
    }
    if guessed.isEmpty { return diagnostics + others }
    guessed.sort { $0.text.lowerBound < $1.text.lowerBound }
    var diagnostics = diagnostics
    let left = others.filter { other in
      guard other.rule == "name/unknown", other.fix == nil,
        let index = GuessedKeys.index(of: map.range(of: other.place), in: guessed)
      else { return true }
      diagnostics[index].fix?.isSafe = false
      return false
    }
    return diagnostics + left
  }

  /// Where a text stands; `nil` for what is none: in a whole section names have mistakes of their
  /// own.
  private func text(at pointer: String) -> Range<Int>? {
    let range = map.range(of: .init(pointer))
    let isText =
      map.bytes.indices.contains(range.lowerBound - 1)
      && map.bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
    return isText ? range : nil
  }

  /// The one among sorted texts in which a place is.
  private static func index(
    of place: Range<Int>, in guessed: [(text: Range<Int>, index: Int)]
  ) -> Int? {
    var (low, high) = (0, guessed.count)
    while low < high {
      let middle = (low + high) / 2
      if guessed[middle].text.lowerBound <= place.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0, place.upperBound <= guessed[low - 1].text.upperBound else { return nil }
    return guessed[low - 1].index
  }
}
