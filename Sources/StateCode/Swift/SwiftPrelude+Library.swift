extension SwiftPrelude {
  /// Less common functions of text, bytes and numbers.
  static let library = #"""
    // More of text.

    /// The offsets in bytes of the first `limit` of a part that do not overlap, all if negative.
    private func places(_ part: [UInt8], _ bytes: [UInt8], _ limit: Int64) -> [Int] {
      var places: [Int] = []
      var at = 0
      while at + part.count <= bytes.count, limit < 0 || places.count < limit {
        if part.isEmpty {
          if at == bytes.count || bytes[at] & 0xC0 != 0x80 { places.append(at) }
          at += 1
        } else if bytes[at] == part[0], bytes[at..<(at + part.count)].elementsEqual(part) {
          places.append(at)
          at += part.count
        } else {
          at += 1
        }
      }
      return places
    }

    private func string(_ bytes: some Collection<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self)
    }

    /// An offset in code points of one in bytes.
    private func points(_ bytes: some Sequence<UInt8>) -> Int64 {
      bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    func celIndexOf(
      _ text: String, _ part: String, _ start: Int64 = 0
    ) throws(EvaluationError) -> Int64 {
      let first = try index(text, start)
      let before = text.utf8.distance(from: text.startIndex, to: first)
      let bytes = Array(text.utf8)
      guard let place = places(Array(part.utf8), Array(bytes[before...]), 1).first else { return -1 }
      return start + points(bytes[before..<(before + place)])
    }

    /// The last place up to a limit. As elsewhere a limit at the size finds only the empty text.
    func celLastIndexOf(
      _ text: String, _ part: String, _ limit: Int64? = nil
    ) throws(EvaluationError) -> Int64 {
      let bytes = Array(text.utf8)
      let wanted = Array(part.utf8)
      var at = bytes.count
      if let limit {
        let last = try index(text, limit)
        if last == text.endIndex, !wanted.isEmpty { return -1 }
        at = text.utf8.distance(from: text.startIndex, to: last)
      }
      at = min(at, bytes.count - wanted.count)
      while at >= 0 {
        if bytes[at..<(at + wanted.count)].elementsEqual(wanted) { return points(bytes[..<at]) }
        at -= 1
      }
      return -1
    }

    func celReplace(
      _ text: String, _ old: String, _ new: String, _ limit: Int64 = -1
    ) throws(EvaluationError) -> String {
      let bytes = Array(text.utf8)
      let places = places(Array(old.utf8), bytes, limit)
      let change = (new.utf8.count - old.utf8.count).multipliedReportingOverflow(by: places.count)
      if change.overflow || bytes.count + change.partialValue > 1 << 20 {
        throw EvaluationError("size")
      }
      var result: [UInt8] = []
      var rest = 0
      for place in places {
        result += bytes[rest..<place]
        result += new.utf8
        rest = place + old.utf8.count
      }
      return string(result + bytes[rest...])
    }

    /// At most `limit` parts, the last with all that is left; an empty separator gives code points.
    func celSplit(
      _ text: String, _ separator: String, _ limit: Int64 = -1
    ) throws(EvaluationError) -> [String] {
      if limit == 0 { return [] }
      let bytes = Array(text.utf8)
      var cuts = places(Array(separator.utf8), bytes, -1)
      if separator.utf8.isEmpty {
        if bytes.isEmpty { return [] }
        cuts = Array(cuts.dropFirst().dropLast())
      }
      if limit > 0, cuts.count >= limit { cuts = Array(cuts.prefix(Int(limit) - 1)) }
      if cuts.count >= 10_000 { throw EvaluationError("size") }
      var parts: [String] = []
      var start = 0
      for cut in cuts {
        parts.append(string(bytes[start..<cut]))
        start = cut + separator.utf8.count
      }
      return parts + [string(bytes[start...])]
    }

    /// In double quotes, with backslashes where a letter stands for a character.
    func celQuote(_ text: String) throws(EvaluationError) -> String {
      let letters: [UInt8: Character] = [
        7: "a", 8: "b", 12: "f", 10: "n", 13: "r", 9: "t", 11: "v", 0x5C: "\\", 0x22: "\"",
      ]
      var quoted: [UInt8] = []
      for byte in text.utf8 {
        if let letter = letters[byte] { quoted += "\\\(letter)".utf8 } else { quoted.append(byte) }
      }
      if quoted.count + 2 > 1 << 20 { throw EvaluationError("size") }
      return "\"" + string(quoted) + "\""
    }

    // Bytes.

    func celSize(_ bytes: Bytes) -> Int64 { Int64(bytes.values.count) }

    func celPlus(_ left: Bytes, _ right: Bytes) throws(EvaluationError) -> Bytes {
      if left.values.count + right.values.count > 1 << 20 { throw EvaluationError("size") }
      return Bytes(left.values + right.values)
    }

    func celBytes(_ text: String) -> Bytes { Bytes(Array(text.utf8)) }

    func celText(_ bytes: Bytes) throws(EvaluationError) -> String {
      // Decoding repairs what is wrong.
      let text = string(bytes.values)
      if !text.utf8.elementsEqual(bytes.values) { throw EvaluationError("conversion") }
      return text
    }

    private let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    func celBase64Encode(_ bytes: Bytes) throws(EvaluationError) -> String {
      if (bytes.values.count + 2) / 3 * 4 > 1 << 20 { throw EvaluationError("size") }
      var text: [UInt8] = []
      for start in stride(from: 0, to: bytes.values.count, by: 3) {
        let group = bytes.values[start...].prefix(3)
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for place in 0..<4 {
          text.append(place > group.count ? UInt8(ascii: "=") : base64[bits >> (18 - 6 * place) & 63])
        }
      }
      return string(text)
    }

    /// Padding may be missing; anything else that is not written so is an error.
    func celBase64Decode(_ text: String) throws(EvaluationError) -> Bytes {
      var digits = Array(text.utf8)
      if digits.count % 4 == 0 {
        for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
      }
      var bytes: [UInt8] = []
      var (bits, count) = (0, 0)
      for digit in digits {
        guard let value = base64.firstIndex(of: digit) else { throw EvaluationError("conversion") }
        bits = bits << 6 | value
        count += 6
        guard count >= 8 else { continue }
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
        bits &= 1 << count - 1
      }
      if bits != 0 || digits.count % 4 == 1 { throw EvaluationError("conversion") }
      return Bytes(bytes)
    }

    // More conversions.

    func celBool(_ text: String) throws(EvaluationError) -> Bool {
      if ["1", "t", "true", "TRUE", "True"].contains(where: text.isEqual) { return true }
      if ["0", "f", "false", "FALSE", "False"].contains(where: text.isEqual) { return false }
      throw EvaluationError("conversion")
    }

    func celUint(_ text: String) throws(EvaluationError) -> UInt64 {
      guard !text.utf8.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = UInt64(text)
      else { throw EvaluationError("conversion") }
      return number
    }

    func celDouble(_ text: String) throws(EvaluationError) -> Double {
      if text.isEqual(to: "NaN") { return .nan }
      let sign = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
      let rest = String(text.unicodeScalars.dropFirst(sign ? 1 : 0))
      if ["Infinity", "inf", "Inf"].contains(where: rest.isEqual) {
        return text.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity
      }
      guard isDecimal(Array(rest.utf8)[...]), let number = Double(text) else {
        throw EvaluationError("conversion")
      }
      return number
    }

    /// Digits with a point somewhere, and perhaps an exponent.
    private func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
      var rest = text
      func digits() -> Int {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest = rest.dropFirst(count)
        return count
      }
      var count = digits()
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        count += digits()
      }
      if count == 0 { return false }
      if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
        rest = rest.dropFirst()
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
          rest = rest.dropFirst()
        }
        if digits() == 0 { return false }
      }
      return rest.isEmpty
    }

    // Mathematics.

    func celCeil(_ number: Double) -> Double { number.rounded(.up) }

    func celFloor(_ number: Double) -> Double { number.rounded(.down) }

    func celRound(_ number: Double) -> Double { number.rounded(.toNearestOrAwayFromZero) }

    func celTrunc(_ number: Double) -> Double { number.rounded(.towardZero) }

    func celIsNaN(_ number: Double) -> Bool { number.isNaN }

    func celIsInf(_ number: Double) -> Bool { number.isInfinite }

    func celIsFinite(_ number: Double) -> Bool { number.isFinite }

    func celSign(_ number: Int64) -> Int64 { number.signum() }

    func celSign(_ number: UInt64) -> UInt64 { number.signum() }

    func celSign(_ number: Double) -> Double {
      number.isNaN ? number : number > 0 ? 1 : number < 0 ? -1 : 0
    }

    func celSqrt(_ number: Int64) -> Double { Double(number).squareRoot() }

    func celSqrt(_ number: UInt64) -> Double { Double(number).squareRoot() }

    func celSqrt(_ number: Double) -> Double { number.squareRoot() }

    func celBitAnd<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
      left & right
    }

    func celBitOr<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number { left | right }

    func celBitXor<Number: FixedWidthInteger>(_ left: Number, _ right: Number) -> Number {
      left ^ right
    }

    func celBitNot<Number: FixedWidthInteger>(_ number: Number) -> Number { ~number }

    /// 64 places or more leave nothing.
    func celBitShiftLeft<Number: FixedWidthInteger>(
      _ number: Number, _ places: Int64
    ) throws(EvaluationError) -> Number {
      if places < 0 { throw EvaluationError("argument") }
      return number << places
    }

    /// Fills with 0, whatever the sign.
    func celBitShiftRight(_ number: UInt64, _ places: Int64) throws(EvaluationError) -> UInt64 {
      if places < 0 { throw EvaluationError("argument") }
      return number >> places
    }

    func celBitShiftRight(_ number: Int64, _ places: Int64) throws(EvaluationError) -> Int64 {
      Int64(bitPattern: try celBitShiftRight(UInt64(bitPattern: number), places))
    }

    // Sets.

    func celSetsContains<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
      others.allSatisfy { celHas(list, $0) }
    }

    func celSetsIntersects<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
      others.contains { celHas(list, $0) }
    }

    func celSetsEquivalent<Element: CELValue>(_ list: [Element], _ others: [Element]) -> Bool {
      celSetsContains(list, others) && celSetsContains(others, list)
    }

    /// An error, after its operands.
    func celFail(_ id: String, _ operands: Dyn...) throws(EvaluationError) -> Dyn {
      throw EvaluationError(id)
    }
    """#
}
