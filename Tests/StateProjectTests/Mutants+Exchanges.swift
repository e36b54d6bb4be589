import StateFiles
import StateModel
import StateProject

/// Mistakes that replace something by another thing of the same file.
extension Mutants {
  func exchanges(
    _ change: Mutant.Change, _ tokens: [Range<Int>], _ values: [Value]
  ) -> [Mutant]? {
    switch change {
    case .torn:
      tokens.filter { $0.count > 3 && Identifier(text($0)) != nil }.map { token in
        let middle = token.lowerBound + token.count / 2
        return mutant(middle..<middle, " ".utf8, after: token)
      }
    case .omitted: values.flatMap(\.entries).map { mutant(withComma($0), [], after: $0) }
    case .renamedAlike:
      zip(names(values), names(values).dropFirst()).filter { text($0.range) != text($1.range) }
        .flatMap { one, other in
          [mutant(one.range, bytes[other.range]), mutant(other.range, bytes[one.range])]
        }
    case .otherName: otherNames(tokens, values)
    case .exchangedValues:
      values.flatMap { zip($0.members, $0.members.dropFirst()) }.filter {
        text($0.range) != text($1.range)
      }.map { mutant(swapping: $0.range, $1.range) }
    case .exchangedCells:
      values.flatMap { zip($0.rows, $0.rows.dropFirst()) }.flatMap { row, next in
        row.compactMap { cell in
          next.first { $0.key == cell.key && text($0.range) != text(cell.range) }
            .map { mutant(swapping: cell.range, $0.range) }
        }
      }
    case .otherType: types(values).flatMap { type in otherTypes(than: type, values) }
    case .reshaped: types(values).flatMap { reshaped($0) }
    case .otherOperator: values.flatMap { otherOperators(in: $0) }
    case .negated:
      used(tokens, values).filter { bytes[$0.lowerBound - 1] != UInt8(ascii: "!") }.map { token in
        mutant(token.lowerBound..<token.lowerBound, "!".utf8, after: token)
      }
    case .emptied:
      values.filter { $0.entry != nil && $0.range.count > 2 }.compactMap { value in
        let open = bytes[value.range.lowerBound]
        guard open == UInt8(ascii: "{") || open == UInt8(ascii: "[") else { return nil }
        return mutant(
          value.range, (open == UInt8(ascii: "{") ? "{}" : "[]").utf8, after: value.entry)
      }
    default: nil
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The declared names, with their sections.
  func names(_ values: [Value]) -> [(range: Range<Int>, section: String)] {
    values.compactMap { value in
      guard let name = value.name, let section = value.section else { return nil }
      return (name, section)
    }
  }

  /// Where names are used that are declared.
  private func used(_ tokens: [Range<Int>], _ values: [Value]) -> [Range<Int>] {
    let declared = names(values)
    let starts = Set(declared.map(\.range.lowerBound))
    let names = Set(declared.map { text($0.range) })
    return tokens.filter { !starts.contains($0.lowerBound) && names.contains(text($0)) }
  }

  /// Each operator of a cell as two others.
  private func otherOperators(in value: Value) -> [Mutant] {
    let all = ["+", "&&", "==", "<", "-", "||", "!=", ">", "*", "/", "in"]
    guard bytes[value.range.lowerBound] == UInt8(ascii: "\"") else { return [] }
    let words = value.range.filter { start in
      bytes[start - 1] == UInt8(ascii: " ") && bytes[start] != UInt8(ascii: " ")
    }
    return words.flatMap { start -> [Mutant] in
      let word = bytes[start..<value.range.upperBound].prefix { $0 != UInt8(ascii: " ") }
      guard all.contains(String(decoding: word, as: UTF8.self)) else { return [] }
      return all.filter { !$0.utf8.elementsEqual(word) }.prefix(3).map {
        mutant(word.indices, $0.utf8)
      }
    }
  }

  /// Another name of the same section wherever one is used.
  private func otherNames(_ tokens: [Range<Int>], _ values: [Value]) -> [Mutant] {
    let declared = names(values)
    let starts = Set(declared.map(\.range.lowerBound))
    return tokens.filter { !starts.contains($0.lowerBound) }.compactMap { token in
      guard let index = declared.firstIndex(where: { text($0.range) == text(token) }) else {
        return nil
      }
      let others = (declared[index...] + declared[..<index]).filter {
        $0.section == declared[index].section && text($0.range) != text(token)
      }
      return others.first.map { mutant(token, bytes[$0.range]) }
    }
  }

  /// Types without their quotes.
  private func types(_ values: [Value]) -> [Range<Int>] {
    values.filter(\.isType).map { $0.range.dropFirst().dropLast() }
  }

  private func otherTypes(than type: Range<Int>, _ values: [Value]) -> [Mutant] {
    let own = names(values).filter { $0.section == "types" }.map { text($0.range) }
    return (["bool", "duration"] + own.filter { Identifier($0) != nil }.prefix(2)).filter {
      $0 != text(type)
    }.map { mutant(type, $0.utf8) }
  }

  /// In a list or out of it, as a whole or an argument.
  private func reshaped(_ type: Range<Int>) -> [Mutant] {
    let old = text(type)
    var mutants = [mutant(type, "[\(old)]".utf8)]
    for (open, close) in [("[", "]"), ("<", ">")] {
      guard let start = old.firstRange(of: open), let end = old.lastIndex(of: Character(close))
      else { continue }
      let inner = old[start.upperBound..<end]
      if inner.contains(":") { continue }
      let rest = old[old.index(after: end)...]
      mutants.append(mutant(type, (old[..<start.lowerBound] + inner + rest).utf8))
      if open == "<" {
        mutants.append(mutant(type, (old[..<start.lowerBound] + rest).utf8))
        mutants.append(mutant(type, (old[..<start.upperBound] + "[\(inner)]>" + rest).utf8))
      }
    }
    return mutants
  }
}
