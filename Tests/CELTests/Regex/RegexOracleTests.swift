import CEL
import Testing

/// Random patterns against a matcher that tries one alternative after the other, which takes for ever on
/// large texts and cannot be wrong on tiny ones.
@Suite struct RegexOracle {
  indirect enum Pattern {
    case letter(Unicode.Scalar), any, notA, start, end, boundary
    case sequence([Pattern]), choice([Pattern])
    case group(Pattern, Int)
    case repeated(Pattern, least: Int, most: Int?, isLazy: Bool)

    /// The pattern in RE2's syntax.
    var text: String {
      switch self {
      case .letter(let letter): String(letter)
      case .any: "."
      case .notA: "[^a]"
      case .start: "^"
      case .end: "$"
      case .boundary: "\\b"
      case .sequence(let parts): parts.map(\.text).joined()
      case .choice(let branches): "(?:" + branches.map(\.text).joined(separator: "|") + ")"
      case .group(let inside, _): "(" + inside.text + ")"
      case .repeated(let inside, let least, let most, let isLazy):
        "(?:\(inside.text)){\(least),\(most.map { "\($0)" } ?? "")}" + (isLazy ? "?" : "")
      }
    }

    var isNullable: Bool {
      switch self {
      case .letter, .any, .notA: false
      case .start, .end, .boundary: true
      case .sequence(let parts): parts.allSatisfy(\.isNullable)
      case .choice(let branches): branches.contains(where: \.isNullable)
      case .group(let inside, _): inside.isNullable
      case .repeated(let inside, let least, _, _): least == 0 || inside.isNullable
      }
    }
  }

  struct Generator {
    var random: Seeded
    var groups = 0

    mutating func pattern(_ depth: Int) -> Pattern {
      switch Int.random(in: 0..<(depth == 0 ? 4 : 11), using: &random) {
      case 0, 1: return .letter("a")
      case 2: return .letter(Bool.random(using: &random) ? "b" : "é")
      case 3: return [.any, .notA, .start, .end, .boundary].randomElement(using: &random) ?? .any
      case 4, 5, 6: return .sequence((0..<3).map { _ in pattern(depth - 1) })
      case 7: return .choice((0..<2).map { _ in pattern(depth - 1) })
      case 8:
        groups += 1
        let number = groups
        return .group(pattern(depth - 1), number)
      default:
        let inside = pattern(depth - 1)
        let least = Int.random(in: 0...2, using: &random)
        // The meaning of an empty turn is tested by separate rows.
        let most = inside.isNullable || Bool.random(using: &random) ? least + 1 : nil
        return .repeated(inside, least: least, most: most, isLazy: Bool.random(using: &random))
      }
    }
  }

  /// Slots by code points.
  typealias Slots = [Int]

  struct Matcher {
    let text: [Unicode.Scalar]

    func first(_ pattern: Pattern, groups: Int) -> Slots? {
      for start in 0...text.count {
        var slots = Slots(repeating: -1, count: 2 * (groups + 1))
        slots[0] = start
        let found = match(pattern, start, slots) { end, slots in
          var slots = slots
          slots[1] = end
          return slots
        }
        if let found { return found }
      }
      return nil
    }

    private func match(
      _ pattern: Pattern, _ at: Int, _ slots: Slots, _ next: (Int, Slots) -> Slots?
    ) -> Slots? {
      let here = at < text.count ? text[at] : nil
      switch pattern {
      case .letter(let letter): return here == letter ? next(at + 1, slots) : nil
      case .any: return here != nil ? next(at + 1, slots) : nil
      case .notA: return here != nil && here != "a" ? next(at + 1, slots) : nil
      case .start: return at == 0 ? next(at, slots) : nil
      case .end: return at == text.count ? next(at, slots) : nil
      case .boundary:
        let isWord = { (position: Int) in text.indices.contains(position) && text[position].isASCII
        }
        return isWord(at) != isWord(at - 1) ? next(at, slots) : nil
      case .sequence(let parts):
        guard let part = parts.first else { return next(at, slots) }
        return match(part, at, slots) { at, slots in
          match(.sequence(Array(parts.dropFirst())), at, slots, next)
        }
      case .choice(let branches):
        for branch in branches {
          if let found = match(branch, at, slots, next) { return found }
        }
        return nil
      case .group(let inside, let number):
        return match(inside, at, slots) { end, slots in
          var slots = slots
          slots[number * 2] = at
          slots[number * 2 + 1] = end
          return next(end, slots)
        }
      case .repeated(let inside, let least, let most, let isLazy):
        func again() -> Slots? {
          guard most != 0 else { return nil }
          let rest = Pattern.repeated(
            inside, least: max(least - 1, 0), most: most.map { $0 - 1 }, isLazy: isLazy)
          return match(inside, at, slots) { at, slots in match(rest, at, slots, next) }
        }
        if least > 0 { return again() }
        return isLazy ? next(at, slots) ?? again() : again() ?? next(at, slots)
      }
    }
  }

  @Test func `random patterns find the same as trying all alternatives`() {
    var generator = Generator(random: Seeded(seed: 11))
    for _ in 0..<4_000 {
      generator.groups = 0
      let pattern = generator.pattern(3)
      guard case .success(let expression) = RegularExpression.compile(pattern.text),
        case .success(let plain) = RegularExpression.compile(pattern.text, forOneUse: true)
      else {
        Issue.record("`\(pattern.text)` is no pattern")
        continue
      }
      for _ in 0..<4 {
        let length = Int.random(in: 0...6, using: &generator.random)
        let letters: [Unicode.Scalar] = ["a", "a", "b", "é"]
        let text = (0..<length).map { _ in
          letters.randomElement(using: &generator.random) ?? "a"
        }
        let wanted = Matcher(text: text).first(pattern, groups: generator.groups)
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        let found = expression.slots(in: String(view))
        #expect(
          found?.prefix(20) == wanted?.map { bytes(before: $0, in: text) }.prefix(20),
          "`\(pattern.text)` in `\(String(view))`")
        #expect(expression.matches(String(view)) == (wanted != nil), "`\(pattern.text)`")
        #expect(plain.matches(String(view)) == (wanted != nil), "`\(pattern.text)`")
      }
    }
  }

  private func bytes(before position: Int, in text: [Unicode.Scalar]) -> Int {
    position < 0 ? position : text[..<position].reduce(0) { $0 + UTF8.width($1) }
  }
}
