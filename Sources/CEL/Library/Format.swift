extension Library {
  /// `template.format(arguments)`. The error is `argument` for an invalid clause, and for an
  /// argument that is missing or has the wrong type for its clause.
  package static func format(
    _ template: Value, _ arguments: Value, budget: inout Budget,
    types: [Declarations.DeclaredType]
  ) -> Answer {
    guard case .string(let template) = template, case .list(let arguments) = arguments else {
      return fail(.overload)
    }
    var formatter = Formatter(arguments: arguments, types: types)
    if let error = formatter.write(template) { return .failure(error) }
    let result = String(decoding: formatter.text, as: UTF8.self)
    return budget.charge(text: template, result) ? .success(.string(result)) : fail(.budget)
  }
}

/// Writes a template with its arguments, and stops as soon as the text is too large.
private struct Formatter {
  let arguments: [Value]
  let types: [Declarations.DeclaredType]
  private(set) var text: [UInt8] = []
  private var nextArgument = 0

  init(arguments: [Value], types: [Declarations.DeclaredType]) {
    self.arguments = arguments
    self.types = types
  }

  private enum Clause { case literal, value(UInt8, precision: Int) }

  /// Writes all of `template`; returns the error if it fails.
  mutating func write(_ template: String) -> EvaluationError? {
    var rest = Array(template.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      guard let clause = Self.clause(&rest) else { return EvaluationError(.argument) }
      switch clause {
      case .literal: text.append(byte)
      case .value(let letter, let precision):
        guard arguments.indices.contains(nextArgument) else { return EvaluationError(.argument) }
        let argument = arguments[nextArgument]
        nextArgument += 1
        guard write(argument, letter, precision) else {
          return EvaluationError(text.count > Limits.textBytes ? .size : .argument)
        }
      }
    }
    return text.count > Limits.textBytes ? EvaluationError(.size) : nil
  }

  /// Reads the rest of a clause after its percent sign: another percent sign, or an optional
  /// precision and a letter.
  private static func clause(_ rest: inout ArraySlice<UInt8>) -> Clause? {
    var precision = 6
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !digits.isEmpty, digits.count <= 4 else { return nil }
      precision = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard precision <= Limits.formatPrecision else { return nil }
      rest.removeFirst(digits.count)
    }
    guard let letter = rest.popFirst() else { return nil }
    return letter == UInt8(ascii: "%") ? .literal : .value(letter, precision: precision)
  }

  /// Writes one argument; `false` if the clause does not accept it or the text is too large.
  private mutating func write(_ value: Value, _ letter: UInt8, _ precision: Int) -> Bool {
    switch letter {
    case UInt8(ascii: "s"): return write(value, 0)
    case UInt8(ascii: "d"): return writeDecimal(value)
    case UInt8(ascii: "f"): return writeNumber(value) { $0.fixed(fractionDigits: precision) }
    case UInt8(ascii: "e"): return writeNumber(value) { $0.scientific(fractionDigits: precision) }
    case UInt8(ascii: "x"): return writeHexadecimal(value, isUppercase: false)
    case UInt8(ascii: "X"): return writeHexadecimal(value, isUppercase: true)
    case UInt8(ascii: "o"): return writeInteger(value, radix: 8)
    case UInt8(ascii: "b"):
      if case .bool(let bool) = value { return append(bool ? "1" : "0") }
      return writeInteger(value, radix: 2)
    default: return false
    }
  }

  private mutating func writeDecimal(_ value: Value) -> Bool {
    if case .double(let number) = value { return append(NumberText.text(number)) }
    return writeInteger(value, radix: 10)
  }

  private mutating func writeInteger(_ value: Value, radix: Int, isUppercase: Bool = false) -> Bool
  {
    switch value {
    case .int(let number): append(String(number, radix: radix, uppercase: isUppercase))
    case .uint(let number): append(String(number, radix: radix, uppercase: isUppercase))
    default: false
    }
  }

  private mutating func writeHexadecimal(_ value: Value, isUppercase: Bool) -> Bool {
    switch value {
    case .string(let text): return appendHexadecimal(text.utf8, isUppercase: isUppercase)
    case .bytes(let bytes): return appendHexadecimal(bytes, isUppercase: isUppercase)
    default: return writeInteger(value, radix: 16, isUppercase: isUppercase)
    }
  }

  private mutating func appendHexadecimal(_ bytes: some Collection<UInt8>, isUppercase: Bool)
    -> Bool
  {
    guard text.count + bytes.count * 2 <= Limits.textBytes else { return tooLarge() }
    let ten = isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? digit + 0x30 : digit - 10 + ten)
      }
    }
    return true
  }

  private mutating func writeNumber(_ value: Value, _ digits: (Decimal) -> String) -> Bool {
    switch value {
    case .int(let number):
      return append((number < 0 ? "-" : "") + digits(Decimal(number.magnitude)))
    case .uint(let number): return append(digits(Decimal(number)))
    case .double(let number):
      guard number.isFinite else { return append(NumberText.text(number)) }
      return append((number.sign == .minus ? "-" : "") + digits(Decimal(number)))
    default: return false
    }
  }

  private mutating func append(_ part: String) -> Bool {
    guard text.count + part.utf8.count <= Limits.textBytes else { return tooLarge() }
    text += part.utf8
    return true
  }

  /// Makes the text larger than the limit, so that the caller reports the error `size`.
  private mutating func tooLarge() -> Bool {
    text = [UInt8](repeating: 0, count: Limits.textBytes + 1)
    return false
  }
}

