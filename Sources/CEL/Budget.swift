/// The steps that an evaluation may still take.
///
/// Charges come from the sizes of values, never from instructions, and are taken before the work is
/// done: so every engine counts alike and nothing grows beyond its means. What a function charges:
///
/// - Texts (strings and bytes): 1 for each full 100 code points (bytes) of its operands and its
///   result together; texts in a list that is joined or made by splitting count as well.
/// - Texts that a function searches, reads or changes byte by byte: 1 for each full 10 bytes
///   (`contains`, `indexOf`, `lastIndexOf`, `replace`, `split`, `reverse`, `trim`,
///   `quote`, `lowerAscii`, `upperAscii`, `base64.*`, `format`, `regex.extractAll`, `regex.replace`, and texts that conversions
///   read).
/// - `replace`: 1 for each 2 occurrences.
/// - `format`: 2 for each part that it writes, and 200 for each `%e` and `%f`.
/// - `regex.extractAll` and `regex.replace`: 2 for each match, and 1 for each 10 parts of the
///   replacement.
/// - Records and cases of unions: 1 for each that is compared, and 1 for each 8 fields. Making one
///   with more than 32 fields, or a copy of it: 1 for each 4 fields.
/// - Writing an element or field of a value: 1 for each 8 elements or fields, or 4 entries, of
///   what holds it, if there are more than 32.
/// - Conversions between a text and a double, timestamp or duration: 4.
/// - `+`, `slice`, `flatten`, `reverse`, `join`, `in`, `distinct`, `sets.*`, `math.greatest` and
///   `math.least` on lists: 1 for each element of the operands, 2 with `sets.equivalent`.
///   `lists.range`, `split` and `regex.extractAll`: 1 for each element of the result.
/// - Comparing: lists and maps of different sizes nothing, else 1 for each element and 2 for each
///   entry up to the first difference, and what comparing them charges.
/// - Making a map in a loop, or copying one into another: 2 for each entry.
/// - `distinct`, `in` a list and `sets.*` also charge for texts and collections inside the elements,
///   what comparing each of them with itself would.
/// - `sort` and `sortBy`: (n + code points of the keys / 100) x (bits of n).
/// - `matches` and `regex.*`: 1 for each 5 (code point x instruction) begun.
/// - Storing a value whose type can hold more than 1,000,000 values, because lists, maps or records
///   hold each other: 1 for each list, map and record in it, and 1 for each 8 elements.
/// - Finding a key in a map: 1 for each 6 (bits of the number of entries), times 1 for each full 100
///   bytes of the key and 1 more.
@usableFromInline
package struct Budget: Sendable, BitwiseCopyable {
  /// The remaining steps; 0 after a charge was refused.
  @usableFromInline package var remaining: Int64

  @inlinable
  package init(_ steps: Int64) { remaining = steps }

  /// Takes `steps`. Returns `false` and leaves 0 if there are fewer.
  @inline(__always)
  package mutating func charge(_ steps: Int) -> Bool {
    guard Int64(steps) <= remaining else {
      remaining = 0
      return false
    }
    remaining -= Int64(steps)
    return true
  }

  /// Charges for texts of so many code points (or bytes) together.
  @inline(__always)
  package mutating func charge(textLength: Int) -> Bool {
    textLength < Self.textUnit || charge(textLength / Self.textUnit)
  }

  /// Charges for bytes that are read one after the other.
  @inline(__always)
  package mutating func charge(scanned bytes: Int) -> Bool { charge(bytes / Self.scanUnit) }

  /// Charges for texts that are read byte by byte.
  @inline(__always)
  package mutating func charge(scanned first: String, _ second: String = "") -> Bool {
    charge(scanned: first.utf8.count + second.utf8.count)
  }

  /// Charges for the search of a key.
  @inline(__always)
  package mutating func charge(finding key: Value, in map: Value.Map) -> Bool {
    let bits = Int.bitWidth - map.count.leadingZeroBitCount
    guard case .string(let text) = key else { return charge(bits / 6) }
    return charge((1 + text.utf8.count / Self.textUnit) * bits / 6)
  }

  /// Whether making a record or case of so many fields is charged.
  static func charges(making fields: Int) -> Bool { fields > smallCount }

  /// Charges for making a record or case.
  @inline(__always)
  mutating func charge(making fields: Int) -> Bool {
    fields <= Self.smallCount || charge(fields / 4)
  }

  /// Charges for writing a part of a value of so many parts, which can copy all of them.
  @inline(__always)
  mutating func charge(writing parts: Int, perStep: Int) -> Bool {
    parts <= Self.smallCount || charge(parts / perStep)
  }

  /// As many parts are copied for nothing.
  private static let smallCount = 32

  /// Charges for an operand.
  @inline(__always)
  package mutating func charge(text: String) -> Bool {
    text.utf8.count < Self.textUnit || charge(textLength: CodePoints.count(text))
  }

  /// Charges for two operands together.
  @inline(__always)
  package mutating func charge(text first: String, _ second: String) -> Bool {
    first.utf8.count + second.utf8.count < Self.textUnit
      || charge(textLength: CodePoints.count(first) + CodePoints.count(second))
  }

  /// The code points (bytes) that cost one step.
  package static let textUnit = 100

  /// The bytes that cost one step where they are read one after the other.
  package static let scanUnit = 10
}
