/// A name: letters, digits and `_` of ASCII, not starting with a digit.
public struct Identifier: Hashable, Sendable {
  /// The name.
  public let text: String

  /// Takes a name; `nil` if it is none.
  public init?(_ text: String) {
    guard let first = text.utf8.first, Identifier.isStart(first), Identifier.isOfParts(text)
    else { return nil }
    self.text = text
  }

  /// Whether a name may start with this byte.
  package static func isStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a name can contain this byte.
  package static func isPart(_ byte: UInt8) -> Bool {
    isStart(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a text has only bytes that a name can contain.
  package static func isOfParts(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isPart) }
      ?? text.utf8.allSatisfy(isPart)
  }

  /// The form of a name that must differ between two names of one scope: generated code starts its
  /// types with a capital and joins words, and disks may ignore case.
  package var folded: String {
    let letters = text.utf8.filter { $0 != UInt8(ascii: "_") }.map(Identifier.lowercased)
    return letters.isEmpty ? text : String(decoding: letters, as: UTF8.self)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
