// Maps keep the order of insertion and find keys as CEL compares them. A Dictionary of Swift treats
// two spellings of "é" as one key.

/// A map that keeps the order of insertion.
public struct OrderedMap<Key: Equatable & Sendable, Value: Equatable & Sendable>: Equatable,
  Sendable
{
  /// A key and its value.
  public struct Entry: Equatable, Sendable {
    /// The key.
    public let key: Key
    /// The value.
    public let value: Value
  }

  /// The entries in order. No two have equal keys.
  public internal(set) var entries: [Entry]

  /// An empty map.
  public init() { entries = [] }

  internal init(unchecked entries: [Entry]) { self.entries = entries }
}
