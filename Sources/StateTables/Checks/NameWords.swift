/// The words that a name is made of: `smsSent` has `sms` and `sent`.
struct NameWords {
  /// In small letters, in order; digits belong to no word.
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    words.reserveCapacity(4)
    var bytes = Array(name.utf8)
    var start = 0
    var wasCapital = false
    func end(at place: Int) {
      if start < place { words.append(String(decoding: bytes[start..<place], as: UTF8.self)) }
    }
    for place in bytes.indices {
      let byte = bytes[place]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLetter = isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if !isLetter || isCapital && !wasCapital {
        end(at: place)
        start = isLetter ? place : place + 1
      }
      if isLetter { bytes[place] = byte | 0x20 }
      wasCapital = isCapital
    }
    end(at: bytes.count)
    self.words = words
  }
}