extension Formatter {
  /// Writes a value of any type as `%s` does.
  private mutating func write(_ value: Value, _ depth: Int) -> Bool {
    guard depth <= Limits.valueDepth else { return tooLarge() }
    switch value {
    case .null: return append("null")
    case .bool(let bool): return append(bool ? "true" : "false")
    case .int(let number): return append(String(number))
    case .uint(let number): return append(String(number))
    case .double(let number): return append(NumberText.text(number))
    case .string(let text): return append(text)
    case .bytes(let bytes): return append(Self.repaired(bytes))
    case .timestamp(let time): return append(time.text)
    case .duration(let span): return append(span.text)
    case .type(let type): return append(type.name(types))
    case .enumeration(let type, let index):
      return Library.name(of: index, in: type, types).map { append($0) } ?? false
    case .unit: return append("{}")
    case .list(let elements): return writeList(elements, depth)
    case .map(let map): return writeMap(map, depth)
    case .record(let fields, let type):
      return writeFields(Library.fields(of: type, types), fields, depth)
    case .union(let unionCase, let fields):
      guard let own = Library.unionCase(unionCase, types) else { return false }
      return append("{" + own.name + ": ") && writeFields(own.fields, fields, depth) && append("}")
    case .optional(let optional):
      guard let inside = optional.value else { return append("optional.none()") }
      return append("optional.of(") && write(inside, depth + 1) && append(")")
    }
  }

  private mutating func writeList(_ elements: [Value], _ depth: Int) -> Bool {
    guard append("[") else { return false }
    for (index, element) in elements.enumerated() {
      guard index == 0 || append(", "), write(element, depth + 1) else { return false }
    }
    return append("]")
  }

  /// Writes a map, sorted by the texts of the keys. If two are the same (`1` and `'1'`), the number
  /// precedes the text.
  private mutating func writeMap(_ map: Value.Map, _ depth: Int) -> Bool {
    var entries: [(key: String, isText: Bool, value: Value)] = []
    for (key, value) in map.entries {
      var keyText = Formatter(arguments: [], types: types)
      guard keyText.write(key, depth + 1) else { return false }
      let isText = if case .string = key { true } else { false }
      entries.append((String(decoding: keyText.text, as: UTF8.self), isText, value))
    }
    entries.sort { left, right in
      let order = CodePoints.compare(left.key, right.key)
      return order == 0 ? !left.isText && right.isText : order < 0
    }
    guard append("{") else { return false }
    for (index, entry) in entries.enumerated() {
      guard index == 0 || append(", "), append(entry.key), append(": "),
        write(entry.value, depth + 1)
      else { return false }
    }
    return append("}")
  }

  private mutating func writeFields(
    _ fields: [Declarations.Field]?, _ values: [Value], _ depth: Int
  ) -> Bool {
    guard let fields, append("{") else { return false }
    for (index, (field, value)) in zip(fields, values).enumerated() {
      guard index == 0 || append(", "), append(field.name), append(": "), write(value, depth + 1)
      else { return false }
    }
    return append("}")
  }

  /// The text that the bytes encode in UTF-8, with one U+FFFD for each run of invalid bytes.
  private static func repaired(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var isBroken = false
    var at = 0
    while at < bytes.count {
      var iterator = bytes[at...].makeIterator()
      decoder = UTF8()
      if case .scalarValue(let scalar) = decoder.decode(&iterator) {
        text.append(scalar)
        at += UTF8.width(scalar)
        isBroken = false
      } else {
        if !isBroken { text.append("\u{FFFD}") }
        isBroken = true
        at += 1
      }
    }
    return String(text)
  }
}

extension Value.TypeValue {
  /// The name of the type in CEL.
  package func name(_ types: [Declarations.DeclaredType]) -> String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .null: "null_type"
    case .list: "list"
    case .map: "map"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .optional: "optional_type"
    case .type: "type"
    case .unit: "void"
    case .declared(let type):
      types.indices.contains(Int(type.index)) ? types[Int(type.index)].name : "type"
    case .named(let name): name
    }
  }
}
