/// Why a definition cannot be generated: source that did something else would be worse than none.
struct Refusal: Error, Hashable {
  /// What is not supported, as the end of a sentence that starts with "generated code has no".
  let missing: String
  /// The JSON pointer of what needs it.
  let pointer: String

  init(_ missing: String, at pointer: String) {
    self.missing = missing
    self.pointer = pointer
  }
}
