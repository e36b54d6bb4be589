import CEL

/// Plain JSON as a value: members keep their order, numbers their text. Texts are equal if their code
/// points are.
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

    /// Whether both have the same key and value, by code points.
    public static func == (left: Member, right: Member) -> Bool {
      CodePoints.equal(left.key, right.key) && left.value == right.value
    }
  }

  /// Whether both have the same parts in the same order, and texts by code points.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
      CodePoints.equal(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}
