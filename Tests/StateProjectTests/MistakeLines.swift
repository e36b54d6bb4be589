import StateTables

@testable import StateFiles

/// The lines at which the mistake of a mutant may be reported.
///
/// - The lines that were changed. For text that was removed: those of the tokens on both sides.
/// - For a declaration that was removed, renamed or changed: lines with its name, as a compiler
///   reports an unknown name or a wrong type where the name is used; and the key of its section.
/// - For a name that is no longer used: the line of its declaration.
struct MistakeLines {
  /// How many mistakes the mutant has: a section that is removed is as many as its declarations.
  let mistakes: Int
  private var lines: Set<Int> = []
  private var names: Set<String> = []
  private let bytes: [UInt8]

  init(_ mutant: Mutant, in mutants: Mutants) {
    bytes = mutant.bytes
    let map = SourceMap(bytes)
    let end = mutant.range.lowerBound + mutant.written.count
    let before = bytes[..<mutant.range.lowerBound].lastIndex { $0 > 0x20 } ?? 0
    let after = bytes[end...].firstIndex { $0 > 0x20 } ?? max(0, bytes.count - 1)
    lines = Set(map.position(of: before).line...map.position(of: after).line)

    let written = Set(MistakeLines.words(in: mutant.written[...]))
    let declared = mutants.values.filter { $0.name != nil }
    func text(_ value: Mutants.Value) -> String { value.name.map(mutants.text) ?? "" }
    let isChanged = { (value: Mutants.Value) in
      value.name.map { mutant.range.overlaps($0) } ?? false
    }
    let changed = declared.filter(isChanged)
    let lost = changed.filter { !written.contains(text($0)) }
    let outermost = lost.filter { value in
      !lost.contains { other in
        other.range.lowerBound < value.range.lowerBound
          && value.range.upperBound <= other.range.upperBound
      }
    }
    mistakes = max(1, outermost.count)
    names = Set(changed.map(text))
    // A change inside a declaration shows where its name is used.
    let around = declared.last { value in
      value.entry.map { $0.contains(mutant.range.lowerBound) } ?? false
    }
    if let around { names.insert(text(around)) }
    addDeclarations(of: mutants, lostBy: mutant, written, map)
    addSection(of: mutants, around: mutant.range.lowerBound, map)
  }

  /// Whether a line of the definition belongs to the mistake.
  func contains(_ line: Int) -> Bool {
    lines.contains(line) || isNamed(in: SourceMap(bytes), at: line)
  }

  /// Whether a line of a file has one of the names.
  func isNamed(in map: SourceMap, at line: Int) -> Bool {
    !names.isDisjoint(with: MistakeLines.words(in: map.bytes[map.line(line)]))
  }

  /// The declarations of names that the change no longer uses.
  private mutating func addDeclarations(
    of mutants: Mutants, lostBy mutant: Mutant, _ written: Set<String>, _ map: SourceMap
  ) {
    let used = Set(MistakeLines.words(in: mutants.bytes[mutant.range])).subtracting(written)
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

  /// The key of the section around the mistake.
  private mutating func addSection(of mutants: Mutants, around offset: Int, _ map: SourceMap) {
    let section = mutants.values.first { value in
      value.entry.map { $0.contains(offset) } ?? false
    }
    if let entry = section?.entry, entry.lowerBound < offset {
      lines.insert(map.position(of: entry.lowerBound).line)
    }
  }

  static func words(in bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { !Identifier.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }
}
