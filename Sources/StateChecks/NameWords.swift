import StateLinking
import StateModel

/// The words within a name: `smsSent` has `sms` and `sent`.
struct NameWords {
  /// In lower case, in order; digits belong to no word.
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    words.reserveCapacity(4)
    var bytes = Array(name.utf8)
    var start = 0
    var wasCapital = false
    func end(at index: Int) {
      if start < index { words.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
    }
    for index in bytes.indices {
      let byte = bytes[index]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLetter = isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if !isLetter || isCapital && !wasCapital {
        end(at: index)
        start = isLetter ? index : index + 1
      }
      if isLetter { bytes[index] = byte | 0x20 }
      wasCapital = isCapital
    }
    end(at: bytes.count)
    self.words = words
  }
}
