/// A CEL value: the content of a variable or the result of an evaluation.
///
/// It is not `Equatable`: CEL compares numbers of different types by value, and text by code
/// points. See `isEqual(to:)` (CEL's) and `isIdentical(to:)` (exact, doubles by bits).
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  /// Text, counted and compared by code points.
  case string(String)
  case bytes([UInt8])
  case timestamp(Timestamp)
  case duration(Duration)
  case list([Value])
  case map(Map)
  /// The fields of a record, or the inputs of a state, in declared order.
  case record([Value], TypeID)
  /// A case of a union and its fields, in declared order. The data of a case (`effect.checkCode`)
  /// is represented by the same value.
  case union(UnionCase, [Value])
  case enumeration(TypeID, Int32)
  /// The one value of `void`.
  case unit
  /// CEL's `optional_type`; exists only inside expressions.
  case optional(Optional)
  /// A type as a value: the result of `type(x)`.
  case type(TypeValue)
}

/// A declared type, by its index in `Declarations.types`.
public struct TypeID: Hashable, Sendable, BitwiseCopyable {
  /// The index into `Declarations.types`.
  public let index: Int32

  /// Refers to the type at `index` of `Declarations.types`.
  public init(index: Int32) { self.index = index }
}

/// A case of a declared union.
public struct UnionCase: Hashable, Sendable, BitwiseCopyable {
  /// The union.
  public let type: TypeID
  /// The 0-based index of the case in the union's declaration.
  public let index: Int32

  /// Refers to the case at `index` of the union `type`.
  public init(type: TypeID, index: Int32) {
    self.type = type
    self.index = index
  }
}

extension Value {
  /// An instant between the years 0001 and 9999, in UTC.
  public struct Timestamp: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, rounded down.
    public let seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999.
    public let nanoseconds: Int32

    /// Makes an instant whose ranges the caller has checked.
    package init(uncheckedSeconds seconds: Int64, nanoseconds: Int32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  /// A length of time, at most about 292 years.
  public struct Duration: Hashable, Sendable {
    /// The whole duration in nanoseconds.
    public let nanoseconds: Int64

    /// Makes a duration of `nanoseconds`.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  }

  /// A value that may be absent: CEL's `optional_type`.
  public struct Optional: Sendable {
    private final class Box: Sendable {
      let value: Value
      init(_ value: Value) { self.value = value }
    }

    private let box: Box?

    /// Wraps `value`; `nil` gives `optional.none()`.
    public init(_ value: Value?) { box = value.map(Box.init) }

    /// The value, or `nil` for `optional.none()`.
    public var value: Value? { box?.value }
  }

  /// The type of a value as CEL's `type()` returns it.
  public enum TypeValue: Hashable, Sendable {
    case bool, int, uint, double, string, bytes, null, list, map, timestamp, duration
    case optional, type, unit
    /// A record, union, enum or state.
    case declared(TypeID)
    /// A type named by a host or a conformance vector, such as `google.protobuf.Any`.
    case named(String)
  }
}
