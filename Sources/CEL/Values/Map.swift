extension Value {
  /// A map that keeps its entries in insertion order. Keys are bool, int, uint or string and are
  /// compared with CEL's equality (`1`, `1u` and `1.0` are one key).
  ///
  /// No two entries have equal keys. From 9 entries on, `slots` is a hash table with open
  /// addressing. Its size is a power of two and at least twice the number of entries. A slot holds
  /// an index into `entries`, or -1 if it is free.
  public struct Map: Sendable {
    /// The entries in insertion order.
    public private(set) var entries: [(key: Value, value: Value)]
    private var slots: [Int32]

    /// The most entries that are searched without hashing.
    private static let linearSearchLimit = 8

    /// Creates an empty map.
    public init() {
      entries = []
      slots = []
    }

    /// Creates an empty map with space for `capacity` entries.
    package init(capacity: Int) {
      self.init()
      entries.reserveCapacity(capacity)
    }

    /// The number of entries.
    public var count: Int { entries.count }

    /// The value of `key`, or `nil`.
    public func lookup(_ key: Value) -> Value? { position(of: key).map { entries[$0].value } }

    /// The value of the text `key`, or `nil`.
    package func lookup(_ key: String) -> Value? { position(of: key).map { entries[$0].value } }

    /// Adds an entry at the end. If the map has an equal key, or `key` has a type that no key has,
    /// it changes nothing and returns `false`.
    public mutating func insert(_ key: Value, _ value: Value) -> Bool {
      guard let hash = Self.hash(key), position(of: key, hash) == nil else { return false }
      entries.append((key, value))
      if entries.count > Self.linearSearchLimit { record(hash) }
      return true
    }

    /// Sets the value of `key`: replaces the value of an equal key, or adds an entry at the end.
    public mutating func update(_ key: Value, _ value: Value) {
      if let position = position(of: key) {
        entries[position].value = value
      } else {
        _ = insert(key, value)
      }
    }

    /// Calls `body` with the value at `position`, to change it in place.
    package mutating func change<Answer>(at position: Int, _ body: (inout Value) -> Answer)
      -> Answer
    {
      body(&entries[position].value)
    }

    /// The index of `key` in `entries`.
    package func position(of key: Value) -> Int? {
      if case .string(let text) = key { return position(of: text) }
      return Self.hash(key).flatMap { position(of: key, $0) }
    }

    /// The index of the text `key` in `entries`.
    package func position(of key: String) -> Int? {
      guard slots.isEmpty else { return position(of: .string(key), Self.hash(key)) }
      return entries.indices.first { position in
        if case .string(let text) = entries[position].key {
          CodePoints.equal(text, key)
        } else {
          false
        }
      }
    }

    private func position(of key: Value, _ hash: UInt64) -> Int? {
      guard !slots.isEmpty else { return entries.firstIndex { Self.areEqual($0.key, key) } }
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 {
        let position = Int(slots[slot])
        if Self.areEqual(entries[position].key, key) { return position }
        slot = (slot + 1) & mask
      }
      return nil
    }

    /// Adds the last entry to the hash table, or rebuilds a larger table if it is full.
    private mutating func record(_ hash: UInt64) {
      guard entries.count * 2 > slots.count else {
        occupy(hash, entries.count - 1)
        return
      }
      slots = [Int32](repeating: -1, count: max(32, slots.count * 4))
      for (position, entry) in entries.enumerated() { occupy(Self.hash(entry.key) ?? 0, position) }
    }

    private mutating func occupy(_ hash: UInt64, _ position: Int) {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: position)
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

  /// Whether two keys are equal; a double equals an integer key only if it has exactly its value.
  private static func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): CodePoints.equal(left, right)
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.int(let left), .uint(let right)): left == right
    case (.uint(let left), .int(let right)): left == right
    case (.int(let left), .double(let right)): Int64(exactly: right) == left
    case (.uint(let left), .double(let right)): UInt64(exactly: right) == left
    case (.bool(let left), .bool(let right)): left == right
    case (.enumeration(let left, let first), .enumeration(let right, let second)):
      left == right && first == second
    default: false
    }
  }

  /// A hash that is the same for equal keys; `nil` for a value that equals no key.
  private static func hash(_ key: Value) -> UInt64? {
    switch key {
    case .string(let text): return hash(text)
    case .int(let number): return mix(UInt64(bitPattern: number))
    case .uint(let number): return mix(number)
    case .bool(let bool): return mix(bool ? 3 : 5)
    case .enumeration(_, let index): return mix(UInt64(truncatingIfNeeded: index) ^ 0xE)
    case .double(let number):
      if let integer = Int64(exactly: number) { return mix(UInt64(bitPattern: integer)) }
      return UInt64(exactly: number).map(mix)
    default: return nil
    }
  }

  private static func hash(_ text: String) -> UInt64 { CodePoints.withBytes(text) { hash($0) } }

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
