extension SwiftPrelude {
  /// The wire form.
  static let wire = #"""
    // The wire form: plain JSON, without a library.

    /// Plain JSON.
    PUBLIC indirect enum Wire: Hashable, Sendable {
      case null
      case bool(Bool)
      /// A number as it is written.
      case number(String)
      case text(String)
      case array([Wire])
      /// Members in order.
      case object([WireMember])
    }

    /// A member of an object.
    PUBLIC struct WireMember: Hashable, Sendable {
      /// The key.
      PUBLIC let key: String
      /// The value.
      PUBLIC let value: Wire

      /// Makes a member.
      PUBLIC init(_ key: String, _ value: Wire) {
        self.key = key
        self.value = value
      }
    }

    /// A text that is no JSON, or JSON that is no value of the type.
    PUBLIC struct WireError: Error, Hashable, Sendable {
      /// What is wrong.
      PUBLIC let message: String
    }

    extension Wire {
      /// Reads JSON: strict, at most 128 levels deep, without duplicate keys.
      PUBLIC init(parsing text: String) throws(WireError) {
        var parser = WireParser(text)
        self = try parser.document()
      }

      /// Canonical text: one blank after commas and colons.
      PUBLIC var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): text
        case .text(let text): Wire.quoted(text)
        case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        case .object(let members):
          "{" + members.map { Wire.quoted($0.key) + ": " + $0.value.json }.joined(separator: ", ")
            + "}"
        }
      }

      private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
          switch scalar {
          case "\"": result += "\\\""
          case "\\": result += "\\\\"
          case "\n": result += "\\n"
          case "\r": result += "\\r"
          case "\t": result += "\\t"
          default:
            if scalar.value < 0x20 || scalar.value == 0x7F {
              let digits = String(scalar.value, radix: 16)
              result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
              result.unicodeScalars.append(scalar)
            }
          }
        }
        return result + "\""
      }

      /// The name and the data of an event, a case or a command.
      func alternative() throws(WireError) -> (name: String, data: Wire) {
        switch self {
        case .text(let name): return (name, .object([]))
        case .object(let members):
          if let member = members.first, members.count == 1 { return (member.key, member.value) }
        default: break
        }
        throw WireError(message: "expected a name, or an object with one key")
      }

      /// A member; null where it is left out.
      func member(_ key: String) throws(WireError) -> Wire {
        guard case .object(let members) = self else { throw WireError(message: "expected an object") }
        return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value ?? .null
      }

      func has(_ key: String) -> Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.key.utf8.elementsEqual(key.utf8) }
      }

      static func alternative(_ name: String, _ members: [WireMember]) -> Wire {
        members.isEmpty ? .text(name) : .object([WireMember(name, .object(members))])
      }
    }

    /// A value, or the error of computing it.
    func celResult(_ value: () throws(EvaluationError) -> Wire) -> Result<Wire, EvaluationError> {
      do {
        return .success(try value())
      } catch {
        return .failure(error)
      }
    }

    /// What has a wire form.
    protocol WireValue {
      init(wire: Wire) throws(WireError)
      var wire: Wire { get }
    }

    extension Bool: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .bool(let flag) = wire else { throw WireError(message: "expected true or false") }
        self = flag
      }

      var wire: Wire { .bool(self) }
    }

    extension Int64: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .number(let text) = wire, let number = Int64(text) else {
          throw WireError(message: "expected a whole number of 64 bits")
        }
        self = number
      }

      var wire: Wire { .number(String(self)) }
    }

    extension UInt64: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .number(let text) = wire, let number = UInt64(text) else {
          throw WireError(message: "expected a whole number of 64 bits")
        }
        self = number
      }

      var wire: Wire { .number(String(self)) }
    }

    extension Double: WireValue {
      init(wire: Wire) throws(WireError) {
        let number: Double? =
          switch wire {
          case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
          case .text("NaN"): .nan
          case .text("Infinity"): .infinity
          case .text("-Infinity"): -.infinity
          default: nil
          }
        guard let number else { throw WireError(message: "expected a number") }
        self = number
      }

      var wire: Wire {
        if !isFinite { return .text(celText(self)) }
        return .number(self == 0 && sign == .minus ? "-0" : celText(self))
      }
    }

    extension String: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .text(let text) = wire, text.utf8.count <= 1 << 20 else {
          throw WireError(message: "expected a text")
        }
        self = text
      }

      var wire: Wire { .text(self) }
    }

    extension Unit: WireValue {
      init(wire: Wire) throws(WireError) {
        guard wire == .object([]) else { throw WireError(message: "expected {}") }
        self.init()
      }

      var wire: Wire { .object([]) }
    }

    extension TimeSpan: WireValue {
      init(wire: Wire) throws(WireError) {
        let seconds: String
        switch wire {
        case .number(let text): seconds = text
        case .text(let text) where text.hasSuffix("s"): seconds = String(text.dropLast())
        default: throw WireError(message: "expected seconds")
        }
        let parts = seconds.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? parts[1] : ""
        let digits = fraction + String(repeating: "0", count: max(0, 9 - fraction.count))
        guard parts.count <= 2, digits.count == 9, let number = Int64(parts[0] + digits) else {
          throw WireError(message: "expected seconds")
        }
        self.init(nanoseconds: number)
      }

      var wire: Wire { .text(celText(self)) }
    }

    extension Optional: WireValue where Wrapped: WireValue {
      init(wire: Wire) throws(WireError) { self = wire == .null ? nil : try Wrapped(wire: wire) }

      var wire: Wire { self?.wire ?? .null }
    }

    extension Array: WireValue where Element: WireValue {
      init(wire: Wire) throws(WireError) {
        guard case .array(let elements) = wire, elements.count <= 10_000 else {
          throw WireError(message: "expected a list")
        }
        self = []
        for element in elements { append(try Element(wire: element)) }
      }

      var wire: Wire { .array(map(\.wire)) }
    }

    /// A state as whoever replays events sees it.
    protocol WireState: Equatable {
      /// What a step leaves and asks for.
      typealias WireStep = (state: Self, commands: [Wire], result: StepResult)

      static func wireStart(_ inputs: Wire) throws -> WireStep
      func wireStep(_ event: Wire) throws -> WireStep
      /// The outputs in declared order, each with its value or the error of reading it.
      var wireOutputs: [(name: String, value: Result<Wire, EvaluationError>)] { get }
      /// The active states without an active child.
      var wirePlaces: [String] { get }
    }

    private struct WireParser {
      private let bytes: [UInt8]
      private var at = 0
      private var depth = 0

      init(_ text: String) { bytes = Array(text.utf8) }

      mutating func document() throws(WireError) -> Wire {
        let wire = try value()
        skipBlanks()
        if at < bytes.count { throw problem }
        return wire
      }

      private var problem: WireError { WireError(message: "no JSON at byte \(at)") }

      private mutating func skipBlanks() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
      }

      private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard at < bytes.count, UInt32(bytes[at]) == byte.value else { return false }
        at += 1
        return true
      }

      private mutating func value() throws(WireError) -> Wire {
        skipBlanks()
        guard at < bytes.count, depth < 128 else { throw problem }
        depth += 1
        defer { depth -= 1 }
        switch bytes[at] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
      }

      private mutating func word(_ word: String, _ wire: Wire) throws(WireError) -> Wire {
        guard bytes[at...].starts(with: word.utf8) else { throw problem }
        at += word.utf8.count
        return wire
      }

      private mutating func digits() throws(WireError) {
        let start = at
        while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
        if at == start { throw problem }
      }

      private mutating func number() throws(WireError) -> Wire {
        let start = at
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        let first = at
        try digits()
        if at > first + 1, bytes[first] == 0x30 { throw problem }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
          at += 1
          try digits()
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
          at += 1
          if at < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[at]) { at += 1 }
          try digits()
        }
        return .number(String(decoding: bytes[start..<at], as: UTF8.self))
      }

      private mutating func array() throws(WireError) -> Wire {
        at += 1
        var elements: [Wire] = []
        if skip("]") { return .array([]) }
        repeat { elements.append(try value()) } while skip(",")
        if !skip("]") { throw problem }
        return .array(elements)
      }

      private mutating func object() throws(WireError) -> Wire {
        at += 1
        var members: [WireMember] = []
        if skip("}") { return .object([]) }
        repeat {
          skipBlanks()
          let key = try text()
          if members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) || !skip(":") {
            throw problem
          }
          members.append(WireMember(key, try value()))
        } while skip(",")
        if !skip("}") { throw problem }
        return .object(members)
      }

      private mutating func text() throws(WireError) -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw problem }
        at += 1
        var result: [UInt8] = []
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
          if bytes[at] < 0x20 { throw problem }
          if bytes[at] == UInt8(ascii: "\\") {
            result += String(try escape()).utf8
          } else {
            result.append(bytes[at])
            at += 1
          }
        }
        at += 1
        guard at <= bytes.count else { throw problem }
        return String(decoding: result, as: UTF8.self)
      }

      private mutating func escape() throws(WireError) -> Unicode.Scalar {
        guard at + 1 < bytes.count else { throw problem }
        let letter = bytes[at + 1]
        if letter == UInt8(ascii: "u") {
          let unit = try hexadecimal()
          guard unit & 0xFC00 == 0xD800 else {
            guard let scalar = Unicode.Scalar(unit) else { throw problem }
            return scalar
          }
          let low = try hexadecimal()
          guard low & 0xFC00 == 0xDC00,
            let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF))
          else { throw problem }
          return scalar
        }
        at += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        default: throw problem
        }
      }

      private mutating func hexadecimal() throws(WireError) -> UInt32 {
        guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
          bytes[at + 1] == UInt8(ascii: "u"),
          let unit = UInt32(String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self), radix: 16)
        else { throw problem }
        at += 6
        return unit
      }
    }
    """#
}
