import StateRuntime

extension Library {
  /// The conversions `bool`, `int`, `uint`, `double`, `string`, `bytes`, `timestamp` and
  /// `duration`. Each also accepts its own type.
  package static func convert(
    _ function: Function, _ value: Value, budget: inout Budget,
    types: [Declarations.DeclaredType]
  ) -> Answer {
    // Reading a text costs its length. The cost of a text as the result is charged below.
    if case .string(let text) = value, function != .toString, function != .toBytes,
      !budget.charge(scanned: text)
    {
      return fail(.budget)
    }
    switch function {
    case .toBool: return toBool(value)
    case .toInt: return toInt(value)
    case .toUint: return toUint(value)
    case .toDouble: return charge(reading: value, &budget) ? toDouble(value) : fail(.budget)
    case .toString: return toString(value, budget: &budget, types: types)
    case .toBytes: return toBytes(value, budget: &budget)
    case .toTimestamp:
      return charge(reading: value, &budget) ? toTimestamp(value) : fail(.budget)
    case .toDuration:
      return charge(reading: value, &budget) ? toDuration(value) : fail(.budget)
    default: return fail(.overload)
    }
  }

  /// What writing or reading the text of a double, timestamp or duration charges.
  private static let textCost = 4

  /// The text of a double, timestamp or duration.
  private static func text(of value: Value) -> String {
    switch value {
    case .double(let number): NumberText.text(number)
    case .timestamp(let time): time.text
    case .duration(let span): span.text
    default: ""
    }
  }

  private static func charge(reading value: Value, _ budget: inout Budget) -> Bool {
    if case .string = value { budget.charge(textCost) } else { true }
  }

  private static func toBool(_ value: Value) -> Answer {
    switch value {
    case .bool: return .success(value)
    case .string(let text):
      for name in ["1", "t", "true", "TRUE", "True"] where CodePoints.equal(text, name) {
        return .success(.bool(true))
      }
      for name in ["0", "f", "false", "FALSE", "False"] where CodePoints.equal(text, name) {
        return .success(.bool(false))
      }
      return fail(.conversion)
    default: return fail(.overload)
    }
  }

  private static func toInt(_ value: Value) -> Answer {
    switch value {
    case .int: .success(value)
    case .uint(let number): Int64(exactly: number).map { .success(.int($0)) } ?? fail(.overflow)
    case .double(let number): int(number).map(Value.int)
    case .string(let text): NumberText.int(text).map { .success(.int($0)) } ?? fail(.conversion)
    case .timestamp(let time): .success(.int(time.seconds))
    default: fail(.overload)
    }
  }

  /// `int(double)`: truncates. The error is `overflow` outside of the open interval from the
  /// smallest to the largest int, and for NaN and infinities.
  package static func int(_ number: Double) -> Result<Int64, EvaluationError> {
    guard number > -0x1p63, number < 0x1p63 else { return fail(.overflow) }
    return .success(Int64(number))
  }

  /// `uint(double)`: truncates. The error is `overflow` below 0, from 2^64 on, and for NaN and
  /// infinities.
  package static func uint(_ number: Double) -> Result<UInt64, EvaluationError> {
    guard number >= 0, number < 0x1p64 else { return fail(.overflow) }
    return .success(UInt64(number))
  }

  private static func toUint(_ value: Value) -> Answer {
    switch value {
    case .uint: .success(value)
    case .int(let number): UInt64(exactly: number).map { .success(.uint($0)) } ?? fail(.overflow)
    case .double(let number): uint(number).map(Value.uint)
    case .string(let text): NumberText.uint(text).map { .success(.uint($0)) } ?? fail(.conversion)
    default: fail(.overload)
    }
  }

  private static func toDouble(_ value: Value) -> Answer {
    switch value {
    case .double: .success(value)
    case .int(let number): .success(.double(Double(number)))
    case .uint(let number): .success(.double(Double(number)))
    case .string(let text):
      NumberText.double(text).map { .success(.double($0)) } ?? fail(.conversion)
    default: fail(.overload)
    }
  }

  private static func toString(
    _ value: Value, budget: inout Budget, types: [Declarations.DeclaredType]
  ) -> Answer {
    switch value {
    case .string(let text):
      return budget.charge(text: text, text) ? .success(value) : fail(.budget)
    case .bytes(let bytes):
      guard budget.charge(scanned: bytes.count) else { return fail(.budget) }
      guard let text = bytes.withUnsafeBufferPointer(validated) else { return fail(.conversion) }
      return .success(.string(text))
    case .bool(let bool): return .success(.string(bool ? "true" : "false"))
    case .int(let number): return .success(.string(String(number)))
    case .uint(let number): return .success(.string(String(number)))
    case .double, .timestamp, .duration:
      return budget.charge(textCost) ? .success(.string(text(of: value))) : fail(.budget)
    case .enumeration(let type, let index):
      return name(of: index, in: type, types).map { .success(.string($0)) } ?? fail(.overload)
    case .null, .list, .map, .record, .union, .unit, .optional, .type: return fail(.overload)
    }
  }

  /// The name of an enum's value, if it is declared.
  static func name(of index: Int32, in type: TypeID, _ types: [Declarations.DeclaredType])
    -> String?
  {
    guard types.indices.contains(Int(type.index)),
      case .enumeration(let names) = types[Int(type.index)].shape,
      names.indices.contains(Int(index))
    else { return nil }
    return names[Int(index)]
  }

  /// The text that the bytes encode, or `nil` if they are not valid UTF-8.
  private static func validated(_ bytes: CodePoints.Bytes) -> String? {
    // Decoding replaces invalid bytes, so the decoded text differs from the bytes.
    let text = String(decoding: bytes, as: UTF8.self)
    return CodePoints.withBytes(text) { CodePoints.equal($0, bytes) } ? text : nil
  }

  private static func toBytes(_ value: Value, budget: inout Budget) -> Answer {
    switch value {
    case .bytes(let bytes):
      return budget.charge(textLength: bytes.count * 2) ? .success(value) : fail(.budget)
    case .string(let text):
      guard budget.charge(textLength: CodePoints.count(text) + text.utf8.count) else {
        return fail(.budget)
      }
      return .success(.bytes(Array(text.utf8)))
    default: return fail(.overload)
    }
  }

  private static func toTimestamp(_ value: Value) -> Answer {
    switch value {
    case .timestamp: .success(value)
    case .int(let seconds):
      Value.Timestamp(seconds: seconds).map { .success(.timestamp($0)) } ?? fail(.range)
    case .string(let text):
      switch Value.Timestamp.parse(text) {
      case .success(let time): .success(.timestamp(time))
      case .failure(.malformed): fail(.conversion)
      case .failure(.outOfRange): fail(.range)
      }
    default: fail(.overload)
    }
  }

  private static func toDuration(_ value: Value) -> Answer {
    switch value {
    case .duration: .success(value)
    case .string(let text):
      switch Value.Duration.parse(text) {
      case .success(let span): .success(.duration(span))
      case .failure(.malformed): fail(.conversion)
      case .failure(.outOfRange): fail(.range)
      }
    default: fail(.overload)
    }
  }
}
