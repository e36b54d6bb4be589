import StateFiles

/// The name of a file that the command writes into an output folder: `Coin.swift`.
///
/// Texts of definitions become names of files, so a name has one form: it begins with an ASCII
/// letter or `_`, followed by ASCII letters, digits, `_`, `-` and `.`. Such a name cannot lead out
/// of its folder.
package struct OutputFileName: Hashable, Sendable {
  /// The reason why a text is no name of a file.
  package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    let text: String

    package var description: String {
      "cannot write a file named `\(text)`: its name must be ASCII letters, digits, `_`, `-` and `.`"
    }
  }

  package let text: String

  package init(_ text: String) throws(Invalid) {
    func isLetter(_ byte: UInt8) -> Bool {
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
    }
    func isOther(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 255,
      text.utf8.allSatisfy({ isLetter($0) || isOther($0) })
    else { throw Invalid(text: text) }
    self.text = text
  }

  /// The path of the file in a folder.
  package func path(in folder: String) -> String { FilePath.joined(folder, text) }
}
