/// Plain JSON as a value: members keep their order, numbers their text.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it was written.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The key, unescaped.
    public let key: String
    /// The value.
    public let value: JSON

    /// Makes a member.
    public init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }
}
