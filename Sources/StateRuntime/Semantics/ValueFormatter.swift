/// The structure of a value as `format` writes it.
///
/// Parts come one by one, when they are written.
package indirect enum FormatShape {
  case bool(Bool), int(Int64), uint(UInt64), double(Double), string(String), bytes([UInt8])
  /// Any other value without parts, such as an instant or a type, by its text.
  case text(String)
  /// The number of elements, and the element at an index.
  case list(Int, (Int) -> FormatShape)
  /// The number of entries, and the entry at an index. The keys ascend.
  case map(Int, (Int) -> (key: FormatShape, value: FormatShape))
  /// The number of fields, and the field at an index, in declared order.
  case record(Int, (Int) -> (name: String, value: FormatShape))
  /// The name of a case of a union, the number of its fields, and the field at an index.
  case union(name: String, Int, (Int) -> (name: String, value: FormatShape))
  case optional(FormatShape?)
  /// A value that has no text.
  case unknown
}

/// Why a template has no text.
package enum FormatFailure: Error, Hashable, Sendable {
  /// A clause is invalid, or its argument is missing or has the wrong type.
  case argument
  /// The text has more than 1 MiB, or a value is nested more than 64 levels deep.
  case size
  /// The caller refused a charge.
  case budget
}

/// Writes a template with its arguments, and stops as soon as the text is too large.
///
/// It knows no type of values, only their shapes. It is not generic over them: generic code is slow
/// where another module calls it.
package struct ValueFormatter {
  private let charge: (Int) -> Bool
  private var text: [UInt8] = []

  private init(_ charge: @escaping (Int) -> Bool) { self.charge = charge }

  /// Replaces each clause of a template, such as `%s` or `%.2f`, by an argument.
  ///
  /// - Parameters:
  ///   - template: The text with clauses.
  ///   - arguments: A value for each clause.
  ///   - charge: Receives the steps of each part before it is written; `false` ends the work with
  ///     the failure `budget`. A part costs 2 and 1 for each 10 bytes, `%e` and `%f` 200 more.
  /// - Returns: The text, or the reason why there is none.
  package static func text(
    _ template: String, _ arguments: [FormatShape], charge: @escaping (Int) -> Bool
  ) -> Result<String, FormatFailure> {
    var formatter = Self(charge)
    do throws(FormatFailure) {
      try formatter.write(template, arguments)
      return .success(String(decoding: formatter.text, as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  private mutating func write(
    _ template: String, _ arguments: [FormatShape]
  ) throws(FormatFailure) {
    var rest = Array(template.utf8)[...]
    var arguments = arguments[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.append(byte)
        continue
      }
      let clause = try Self.clause(&rest)
      if clause.letter == UInt8(ascii: "%") {
        text.append(byte)
      } else {
        guard let argument = arguments.popFirst() else { throw .argument }
        try write(argument, clause.letter, clause.decimals)
      }
    }
    try checkSize(adding: 0)
  }

  /// Reads the rest of a clause after its percent sign: another percent sign, or an optional number
  /// of decimals and a letter.
  private static func clause(
    _ rest: inout ArraySlice<UInt8>
  ) throws(FormatFailure) -> (letter: UInt8, decimals: Int) {
    var decimals = 6
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !digits.isEmpty, digits.count <= 4 else { throw .argument }
      decimals = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard decimals <= 1_000 else { throw .argument }
      rest.removeFirst(digits.count)
    }
    guard let letter = rest.popFirst() else { throw .argument }
    return (letter, decimals)
  }

  /// Writes one argument.
  private mutating func write(
    _ value: FormatShape, _ letter: UInt8, _ decimals: Int
  ) throws(FormatFailure) {
    switch (letter, value) {
    case (UInt8(ascii: "s"), _): try write(value, depth: 0)
    case (UInt8(ascii: "d"), .double(let number)): try append(NumberText.text(number))
    case (UInt8(ascii: "f"), _): try append(value) { $0.fixed(fractionDigits: decimals) }
    case (UInt8(ascii: "e"), _): try append(value) { $0.scientific(fractionDigits: decimals) }
    case (UInt8(ascii: "x"), .string(let text)), (UInt8(ascii: "X"), .string(let text)):
      try append(hexadecimal: text.utf8, isUppercase: letter == UInt8(ascii: "X"))
    case (UInt8(ascii: "x"), .bytes(let bytes)), (UInt8(ascii: "X"), .bytes(let bytes)):
      try append(hexadecimal: bytes, isUppercase: letter == UInt8(ascii: "X"))
    case (UInt8(ascii: "b"), .bool(let flag)): try append(flag ? "1" : "0")
    case (_, .int(let number)): try append(number, letter)
    case (_, .uint(let number)): try append(number, letter)
    default: throw .argument
    }
  }

  private mutating func append(
    _ number: some FixedWidthInteger, _ letter: UInt8
  ) throws(FormatFailure) {
    switch letter {
    case UInt8(ascii: "d"): try append(String(number))
    case UInt8(ascii: "x"): try append(String(number, radix: 16))
    case UInt8(ascii: "X"): try append(String(number, radix: 16, uppercase: true))
    case UInt8(ascii: "o"): try append(String(number, radix: 8))
    case UInt8(ascii: "b"): try append(String(number, radix: 2))
    default: throw .argument
    }
  }

  private mutating func append(
    _ number: FormatShape, _ digits: (ExactDecimal) -> String
  ) throws(FormatFailure) {
    guard charge(200) else { throw .budget }
    switch number {
    case .int(let number):
      try append((number < 0 ? "-" : "") + digits(ExactDecimal(number.magnitude)))
    case .uint(let number): try append(digits(ExactDecimal(number)))
    case .double(let number) where number.isFinite:
      try append((number.sign == .minus ? "-" : "") + digits(ExactDecimal(number)))
    case .double(let number): try append(NumberText.text(number))
    default: throw .argument
    }
  }

  private mutating func append(
    hexadecimal bytes: some Collection<UInt8>, isUppercase: Bool
  ) throws(FormatFailure) {
    try checkSize(adding: bytes.count * 2)
    guard charge(2 + bytes.count / 5) else { throw .budget }
    let ten = isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? digit + 0x30 : digit - 10 + ten)
      }
    }
  }

  private mutating func append(_ part: String) throws(FormatFailure) {
    try checkSize(adding: part.utf8.count)
    guard charge(2 + part.utf8.count / 10) else { throw .budget }
    text += part.utf8
  }

  private func checkSize(adding count: Int) throws(FormatFailure) {
    if text.count + count > 1 << 20 { throw .size }
  }
}

