public import enum StateRuntime.Wire
public import struct StateRuntime.WireError
public import struct StateRuntime.WireMember
public import protocol StateRuntime.WireValue

extension JSON {
  /// Reads JSON text, without a C library.
  ///
  /// - Parameter text: At most 4 MiB, 64 levels and 250,000 keys and values; no key twice.
  /// - Throws: The problem, with the offset in bytes.
  public init(parsing text: String) throws(WireError) {
    self.init(try StateRuntime.Wire(parsing: text))
  }

  /// The JSON of a value, such as a `Duration`, a list, or a generated type.
  public init(_ value: some WireValue) { self.init(value.wire) }

  /// Reads a value, such as a `Duration`, a list, or a generated type.
  ///
  /// - Throws: If the JSON has another form.
  public func value<Value: WireValue>(as type: Value.Type) throws(WireError) -> Value {
    try Value(wire: wire)
  }

  /// The JSON of generated code.
  package init(_ wire: StateRuntime.Wire) {
    switch wire {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = .number(text)
    case .text(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSON($0) })
    case .object(let members):
      self = .object(members.map { Member(key: $0.key, value: JSON($0.value)) })
    }
  }

  /// The JSON as generated code has it.
  package var wire: StateRuntime.Wire {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let text): .number(text)
    case .string(let text): .text(text)
    case .array(let elements): .array(elements.map(\.wire))
    case .object(let members): .object(members.map { WireMember($0.key, $0.value.wire) })
    }
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
  /// Makes null.
  public init(nilLiteral: ()) { self = .null }
  /// Makes true or false.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// Makes a string.
  public init(stringLiteral text: String) { self = .string(text) }
}

extension JSON: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a whole number.
  public init(integerLiteral number: Int) { self.init(number) }
  /// Makes a number.
  public init(floatLiteral number: Double) { self.init(number) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Makes an object. Its members keep their order.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(key: $0, value: $1) })
  }
}
