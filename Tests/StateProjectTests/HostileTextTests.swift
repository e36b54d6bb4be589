import Foundation
import StateFiles
import StateModel
import StateProject
import Testing

/// The same numbers on every machine.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct `Hostile text` {
  /// Pieces that break readers: brackets, quotes, escapes, halves of characters, numbers.
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "\\u0000", "null", "-", "1e999",
      "9223372036854775808", "0", ".", "//", "\n", "\t", "'", "é", "日", "😀", "\u{202E}", "\u{FEFF}",
      "\"set\":", "\"on\": \"*\"", "\"in\": []", "[[[[[[[[", "event.x", "1 +",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0],
    ]

  private static func mutated(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &dice) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &dice)
      let end = min(bytes.count, start + Int.random(in: 0...6, using: &dice))
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &dice) ?? [])
      case 2:
        bytes.insert(
          contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &dice))
      default: bytes.insert(contentsOf: pieces.randomElement(using: &dice) ?? [], at: start)
      }
    }
    return bytes
  }

  /// Every mutation is read, checked and printed; json-c reads all that the scanner accepts.
  @Test(arguments: Samples.files)
  func `is reported, whatever it is`(_ name: String) throws {
    let url = Samples.folder.appending(path: name)
    let good = [UInt8](try Data(contentsOf: url))
    var dice = Dice(state: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for _ in 0..<60 {
      let text = Self.mutated(good, &dice)
      var validation = Validation()
      validation.check(text, as: url.path)
      let report = validation.report
      #expect(!report.findings.isEmpty)
      for format in AnnotationFormat.allCases {
        let printed = Annotations(format).print(report.findings)
        #expect(!printed.contains("json-c does not read"))
        #expect(printed.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
      }
    }
  }
}
