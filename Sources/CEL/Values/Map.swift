extension Value {
  /// A map. Its entries are always in ascending order of their keys, so equal maps cannot be
  /// distinguished.
  ///
  /// Keys are bool, int, uint or string and are compared with CEL's equality (`1`, `1u` and `1.0`
  /// are one key). Numbers are in the order of their values, texts in that of their code points. In
  /// a map with keys of several types, numbers come first, then texts, then `false` and `true`.
  public struct Map: Sendable {
    /// The entries, with ascending keys.
    public private(set) var entries: [(key: Value, value: Value)]

    /// Creates an empty map.
    public init() { entries = [] }

    /// Takes entries whose keys ascend.
    fileprivate init(ascending entries: [(key: Value, value: Value)]) { self.entries = entries }

    /// The number of entries.
    public var count: Int { entries.count }

    /// The value of `key`, or `nil`.
    public func lookup(_ key: Value) -> Value? { position(of: key).map { entries[$0].value } }

    /// The value of the text `key`, or `nil`.
    package func lookup(_ key: String) -> Value? { lookup(.string(key)) }

    /// Adds an entry. If the map has an equal key, or `key` has a type that no key has, it changes
    /// nothing and returns `false`.
    public mutating func insert(_ key: Value, _ value: Value) -> Bool {
      guard Self.isKey(key), case .absent(let position) = search(key) else { return false }
      entries.insert((key, value), at: position)
      return true
    }

    /// Removes the entry of an equal key, if there is one.
    package mutating func remove(_ key: Value) {
      if let position = position(of: key) { entries.remove(at: position) }
    }

    /// Calls `body` with the value at `position`, to change it in place.
    package mutating func change<Answer>(at position: Int, _ body: (inout Value) -> Answer)
      -> Answer
    {
      body(&entries[position].value)
    }

    /// The index of `key` in `entries`.
    package func position(of key: Value) -> Int? {
      guard let key = Self.integral(key), case .found(let position) = search(key) else {
        return nil
      }
      return position
    }

    private enum SearchResult {
      case found(Int)
      /// The index where an entry with the key would be.
      case absent(Int)
    }

    private func search(_ key: Value) -> SearchResult {
      var (start, end) = (0, entries.count)
      while start < end {
        let middle = (start + end) / 2
        let order = Self.compare(entries[middle].key, key)
        if order == 0 { return .found(middle) }
        if order < 0 { start = middle + 1 } else { end = middle }
      }
      return .absent(start)
    }
  }
}

extension Value.Map {
  /// Whether `value` has the type of a key.
  package static func isKey(_ value: Value) -> Bool {
    switch value {
    case .bool, .int, .uint, .string, .enumeration: true
    case .null, .double, .bytes, .timestamp, .duration, .list, .map, .record, .union, .unit,
      .optional, .type:
      false
    }
  }

  /// The value as a key. A double is a key only if it is exactly an integer; `nil` for a value that
  /// equals no key.
  private static func integral(_ key: Value) -> Value? {
    guard case .double(let number) = key else { return isKey(key) ? key : nil }
    return Int64(exactly: number).map(Value.int) ?? UInt64(exactly: number).map(Value.uint)
  }

  /// A number below, equal to or above 0 if the key `left` is before, equal to or after `right`.
  package static func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.string(let left), .string(let right)): CodePoints.compare(left, right)
    case (.int(let left), .int(let right)): order(left, right)
    case (.uint(let left), .uint(let right)): order(left, right)
    case (.int(let left), .uint(let right)): left < 0 ? -1 : order(UInt64(left), right)
    case (.uint(let left), .int(let right)): right < 0 ? 1 : order(left, UInt64(right))
    case (.bool(let left), .bool(let right)): order(left ? 1 : 0, right ? 1 : 0)
    case (.enumeration(let left, let first), .enumeration(let right, let second)):
      left == right ? order(first, second) : order(left.index, right.index)
    default: order(rank(left), rank(right))
    }
  }

  /// The key of another type that JSON writes like this one: `'1'` for `1`, and `true` for `'true'`.
  private static func writtenAlike(_ key: Value) -> Value? {
    switch key {
    case .bool(let flag): .string(flag ? "true" : "false")
    case .int(let number): .string(String(number))
    case .uint(let number): .string(String(number))
    case .string(let text): other(writtenAs: text)
    default: nil
    }
  }

  private static func other(writtenAs text: String) -> Value? {
    if let number = Int64(text), CodePoints.equal(String(number), text) { return .int(number) }
    if let number = UInt64(text), CodePoints.equal(String(number), text) { return .uint(number) }
    return Bool(text).map(Value.bool)
  }

  /// Whether JSON writes a key of the map like another one.
  package func hasKey(writtenLike key: Value) -> Bool {
    Self.writtenAlike(key).map { position(of: $0) != nil } ?? false
  }

  /// Whether JSON writes two keys alike, so that one would be lost.
  package var hasKeysWrittenAlike: Bool {
    guard let first = entries.first, let last = entries.last,
      Self.rank(first.key) != Self.rank(last.key)
    else { return false }
    return entries.contains { hasKey(writtenLike: $0.key) }
  }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// The position of a key's type among the types of keys.
  private static func rank(_ key: Value) -> Int {
    switch key {
    case .int, .uint: 0
    case .string: 1
    case .bool: 2
    default: 3
    }
  }
}

