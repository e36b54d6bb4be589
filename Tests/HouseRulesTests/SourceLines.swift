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
    /// What the next byte belongs to, apart from code.
    private enum Scope {
      case comment
      /// A literal with its number of `#`.
      case literal(marks: Int, isLong: Bool)
      /// Code in a literal, with the number of its open parentheses.
      case interpolation(depth: Int)
    }

    private var scopes: [Scope] = []
    private var code: [UInt8] = []
    private var kept: [UInt8] = []

    mutating func line(_ text: ArraySlice<UInt8>) -> Line {
      if scopes.isEmpty, !text.contains(UInt8(ascii: "\"")), !text.contains(UInt8(ascii: "/")) {
        return Line(text: text, code: Array(text), withoutLiterals: Array(text))
      }
      code = []
      kept = []
      text.withUnsafeBufferPointer { bytes in
        var index = 0
        while index < bytes.count { index = next(bytes, index) }
      }
      // A literal of one line is closed, whatever it holds.
      while case .literal(_, false)? = scopes.last { scopes.removeLast() }
      return Line(text: text, code: code, withoutLiterals: kept)
    }

    /// Reads what begins at an index, and returns the index behind it.
    private mutating func next(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
      switch scopes.last {
      case .comment:
        kept.append(bytes[index])
        if Scanner.starts("*/", bytes, index) { scopes.removeLast() }
        if Scanner.starts("/*", bytes, index) { scopes.append(.comment) }
        return index + 1
      case .literal(let marks, let isLong):
        return nextInLiteral(bytes, index, marks, isLong)
      case .interpolation(let depth):
        switch bytes[index] {
        case UInt8(ascii: "("):
          scopes[scopes.count - 1] = .interpolation(depth: depth + 1)
        case UInt8(ascii: ")"):
          if depth == 1 {
            scopes.removeLast()
            append(bytes[index])
            return index + 1
          }
          scopes[scopes.count - 1] = .interpolation(depth: depth - 1)
        default: break
        }
        return nextInCode(bytes, index)
      case nil:
        return nextInCode(bytes, index)
      }
    }

    private mutating func nextInLiteral(
      _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ marks: Int, _ isLong: Bool
    ) -> Int {
      let quotes = isLong ? 3 : 1
      if Scanner.starts(isLong ? "\"\"\"" : "\"", bytes, index),
        Scanner.hashes(bytes, index + quotes) >= marks
      {
        scopes.removeLast()
        append(UInt8(ascii: "\""))
        return index + quotes + marks
      }
      guard bytes[index] == UInt8(ascii: "\\") else { return index + 1 }
      let hashes = Scanner.hashes(bytes, index + 1)
      guard hashes >= marks else { return index + 1 }
      guard Scanner.starts("(", bytes, index + 1 + marks) else { return index + 2 + marks }
      scopes.append(.interpolation(depth: 1))
      append(UInt8(ascii: "("))
      return index + 2 + marks
    }

    private mutating func nextInCode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
      if Scanner.starts("//", bytes, index) {
        kept.append(contentsOf: bytes[index...])
        return bytes.count
      }
      if Scanner.starts("/*", bytes, index) {
        scopes.append(.comment)
        return index + 2
      }
      let marks = Scanner.hashes(bytes, index)
      if Scanner.starts("\"", bytes, index + marks) {
        let isLong = Scanner.starts("\"\"\"", bytes, index + marks)
        scopes.append(.literal(marks: marks, isLong: isLong))
        append(UInt8(ascii: "\""))
        return index + marks + (isLong ? 3 : 1)
      }
      append(bytes[index])
      return index + 1
    }

    private mutating func append(_ byte: UInt8) {
      code.append(byte)
      kept.append(byte)
    }

    private static func starts(
      _ pattern: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int
    ) -> Bool {
      let count = pattern.utf8CodeUnitCount
      guard offset + count <= bytes.count else { return false }
      for step in 0..<count where bytes[offset + step] != pattern.utf8Start[step] { return false }
      return true
    }

    private static func hashes(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
      var count = 0
      while offset + count < bytes.count, bytes[offset + count] == UInt8(ascii: "#") { count += 1 }
      return count
    }
  }
}
