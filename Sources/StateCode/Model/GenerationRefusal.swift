package import StateModel

/// Why a definition cannot be generated, with the text of its diagnostic.
package struct GenerationRefusal: Error, Hashable, Sendable {
  /// The unsupported feature, as the end of a sentence that starts with "generated code has no".
  package let missing: String
  /// The change of the definition or of the options that helps; `nil` if there is none.
  package let change: String?
  /// The JSON pointer of the value that needs the feature.
  package let pointer: String

  init(_ refusal: Refusal) {
    missing = refusal.missing
    change = refusal.change
    pointer = refusal.pointer
  }

  /// The diagnostic that reports the refusal.
  package var diagnostic: Diagnostic {
    Diagnostic(.product(.unsupported(missing, change: change)), at: .init(pointer))
  }
}

/// Thrown while a model is built if generated code could not behave like the interpreter.
struct Refusal: Error, Hashable {
  /// The unsupported feature, as the end of a sentence that starts with "generated code has no".
  let missing: String
  /// The change of the definition or of the options that helps; `nil` if there is none.
  let change: String?
  /// The JSON pointer of the value that needs the feature.
  let pointer: String

  init(_ missing: String, change: String? = nil, at pointer: String) {
    self.missing = missing
    self.change = change
    self.pointer = pointer
  }
}
