extension Value {
  /// A map with its entries in the order of insertion; keys are bool, int, uint or string, found by
  /// CEL's equality (`1`, `1u` and `1.0` are one key).
  public struct Map: Sendable {
    /// The entries in the order of insertion.
    public private(set) var entries: [(key: Value, value: Value)]

    /// An empty map.
    public init() { entries = [] }
  }
}
