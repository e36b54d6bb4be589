import Foundation
import Testing

/// The names and sizes of types in `Sources`.
@Suite struct `Types` {
  /// A type declaration, found by its words: `package struct Machine: Sendable {`.
  struct Declaration {
    /// `struct`, `enum`, `class`, `actor`, `protocol`, `typealias` or `extension`.
    let kind: String
    let name: String
  }

  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "extension",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect",
    "nonisolated",
  ]

  /// The type that a line declares.
  static func declaration(_ line: Substring) -> Declaration? {
    var words = line.split(separator: " ", maxSplits: 6)[...]
    while let first = words.first, first.hasPrefix("@") || modifiers.contains(first) {
      words.removeFirst()
    }
    guard let kind = words.popFirst(), kinds.contains(kind), let rest = words.first else {
      return nil
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return name.isEmpty ? nil : Declaration(kind: String(kind), name: String(name))
  }

  /// The runtime shares names with the modules that it replaces in an app, none of which import it.
  @Test(arguments: [true, false])
  func `have one name each at top level`(isRuntime: Bool) {
    var paths: [String: [String]] = [:]
    for (path, source) in SourceLines.all
    where path.hasPrefix("Sources/StateRuntime/") == isRuntime {
      for line in source.lines where line.code.first.map({ $0 >= 64 }) == true {
        let text = String(decoding: line.code, as: UTF8.self)
        guard let declaration = Self.declaration(text[...]), declaration.kind != "extension"
        else { continue }
        paths[declaration.name, default: []].append(path)
      }
    }
    let twice = paths.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
    Repository.expectNone(twice.map { "\($0.key): \($0.value.joined(separator: ", "))" })
  }

  /// Structs with more stored members than 15, each with the reason.
  static let large: [String: String] = [
    "Definition": "one member for each key of the format",
    "GenerationModel": "one member for each part of a generated file",
    "Palette": "one member for each color of a diagram",
  ]

  @Test func `have at most 15 stored members`() {
    var found: [String] = []
    var seen: Set<String> = []
    for (path, source) in SourceLines.all {
      for (name, count) in Self.storedMembers(source) where count > 15 {
        seen.insert(name)
        if Self.large[name] == nil { found.append("\(path): \(name) has \(count)") }
      }
    }
    Repository.expectNone(found)
    #expect(Self.large.keys.filter { !seen.contains($0) } == [], "small enough now")
  }

  /// The structs of a file in order, with the number of their stored members.
  static func storedMembers(_ source: SourceLines) -> [(name: String, count: Int)] {
    struct Scope {
      /// The index of the struct; `nil` for any other scope.
      let index: Int?
      let name: String
    }
    var structs: [(name: String, count: Int)] = []
    var scopes: [Scope] = []
    var pending: Declaration?
    var parentheses = 0
    for line in source.lines {
      if parentheses == 0, line.code.contains(where: { $0 != 32 }) {
        let trimmed = line.code.drop { $0 == 32 }
        // Only lines that begin with a letter or `@` declare something.
        if let first = trimmed.first, first == 64 || first >= 97 && first <= 122 {
          let text = String(decoding: trimmed, as: UTF8.self)
          if let declaration = declaration(text[...]) {
            pending = declaration
          } else if let index = scopes.last?.index {
            structs[index].count += members(text)
          }
        }
      }
      for byte in line.code {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
        case UInt8(ascii: "{"):
          let isType = pending != nil
          let name = (scopes.last.map { $0.name + "." } ?? "") + (pending?.name ?? "")
          if pending?.kind == "struct" {
            structs.append((name, 0))
            scopes.append(Scope(index: structs.count - 1, name: name))
          } else {
            scopes.append(Scope(index: nil, name: isType ? name : scopes.last?.name ?? ""))
          }
          pending = nil
        case UInt8(ascii: "}"): if !scopes.isEmpty { scopes.removeLast() }
        default: break
        }
      }
    }
    return structs
  }

  /// The number of stored members that a line of a struct declares.
  static func members(_ line: String) -> Int {
    var words = line.split(separator: " ")[...]
    while let first = words.first,
      first.hasPrefix("@") || first.hasSuffix("(set)") || modifiers.contains(first)
        || first == "lazy" || first == "weak"
    {
      words.removeFirst()
    }
    guard let first = words.first, first == "let" || first == "var" else { return 0 }
    let rest = words.dropFirst().joined(separator: " ")
    let head = rest.prefix { $0 != "=" && $0 != "{" }
    let isComputed =
      rest.dropFirst(head.count).hasPrefix("{") && !rest.contains("didSet")
      && !rest.contains("willSet")
    guard !isComputed else { return 0 }
    var depth = 0
    return head.reduce(1) { count, character in
      if "(<[".contains(character) { depth += 1 }
      if ")>]".contains(character) { depth -= 1 }
      return character == "," && depth == 0 ? count + 1 : count
    }
  }

  @Test func `are counted with their stored members`() {
    let source = SourceLines(
      """
      struct Outer<T> {
        let a: Int, b: [Int: Int]
        private(set) var c = 1 { didSet { print("{") } }
        var d: Int { a }
        var e: Int {
          let local = 1
          return local
        }
        static let f = 1
        struct Inner {
          let g: (Int, Int)
          init(
            h: Int) {}
        }
        let i = { 1 }
      }
      extension Outer {
        struct Last {
          let j: Int
        }
      }
      """)
    let counts = Self.storedMembers(source)
    #expect(counts.map(\.name) == ["Outer", "Outer.Inner", "Outer.Last"])
    #expect(counts.map(\.count) == [4, 1, 1])
  }
}
