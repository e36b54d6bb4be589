/// The words that a name is made of: `smsSent` has `sms` and `sent`.
struct NameWords {
  /// In small letters, in order; digits belong to no word.
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word: [UInt8] = []
    var wasCapital = false
    for byte in name.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLetter = isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if !isLetter || isCapital && !wasCapital, !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
      if isLetter { word.append(byte | 0x20) }
      wasCapital = isCapital
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    self.words = words
  }
}
