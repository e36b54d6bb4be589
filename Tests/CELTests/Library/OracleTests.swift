import CEL
import Testing

/// The library against the plainest code for the same results, on random values.
@Suite struct Oracles {
  typealias Scalars = [Unicode.Scalar]

  private func text(_ scalars: some Sequence<Unicode.Scalar>) -> Value {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return .string(String(view))
  }

  private func randomText(_ most: Int, _ random: inout Seeded) -> Scalars {
    let letters: Scalars = ["a", "a", "b", "é", "\u{301}", "語", "😀", "\r", "\n"]
    return (0..<Int.random(in: 0...most, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? "a"
    }
  }

  /// All offsets at which `part` begins.
  private func offsets(_ part: Scalars, in text: Scalars) -> [Int] {
    guard part.count <= text.count else { return [] }
    return (0...(text.count - part.count)).filter { text[$0...].starts(with: part) }
  }

  @Test func `texts are arrays of code points`() {
    var random = Seeded(seed: 21)
    for _ in 0..<1_500 {
      let whole = randomText(40, &random)
      let part = randomText(Bool.random(using: &random) ? 2 : 20, &random)
      let offsets = offsets(part, in: whole)
      let (one, other) = (text(whole), text(part))
      #expect(call(.size, [one]) == "\(whole.count)")
      #expect(call(.contains, [one, other]) == "\(!offsets.isEmpty)")
      #expect(call(.indexOf, [one, other]) == "\(offsets.first ?? -1)")
      #expect(call(.lastIndexOf, [one, other]) == "\(offsets.last ?? -1)")
      #expect(call(.startsWith, [one, other]) == "\(offsets.first == 0)")
      #expect(call(.reverse, [one]) == CELTests.text(of: text(whole.reversed())))
      let from = Int.random(in: 0...whole.count, using: &random)
      let to = Int.random(in: from...whole.count, using: &random)
      #expect(
        call(.substring, [one, .int(Int64(from)), .int(Int64(to))])
          == CELTests.text(of: text(whole[from..<to])))
      let next = offsets.first { $0 >= from } ?? -1
      #expect(call(.indexOf, [one, other, .int(Int64(from))]) == "\(next)")
      let isBefore = whole.map(\.value).lexicographicallyPrecedes(part.map(\.value))
      #expect(call(.less, [one, other]) == "\(isBefore)")
      #expect(call(.equal, [one, other]) == "\(whole == part)")
    }
  }

  @Test func `joining the parts of a split restores the text`() {
    var random = Seeded(seed: 22)
    for _ in 0..<1_000 {
      let whole = text(randomText(30, &random))
      let separator = text(randomText(2, &random))
      let limit = Value.int(Int64.random(in: 1...5, using: &random))
      var budget = Budget(100_000)
      guard
        case .success(let parts) = Library.call(
          .split, [whole, separator, limit], budget: &budget, types: []),
        case .success(let replaced) = Library.call(
          .replace, [whole, separator, "."], budget: &budget, types: [])
      else {
        Issue.record("no parts")
        return
      }
      #expect(call(.join, [parts, separator]) == CELTests.text(of: whole))
      if !separator.isZero {
        #expect(
          call(.join, [allParts(whole, separator), "."]) == CELTests.text(of: replaced))
      }
    }
  }

  private func allParts(_ whole: Value, _ separator: Value) -> Value {
    var budget = Budget(100_000)
    let parts = Library.call(.split, [whole, separator], budget: &budget, types: [])
    return (try? parts.get()) ?? .null
  }

  private func randomValue(_ depth: Int, _ random: inout Seeded) -> Value {
    let number = Int64.random(in: -2...2, using: &random)
    switch Int.random(in: 0..<(depth == 0 ? 6 : 8), using: &random) {
    case 0: return .int(number)
    case 1: return .uint(UInt64(number.magnitude))
    case 2: return .double(Double(number) / 2)
    case 3: return .string("\(number)")
    case 4: return .int(number + 9_007_199_254_740_992)
    case 5:
      return [.double(9_007_199_254_740_992), .double(.nan), .null].randomElement(using: &random)
        ?? .null
    case 6: return .list((0..<2).map { _ in randomValue(depth - 1, &random) })
    default:
      return map((.int(number), randomValue(depth - 1, &random)), ("k", .int(number)))
    }
  }

  @Test func `lists and sets compare each with each`() {
    var random = Seeded(seed: 23)
    for _ in 0..<300 {
      let count = Int.random(in: 0...60, using: &random)
      let elements = (0..<count).map { _ in randomValue(2, &random) }
      let others = (0..<4).map { _ in randomValue(1, &random) }
      var kept: [Value] = []
      for element in elements where !kept.contains(where: { $0.isEqual(to: element) }) {
        kept.append(element)
      }
      #expect(call(.distinct, [.list(elements)]) == CELTests.text(of: .list(kept)))
      let contains = { (list: [Value], value: Value) in list.contains { $0.isEqual(to: value) } }
      let hits = others.map { contains(elements, $0) }
      #expect(
        call(.setsContains, [.list(elements), .list(others)]) == "\(hits.allSatisfy { $0 })")
      #expect(
        call(.setsIntersects, [.list(elements), .list(others)]) == "\(hits.contains(true))")
      let back = elements.allSatisfy { contains(others, $0) }
      #expect(
        call(.setsEquivalent, [.list(elements), .list(others)])
          == "\(hits.allSatisfy { $0 } && back)")
      for other in others {
        #expect(call(.contained, [other, .list(elements)]) == "\(contains(elements, other))")
      }
    }
  }

  @Test func `base64 gives back what it took`() {
    var random = Seeded(seed: 24)
    for count in 0..<100 {
      let bytes = Value.bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      var budget = Budget(1_000)
      guard
        case .success(let encoded) = Library.call(
          .base64Encode, [bytes], budget: &budget, types: [])
      else {
        Issue.record("no text of \(count) bytes")
        return
      }
      #expect(call(.base64Decode, [encoded]) == CELTests.text(of: bytes))
    }
  }

  @Test func `durations are read as they were written`() {
    var random = Seeded(seed: 25)
    for _ in 0..<2_000 {
      let scale = [1, 1_000, 1_000_000_000, 3_600_000_000_000].randomElement(using: &random) ?? 1
      let span = Value.Duration(
        nanoseconds: Int64(bitPattern: random.next()) / Int64(scale) / 10 * Int64(scale))
      #expect((try? Value.Duration.parse(span.text).get()) == span)
    }
  }
}
