extension Bytes: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .text(let text) = wire, let bytes = try? celBase64Decode(text) else {
      throw WireError(message: "expected bytes in base64")
    }
    self = bytes
  }

  /// The wire form.
  public var wire: Wire { .text((try? celBase64Encode(self)) ?? "") }
}

extension Timestamp: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .text(let text) = wire, let time = try? celTimestamp(text) else {
      throw WireError(message: "expected a time such as 2026-01-31T12:00:00Z")
    }
    self = time
  }

  /// The wire form.
  public var wire: Wire { .text(celText(self)) }
}

/// A type that can be the key of a map. The wire form of a key is text.
public protocol WireKey {
  /// Reads a key of a JSON object; `nil` if it is no value of the type.
  init?(key: String)
  /// The key of a JSON object.
  var key: String { get }
}

extension String: WireKey {
  /// Reads the text of a key.
  public init?(key: String) { self = key }
  /// The text of the key.
  public var key: String { self }
}

extension CELInt: WireKey {
  /// Reads the text of a key.
  public init?(key: String) { self.init(key) }
  /// The text of the key.
  public var key: String { String(self) }
}

extension CELUInt: WireKey {
  /// Reads the text of a key.
  public init?(key: String) {
    if key.utf8.first == UInt8(ascii: "+") { return nil }
    self.init(key)
  }

  /// The text of the key.
  public var key: String { String(self) }
}

extension Bool: WireKey {
  /// Reads the text of a key.
  public init?(key: String) { self.init(key) }
  /// The text of the key.
  public var key: String { self ? "true" : "false" }
}

extension OrderedMap: WireValue where Key: WireKey & CELValue, Value: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) {
    guard case .object(let members) = wire, members.count <= 10_000 else {
      throw WireError(message: "expected an object")
    }
    var pairs: [(Key, Value)] = []
    for member in members {
      guard let key = Key(key: member.key) else {
        throw WireError(message: "`\(member.key)` is no key")
      }
      pairs.append((key, try Value(wire: member.value)))
    }
    guard let map = try? OrderedMap(pairs) else {
      throw WireError(message: "a key occurs twice")
    }
    self = map
  }

  /// The wire form.
  public var wire: Wire { .object(entries.map { WireMember($0.key.key, $0.value.wire) }) }
}

extension Dyn: WireValue {
  /// Reads the wire form.
  public init(wire: Wire) throws(WireError) { self = try Dyn(wire, depth: 0) }

  /// Reads plain JSON. A number is an int unless it has a fraction or an exponent.
  private init(_ wire: Wire, depth: Int) throws(WireError) {
    if depth > 64 { throw WireError(message: "values nest at most 64 deep") }
    switch wire {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .text: self = .text(try String(wire: wire))
    case .number(let text):
      let isWhole = !text.utf8.contains {
        $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e")
      }
      self = isWhole ? .int(try CELInt(wire: wire)) : .double(try Double(wire: wire))
    case .array(let elements):
      if elements.count > 10_000 { throw WireError(message: "expected a list") }
      var list: [Dyn] = []
      for element in elements { list.append(try Dyn(element, depth: depth + 1)) }
      self = .list(list)
    case .object(let members):
      if members.count > 10_000 { throw WireError(message: "expected an object") }
      var pairs: [(Dyn, Dyn)] = []
      for member in members {
        pairs.append((.text(member.key), try Dyn(member.value, depth: depth + 1)))
      }
      guard let map = try? OrderedMap(pairs) else {
        throw WireError(message: "a key occurs twice")
      }
      self = .map(map)
    }
  }

  /// The wire form.
  public var wire: Wire {
    switch self {
    case .null, .type: .null
    case .unit: .object([])
    case .bool(let flag): flag.wire
    case .int(let number): number.wire
    case .uint(let number): number.wire
    case .double(let number): number.wire.asDouble
    case .text(let text): text.wire
    case .bytes(let bytes): bytes.wire
    case .timestamp(let time): time.wire
    case .duration(let span): span.wire
    case .list(let elements): .array(elements.map(\.wire))
    case .map(let map): .object(map.entries.map { WireMember($0.key.key, $0.value.wire) })
    case .optional(let value): value?.wire ?? .null
    }
  }

  /// The text of a key.
  private var key: String {
    switch self {
    case .text(let text): text
    case .int(let number): number.key
    case .uint(let number): number.key
    case .bool(let flag): flag.key
    default: ""
    }
  }
}

extension Wire {
  /// A number with a fraction or an exponent, so that it is read as a double.
  fileprivate var asDouble: Wire {
    guard case .number(let text) = self,
      !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") })
    else { return self }
    return .number(text + ".0")
  }
}