extension Value.Map {
  /// Collects the entries of a map in any order.
  ///
  /// While keys ascend, each is only compared with the last one. After that a hash table with open
  /// addressing finds equal keys. Its size is a power of two and at least twice the number of
  /// entries. A slot holds an index into `entries`, or -1 if it is free.
  package struct Builder: Sendable {
    private var entries: [(key: Value, value: Value)] = []
    private var slots: [Int32] = []
    /// Whether the keys have ascended so far.
    package private(set) var isAscending = true

    /// Has no entries.
    package init() {}

    /// The number of entries.
    package var count: Int { entries.count }

    /// Adds an entry. If there is an equal key, or `key` has a type that no key has, it changes
    /// nothing and returns `false`.
    package mutating func insert(_ key: Value, _ value: Value) -> Bool {
      guard Value.Map.isKey(key) else { return false }
      if isAscending, let last = entries.last {
        let order = Value.Map.compare(last.key, key)
        if order == 0 { return false }
        if order > 0 {
          isAscending = false
          rehash()
        }
      }
      if !isAscending {
        guard find(key) == nil else { return false }
        if (entries.count + 1) * 2 > slots.count { rehash() }
        occupy(key, entries.count)
      }
      entries.append((key, value))
      return true
    }

    /// The map of the entries. The builder is empty afterwards.
    package mutating func finish() -> Value.Map {
      if !isAscending { entries.sort { Value.Map.compare($0.key, $1.key) < 0 } }
      let map = Value.Map(ascending: entries)
      self = Self()
      return map
    }

    private func find(_ key: Value) -> Int? {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: Self.hash(key)) & mask
      while slots[slot] >= 0 {
        let position = Int(slots[slot])
        if Value.Map.compare(entries[position].key, key) == 0 { return position }
        slot = (slot + 1) & mask
      }
      return nil
    }

    private mutating func rehash() {
      var size = 32
      while size < entries.count * 4 { size *= 2 }
      slots = [Int32](repeating: -1, count: size)
      for (position, entry) in entries.enumerated() { occupy(entry.key, position) }
    }

    private mutating func occupy(_ key: Value, _ position: Int) {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: Self.hash(key)) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: position)
    }
  }
}

extension Value.Map.Builder {
  /// A hash that is the same for equal keys.
  private static func hash(_ key: Value) -> UInt64 {
    switch key {
    case .string(let text): CodePoints.withBytes(text) { hash($0) }
    case .int(let number): mix(UInt64(bitPattern: number))
    case .uint(let number): mix(number)
    case .bool(let bool): mix(bool ? 3 : 5)
    case .enumeration(_, let index): mix(UInt64(truncatingIfNeeded: index) ^ 0xE)
    default: 0
    }
  }

  /// Random for each process, so that no input can cause many collisions; no result depends on it.
  private static let seed = UInt64.random(in: .min ... .max)

  private static func hash(_ bytes: CodePoints.Bytes) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset &+ 8 <= raw.count {
      hash = fold(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < raw.count {
      rest = rest << 8 | UInt64(raw[offset])
      offset &+= 1
    }
    return fold(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ number: UInt64) -> UInt64 { fold(number ^ seed) }

  @inline(__always)
  private static func fold(_ number: UInt64) -> UInt64 {
    let product = (number ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
