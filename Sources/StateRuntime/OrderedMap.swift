// Keys of maps ascend, and are found as CEL compares them. A Dictionary of Swift has a random order
// and treats two spellings of "é" as one key.

/// A map whose keys ascend: numbers by value, texts by code points. So equal maps cannot be
/// distinguished. In a map with keys of several types, numbers come first, then texts, then bools.
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

  /// The entries, with ascending keys. No two have equal keys.
  public internal(set) var entries: [Entry]

  /// An empty map.
  public init() { entries = [] }

  /// Takes entries whose keys ascend.
  internal init(ascending entries: [Entry]) { self.entries = entries }
}
