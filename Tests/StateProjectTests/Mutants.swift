import Foundation
import StateModel

@testable import StateFiles
@testable import StateProject

/// The mistakes that a text has room for.
struct Mutants {
  let bytes: [UInt8]
  /// Words, numbers and signs, inside texts as well; `about` is prose and left alone.
  let tokens: [Range<Int>]
  /// All values but the whole file, in the order of the file.
  let values: [Value]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens = Mutants.tokens(in: bytes)
    values = Mutants.values(in: bytes)
  }

  func mutants(_ change: Mutant.Change) -> [Mutant] {
    if let mutants = exchanges(change, tokens, values) { return mutants }
    return switch change {
    case .deleted: tokens.map { mutant($0, []) }
    case .misspelt: tokens.compactMap { token in misspelt(token).map { mutant(token, $0) } }
    case .swapped: zip(tokens, tokens.dropFirst()).map { mutant(swapping: $0, $1) }
    case .doubled:
      values.flatMap(\.entries).map { entry in
        mutant(entry.lowerBound..<entry.lowerBound, bytes[entry] + Array(", ".utf8), after: entry)
      }
    case .swappedKeys:
      values.flatMap { zip($0.keys, $0.keys.dropFirst()) }.filter { $0.kind != $1.kind }.map {
        mutant(swapping: $0.range, $1.range)
      }
    case .otherKind: values.map { mutant($0.range, Array($0.otherKind.utf8)) }
    case .removed:
      values.compactMap { value in
        guard let entry = value.entry else { return nil }
        return mutant(withComma(entry), [], after: entry)
      }
    case .renamed: values.compactMap(\.name).map { mutant($0, Array("renamedThing".utf8)) }
    case .retyped:
      values.filter(\.isType).map { value in
        let isText = bytes[value.range].elementsEqual(#""string""#.utf8)
        return mutant(value.range, Array((isText ? #""int""# : #""string""#).utf8))
      }
    case .optional:
      values.filter(\.isType).map { value in
        let type = bytes[value.range].dropLast()
        let isOptional = type.last == UInt8(ascii: "?")
        return mutant(
          value.range, (isOptional ? type.dropLast() : type + "?".utf8) + "\"".utf8)
      }
    case .flattened:
      values.compactMap { value in
        guard let entry = value.entry, value.hasMembers else { return nil }
        let inner = bytes[value.range].dropFirst().dropLast()
        return mutant(entry, inner, after: entry)
      }
    case .unquoted:
      values.filter { bytes[$0.range.lowerBound] == UInt8(ascii: "\"") }.map { value in
        mutant(value.range, bytes[value.range].dropFirst().dropLast())
      }
    default: []
    }
  }

  func mutant(
    _ range: Range<Int>, _ written: some Sequence<UInt8>, after other: Range<Int>? = nil
  ) -> Mutant {
    let line = bytes[..<range.lowerBound].count { $0 == 10 } + 1
    let old = String(decoding: bytes[other ?? range].prefix(60), as: UTF8.self)
      .replacing("\n", with: " ")
    return Mutant(
      bytes: Array(bytes[..<range.lowerBound] + Array(written) + bytes[range.upperBound...]),
      range: range, written: Array(written), parts: [range],
      words: "line \(line): \(old)")
  }

  func mutant(swapping one: Range<Int>, _ other: Range<Int>) -> Mutant {
    var mutant = mutant(
      one.lowerBound..<other.upperBound,
      bytes[other] + bytes[one.upperBound..<other.lowerBound] + bytes[one])
    mutant.parts = [one, other]
    return mutant
  }

  /// An entry with the comma behind it, or else the one before it.
  func withComma(_ entry: Range<Int>) -> Range<Int> {
    let space = Set(" \n".utf8)
    let end = bytes[entry.upperBound...].firstIndex { !space.contains($0) } ?? bytes.count
    if end < bytes.count, bytes[end] == UInt8(ascii: ",") { return entry.lowerBound..<end + 1 }
    let before = bytes[..<entry.lowerBound].lastIndex { !space.contains($0) } ?? 0
    return (bytes[before] == UInt8(ascii: ",") ? before : entry.lowerBound)..<entry.upperBound
  }

  private func misspelt(_ token: Range<Int>) -> [UInt8]? {
    var word = Array(bytes[token])
    guard word.count > 3, Identifier(String(decoding: word, as: UTF8.self)) != nil else {
      return nil
    }
    word[word.count / 2] = UInt8(ascii: "q")
    return word
  }

  private static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard
      let prose = try? Regex(#""about": "(?:[^"\\]|\\.)*""#),
      let token = try? Regex(#"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[^\sA-Za-z0-9_]"#)
    else { return [] }
    let left = text.matches(of: prose).map(\.range)
    return text.matches(of: token).map(\.range).filter { range in
      !left.contains { $0.overlaps(range) }
    }.map { range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return start..<start + text[range].utf8.count
    }
  }

  /// Keys of the format whose values are of a kind that the reader knows.
  private static let plainKeys: Set<String> = [
    "on", "states", "enter", "exit", "carries", "from", "about", "record", "enum", "union", "takes",
    "gives", "history", "set", "emit", "raise", "kind", "rows", "events", "outputs", "reducer",
    "commands", "uses", "types",
  ]

  struct Value {
    let range: Range<Int>
    let otherKind: String
    /// The keys of an object, without their quotes, whose values are no cells; and their kinds.
    var keys: [(range: Range<Int>, kind: String)] = []
    /// The elements of an array.
    var entries: [Range<Int>] = []
    /// The values of an object, by their keys.
    var members: [(key: String, range: Range<Int>)] = []
    /// The same of the elements of an array of rows.
    var rows: [[(key: String, range: Range<Int>)]] = []
    /// The value with its key; `nil` for several declarations, and for prose.
    var entry: Range<Int>?
    /// The key, where it declares a name.
    var name: Range<Int>?
    /// The section in which it declares a name.
    var section: String?
    /// Whether it is the type of something declared.
    var isType = false
    /// Whether it is an object that is not empty.
    var hasMembers = false
  }

  /// Keys below which names are declared.
  private static let sections: Set<String> = [
    "types", "inputs", "properties", "computed", "functions", "events", "commands", "outputs",
    "carries", "record", "union", "takes", "let",
  ]
  /// Keys whose value is several declarations or prose.
  private static let several: Set<String> = ["allow", "emit", "about", "$schema"]

  private static func values(in bytes: [UInt8]) -> [Value] {
    let document = JSONDocument(bytes)
    var values: [Value] = []
    func range(_ pointer: Pointer, isKey: Bool = false) -> Range<Int> {
      let range = document.map.range(of: .init(pointer.text, isKey: isKey))
      let hasQuotes =
        !isKey && range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
      return hasQuotes ? range.lowerBound - 1..<range.upperBound + 1 : range
    }
    func members(_ json: JSON, at pointer: Pointer) -> [(key: String, range: Range<Int>)] {
      guard case .object(let members) = json else { return [] }
      return members.filter { $0.key != "about" }.map { ($0.key, range(pointer[$0.key])) }
    }
    func add(_ json: JSON, at pointer: Pointer) {
      switch json {
      case .null: values.append(Value(range: range(pointer), otherKind: "{}"))
      case .bool: values.append(Value(range: range(pointer), otherKind: "1"))
      case .number, .string: values.append(Value(range: range(pointer), otherKind: "true"))
      case .array(let elements):
        let ranges = elements.indices.map { range(pointer[$0]) }
        let isTable = ["reducer", "rows"].contains(pointer.steps.last)
        values.append(
          Value(
            range: range(pointer), otherKind: "{}", entries: ranges,
            rows: isTable ? elements.indices.map { members(elements[$0], at: pointer[$0]) } : []))
        for (index, element) in elements.enumerated() { add(element, at: pointer[index]) }
      case .object(let entries):
        let keys = entries.filter { Mutants.plainKeys.contains($0.key) }.map {
          (range(pointer[$0.key], isKey: true), $0.value.kindInWords)
        }
        values.append(
          Value(
            range: range(pointer), otherKind: "[]", keys: keys,
            members: members(json, at: pointer)))
        let owner = pointer.steps.last
        for member in entries where member.key != "about" && member.key != "$schema" {
          describe(member.value, at: pointer[member.key], as: member.key, below: owner)
        }
      }
    }
    func describe(_ json: JSON, at pointer: Pointer, as key: String, below owner: String?) {
      let index = values.count
      add(json, at: pointer)
      let name = range(pointer, isKey: true)
      let isDeclared = owner.map(Mutants.sections.contains) ?? false
      if isDeclared {
        values[index].name = name
        values[index].section = owner
      }
      if key == "state", case .string = json, pointer.steps.count > 1 {
        values[index].name = values[index].range.dropFirst().dropLast()
        values[index].section = "states"
      }
      if !Mutants.several.contains(key), owner != "allow" {
        values[index].entry = name.lowerBound - 1..<values[index].range.upperBound
      }
      if case .object(let members) = json {
        values[index].hasMembers = !members.isEmpty
      }
      if case .string = json {
        values[index].isType =
          key == "type" || isDeclared && owner != "let" && owner != "invariants"
      }
    }
    if let json = document.json { add(json, at: .root) }
    return Array(values.dropFirst())
  }
}
