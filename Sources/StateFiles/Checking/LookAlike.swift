import StateModel

/// A letter that looks like another one, of those that names are written in.
struct LookAlike {
  /// `a Cyrillic letter`.
  let kind: String
  /// What it looks like.
  let plain: Unicode.Scalar

  /// - Parameter scalar: Any character.
  init?(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 { return nil }
    if let found = LookAlike.match(scalar, LookAlike.cyrillic) {
      (kind, plain) = ("a Cyrillic letter", found)
    } else if let found = LookAlike.match(scalar, LookAlike.greek) {
      (kind, plain) = ("a Greek letter", found)
    } else if (0xFF01...0xFF5E).contains(scalar.value),
      let found = Unicode.Scalar(scalar.value - 0xFEE0),
      Identifier.isPart(UInt8(ascii: found))
    {
      (kind, plain) = ("a full-width character", found)
    } else {
      return nil
    }
  }

  private typealias Pairs = (letters: String, plain: String)

  private static let cyrillic: Pairs = (
    "аеорсухѕіјһԁԛԝӏүАВЕКМНОРСТУХЅІЈԌԚԜҮ", "aeopcyxsijhdqwlyABEKMHOPCTYXSIJGQWY"
  )
  private static let greek: Pairs = ("οανριυϲϳγΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "oavpiucjyABEZHIKMNOPTYXCJ")

  private static func match(_ scalar: Unicode.Scalar, _ pairs: Pairs) -> Unicode.Scalar? {
    zip(pairs.letters.unicodeScalars, pairs.plain.unicodeScalars).first { $0.0 == scalar }?.1
  }
}