extension ValueFormatter {
  /// Writes a value of any type as `%s` does.
  private mutating func write(_ value: FormatShape, depth: Int) throws(FormatFailure) {
    guard depth <= 64 else { throw .size }
    switch value {
    case .bool(let flag): try append(flag ? "true" : "false")
    case .int(let number): try append(String(number))
    case .uint(let number): try append(String(number))
    case .double(let number): try append(NumberText.text(number))
    case .string(let text), .text(let text): try append(text)
    case .bytes(let bytes):
      guard charge(bytes.count / 5) else { throw .budget }
      try append(Self.repaired(bytes))
    case .list(let count, let element):
      try append("[")
      for index in 0..<count {
        if index > 0 { try append(", ") }
        try write(element(index), depth: depth + 1)
      }
      try append("]")
    case .map(let count, let entry):
      try append("{")
      for index in 0..<count {
        if index > 0 { try append(", ") }
        let entry = entry(index)
        try write(entry.key, depth: depth + 1)
        try append(": ")
        try write(entry.value, depth: depth + 1)
      }
      try append("}")
    case .record(let count, let field): try write(count, field, depth)
    case .union(let name, let count, let field):
      try append("{" + name + ": ")
      try write(count, field, depth)
      try append("}")
    case .optional(nil): try append("optional.none()")
    case .optional(let inside?):
      try append("optional.of(")
      try write(inside, depth: depth + 1)
      try append(")")
    case .unknown: throw .argument
    }
  }

  private mutating func write(
    _ count: Int, _ field: (Int) -> (name: String, value: FormatShape), _ depth: Int
  ) throws(FormatFailure) {
    try append("{")
    for index in 0..<count {
      if index > 0 { try append(", ") }
      let field = field(index)
      try append(field.name)
      try append(": ")
      try write(field.value, depth: depth + 1)
    }
    try append("}")
  }

  /// The text that the bytes encode in UTF-8, with one U+FFFD for each run of invalid bytes.
  private static func repaired(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var isBroken = false
    var at = 0
    while at < bytes.count {
      var iterator = bytes[at...].makeIterator()
      var decoder = UTF8()
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
