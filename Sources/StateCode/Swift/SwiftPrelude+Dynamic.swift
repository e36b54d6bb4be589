extension SwiftPrelude {
  /// Values of type `dyn`.
  static let dynamic = #"""
    // Values of which only running tells the type.

    /// A value of any type.
    PUBLIC indirect enum Dyn: Equatable, Sendable {
      case null, unit
      case bool(Bool), int(Int64), uint(UInt64), double(Double), text(String), bytes(Bytes)
      case timestamp(Timestamp), duration(TimeSpan)
      case list([Dyn]), map(OrderedMap<Dyn, Dyn>)
      /// A value that may be absent; absent is not null.
      case optional(Dyn?)
      /// A type, by its name.
      case type(String)

      /// The name of its type.
      var typeName: String {
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

    /// What can be a value of any type, and can be made of one.
    protocol DynValue {
      init(dyn: Dyn) throws(EvaluationError)
      var dyn: Dyn { get }
    }

    private let overload = EvaluationError("overload")

    extension Dyn: DynValue {
      init(dyn: Dyn) { self = dyn }
      var dyn: Dyn { self }
    }

    extension Bool: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .bool(let flag) = dyn else { throw overload }
        self = flag
      }

      var dyn: Dyn { .bool(self) }
    }

    extension Int64: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .int(let number) = dyn else { throw overload }
        self = number
      }

      var dyn: Dyn { .int(self) }
    }

    extension UInt64: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .uint(let number) = dyn else { throw overload }
        self = number
      }

      var dyn: Dyn { .uint(self) }
    }

    extension Double: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .double(let number) = dyn else { throw overload }
        self = number
      }

      var dyn: Dyn { .double(self) }
    }

    extension String: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .text(let text) = dyn else { throw overload }
        self = text
      }

      var dyn: Dyn { .text(self) }
    }

    extension Bytes: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .bytes(let bytes) = dyn else { throw overload }
        self = bytes
      }

      var dyn: Dyn { .bytes(self) }
    }

    extension Timestamp: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .timestamp(let time) = dyn else { throw overload }
        self = time
      }

      var dyn: Dyn { .timestamp(self) }
    }

    extension TimeSpan: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .duration(let span) = dyn else { throw overload }
        self = span
      }

      var dyn: Dyn { .duration(self) }
    }

    extension Unit: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .unit = dyn else { throw overload }
        self.init()
      }

      var dyn: Dyn { .unit }
    }

    extension Optional: DynValue where Wrapped: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        if case .null = dyn { self = nil } else { self = try Wrapped(dyn: dyn) }
      }

      var dyn: Dyn { self?.dyn ?? .null }

      init(optionalDyn: Dyn) throws(EvaluationError) {
        guard case .optional(let value) = optionalDyn else { throw overload }
        if let value { self = try Wrapped(dyn: value) } else { self = nil }
      }
    }

    extension Array: DynValue where Element: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .list(let elements) = dyn else { throw overload }
        self = []
        reserveCapacity(elements.count)
        for element in elements { append(try Element(dyn: element)) }
      }

      var dyn: Dyn { .list(map(\.dyn)) }
    }

    extension OrderedMap: DynValue where Key: DynValue & CELValue, Value: DynValue {
      init(dyn: Dyn) throws(EvaluationError) {
        guard case .map(let map) = dyn else { throw overload }
        var pairs: [(Key, Value)] = []
        for entry in map.entries {
          pairs.append((try Key(dyn: entry.key), try Value(dyn: entry.value)))
        }
        try self.init(pairs)
      }

      var dyn: Dyn {
        .map(
          OrderedMap<Dyn, Dyn>(unchecked: entries.map { .init(key: $0.key.dyn, value: $0.value.dyn) }))
      }
    }
    """#
}
