import Foundation
import StateModel

@testable import StateFiles

/// The lines at which the mistake of a mutant may be reported.
///
/// - The lines that were changed. For text that was removed: those of the tokens on both sides.
/// - The keys of the objects around it, where a missing member is reported.
/// - For a declaration that was removed, renamed or changed: lines with its name, as a compiler
///   reports an unknown name or a wrong type where the name is used; and the lines of its other
///   members. For a removed file in `uses`: lines with a name that it declares.
/// - For a name that the changed text no longer uses, or uses elsewhere: its declaration.
struct MistakeLines {
  /// How many mistakes the mutant has: a section that is removed is as many as its declarations or
  /// rows, and an exchange of two declarations changes both.
  let mistakes: Int
  private var lines: Set<Int> = []
  private var names: Set<String> = []
  private let bytes: [UInt8]

  init(_ mutant: Mutant, in mutants: Mutants, _ path: String) {
    bytes = mutant.bytes
    let map = SourceMap(bytes)
    let end = mutant.range.lowerBound + mutant.written.count
    let before = bytes[..<mutant.range.lowerBound].lastIndex { $0 > 0x20 } ?? 0
    let after = bytes[end...].firstIndex { $0 > 0x20 } ?? max(0, bytes.count - 1)
    lines = Set(map.position(of: before).line...map.position(of: after).line)

    let isExchange = mutant.parts.count > 1
    let written = isExchange ? [] : Set(MistakeLines.words(in: mutant.written[...]))
    let changed = mutants.values.filter { value in
      value.name.map { name in mutant.parts.contains { $0.overlaps(name) } } ?? false
    }
    let lost = changed.filter { !written.contains(MistakeLines.name(of: $0, in: mutants)) }
    let rows = mutants.values.filter { !$0.rows.isEmpty }.flatMap(\.entries).filter {
      !isExchange && mutant.range.lowerBound <= $0.lowerBound
        && $0.upperBound <= mutant.range.upperBound && mutant.range != $0
    }
    let least = isExchange && !MistakeLines.declared(at: mutant.parts, mutants).isEmpty ? 2 : 1
    mistakes = max(
      least, MistakeLines.outermost(lost).count, mutant.written.count < 4 ? rows.count : 1)
    names = Set(changed.map { MistakeLines.name(of: $0, in: mutants) })
    if !changed.isEmpty { names.formUnion(MistakeLines.declared(in: written, mutants)) }
    let removed = Set(MistakeLines.words(in: mutants.bytes[mutant.range])).subtracting(written)
    addSurroundings(of: mutant, in: mutants, removed, map, path)
    addDeclarations(of: removed, in: mutants, mutant, map)
  }

  /// Whether a line of the definition belongs to the mistake.
  func contains(_ line: Int) -> Bool {
    lines.contains(line) || isNamed(in: SourceMap(bytes), at: line)
  }

  /// Whether a line of a file has one of the names.
  func isNamed(in map: SourceMap, at line: Int) -> Bool {
    !names.isDisjoint(with: MistakeLines.words(in: map.bytes[map.line(line)]))
  }

  /// The keys of the objects around the mistake, and the declaration that it is a part of.
  private mutating func addSurroundings(
    of mutant: Mutant, in mutants: Mutants, _ removed: Set<String>, _ map: SourceMap, _ path: String
  ) {
    let start = mutant.range.lowerBound
    let shift = mutant.written.count - mutant.range.count
    var isInFile = true
    var isInnermost = true
    for value in mutants.values.reversed() {
      guard let entry = value.entry, entry.lowerBound < start, start < entry.upperBound else {
        continue
      }
      isInFile = false
      lines.insert(map.position(of: entry.lowerBound).line)
      let key = MistakeLines.words(in: mutants.bytes[entry]).first
      if key == "enum" { names.formUnion(removed) }
      if key == "uses" { names.formUnion(MistakeLines.names(declaredIn: removed, beside: path)) }
      // The innermost declaration: its other members, and the uses of its name.
      if isInnermost, value.name != nil {
        names.insert(MistakeLines.name(of: value, in: mutants))
        let last = map.position(of: max(entry.lowerBound, entry.upperBound + shift - 1)).line
        lines.formUnion(map.position(of: entry.lowerBound).line...last)
        isInnermost = false
      }
    }
    // A missing section is reported at the start of the file.
    if isInFile { lines.formUnion([1, 2]) }
  }

  /// The declarations of names that the change uses no longer, or elsewhere.
  private mutating func addDeclarations(
    of removed: Set<String>, in mutants: Mutants, _ mutant: Mutant, _ map: SourceMap
  ) {
    var used = removed
    if mutant.parts.count > 1 {
      used = Set(mutant.parts.flatMap { MistakeLines.words(in: mutants.bytes[$0]) })
    }
    let shift = mutant.written.count - mutant.range.count
    for value in mutants.values {
      guard let name = value.name, used.contains(mutants.text(name)) else { continue }
      if name.upperBound <= mutant.range.lowerBound {
        lines.insert(map.position(of: name.lowerBound).line)
      } else if name.lowerBound >= mutant.range.upperBound {
        lines.insert(map.position(of: name.lowerBound + shift).line)
      }
    }
  }

  /// The names that the files of `uses` declare, by the words of their paths.
  private static func names(declaredIn words: Set<String>, beside path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return words.flatMap { word -> [String] in
      let endings = [".types.json", ".state.json"]
      let texts = endings.compactMap { try? Data(contentsOf: folder.appending(path: word + $0)) }
      return texts.flatMap { text in
        (JSONDocument([UInt8](text)).json?["types"]?.members.map(\.key) ?? []) + [word]
      }
    }
  }

  private static func name(of value: Mutants.Value, in mutants: Mutants) -> String {
    value.name.map(mutants.text) ?? ""
  }

  private static func declared(in words: Set<String>, _ mutants: Mutants) -> Set<String> {
    words.intersection(mutants.values.map { name(of: $0, in: mutants) })
  }

  /// The declarations whose values are exchanged.
  private static func declared(at parts: [Range<Int>], _ mutants: Mutants) -> [Mutants.Value] {
    mutants.values.filter { $0.name != nil && parts.contains($0.range) }
  }

  /// The declarations that are not inside another one.
  private static func outermost(_ values: [Mutants.Value]) -> [Mutants.Value] {
    values.filter { value in
      !values.contains { other in
        other.range.lowerBound < value.range.lowerBound
          && value.range.upperBound <= other.range.upperBound
      }
    }
  }

  static func words(in bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { !Identifier.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }
}
