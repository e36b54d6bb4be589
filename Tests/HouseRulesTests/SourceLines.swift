import Foundation

/// The lines of a Swift file, with and without comments and string literals.
struct SourceLines {
  /// One line, without its end.
  struct Line {
    /// The whole line.
    let text: ArraySlice<UInt8>
    /// The line without comments and without the text of string literals.
    let code: [UInt8]
    /// The line without the text of string literals.
    let withoutLiterals: [UInt8]
  }

  /// The lines in order; a line number is the index plus 1.
  let lines: [Line]

  /// The lines of all Swift files in `Sources`, by path; not those that are examples of rules.
  static let all: [(path: String, source: SourceLines)] = {
    let paths = Repository.swiftFiles(in: "Sources").filter {
      !$0.hasPrefix("Sources/StateChecks/Rules/")
    }
    return paths.map { path in
      let data = try? Data(contentsOf: Repository.root.appending(path: path))
      return (path, SourceLines([UInt8](data ?? Data())))
    }
  }()

  init(_ text: String) { self.init(Array(text.utf8)) }

  private init(_ bytes: [UInt8]) {
    var scanner = Scanner()
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { scanner.line($0) }
  }

  /// Remembers which literals and comments are open at the end of a line.
  private struct Scanner {
    private var commentDepth = 0
    /// The number of `#` of the open multi-line literal; `nil` outside of one.
    private var literal: Int?

    mutating func line(_ text: ArraySlice<UInt8>) -> Line {
      let fast = commentDepth == 0 && literal == nil
      if fast, !text.contains(UInt8(ascii: "\"")), !text.contains(UInt8(ascii: "/")) {
        return Line(text: text, code: Array(text), withoutLiterals: Array(text))
      }
      return text.withUnsafeBufferPointer { slowLine(text, $0) }
    }

    private mutating func slowLine(
      _ text: ArraySlice<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Line {
      let quote = UInt8(ascii: "\"")
      var code: [UInt8] = []
      var kept: [UInt8] = []
      var index = 0
      var short: Int?  // The number of `#` of the open literal of one line.
      func starts(_ pattern: StaticString, at offset: Int) -> Bool {
        let count = pattern.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for step in 0..<count where bytes[offset + step] != pattern.utf8Start[step] { return false }
        return true
      }
      func hashes(from offset: Int) -> Int {
        var count = 0
        while offset + count < bytes.count, bytes[offset + count] == UInt8(ascii: "#") {
          count += 1
        }
        return count
      }
      while index < bytes.count {
        if let marks = literal ?? short {
          let isEnd =
            literal != nil
            ? starts("\"\"\"", at: index) && hashes(from: index + 3) >= marks
            : bytes[index] == quote && hashes(from: index + 1) >= marks
          if isEnd {
            index += (literal != nil ? 3 : 1) + marks
            literal = nil
            short = nil
            code.append(quote)
            kept.append(quote)
          } else {
            index += marks == 0 && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        } else if commentDepth > 0 {
          if starts("*/", at: index) { commentDepth -= 1 }
          if starts("/*", at: index) { commentDepth += 1 }
          kept.append(bytes[index])
          index += 1
        } else if starts("//", at: index) {
          kept.append(contentsOf: bytes[index...])
          index = bytes.count
        } else if starts("/*", at: index) {
          commentDepth += 1
          kept.append(contentsOf: bytes[index..<index + 2])
          index += 2
        } else {
          let marks = hashes(from: index)
          if index + marks < bytes.count, bytes[index + marks] == quote {
            let isLong = starts("\"\"\"", at: index + marks)
            if isLong { literal = marks } else { short = marks }
            index += marks + (isLong ? 3 : 1)
            code.append(quote)
            kept.append(quote)
          } else {
            code.append(bytes[index])
            kept.append(bytes[index])
            index += 1
          }
        }
      }
      return Line(text: text, code: code, withoutLiterals: kept)
    }
  }
}
