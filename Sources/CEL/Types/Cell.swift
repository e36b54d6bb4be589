/// A cell of a table before it is checked: a JSON value whose texts are expressions.
public indirect enum Cell: Hashable, Sendable {
  /// A CEL text.
  case expression(String)
  case null
  case bool(Bool)
  /// A number as it was written; the expected type decides what it is.
  case number(String)
  case list([Cell])
  /// Members in the order written; keys are text, never expressions.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The key, unescaped.
    public let key: String
    /// The value.
    public let value: Cell

    /// Makes a member.
    public init(key: String, value: Cell) {
      self.key = key
      self.value = value
    }
  }
}
