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

    @inlinable internal init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline internal var contents: [Entry]

  /// The entries, with ascending keys. No two have equal keys.
  @inlinable public var entries: [Entry] { contents }

  /// An empty map.
  @inlinable public init() { contents = [] }

  /// Takes entries whose keys ascend.
  @inlinable internal init(ascending entries: [Entry]) { contents = entries }
}
