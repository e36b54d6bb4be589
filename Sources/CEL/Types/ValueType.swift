/// The type of an expression as the checker sees it.
public indirect enum ValueType: Hashable, Sendable {
  case bool, int, uint, double, string, bytes, timestamp, duration
  /// The type of `null` alone.
  case null
  /// One value: `{}` on the wire.
  case void
  /// Nothing is known before the program runs.
  case dyn
  case list(ValueType)
  case map(ValueType, ValueType)
  /// `T?` of a definition: a T or null.
  case nullable(ValueType)
  /// CEL's `optional_type(T)`: lives inside expressions.
  case optional(ValueType)
  /// A record, enum, union or state by the index of its declaration, with its type arguments.
  case declared(TypeID, [ValueType])
  /// The data of a union's case, which has no separate name.
  case caseData(UnionCase, [ValueType])
  /// A type as a value.
  case type(ValueType)
  /// A type parameter of a generic declaration, by its name.
  case parameter(String)
  /// A type of the standard's vectors that only has a name (`google.protobuf.Any` …).
  case named(String)
  /// Unknown because of an earlier error: agrees with every type, so that it causes no second error.
  case unknown
}

extension ValueType {
  /// Whether it is unknown because of an error. Read for every part, for which `==` is too slow.
  package var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// Whether its overload is chosen at run time.
  var isDynamic: Bool {
    switch self {
    case .dyn, .unknown, .parameter, .named: true
    case .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .null, .void, .list,
      .map, .nullable, .optional, .declared, .caseData, .type:
      false
    }
  }
}
