/// Pseudorandom numbers that are the same in every run.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  package mutating func isHit(_ percent: Int) -> Bool { below(100) < percent }
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
