extension Library {
  /// The functions on optionals.
  static func callOptional(_ function: Function, _ arguments: [Value]) -> Answer {
    switch (function, arguments.count) {
    case (.optionalNone, 0): return .success(.optional(.init(nil)))
    case (.optionalOf, 1): return .success(.optional(.init(arguments[0])))
    case (.optionalOfNonZeroValue, 1):
      return .success(.optional(.init(arguments[0].isZero ? nil : arguments[0])))
    default: break
    }
    guard case .optional(let optional)? = arguments.first else { return fail(.overload) }
    switch (function, arguments.count) {
    case (.hasValue, 1): return .success(.bool(optional.value != nil))
    case (.value, 1): return optional.value.map { .success($0) } ?? fail(.noValue)
    case (.orValue, 2): return .success(optional.value ?? arguments[1])
    case (.or, 2):
      guard case .optional = arguments[1] else { return fail(.overload) }
      return .success(optional.value == nil ? arguments[1] : arguments[0])
    default: return fail(.overload)
    }
  }
}

extension Value {
  /// Whether `optional.ofNonZeroValue` returns `optional.none()` for it.
  package var isZero: Bool {
    switch self {
    case .null, .unit: true
    case .bool(let bool): !bool
    case .int(let number): number == 0
    case .uint(let number): number == 0
    case .double(let number): number == 0
    case .string(let text): text.utf8.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .list(let elements): elements.isEmpty
    case .map(let map): map.count == 0
    case .duration(let span): span.nanoseconds == 0
    case .timestamp(let time): time.seconds == 0 && time.nanoseconds == 0
    case .optional(let optional): optional.value == nil
    case .record, .union, .enumeration, .type: false
    }
  }
}
