// Values whose type is known only when the program runs.

/// A type with a conversion to and from `dyn`.
public protocol DynValue {
  /// Reads a value. Error `overload` if it has another type.
  init(dyn: Dyn) throws(EvaluationError)
  /// The value as `dyn`.
  var dyn: Dyn { get }
}

internal let overload = EvaluationError("overload")

extension Dyn {
  /// The name of the type of the value.
  public var typeName: String {
    switch self {
    case .null: "null_type"
    case .unit: "void"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .text: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .list: "list"
    case .map: "map"
    case .optional: "optional_type"
    case .type: "type"
    }
  }
}

extension Dyn: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) { self = dyn }
  /// The value as `dyn`.
  public var dyn: Dyn { self }
}

extension Bool: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .bool(let flag) = dyn else { throw overload }
    self = flag
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .bool(self) }
}

extension CELInt: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .int(let number) = dyn else { throw overload }
    self = number
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .int(self) }
}

extension CELUInt: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .uint(let number) = dyn else { throw overload }
    self = number
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .uint(self) }
}

extension Double: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .double(let number) = dyn else { throw overload }
    self = number
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .double(self) }
}

extension String: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .text(let text) = dyn else { throw overload }
    self = text
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .text(self) }
}

extension Bytes: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .bytes(let bytes) = dyn else { throw overload }
    self = bytes
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .bytes(self) }
}

extension Timestamp: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .timestamp(let time) = dyn else { throw overload }
    self = time
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .timestamp(self) }
}

extension Duration: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .duration(let span) = dyn else { throw overload }
    self = span
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .duration(self) }
}

extension Signal: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .unit = dyn else { throw overload }
    self.init()
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .unit }
}

extension Optional: DynValue where Wrapped: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    if case .null = dyn { self = nil } else { self = try Wrapped(dyn: dyn) }
  }

  /// The value as `dyn`.
  public var dyn: Dyn { self?.dyn ?? .null }

  /// Takes an optional. Error `overload` for another type.
  public init(optionalDyn: Dyn) throws(EvaluationError) {
    guard case .optional(let value) = optionalDyn else { throw overload }
    if let value { self = try Wrapped(dyn: value) } else { self = nil }
  }
}

extension Array: DynValue where Element: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .list(let elements) = dyn else { throw overload }
    self = []
    reserveCapacity(elements.count)
    for element in elements { append(try Element(dyn: element)) }
  }

  /// The value as `dyn`.
  public var dyn: Dyn { .list(map(\.dyn)) }
}

extension OrderedMap: DynValue where Key: DynValue & CELValue, Value: DynValue {
  /// Takes a value of this type. Error `overload` for another type.
  public init(dyn: Dyn) throws(EvaluationError) {
    guard case .map(let map) = dyn else { throw overload }
    var pairs: [(Key, Value)] = []
    for entry in map.entries {
      pairs.append((try Key(dyn: entry.key), try Value(dyn: entry.value)))
    }
    try self.init(pairs)
  }

  /// The value as `dyn`.
  public var dyn: Dyn {
    .map(
      OrderedMap<Dyn, Dyn>(ascending: entries.map { .init(key: $0.key.dyn, value: $0.value.dyn) }))
  }
}
